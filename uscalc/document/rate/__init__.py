"""An event as the engine takes it, and what comes of it."""
