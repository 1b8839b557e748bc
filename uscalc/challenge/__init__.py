"""Challenge cards: one question each, judged by what the user tries."""
