"""Import Qt before PyInstaller's own hook does, without what the program doesn't need.

The frozen program runs this before anything else.
"""

from contextlib import suppress

from uscalc.ui.startup import import_qt

# If a library is missing, the program itself says so.
with suppress(ImportError):
    import_qt()
