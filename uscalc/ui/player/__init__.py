"""Every fact of the selected player."""
