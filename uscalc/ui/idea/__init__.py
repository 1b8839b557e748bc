"""The idea of a rating with nothing but a hand: bars that fill, and two sums that meet."""
