"""Colors, type and the style sheet; nothing here knows the event."""
