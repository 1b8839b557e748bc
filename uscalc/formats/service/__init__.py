"""The ratings service's answers."""
