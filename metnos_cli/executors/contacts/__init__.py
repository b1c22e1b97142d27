"""Executors for people: a folder of vCards."""
