"""Player details, results by board, missing data, event and section settings, and paste."""
