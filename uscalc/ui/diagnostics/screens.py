"""Qt's report on its platform, screens and fonts."""

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication

from uscalc.ui.charts.formula_boxes import formula_family


def about_fonts() -> tuple[dict[str, str], list[str]]:
    """Return facts about the fonts, and the problems with them."""
    families = QFontDatabase.families()
    formulas = formula_family()
    problems = (
        []
        if families
        else ["No fonts are installed. Install a font package, for example DejaVu."]
    )
    if not formulas:
        problems.append(
            "The formula font is missing; another font is used. Reinstall uscalc."
        )
    facts = {
        "Qt": qVersion(),
        "font": QFontInfo(QGuiApplication.font()).family() or "none",
        "formula font": formulas or "missing",
        "families": str(len(families)),
    }
    return facts, problems


def about_screens() -> tuple[dict[str, str], list[str]]:
    """Return facts about the screens and fonts of a program that has a window, and the problems."""
    facts, problems = about_fonts()
    facts["platform"] = QGuiApplication.platformName()
    facts["colors"] = QGuiApplication.styleHints().colorScheme().name.lower()
    facts["font"] += f", {QFont(QGuiApplication.font()).pointSizeF():g} points"
    for number, screen in enumerate(QGuiApplication.screens(), 1):
        size, ratio = screen.size(), screen.devicePixelRatio()
        facts[f"screen {number}"] = (
            f"{size.width()} x {size.height()} at {ratio:g}, "
            f"{screen.logicalDotsPerInch():.0f} dots to the inch"
        )
    return facts, problems
