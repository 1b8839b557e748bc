"""Crosstables in CSV and TSV."""
