"""Computed beside published ratings, and the hidden facts that lie between them."""
