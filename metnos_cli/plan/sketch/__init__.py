"""A plan without a model: clauses, the nearest executor of each, its arguments, what refers to what."""
