"""Tools of MCP servers as executors, over the official SDK."""
