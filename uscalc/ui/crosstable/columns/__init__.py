"""The columns: one table says everything about each of them."""
