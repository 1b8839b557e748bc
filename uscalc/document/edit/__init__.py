"""Edits of the event as pure functions, one for each thing that a user can change."""
