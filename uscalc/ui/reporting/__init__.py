"""The rating report in the window: its errors and warnings, its facts, its files."""
