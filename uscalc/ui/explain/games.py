"""The table of games in a derivation, wide or narrow."""

from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from uscalc.explain.model import DerivationGameRow, make_bar
from uscalc.ui.explain.drawings import BarMark, Drawn
from uscalc.ui.explain.style import HINT, PageStyle

HEADS: Final = ("Rd", "Opponent", "", "Rating", "")
RIGHT: Final = (0, 3, 5)
WRAPPED: Final = (1, 4)
"""Columns whose figures stand at the right, and those that may take several rows."""
ROW: Final = Markup("<tr>%s</tr>")
CELL: Final = Markup(
    '<td align="%s" valign="middle" colspan="%s" style="padding:3px 5px; %scolor:%s; '
    '%s">%s</td>'
)
EVENT: Final = " the event"
"""Left out after "before": the column stays narrow, and the hover says it in full."""


class GamesWriter:
    """Writes the rows; `image` gives a drawing its place, `hint` a hover its number."""

    def __init__(
        self,
        style: PageStyle,
        image: Callable[[Drawn], Markup],
        hint: Callable[[str], int],
    ) -> None:
        self._style = style
        self._image = image
        self._hint = hint
        self._size = Markup("font-size:%s;") % style.scaled_size(0.9)

    def write_rows(self, games: tuple[DerivationGameRow, ...], expected: str) -> Markup:
        """Return headings and games; in a narrow page each game takes two rows.

        `expected` is the heading of the expectations, with the rating they are computed
        at.
        """
        pale = self._style.colours.pale
        if self._style.narrow:
            head = ROW % self._write_cell(expected, pale, True, span=4)
            return head + Markup().join(self._write_narrow_row(game) for game in games)
        heads = [
            self._write_cell(head, pale, place in RIGHT)
            for place, head in enumerate(HEADS)
        ]
        two_rows = Markup("<br>at ").join(expected.split(" at "))
        heads += (
            self._write_cell(two_rows, pale, True),
            self._write_cell("", pale, False),
        )
        row = ROW % Markup().join(heads)
        return row + Markup().join(self._write_wide_row(game) for game in games)

    def _write_wide_row(self, game: DerivationGameRow) -> Markup:
        colours = self._style.colours
        cells = (
            (str(game.round), colours.pale),
            (f"{game.opponent} {game.name}", colours.text),
            (game.result, colours.soft),
            (self._write_rating(game), colours.text),
            (game.strength_from.removesuffix(EVENT), colours.pale),
            (game.expectation, colours.soft),
            (self._place_bar(game), colours.text),
        )
        return ROW % Markup().join(
            self._write_cell(text, colour, place in RIGHT, place in WRAPPED)
            for place, (text, colour) in enumerate(cells)
        )

    def _write_narrow_row(self, game: DerivationGameRow) -> Markup:
        """Return the name with its result, and under them the figures."""
        colours = self._style.colours
        source = Markup('<br><span style="color:%s; font-size:%s;">%s</span>') % (
            colours.pale,
            self._style.scaled_size(0.78),
            game.strength_from,
        )
        name = f"{game.opponent} {game.name}"
        above = (
            self._write_cell(str(game.round), colours.pale, True),
            self._write_cell(name, colours.text, False, True, span=2),
            self._write_cell(game.result, colours.soft, True),
        )
        below = (
            self._write_cell("", colours.pale, True),
            self._write_cell(self._write_rating(game) + source, colours.text, False),
            self._write_cell(game.expectation, colours.soft, True),
            self._write_cell(self._place_bar(game), colours.text, True),
        )
        return ROW % Markup().join(above) + ROW % Markup().join(below)

    def _write_rating(self, game: DerivationGameRow) -> Markup:
        """Return the rating, with the text that hovering shows."""
        number = self._hint(f"{game.name}: {game.hint}." if game.hint else "")
        return Markup(
            '<a href="%s%s" style="text-decoration:none; color:%s;">%s</a>'
        ) % (
            HINT,
            number,
            self._style.colours.text,
            game.strength,
        )

    def _place_bar(self, game: DerivationGameRow) -> Markup:
        return self._image(BarMark(make_bar(game), self._style.scale))

    def _write_cell(
        self, inner: str, colour: str, right: bool, wraps: bool = False, span: int = 1
    ) -> Markup:
        side = "right" if right else "left"
        whole = "" if wraps else "white-space:nowrap; "
        return CELL % (side, span, whole, colour, self._size, inner)
