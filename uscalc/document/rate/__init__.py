"""An event as the engine takes it, and the ratings that it gives."""
