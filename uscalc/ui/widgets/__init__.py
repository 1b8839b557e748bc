"""Controls, labels and tables that any room may use; they know no event."""
