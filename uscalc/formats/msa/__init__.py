"""Read the crosstable pages of US Chess."""
