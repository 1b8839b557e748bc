"""A rating as a graph of figures that anybody can recompute, and the code that does so."""
