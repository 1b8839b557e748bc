"""When things run: beside the window, after a paint, only while seen."""
