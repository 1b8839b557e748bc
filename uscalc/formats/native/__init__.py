"""The event file and the journal."""
