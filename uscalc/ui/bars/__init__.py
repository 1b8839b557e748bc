"""The bars above and below the table."""
