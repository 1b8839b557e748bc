"""US Chess ratings computed exactly as the rating documents say, step by step."""

__version__ = "1.0.0"
