"""The turn: from the words to the outcome, in stages."""
