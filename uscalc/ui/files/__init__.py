"""Open, save, recover and link files, and ask about them."""
