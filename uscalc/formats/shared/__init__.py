"""Share code among the readers of several formats."""
