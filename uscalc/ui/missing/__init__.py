"""Missing data that may move a rating, and how to fill it in."""
