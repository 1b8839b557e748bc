"""Compare computed with published ratings."""
