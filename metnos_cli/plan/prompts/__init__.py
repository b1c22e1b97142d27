"""Prompts as files, so that their wording can be read and changed without touching code."""
