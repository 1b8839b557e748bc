"""Lists imported, asked, and filled in from."""
