"""The rule data with one more, made-up edition: everything that a person writes to add one."""

import shutil
from pathlib import Path
from typing import Final

from uscalc.resources import get_resource_path

KEY: Final = "2026"
MULTIPLIER: Final = 3.0

DOCUMENT: Final = """
[2026]
as = "2025"
title = "A Made-up Rating System"
authors = "Nobody"
date = 2026-01-15
in_force = 2026-02-01
"""
SECTIONS: Final = """
[2026]
bonus = "4.7"
floors = "5.5"
"""
LAST: Final = """\
  { from = 2025-01-01, value = 10, source = "2025 edition, sections 4.2 and 8" },
"""
LAST_AND_NEW: Final = """\
  { from = 2025-01-01, until = 2026-01-31, value = 10, source = "2025 edition" },
  { from = 2026-02-01, value = 3, source = "2026 edition, section 4.7" },
"""
PRINTED: Final = "2025 = { value = 10 }\n"
PRINTED_AND_NEW: Final = "2025 = { value = 10 }\n2026 = { value = 3 }\n"


def add_edition(folder: Path) -> Path:
    """Copy the rule data to a new folder, and add the edition."""
    shutil.copytree(get_resource_path("rules"), folder)
    _write(folder / "documents.toml", "", DOCUMENT)
    _write(folder / "sections.toml", "", SECTIONS)
    _write(folder / "parameters.toml", LAST, LAST_AND_NEW)
    _write(folder / "parameters.toml", PRINTED, PRINTED_AND_NEW)
    return folder


def _write(path: Path, old: str, new: str) -> None:
    """Replace a passage that occurs once; without one, write at the end."""
    text = path.read_text(encoding="utf-8")
    if not old:
        text += new
    else:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
