"""A forecast for people and for programs."""
