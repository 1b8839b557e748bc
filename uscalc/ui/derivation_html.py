"""A derivation as HTML of the kind that Qt shows, in the window's colours."""

from html import escape

from uscalc.explain.model import Chapter, Derivation, GameRow, Line
from uscalc.ui.colours import Colours

FORMULA_FACE = "'JetBrains Mono','DejaVu Sans Mono','Menlo','Consolas',monospace"
HEADS = ("Rd", "Opponent", "", "Rating", "from", "Expected")


def derivation_html(derivation: Derivation, colours: Colours, size: float) -> str:
    """The whole page; `size` is the font's in points."""
    body = "".join(_chapter(chapter, colours, size) for chapter in derivation.chapters)
    return (
        f'<h2 style="font-size:{size * 1.2:.1f}pt; margin:4px 0 10px 0;">'
        f"{escape(derivation.heading)}</h2>{_answer(derivation.answer, colours, size)}"
        f"{body}"
    )


def empty_html(title: str, sentences: tuple[str, ...], colours: Colours) -> str:
    """A page that says why there is no derivation, and what to do."""
    lines = "".join(
        f'<p style="color:{colours.soft}; margin:6px 0;">{escape(text)}</p>'
        for text in sentences
    )
    return f"<h3>{escape(title)}</h3>{lines}"


def _answer(text: str, colours: Colours, size: float) -> str:
    return (
        '<table width="100%" cellspacing="0" cellpadding="0" style="margin-top:8px;"><tr>'
        f'<td width="4" bgcolor="{colours.accent}"></td>'
        f'<td bgcolor="{colours.selected}" style="padding:10px 12px;'
        f'font-size:{size * 1.1:.1f}pt;">{escape(text)}</td>'
        "</tr></table>"
    )


def _chapter(chapter: Chapter, colours: Colours, size: float) -> str:
    lines = "".join(_line(line, colours, size) for line in chapter.lines)
    games = _games(chapter.games, colours, size) if chapter.games else ""
    return (
        f'<p style="margin:20px 0 4px 0; font-weight:600; color:{colours.accent};">'
        f"{escape(chapter.title)}</p>{games}"
        f'<table width="100%" cellspacing="0" cellpadding="0">{lines}</table>'
    )


def _line(line: Line, colours: Colours, size: float) -> str:
    formula = section = ""
    if line.formula:
        formula = (
            f'<div style="font-family:{FORMULA_FACE}; font-size:{size * 0.88:.1f}pt;'
            f' color:{colours.soft}; margin-top:3px;">{escape(line.formula)}</div>'
        )
    if line.section:
        section = (
            f'<span style="color:{colours.pale}; font-size:{size * 0.78:.1f}pt;">'
            f"&nbsp; {escape(line.section).replace(' ', '&nbsp;')}</span>"
        )
    rule = f"border-bottom:1px solid {colours.line};"
    return (
        f'<tr><td style="padding:5px 12px 5px 0; {rule}"><a name="'
        f'{escape(line.key)}"></a>{escape(line.text)}{section}{formula}</td>'
        f'<td align="right" valign="bottom" style="padding:5px 0; {rule}'
        f'white-space:nowrap;"><b>{escape(line.value)}</b></td></tr>'
    )


def _games(games: tuple[GameRow, ...], colours: Colours, size: float) -> str:
    small = f"font-size:{size * 0.9:.1f}pt;"
    heads = "".join(
        f'<td align="{_side(place)}" style="padding:3px 6px; color:{colours.pale};'
        f' {small}">{head}</td>'
        for place, head in enumerate(HEADS)
    )
    rows = "".join(_game(game, colours, small) for game in games)
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0" bgcolor="{colours.raised}"'
        f' style="margin:2px 0 6px 0;"><tr>{heads}</tr>{rows}</table>'
    )


def _game(game: GameRow, colours: Colours, small: str) -> str:
    values = (
        str(game.round),
        f"{game.opponent} {game.name}",
        game.result,
        game.strength,
        game.strength_from,
        game.expectation,
    )
    pens = (colours.pale, colours.text, colours.soft) * 2
    cells = "".join(
        f'<td align="{_side(place)}" style="padding:3px 6px; color:{pens[place]};'
        f' {small}">{escape(value)}</td>'
        for place, value in enumerate(values)
    )
    return f"<tr>{cells}</tr>"


def _side(place: int) -> str:
    return "right" if place in (0, 3, 5) else "left"
