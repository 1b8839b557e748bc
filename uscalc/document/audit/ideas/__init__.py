"""What the hidden facts of a section may be: ideas, each a changed section to be rated."""
