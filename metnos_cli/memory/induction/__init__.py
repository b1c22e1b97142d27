"""What several taught requests teach together: which words carry which argument, and so what new ones mean."""
