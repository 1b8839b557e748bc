"""Large figures, each with its range."""
