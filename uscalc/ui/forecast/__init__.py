"""The effect of unplayed games on a rating."""
