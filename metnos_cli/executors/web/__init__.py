"""The web: pages and what they say."""
