"""Background work, work after a paint, and work only while a view is visible."""
