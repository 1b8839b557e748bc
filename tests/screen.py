"""A virtual screen that is as large as the window needs."""

import atexit
import json
import os
import shutil
import tempfile
from pathlib import Path

SCREEN = {"name": "wide", "x": 0, "y": 0, "width": 1296, "height": 848}
"""A window of the usual size fits; without this, Qt's own screen has 800 by 800 pixels."""


def offscreen() -> str:
    """Return Qt's name of the platform, with the screen in a file that Qt reads once."""
    folder = Path(tempfile.mkdtemp(prefix="uscalc-screen-"))
    owner = os.getpid()

    def clear() -> None:
        # A forked process leaves the removal to the process that made the folder.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(clear)
    (folder / "screen.json").write_text(json.dumps({"screens": [SCREEN]}))
    return f"offscreen:configfile={folder / 'screen.json'}"
