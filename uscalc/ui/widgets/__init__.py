"""Controls, labels, tables, cards and forms that any room may use."""
