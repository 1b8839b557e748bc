"""The font that formulas are set in, with its letters for names."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

PACKAGE: Final = "ziamath"
FILE: Final = "STIXTwoMath-Regular.ttf"
_CAPITALS, _SMALL = 0x1D434, 0x1D44E


@cache
def formula_family() -> str:
    """Return the family of the mathematical font; empty where it is not installed.

    The package that brings it is not imported: only its file is read.
    """
    found = find_spec(PACKAGE)
    for folder in (found.submodule_search_locations or ()) if found else ():
        path = Path(folder, "fonts", FILE)
        if path.is_file():
            number = QFontDatabase.addApplicationFont(str(path))
            families = QFontDatabase.applicationFontFamilies(number)
            if families:
                return families[0]
    return ""


@cache
def formula_font(pixels: float) -> QFont:
    """Return the font of formulas at a size in pixels."""
    font = QFont()
    family = formula_family()
    if family:
        font.setFamily(family)
    font.setPixelSize(max(round(pixels), 1))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def slant_letters(letters: str) -> str:
    """Return letters as names are written: the slanted ones of the mathematical font."""
    if not formula_family():
        return letters
    return "".join(_slant_letter(letter) for letter in letters)


def _slant_letter(letter: str) -> str:
    if letter == "h":
        return "\N{PLANCK CONSTANT}"
    if "A" <= letter <= "Z":
        return chr(_CAPITALS + ord(letter) - ord("A"))
    if "a" <= letter <= "z":
        return chr(_SMALL + ord(letter) - ord("a"))
    return letter
