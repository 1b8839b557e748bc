"""The published rating lists on this computer: imported once, looked up off line."""
