"""One player's own sheet, and its answer."""
