"""Entries: choosing, ordering, counting and describing what earlier steps found."""
