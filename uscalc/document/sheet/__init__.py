"""The rating estimator: a player's games as typed, and the rating that they give."""
