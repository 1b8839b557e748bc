"""Questions put to the engine."""
