"""The user's settings: what keys exist, how they are read, and how they are written."""
