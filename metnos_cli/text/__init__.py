"""Understands what was typed: normal form, language, values, canonical query."""
