"""Lessons, slides, full-screen presentation, practice problems and the first steps."""
