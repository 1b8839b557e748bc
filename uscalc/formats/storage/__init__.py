"""Files read and written so that nothing is lost."""
