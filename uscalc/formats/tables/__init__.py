"""Read crosstables in spreadsheets: CSV, TSV, and workbooks of both kinds."""
