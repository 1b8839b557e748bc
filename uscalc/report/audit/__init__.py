"""Report an audit to people and to programs."""
