"""The published page over the open event: what differs, and what is taken over."""
