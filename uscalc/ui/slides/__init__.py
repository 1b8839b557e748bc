"""Draws the slides of a lesson, on the screen and on paper."""
