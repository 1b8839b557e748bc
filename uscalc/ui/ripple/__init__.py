"""Who else moves, and why."""
