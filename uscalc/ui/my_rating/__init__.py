"""A sheet for one player."""
