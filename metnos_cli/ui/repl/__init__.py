"""The conversation: prompt, keys, completion, slash commands and the loop around the turns."""
