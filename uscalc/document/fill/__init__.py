"""Facts filled in, from pasted rows or from a rating list."""
