"""A player's own estimate, and its answer."""
