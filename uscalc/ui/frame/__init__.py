"""The window's parts that rooms use: bars, panels, and the base of views."""
