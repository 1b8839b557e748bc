"""A trace in words, formulas and drawings, independent of any widget."""
