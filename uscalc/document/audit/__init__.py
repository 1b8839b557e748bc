"""Compare computed with published ratings, and find possible corrections."""
