"""Derive the rating of a player of an event, with notes on excluded games."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Player, Section
from uscalc.document.queries.rounds import idle_rounds
from uscalc.document.rate.in_system import SystemRating
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation, DerivationChapter, make_line
from uscalc.explain.numbers import make_marked_text

LEFT_OUT = "Broken games are left out: the rating holds only if they do not count."
MOST_BROKEN_GAMES = 3
"""Most excluded games that are named; the others are counted."""


def make_derivation(
    section: Section,
    rating: SystemRating,
    number: int,
    left_out: Sequence[str] = (),
) -> Derivation:
    """Return how a player's rating is computed, by pairing number.

    `left_out` are the problems of the games that had to be excluded to rate the
    section. Raises KeyError for a number that is not rated.
    """
    derivation = derive_player(section, rating, number)
    player = next((p for p in section.players if p.number == number), None)
    notes = (
        [LEFT_OUT, *(f"{reason}." for reason in left_out[:MOST_BROKEN_GAMES])]
        if left_out
        else []
    )
    if len(left_out) > MOST_BROKEN_GAMES:
        notes.append(f"And {len(left_out) - MOST_BROKEN_GAMES} more.")
    notes += [] if player is None else _describe_unplayed(player)
    return replace(derivation, note=" ".join(notes))


def derive_player(
    section: Section,
    rating: SystemRating,
    number: int,
    show_name: Callable[[str], str] = str,
) -> Derivation:
    """Return the derivation of a pairing number, with names as `show_name` gives them."""
    names = {player.number: show_name(player.name) for player in section.players}
    place = rating.places[number]
    return derive_rating(
        rating.trace,
        place,
        lambda n: names.get(n, ""),
        rating.find_worksheet(number),
        idle_rounds(section, rating.trace.players[place].entrant),
    )


def with_assumptions(
    derivation: Derivation,
    rating: SystemRating,
    number: int,
    assumptions: Iterable[RelevantAssumption],
) -> Derivation:
    """Return the derivation with a chapter of the assumptions that may move the rating."""
    place = rating.places[number]
    lines = []
    for assumption in assumptions:
        unknown = assumption.unknown
        for moved in assumption.moved:
            if moved.place != place:
                continue
            whose = ""
            if unknown.place not in (None, place):
                other = rating.trace.players[unknown.place or 0].entrant.number
                whose = f"Player {other}: "
            said = f"{whose}{unknown.taken[:1].upper()}{unknown.taken[1:]}"
            text = f"{said}. The new rating may be {moved.low} to {moved.high}."
            lines.append(make_line(f"assumed.{unknown.kind}", text))
    if not lines:
        return derivation
    chapter = DerivationChapter(
        make_marked_text("Assumptions"), tuple(lines), key="assumptions"
    )
    return replace(derivation, chapters=(*derivation.chapters, chapter))


def _describe_unplayed(player: Player) -> list[str]:
    """Return a sentence about the player's unplayed games, which do not count yet."""
    rounds = []
    for i, cell in enumerate(player.results, 1):
        entries = parse_cell(cell)
        if isinstance(entries, BadCell):
            continue
        if any(entry.outcome == "to-play" for entry in entries):
            rounds.append(str(i))
    if not rounds:
        return []
    if len(rounds) == 1:
        return [
            f"The game of round {rounds[0]} is still to be played: not counted yet."
        ]
    listed = f"{', '.join(rounds[:-1])} and {rounds[-1]}"
    return [f"The games of rounds {listed} are still to be played: not counted yet."]
