"""Errors inside the program: log, crash message, and a check of the installation."""
