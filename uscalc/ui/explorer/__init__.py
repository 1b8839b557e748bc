"""The rating explorer and the knot path: a rating found by dragging a marker or by the search."""
