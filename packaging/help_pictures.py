"""Paint the pictures of README and the help.

Run QT_QPA_PLATFORM=offscreen python packaging/help_pictures.py.
"""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.resources import get_help_path, get_resource_path
from uscalc.ui.specs import PictureSpec
from uscalc.ui.theme.theme import STYLE, Theme
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.tour import (
    RECIPES,
    open_fresh_window,
    take_picture,
    wait_until_settled,
)
from uscalc.ui.window.tour import SIZE as TOUR_SIZE

SIZE: Final = QSize(1280, 800)
MARGIN: Final = 8
"""Pixels around the parts that a picture is cropped to."""
RADIUS: Final = 11.0
"""Of the disk with a callout's number, in pixels."""
README_PICTURE: Final = Path(__file__).parents[1] / "docs" / "pictures" / "explain.png"
STONEWALL: Final = 12
"""The row of a player with a special rating."""
CALLOUT: Final = QColor("#b3261e")


class Callout(NamedTuple):
    """A number on a widget, by its objectName.

    `x` and `y` say where its center is: 0 is the left and upper edge, 1 the right and
    lower edge.
    """

    widget: str
    x: float = 0.5
    y: float = 0.0


class HelpPicture(NamedTuple):
    """A picture of the help: a recipe of the tour, its subject, and its callouts.

    The picture is cropped to the widgets named in `parts`, or else shows all of it.
    """

    name: str
    recipe: str
    callouts: tuple[Callout, ...]
    parts: tuple[str, ...] = ()


PICTURES: Final = (
    HelpPicture(
        "enter-space",
        "space-enter",
        (
            Callout("crosstableCellsHeader", 0.93, 1.6),
            Callout("boardsTable", 0.9, 0.22),
            Callout("gamesToCome", 1.05, 0.5),
        ),
        ("crosstable", "bottomPanelCard", "problemsButton", "gamesToCome"),
    ),
    HelpPicture(
        "explanation",
        "explanation",
        (Callout("derivationText", 0.93, 0.2), Callout("derivationText", 0.97, 0.31)),
    ),
    HelpPicture(
        "rating-explorer",
        "rating-explorer",
        (Callout("ideaMarker", 2.3, 0.4), Callout("ideaSentence", 0.9, -0.9)),
        ("ideaQuestion", "ideaPicture", "ideaCanvas", "ideaSentence"),
    ),
    HelpPicture(
        "registration",
        "registration",
        (
            Callout("listSearch", 0.35, 0.5),
            Callout("listMembers", 0.875, 0.31),
            Callout("listMembers", 0.72, 0.435),
        ),
    ),
    HelpPicture(
        "problems",
        "problems",
        (
            Callout("problemsTable", 0.21, 0.06),
            Callout("problemsTable", 0.26, 0.46),
            Callout("problemsTable", 0.8, 0.27),
        ),
    ),
    HelpPicture(
        "wall-charts",
        "wall-charts",
        (
            Callout("wallPreview", 0.94, 0.12),
            Callout("wallListScore", 0.95, 0.5),
            Callout("wallPrint", 0.5, -0.45),
        ),
    ),
    HelpPicture(
        "rating-report",
        "rating-report",
        (
            Callout("reportTable", 0.085, 0.2),
            Callout("reportTable", 0.085, 0.555),
            Callout("reportAskFacts", -0.05, 0.5),
            Callout("reportWrite", 1.0, 0.5),
        ),
    ),
    HelpPicture(
        "compare",
        "compare-with-us-chess",
        (
            Callout("differencesHeader", 0.6, 0.5),
            Callout("differencesHeader", 0.715, 0.5),
            Callout("compare-with-us-chess-pages", 1.05, 0.5),
        ),
    ),
    HelpPicture(
        "what-if",
        "what-if",
        (
            Callout("whatIfReal", 1.35, 0.5),
            Callout("whatIfSlider1", 0.02, 0.3),
            Callout("whatIfApply", 1.0, 0.0),
        ),
        ("whatIfHead", "gameSliders", "scoreTable", "whatIfFoot"),
    ),
    HelpPicture(
        "season",
        "season",
        (
            Callout("seasonMembersTable", 1.06, 0.12),
            Callout("seasonEntriesTable", 0.97, 0.5),
            Callout("seasonChart", 0.95, 0.1),
        ),
    ),
    HelpPicture(
        "lesson",
        "lesson",
        (
            Callout("lessonPreview", 0.95, 0.1),
            Callout("lessonViewNotesTitle", 0.4, 0.5),
        ),
    ),
    HelpPicture(
        "challenges",
        "challenges",
        (
            Callout("challengeQuestion", 0.95, 0.5),
            Callout("challengeReason", 0.95, 0.5),
        ),
    ),
)


def main() -> None:
    """Paint every picture, and remove those that are no longer used."""
    app = QApplication([*sys.argv[:1], *STYLE])
    theme = Theme(app, "light")
    folder = get_help_path("pictures")
    for old in folder.glob("*.png"):
        old.unlink()
    for picture in PICTURES:
        _save(paint_picture(picture, theme), folder / f"{picture.name}.png")
    _save(paint_explain_space(theme), README_PICTURE)


def _save(picture: QImage, path: Path) -> None:
    """Save a PNG as small as possible: quality 0 is its strongest compression."""
    path.parent.mkdir(exist_ok=True)
    picture.save(str(path), "PNG", 0)


def _open_sample(name: str) -> Document:
    return open_event(get_resource_path("samples", f"{name}.uscalc")).document


def paint_explain_space(theme: Theme) -> QImage:
    """Return the Explain space with a player who has a special rating."""

    def prepare(window: MainWindow) -> QWidget:
        window.spaces.switch_to("explain")
        window.session.select(row=STONEWALL)
        window.show_view("view-explanation")
        return window

    recipe = PictureSpec("explain", "The Explain space", prepare)
    return take_picture(recipe, _open_sample("harvest-swiss"), theme, TOUR_SIZE, 1.0)


def paint_picture(picture: HelpPicture, theme: Theme) -> QImage:
    """Return a picture of the sample event with its callouts."""
    document = _open_sample("autumn-open")
    (recipe,) = (one for one in RECIPES if one.name == picture.recipe)
    with open_fresh_window(document, theme, SIZE) as window:
        shown = recipe.prepare(window)
        wait_until_settled(window)
        image = QImage(shown.size(), QImage.Format.Format_RGB32)
        shown.render(image, QPoint(0, 0))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, callout in enumerate(picture.callouts, start=1):
            place = find_place(callout.widget, shown)
            x = place.x() + callout.x * place.width()
            y = place.y() + callout.y * place.height()
            paint_callout(painter, QPointF(x, y), number)
        painter.end()
        subject = QRect()
        for name in picture.parts:
            subject = subject.united(find_place(name, shown))
        around = subject.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        return image.copy(around & image.rect()) if picture.parts else image


def find_place(name: str, shown: QWidget) -> QRect:
    """Return the place of a visible widget within the one that is painted."""
    found = next(
        one for one in shown.findChildren(QWidget, name) if one.isVisibleTo(shown)
    )
    return QRect(found.mapTo(shown, QPoint(0, 0)), found.size())


def paint_callout(painter: QPainter, center: QPointF, number: int) -> None:
    """Paint a number on a disk."""
    painter.setPen(QColor("white"))
    painter.setBrush(CALLOUT)
    painter.drawEllipse(center, RADIUS, RADIUS)
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(14)
    painter.setFont(font)
    corner = QPointF(RADIUS, RADIUS)
    area = QRectF(center - corner, center + corner)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(number))


if __name__ == "__main__":
    main()
