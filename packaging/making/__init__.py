"""What turns the folder into things that are given to others."""
