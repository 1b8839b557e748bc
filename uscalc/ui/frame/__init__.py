"""What a room may ask of the window; the panels; what a view is."""
