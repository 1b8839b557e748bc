"""Compare two states of one event: who is who, and which facts and results differ."""
