"""A trace put into words, formulas and figures; knows no widget."""
