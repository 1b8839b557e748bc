"""The sheets that hang in the hall."""
