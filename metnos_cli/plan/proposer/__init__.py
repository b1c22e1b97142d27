"""proposer."""
