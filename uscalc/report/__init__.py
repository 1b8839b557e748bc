"""Results on paper and in other programs."""
