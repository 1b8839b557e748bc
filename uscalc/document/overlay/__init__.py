"""Compare the event with its page from US Chess: differences, causes, corrections."""
