"""The derivation of one rating, as a page."""
