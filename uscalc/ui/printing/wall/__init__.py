"""Choose, size, divide and lay out wall charts."""
