"""Three readers of one Turn: panels for a terminal, plain text for everything else, JSON for programs."""
