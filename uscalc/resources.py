"""Find the files the program reads: installed, editable or run from a checkout."""

from pathlib import Path

_INSTALLED = Path(__file__).parent / "resources"
_CHECKOUT = Path(__file__).parent.parent / "resources"

ROOT = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
"""The folder with rules/, samples/, help/ and icons/."""


def get_resource_path(*parts: str) -> Path:
    """Return the path of a file below resources/."""
    return ROOT.joinpath(*parts)
