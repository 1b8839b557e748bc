"""Read answers of the US Chess rating service, saved as JSON."""
