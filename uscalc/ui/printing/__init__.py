"""Lay out, preview, print and save pages: wall charts, player pages, lessons, worksheets."""
