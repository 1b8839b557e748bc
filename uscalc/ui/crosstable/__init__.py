"""The crosstable: its columns, model, editing and keys."""
