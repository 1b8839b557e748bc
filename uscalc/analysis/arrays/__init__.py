"""Rate many alternatives or outcomes at once, with NumPy arrays."""
