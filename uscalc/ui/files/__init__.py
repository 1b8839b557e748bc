"""Opening, saving, asking and recovering."""
