"""Questions put to an event: what if, unknown facts, what differs."""
