"""Metnos: a terminal assistant that learns to stop asking the model."""

__version__ = "0.1.0"
