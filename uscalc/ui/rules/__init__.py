"""The rating rules in force, graphs of their formulas, and a section under every edition."""
