"""What is not known and matters, filled in."""
