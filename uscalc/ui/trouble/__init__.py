"""What goes wrong inside the program: kept in a log, told in the window."""
