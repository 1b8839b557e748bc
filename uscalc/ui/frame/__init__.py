"""The window as its rooms know it, its panels, and the base of views."""
