"""Pieces of HTML, filled in and joined quickly.

A page has hundreds of cells, links and sentences, and `%` and `join` of Markup are slow. The
parts are therefore escaped here, and what is the same in many of them is filled in once.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from markupsafe import Markup, escape

ROW: Final = "<tr>%s</tr>"
CELL: Final = (
    '<td align="%s" valign="middle" colspan="%s" style="padding:3px 5px; %scolor:%s;">'
    "%s</td>"
)
LINE: Final = (
    '<tr><td style="padding:5px %spx 5px 0; %s">%s</td>'
    '<td align="right" valign="bottom" style="padding:5px 0; %s'
    'white-space:nowrap;">%s</td></tr>'
)
LINK: Final = '<a href="%s%s" style="%s color:%s;">%s</a>'
REST: Final = "%s"
"""A part of a text that is filled in later."""
WHOLE: Final = "white-space:nowrap; "
SPACED: Final = '<div style="margin-top:4px;">%s</div>'


def fill(template: str, *parts: str) -> Markup:
    """Return a template with its parts; escape those that aren't Markup yet."""
    return Markup(
        template
        % tuple([part if isinstance(part, Markup) else escape(part) for part in parts])
    )


def join_parts(parts: Iterable[str]) -> Markup:
    """Return the parts one after the other; escape those that aren't Markup yet."""
    return Markup(
        "".join([part if isinstance(part, Markup) else escape(part) for part in parts])
    )


def write_cells(cells: Iterable[Markup]) -> Markup:
    """Return a row of a table."""
    return fill(ROW, join_parts(cells))


@cache
def make_cell(color: str, right: bool, wraps: bool, span: int) -> str:
    """Return a cell of a table of games, without its content."""
    side = "right" if right else "left"
    return CELL % (side, span, "" if wraps else WHOLE, color, REST)


@cache
def make_link(kind: str, look: str, color: str) -> str:
    """Return a link without the rest of its address and its content."""
    return LINK % (kind, REST, look, color, REST)
