"""Rating many alternatives or outcomes at once, over NumPy arrays."""
