"""Where the program keeps what is its own."""

import os
import sys

import platformdirs
import pytest

from uscalc.ui.storage.folders import XDG, Folders


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")
@pytest.mark.parametrize("value", ["", "  ", "relative/place", "/somewhere/of/mine"])
def test_the_folders_are_those_that_platformdirs_names(monkeypatch, tmp_path, value):
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in XDG:
        monkeypatch.setenv(variable, value)
    folders = Folders.find_usual(dict(os.environ, USCALC_STATE=""))
    assert folders == Folders(
        platformdirs.user_state_path("uscalc", appauthor=False),
        platformdirs.user_config_path("uscalc", appauthor=False),
        platformdirs.user_data_path("uscalc", appauthor=False),
    )
