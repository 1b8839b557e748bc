"""Import rating supplements, register players, and fill ratings in."""
