"""Report a forecast to people and to programs."""
