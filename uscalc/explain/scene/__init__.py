"""The scene of one rating, and comparisons across a cause, passes or two cases."""
