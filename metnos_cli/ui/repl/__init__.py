"""repl."""
