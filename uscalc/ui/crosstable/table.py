"""The columns of the crosstable, in their order.

To add a column: a row here. Its heading and room, its place in the order that a click on
the heading asks for, what is painted, copied, read aloud and shown one hover away, and
which edits have it painted again: all of it comes from that row.
"""

from typing import Final

from uscalc.document.cells import (
    NO_MOVE_RULE,
    BadCell,
    describe_assumed_games,
    describe_cell,
    parse_cell,
    score_cell,
)
from uscalc.ui.crosstable.cell import CrosstableCell
from uscalc.ui.crosstable.edits import (
    edit_games,
    edit_id,
    edit_name,
    edit_number,
    edit_rating,
    edit_result,
)
from uscalc.ui.specs import ColumnSpec
from uscalc.ui.theme.figures import (
    format_change,
    format_facts,
    format_whole,
    games_text,
    points_text,
)
from uscalc.ui.theme.hints import post_hint, rating_hint

Spec = ColumnSpec[CrosstableCell]
RANGE_DASH: Final = "\N{EN DASH}"
WIDE: Final = 25
"""Points at stake above which the range of the rating is shown beside it."""
RESULT_HINT: Final = f"Type W12, D3, L7, B, H, U, X12, F12, or ?5. {NO_MOVE_RULE}"
FORFEITS: Final = ("forfeit-win", "forfeit-loss")


def _format_result(cell: CrosstableCell) -> str:
    results = cell.player.results
    return results[cell.round] if cell.round < len(results) else ""


def _points_of_result(cell: CrosstableCell) -> float | None:
    text = _format_result(cell)
    return score_cell(text) if text.strip() else None


def _result_in_words(cell: CrosstableCell) -> str:
    said = _format_result(cell)
    who = f"{cell.player.number} " if said else ""
    found = parse_cell(said)
    forfeit = not isinstance(found, BadCell) and any(
        entry.outcome in FORFEITS for entry in found
    )
    words = f"Round {cell.round + 1}: {who}{describe_cell(cell.section, said)}"
    return f"{words}\n{NO_MOVE_RULE}" if forfeit else words


def _result_accessible(cell: CrosstableCell) -> str:
    return (
        f"Round {cell.round + 1}: {describe_cell(cell.section, _format_result(cell))}"
    )


def _describe_player(cell: CrosstableCell) -> str:
    player = cell.player
    member = f", member {player.id}" if player.id else ""
    return f"{player.number} {player.name}{member}"


def format_carried_rating(cell: CrosstableCell) -> str:
    """Return the rating a player comes with from an earlier section; else nothing.

    It replaces the listed one, so that before, change and after add up.
    """
    trace = cell.trace
    before = None if trace is None else trace.entrant.rating
    chained = cell.session.document.chain_sections
    if not chained or before is None or before == cell.facts.rating:
        return ""
    return f"\N{RIGHTWARDS ARROW}{format_whole(before)}"


def _rating_accessible(cell: CrosstableCell) -> str:
    said, start = format_facts(cell.facts), format_carried_rating(cell)
    if start:
        said += f", starts from {start[1:]} after an earlier section"
    return f"Rating of {cell.player.name}: {said}"


def _rating_in_words(cell: CrosstableCell) -> str:
    trace = cell.trace
    text = rating_hint(cell.facts, trace, cell.at.system)
    if trace and trace.start.n is None:
        text += f"\n{describe_assumed_games('N')}."
    return text


def _format_games(cell: CrosstableCell) -> str:
    facts = cell.facts
    trace = cell.trace if facts.rating is None else None
    if trace is not None:
        return str(trace.start.n or 0)
    return games_text(facts)


def _format_points(cell: CrosstableCell) -> float:
    return sum(map(score_cell, cell.player.results))


def describe_assumptions(cell: CrosstableCell) -> tuple[str, ...]:
    """Return what a player's rating takes for granted and could be moved by."""
    assumptions = cell.session.assumptions
    return assumptions.by_number.get(cell.player.number, ()) if assumptions else ()


def count_points_at_stake(cell: CrosstableCell) -> int:
    """Return the points that unknown data may move a rating by, as far as known."""
    reach = cell.session.find_range(cell.row)
    return 0 if reach is None else reach.points


def format_range(cell: CrosstableCell) -> str:
    """Return the range of a rating that unknown data may move far; else nothing."""
    reach = cell.session.find_range(cell.row)
    if reach is None or reach.points <= WIDE:
        return ""
    return f"{reach.low}{RANGE_DASH}{reach.high}"


def _post_accessible(cell: CrosstableCell) -> str:
    said = f"Post of {cell.player.name}: {format_whole(cell.shown.find_post(cell.row))}"
    found = format_range(cell).replace(RANGE_DASH, " to ")
    return f"{said}, {found} if one assumption is wrong" if found else said


def _post_in_words(cell: CrosstableCell) -> str:
    session, trace = cell.session, cell.trace
    text = post_hint(cell.player, trace, "Not rated: see the findings below.")
    if session.late:
        text = f"Still from before the last edit.\n{text}"
    elif session.rated_around and trace:
        text = f"Without the games of marked cells.\n{text}"
    if format_range(cell):
        said = format_range(cell).replace(RANGE_DASH, " to ")
        text += f"\n{said} if one assumption is wrong:"
    return "\n".join([text, *describe_assumptions(cell)])


COLUMNS: Final[tuple[Spec, ...]] = (
    ColumnSpec(
        kind="number",
        title="#",
        hint="Pairing number",
        where="before",
        side="right",
        follows="facts",
        width=3,
        look="quiet",
        text=lambda cell: str(cell.player.number),
        sort=lambda cell: cell.player.number,
        edit=edit_number,
        pasted="number",
    ),
    ColumnSpec(
        kind="name",
        title="Name",
        hint="Name",
        where="before",
        side="left",
        follows="facts",
        text=lambda cell: cell.player.name,
        sort=lambda cell: cell.player.name.casefold() or None,
        words=_describe_player,
        edit=edit_name,
        pasted="name",
    ),
    ColumnSpec(
        kind="id",
        title="ID",
        hint="Member ID",
        where="before",
        side="left",
        follows="facts",
        width=8,
        optional=True,
        text=lambda cell: cell.player.id or "",
        sort=lambda cell: cell.player.id or None,
        edit=edit_id,
        pasted="id",
    ),
    ColumnSpec(
        kind="rating",
        title="Rating",
        hint="Rating before the event. Type 1450, 554.22, 1450/12, or new.",
        where="before",
        side="right",
        follows="carried",
        width=4,
        decimals=True,
        text=lambda cell: format_facts(cell.facts),
        shown=format_carried_rating,
        sort=lambda cell: cell.facts.rating,
        high_first=True,
        words=_rating_in_words,
        accessible=_rating_accessible,
        edit=edit_rating,
        pasted="rating",
    ),
    ColumnSpec(
        kind="games",
        title="N",
        hint="Games the rating is based on; est: not known, taken as established.",
        where="before",
        side="right",
        follows="counted",
        width=4,
        look="quiet",
        # Results begin right after; a figure's room keeps them apart.
        gap=1,
        text=_format_games,
        sort=lambda cell: cell.facts.games,
        high_first=True,
        words=_rating_in_words,
        edit=edit_games,
        pasted="games",
    ),
    ColumnSpec(
        kind="round",
        title="R",
        hint=RESULT_HINT,
        where="round",
        side="left",
        follows="results",
        look="result",
        text=_format_result,
        sort=_points_of_result,
        high_first=True,
        words=_result_in_words,
        accessible=_result_accessible,
        edit=edit_result,
    ),
    ColumnSpec(
        kind="points",
        title="Pts",
        hint="Points scored, byes and forfeits included",
        where="after",
        side="right",
        follows="results",
        width=3,
        text=lambda cell: points_text(_format_points(cell)),
        sort=_format_points,
        high_first=True,
    ),
    ColumnSpec(
        kind="post",
        title="Post",
        hint="Rating after the event, and the games it is based on up to 25",
        where="after",
        side="right",
        follows="ratings",
        # Room for the current rating, before the what-if rating. The range of a
        # rating takes more, where there is one.
        width=9,
        look="rating",
        # The figures are left of the count of a provisional rating.
        gap=2,
        text=lambda cell: format_whole(cell.shown.find_post(cell.row)),
        sort=lambda cell: cell.shown.find_post(cell.row),
        high_first=True,
        words=_post_in_words,
        accessible=_post_accessible,
    ),
    ColumnSpec(
        kind="change",
        title="Change",
        hint="Change of the rating",
        where="after",
        side="right",
        follows="ratings",
        width=5,
        look="change",
        text=lambda cell: format_change(cell.shown.find_change(cell.row)),
        sort=lambda cell: cell.shown.find_change(cell.row),
        high_first=True,
        words=_post_in_words,
    ),
)
