"""Comparisons: a result across a parameter, across passes, and across two cases."""
