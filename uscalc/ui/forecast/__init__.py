"""What games to come can make of a rating."""
