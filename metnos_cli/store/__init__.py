"""Everything Metnos keeps, in one SQLite file."""
