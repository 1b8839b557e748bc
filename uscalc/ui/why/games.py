"""The table of games in a derivation, wide or narrow."""

from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from uscalc.explain.model import GameRow, bar_of
from uscalc.ui.why.drawings import BarMark, Drawn
from uscalc.ui.why.style import HINT, Style

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
        style: Style,
        image: Callable[[Drawn], Markup],
        hint: Callable[[str], int],
    ) -> None:
        self._style = style
        self._image = image
        self._hint = hint
        self._size = Markup("font-size:%s;") % style.size(0.9)

    def rows(self, games: tuple[GameRow, ...], expected: str) -> Markup:
        """Return headings and games; where it is narrow, two rows for a game.

        `expected` stands over the expectations, and says at which rating they are taken.
        """
        pale = self._style.colours.pale
        if self._style.narrow:
            head = ROW % self._cell(expected, pale, True, span=4)
            return head + Markup().join(self._narrow(game) for game in games)
        heads = [
            self._cell(head, pale, place in RIGHT) for place, head in enumerate(HEADS)
        ]
        two_rows = Markup("<br>at ").join(expected.split(" at "))
        heads += self._cell(two_rows, pale, True), self._cell("", pale, False)
        row = ROW % Markup().join(heads)
        return row + Markup().join(self._wide(game) for game in games)

    def _wide(self, game: GameRow) -> Markup:
        colours = self._style.colours
        cells = (
            (str(game.round), colours.pale),
            (f"{game.opponent} {game.name}", colours.text),
            (game.result, colours.soft),
            (self._strength(game), colours.text),
            (game.strength_from.removesuffix(EVENT), colours.pale),
            (game.expectation, colours.soft),
            (self._bar(game), colours.text),
        )
        return ROW % Markup().join(
            self._cell(text, colour, place in RIGHT, place in WRAPPED)
            for place, (text, colour) in enumerate(cells)
        )

    def _narrow(self, game: GameRow) -> Markup:
        """Return the name with its result, and under them the figures."""
        colours = self._style.colours
        source = Markup('<br><span style="color:%s; font-size:%s;">%s</span>') % (
            colours.pale,
            self._style.size(0.78),
            game.strength_from,
        )
        name = f"{game.opponent} {game.name}"
        above = (
            self._cell(str(game.round), colours.pale, True),
            self._cell(name, colours.text, False, True, span=2),
            self._cell(game.result, colours.soft, True),
        )
        below = (
            self._cell("", colours.pale, True),
            self._cell(self._strength(game) + source, colours.text, False),
            self._cell(game.expectation, colours.soft, True),
            self._cell(self._bar(game), colours.text, True),
        )
        return ROW % Markup().join(above) + ROW % Markup().join(below)

    def _strength(self, game: GameRow) -> Markup:
        """Return the rating, with what a hover tells of it."""
        number = self._hint(f"{game.name}: {game.hint}." if game.hint else "")
        return Markup(
            '<a href="%s%s" style="text-decoration:none; color:%s;">%s</a>'
        ) % (
            HINT,
            number,
            self._style.colours.text,
            game.strength,
        )

    def _bar(self, game: GameRow) -> Markup:
        return self._image(BarMark(bar_of(game), self._style.scale))

    def _cell(
        self, inner: str, colour: str, right: bool, wraps: bool = False, span: int = 1
    ) -> Markup:
        side = "right" if right else "left"
        whole = "" if wraps else "white-space:nowrap; "
        return CELL % (side, span, whole, colour, self._size, inner)
