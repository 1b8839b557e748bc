"""Open, save and recover event files, and ask about them."""
