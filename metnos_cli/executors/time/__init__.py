"""Time: the present moment."""
