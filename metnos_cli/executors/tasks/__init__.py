"""Executors for things to do and reminders."""
