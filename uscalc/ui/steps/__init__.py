"""The five steps as a table and as lines."""
