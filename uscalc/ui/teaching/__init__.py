"""The lesson, the full screen, the first steps."""
