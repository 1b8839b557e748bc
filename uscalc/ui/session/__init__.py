"""The open event, its ratings, the files that the program keeps, and what all views share."""
