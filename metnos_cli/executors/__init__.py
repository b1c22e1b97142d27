"""Executors: the tools Metnos can call, each a manifest and the code beside it."""
