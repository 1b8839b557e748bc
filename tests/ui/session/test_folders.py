"""The folders for the program's own files."""

import os
import sys

import platformdirs
import pytest

from tests.rights import without_root_rights
from uscalc.formats import FormatError
from uscalc.ui.session.folders import XDG, Folders, replace_own_file


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")
@pytest.mark.parametrize("value", ["", "  ", "relative/place", "/somewhere/of/mine"])
def test_the_folders_are_those_that_platformdirs_names(monkeypatch, tmp_path, value):
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in XDG:
        monkeypatch.setenv(variable, value)
    assert Folders.find_usual(dict(os.environ, USCALC_STATE="")) == Folders(
        platformdirs.user_state_path("uscalc", appauthor=False),
        platformdirs.user_config_path("uscalc", appauthor=False),
        platformdirs.user_data_path("uscalc", appauthor=False),
    )


def test_a_file_that_cannot_be_kept_names_the_variable_of_another_folder(tmp_path):
    tmp_path.chmod(0o500)
    for path in (tmp_path / "guide.html", tmp_path / "walls" / "a.json"):
        with without_root_rights(), pytest.raises(FormatError) as found:
            replace_own_file(path, b"{}")
        assert "permission denied" in str(found.value)
        assert "set USCALC_STATE to another folder" in str(found.value)
    tmp_path.chmod(0o700)
    replace_own_file(path, b"{}")
    assert path.read_bytes() == b"{}"
    assert (path.stat().st_mode | path.parent.stat().st_mode) & 0o077 == 0
