"""The columns of the crosstable, in their order, and the edits of their cells.

To add a column, add a row to `COLUMNS`. The row sets its heading, width and sort order;
what is painted, copied, read aloud and shown in the tooltip; and which edits change it.
A rejected edit returns the reason; typed text that changes nothing returns the same
document.
"""

from typing import Final, NamedTuple

from uscalc.document.cells import (
    NO_MOVE_RULE,
    describe_cell,
    parse_entries,
    score_cell,
)
from uscalc.document.edit.cells import (
    parse_bare_outcome,
    read_cell,
    set_name,
    set_rating,
    set_typed_result,
    write_rating,
)
from uscalc.document.edit.settings import set_player
from uscalc.document.edit.structure import set_number
from uscalc.document.model import Document, Edit, Player, RatingFacts, Section
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.special import PerformanceRating
from uscalc.engine.trace import PlayerTrace
from uscalc.ui.session.open_event import Selection
from uscalc.ui.session.session import Session
from uscalc.ui.session.window_ratings import MATTERS, RatingRange, ShownRatings
from uscalc.ui.specs import ColumnSpec
from uscalc.ui.theme.figures import (
    GAMES_ASSUMED,
    format_change,
    format_facts,
    format_whole,
    games_text,
    parse_games,
    points_text,
)
from uscalc.ui.theme.hints import post_hint, rating_hint

RANGE_DASH: Final = "\N{EN DASH}"
WIDE: Final = 25
"""If missing data may change a rating by more than this many points, the range is shown
beside it."""
LEGEND: Final = "A dot marks a problem. Point at the cell to read it."
RESULT_HINT: Final = (
    f"Type W12, D3, L7, B, H, U, X12, F12, or ?5 for an unplayed game. {LEGEND} "
    f"{NO_MOVE_RULE}"
)


class CrosstableCell(NamedTuple):
    """A cell of the crosstable: a player of the selected section and, for a result, the round.

    `round` counts from 0. `section` and `shown` are the section and its ratings, actual
    or with what-if results. `trace` is None if the player is not rated.
    """

    session: Session
    at: Selection
    section: Section
    shown: ShownRatings
    row: int
    player: Player
    trace: PlayerTrace | None
    round: int = -1

    @property
    def facts(self) -> RatingFacts:
        """The player's facts in the selected system."""
        return self.player.facts(self.at.system)


def make_cell(
    session: Session,
    section: Section,
    shown: ShownRatings,
    row: int,
    round_index: int = -1,
) -> CrosstableCell:
    """Return a cell of the selected section, actual or with what-if results."""
    player, trace = section.players[row], shown.find_trace(row)
    return CrosstableCell(
        session, session.selection, section, shown, row, player, trace, round_index
    )


Spec = ColumnSpec[CrosstableCell]


def edit_number(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Set a pairing number, also in every result that names it."""
    place, row = cell.at.section, cell.row
    number = parse_games(text)
    if isinstance(number, int):
        return set_number(document, place, row, number)
    player = document.sections[place].players[row]
    reason = f'"{text[:20]}" isn\'t a pairing number. Type 1, 2 or 3'
    return Edit(document, f"Number of player {player.number}", (reason,))


def edit_games(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Set the number of games that a rating is based on."""
    name, facts = _rating_of(document, cell)
    count = parse_games(text)
    if isinstance(count, str):
        return Edit(document, name, (count,))
    if facts.rating is None:
        return Edit(document, name)
    at = cell.at
    return set_rating(document, at.section, cell.row, at.system, facts.rating, count)


def edit_rating(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Set a rating, with or without its games."""
    name, _ = _rating_of(document, cell)
    at = cell.at
    return write_rating(document, at.section, cell.row, at.system, text, name)


def _rating_of(document: Document, cell: CrosstableCell) -> tuple[str, RatingFacts]:
    """Return the key of the rating to edit, and its current data."""
    system = cell.at.system
    player = document.sections[cell.at.section].players[cell.row]
    name = f"{SYSTEM_NAMES[system]} rating of player {player.number}"
    return name, player.facts(system)


def is_bare_result(cell: CrosstableCell, text: str) -> bool:
    """Return whether a text is only the result of a game whose opponent is already known."""
    entries = (
        () if cell.round < 0 else parse_entries(read_cell(cell.player, cell.round))
    )
    known = len(entries) == 1 and entries[0].opponent is not None
    return known and parse_bare_outcome(text) not in (None, "to-play")


def _result_in_words(cell: CrosstableCell) -> str:
    text = read_cell(cell.player, cell.round)
    who = f"{cell.player.number} " if text else ""
    forfeit = any(
        entry.outcome in ("forfeit-win", "forfeit-loss")
        for entry in parse_entries(text)
    )
    words = f"Round {cell.round + 1}: {who}{describe_cell(cell.section, text)}"
    return f"{words}\n{NO_MOVE_RULE}" if forfeit else words


def _describe_player(cell: CrosstableCell) -> str:
    player = cell.player
    member = f", member {player.id}" if player.id else ""
    return f"{player.number} {player.name}{member}"


def format_carried_rating(cell: CrosstableCell) -> str:
    """Return the rating after an earlier section, or an empty text.

    It is shown instead of the listed rating, so that pre-event rating, change and post-
    event rating add up.
    """
    trace = cell.trace
    before = None if trace is None else trace.entrant.rating
    chained = cell.session.document.chain_sections
    return (
        ""
        if not chained or before is None or before == cell.facts.rating
        else f"\N{RIGHTWARDS ARROW}{format_whole(before)}"
    )


def _rating_accessible(cell: CrosstableCell) -> str:
    text, start = format_facts(cell.facts), format_carried_rating(cell)
    if start:
        text += f", starts from {start[1:]} after an earlier section"
    return f"Rating of {cell.player.name}: {text}"


def _rating_in_words(cell: CrosstableCell) -> str:
    text = rating_hint(cell.facts, cell.trace, cell.at.system)
    if games_text(cell.facts) == GAMES_ASSUMED:
        text += (
            f"\n{GAMES_ASSUMED}: the number of earlier games is unknown. "
            "The player is assumed to be established."
        )
    return text


def _format_games(cell: CrosstableCell) -> str:
    facts = cell.facts
    return (
        str(cell.trace.start.n or 0)
        if facts.rating is None and cell.trace is not None
        else games_text(facts)
    )


def _format_points(cell: CrosstableCell) -> float:
    return sum(map(score_cell, cell.player.results))


def describe_assumptions(cell: CrosstableCell) -> tuple[str, ...]:
    """Return the assumptions that could change a player's rating."""
    assumptions = cell.session.assumptions
    return assumptions.by_number.get(cell.player.number, ()) if assumptions else ()


def format_range(reach: RatingRange | None) -> str:
    """Return the range of a rating if it is wide, or an empty text."""
    return (
        ""
        if reach is None or reach.points <= WIDE
        else f"{reach.low}{RANGE_DASH}{reach.high}"
    )


def _post_accessible(cell: CrosstableCell) -> str:
    text = f"Post of {cell.player.name}: {format_whole(cell.shown.find_post(cell.row))}"
    found = format_range(cell.session.find_range(cell.row))
    found = found.replace(RANGE_DASH, " to ")
    return f"{text}, {found} if one assumption is wrong" if found else text


def _post_in_words(cell: CrosstableCell) -> str:
    session, trace = cell.session, cell.trace
    text = post_hint(cell.player, trace, "Not rated: see Problems (F8).")
    if session.late:
        text = f"Not updated since the last change.\n{text}"
    elif session.shown.around and trace:
        text = f"Games in marked cells are not counted.\n{text}"
    reach = session.find_range(cell.row)
    found = format_range(reach)
    if found:
        text += f"\n{found.replace(RANGE_DASH, ' to ')} if one assumption is wrong:"
    elif reach is not None and reach.points > MATTERS:
        text += f"\nMissing data may move this rating by {reach.points} points:"
    return "\n".join([text, *describe_assumptions(cell)])


def _find_performance(cell: CrosstableCell) -> PerformanceRating | None:
    rating = cell.shown.rating
    return (
        None
        if rating is None or cell.trace is None
        else rating.find_performance(cell.player.number)
    )


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
        edit=lambda document, cell, text: set_name(
            document, cell.at.section, cell.row, text
        ),
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
        edit=lambda document, cell, text: set_player(
            document, cell.at.section, cell.row, id=text
        ),
        pasted="id",
    ),
    ColumnSpec(
        kind="rating",
        title="Pre",
        hint="Pre-event rating. Type 1450, 554.22, 1450/12, or unr for unrated.",
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
        title="Games",
        hint="Number of earlier games. 26+ is assumed if the number is unknown.",
        where="before",
        side="right",
        follows="counted",
        width=4,
        look="quiet",
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
        text=lambda cell: read_cell(cell.player, cell.round),
        sort=lambda cell: (
            score_cell(text)
            if (text := read_cell(cell.player, cell.round)).strip()
            else None
        ),
        high_first=True,
        words=_result_in_words,
        accessible=lambda cell: (
            f"Round {cell.round + 1}: "
            f"{describe_cell(cell.section, read_cell(cell.player, cell.round))}"
        ),
        edit=lambda document, cell, text: set_typed_result(
            document, cell.at.section, cell.row, cell.round, text
        ),
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
        hint=f"Post-event rating. The number of games is shown while provisional. {LEGEND}",
        where="after",
        side="right",
        follows="ratings",
        # A range, or the actual rating beside a what-if rating, makes the column wider.
        width=4,
        look="rating",
        # The rating is left of its number of games.
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
        hint="Post-event minus pre-event rating",
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
    ColumnSpec(
        kind="performance",
        title="Perf",
        hint=(
            "Performance rating: the rating at which the score would be expected. "
            "\N{GREATER-THAN OR EQUAL TO} and \N{LESS-THAN OR EQUAL TO} mark the bound "
            "of "
            "a perfect score or of no points."
        ),
        where="after",
        side="right",
        follows="ratings",
        width=5,
        optional=True,
        text=lambda cell: found.short if (found := _find_performance(cell)) else "",
        sort=lambda cell: found.rating if (found := _find_performance(cell)) else None,
        high_first=True,
        accessible=lambda cell: (
            f"Performance of {cell.player.name}: "
            f"{found.words if (found := _find_performance(cell)) else 'none'}"
        ),
    ),
)
