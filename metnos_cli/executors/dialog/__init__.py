"""Dialog: questions to the user, and wishes."""
