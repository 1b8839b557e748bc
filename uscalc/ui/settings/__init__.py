"""The event's and the section's settings."""
