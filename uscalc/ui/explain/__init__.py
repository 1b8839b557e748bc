"""The derivation of one rating as a page, and the five steps as a table and a chart."""
