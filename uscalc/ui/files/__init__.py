"""The start page; open, save, recover and link files, and ask about them."""
