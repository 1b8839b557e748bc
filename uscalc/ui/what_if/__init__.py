"""A slider for each game."""
