"""The federation's crosstable pages."""
