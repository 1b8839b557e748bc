"""Small files for the command line to read."""

import pytest


@pytest.fixture
def file(tmp_path):
    def write(text, name="event.uscalc"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
