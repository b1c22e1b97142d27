"""Executors for what the user asks to remember."""
