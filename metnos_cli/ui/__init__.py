"""What the user sees and types: renders a Turn, asks questions, decides nothing."""
