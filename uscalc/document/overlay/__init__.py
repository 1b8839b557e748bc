"""A published page laid over the event: what differs, why, and what is taken over."""
