"""The table in which results are typed and ratings read."""
