"""The section under every edition."""
