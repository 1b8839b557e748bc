"""What a room may ask of the window; bars, panels, and the base of views."""
