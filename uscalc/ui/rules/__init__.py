"""Every rule in force, its source, and overrides."""
