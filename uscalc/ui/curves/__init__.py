"""The formulas as curves."""
