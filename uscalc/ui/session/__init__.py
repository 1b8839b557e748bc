"""The open event, its ratings, and what all views share."""
