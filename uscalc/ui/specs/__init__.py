"""What a view, a command, a picture and a column say of themselves; no widget, no Qt."""
