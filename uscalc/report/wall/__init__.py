"""Make wall charts and standings."""
