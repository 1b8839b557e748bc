"""Copy, cut and paste, with a look before a large paste."""
