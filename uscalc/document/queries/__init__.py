"""Questions put to an event: what if, what is not known, what differs."""
