"""Calculate US Chess ratings exactly as the rating rules specify, step by step."""

__version__ = "1.0.0"
