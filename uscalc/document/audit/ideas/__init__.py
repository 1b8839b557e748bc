"""Propose corrections of a section: ideas, each a changed section to be rated."""
