"""Make a table of a section for copying: the whole crosstable without member IDs."""

from uscalc.document.cells import BadCell, format_cell, parse_cell, score_cell
from uscalc.document.model import Player, Section
from uscalc.document.rate.rated import SystemRating
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_change_fixed, format_points
from uscalc.report.tables import Side, TextTable, clean_line, format_person
from uscalc.report.wall.model import UNRATED, format_rating


def make_section_table(
    section: Section, system: System, rating: SystemRating | None
) -> TextTable:
    """Return the players in order with their results; `rating` is None if not rated."""
    rounds = section.rounds
    heads = (
        *("No.", "Name", "Pre"),
        *(f"Rd {number + 1}" for number in range(rounds)),
        *("Points", "Post", "Change"),
    )
    left: Side = "left"
    right: Side = "right"
    return TextTable(
        heads,
        tuple(_make_row(player, system, rating, rounds) for player in section.players),
        (right, left, right, *[left] * rounds, right, right, right),
        people=frozenset({1, *range(3, 3 + rounds)}),
    )


def _make_row(
    player: Player, system: System, rating: SystemRating | None, rounds: int
) -> tuple[str, ...]:
    facts = player.facts(system)
    before, games = facts.rating, facts.games
    trace = None if rating is None else rating.find_trace(player.number)
    if trace is not None and trace.entrant.rating is not None:
        # This may be the result of an earlier section, from which the change is counted.
        before, games = trace.entrant.rating, trace.entrant.games
    missing = "?" if facts.unknown else UNRATED
    pre = missing if before is None else format_rating(before, games)
    post = change = ""
    after = None if rating is None else rating.find_post(player.number)
    if trace is not None and after is not None:
        post = format_rating(after, trace.post_games)
        if before is not None and trace.entrant.m:
            change = format_change_fixed(
                round_for_display(after) - round_for_display(before), 0
            )
    return (
        str(player.number),
        format_person(player.name),
        pre,
        *map(format_result, player.results),
        *[""] * (rounds - len(player.results)),
        format_points(sum(score_cell(text) for text in player.results)),
        post,
        change,
    )


def format_result(text: str) -> str:
    """Return a result in its normal spelling, or the typed text if it isn't one."""
    cell = parse_cell(text)
    return clean_line(text) if isinstance(cell, BadCell) else format_cell(cell)
