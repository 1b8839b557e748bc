"""Lay out, preview, print and save pages."""
