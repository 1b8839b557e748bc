"""Preferences, journals and other files that the program keeps on this computer."""
