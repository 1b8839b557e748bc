"""The version of the program; the build reads it here."""

__version__ = "1.1.0"
