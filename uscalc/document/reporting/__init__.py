"""The ratings report of an event: what would be in it, and what the office would say."""
