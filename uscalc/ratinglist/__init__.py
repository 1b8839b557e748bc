"""The rating supplements on this computer: imported once, looked up offline."""
