"""The table of games in a derivation, wide or narrow."""

from collections.abc import Callable
from typing import Final

from uscalc.explain.drawing import bar_of
from uscalc.explain.model import GameRow
from uscalc.ui.why.drawings import BarMark, Drawn
from uscalc.ui.why.style import HINT, Style
from uscalc.ui.wording.markup import escape

HEADS: Final = ("Rd", "Opponent", "", "Rating", "")
RIGHT: Final = (0, 3, 5)
WRAPPED: Final = (1, 4)
"""Columns whose figures stand at the right, and those that may take several rows."""
EVENT: Final = " the event"
"""Left out after "before": the column stays narrow, and the hover says it in full."""


class GamesWriter:
    """Writes the rows; `image` gives a drawing its place, `hint` a hover its number."""

    def __init__(
        self,
        style: Style,
        image: Callable[[Drawn], str],
        hint: Callable[[str], int],
    ) -> None:
        self._style = style
        self._image = image
        self._hint = hint

    def rows(self, games: tuple[GameRow, ...], expected: str) -> str:
        """Headings and games; where it is narrow, two rows for a game.

        `expected` stands over the expectations, and says at which rating they are taken.
        """
        pale = self._style.colours.pale
        if self._style.narrow:
            head = self._cell(escape(expected), pale, True, span=4)
            rows = "".join(self._narrow(game) for game in games)
            return f"<tr>{head}</tr>{rows}"
        heads = "".join(
            self._cell(head, pale, place in RIGHT) for place, head in enumerate(HEADS)
        )
        two_rows = escape(expected).replace(" at ", "<br>at ")
        heads += self._cell(two_rows, pale, True)
        heads += self._cell("", pale, False)
        return f"<tr>{heads}</tr>{''.join(self._wide(game) for game in games)}"

    def _wide(self, game: GameRow) -> str:
        colours = self._style.colours
        cells = (
            (str(game.round), colours.pale),
            (escape(f"{game.opponent} {game.name}"), colours.text),
            (escape(game.result), colours.soft),
            (self._strength(game), colours.text),
            (escape(game.strength_from.removesuffix(EVENT)), colours.pale),
            (escape(game.expectation), colours.soft),
            (self._bar(game), colours.text),
        )
        written = "".join(
            self._cell(text, colour, place in RIGHT, place in WRAPPED)
            for place, (text, colour) in enumerate(cells)
        )
        return f"<tr>{written}</tr>"

    def _narrow(self, game: GameRow) -> str:
        """The name with its result, and under them the figures."""
        colours = self._style.colours
        small = f"font-size:{self._style.points * 0.78:.1f}pt;"
        source = (
            f'<br><span style="color:{colours.pale}; {small}">'
            f"{escape(game.strength_from)}</span>"
        )
        name = self._cell(
            escape(f"{game.opponent} {game.name}"), colours.text, False, True, span=2
        )
        return (
            f"<tr>{self._cell(str(game.round), colours.pale, True)}{name}"
            f"{self._cell(escape(game.result), colours.soft, True)}</tr>"
            f"<tr>{self._cell('', colours.pale, True)}"
            f"{self._cell(self._strength(game) + source, colours.text, False)}"
            f"{self._cell(escape(game.expectation), colours.soft, True)}"
            f"{self._cell(self._bar(game), colours.text, True)}</tr>"
        )

    def _strength(self, game: GameRow) -> str:
        """The rating, with what a hover tells of it."""
        number = self._hint(f"{game.name}: {game.hint}." if game.hint else "")
        return (
            f'<a href="{HINT}{number}" style="text-decoration:none; '
            f'color:{self._style.colours.text};">{escape(game.strength)}</a>'
        )

    def _bar(self, game: GameRow) -> str:
        return self._image(BarMark(bar_of(game), self._style.scale))

    def _cell(
        self, inner: str, colour: str, right: bool, wraps: bool = False, span: int = 1
    ) -> str:
        whole = "" if wraps else "white-space:nowrap; "
        small = f"font-size:{self._style.points * 0.9:.1f}pt;"
        return (
            f'<td align="{"right" if right else "left"}" valign="middle" '
            f'colspan="{span}" style="padding:3px 5px; {whole}color:{colour}; {small}">'
            f"{inner}</td>"
        )
