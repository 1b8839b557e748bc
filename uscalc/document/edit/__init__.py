"""What a person types, as pure edits of the event."""
