"""A season: the events of a folder by date, for each member, and with another result."""
