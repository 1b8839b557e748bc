"""The ratings report in the window: what would be said of it, its facts, its files."""
