"""Turn an event into the engine's input, and rate it."""
