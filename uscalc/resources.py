"""Find the files the program reads: installed, editable or run from a checkout."""

from pathlib import Path

_INSTALLED = Path(__file__).parent / "resources"
_PROJECT = Path(__file__).parent.parent

ROOT = _INSTALLED if _INSTALLED.is_dir() else _PROJECT / "resources"
"""The folder with rules/, samples/ and icons/."""
_HELP = ROOT / "help" if _INSTALLED.is_dir() else _PROJECT / "docs" / "help"


def get_resource_path(*parts: str) -> Path:
    """Return the path of a file below resources/."""
    return ROOT.joinpath(*parts)


def get_help_path(*parts: str) -> Path:
    """Return the path of a help page or of its picture; they are kept in docs/help."""
    return _HELP.joinpath(*parts)
