"""Controls, labels, tables and forms that any room may use."""
