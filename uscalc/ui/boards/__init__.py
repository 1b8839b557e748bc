"""A round's results from the slips, board by board."""
