"""Derive the rating of a player of an event, with notes on skipped games."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.counted import make_sentence
from uscalc.document.cells import parse_entries
from uscalc.document.model import Section
from uscalc.document.queries.rounds import list_idle_rounds
from uscalc.document.queries.unknowns import find_relevant_assumptions
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation, DerivationChapter, make_line
from uscalc.explain.numbers import make_marked_text

MOST_BROKEN_GAMES = 3
"""Most skipped games that are listed; the others are only counted."""


def make_derivation(
    section: Section,
    rating: SystemRating,
    number: int,
    left_out: Sequence[str] = (),
) -> Derivation:
    """Return the derivation of a player's rating, by pairing number.

    `left_out` are the errors of the games that are skipped so that the section can be
    rated. Raises KeyError for a number that isn't rated.
    """
    player = next((p for p in section.players if p.number == number), None)
    unplayed = [
        round_number
        for round_number, cell in enumerate(player.results if player else (), 1)
        if any(entry.outcome == "to-play" for entry in parse_entries(cell))
    ]
    derivation = derive_player(section, rating, number, noted=unplayed)
    notes = (
        [
            "Games with errors are skipped. This rating may change when you correct them.",
            *(f"{reason}." for reason in left_out[:MOST_BROKEN_GAMES]),
        ]
        if left_out
        else []
    )
    if len(left_out) > MOST_BROKEN_GAMES:
        notes.append(f"And {len(left_out) - MOST_BROKEN_GAMES} more.")
    if len(unplayed) == 1:
        notes.append(
            f"The round {unplayed[0]} game isn't played yet and isn't counted."
        )
    elif unplayed:
        listed = f"{', '.join(map(str, unplayed[:-1]))} and {unplayed[-1]}"
        notes.append(
            f"The games of rounds {listed} aren't played yet and aren't counted."
        )
    return replace(derivation, note=" ".join(notes))


def explain_player(
    section: SectionRating, rating: SystemRating, number: int
) -> Derivation:
    """Return the derivation with the skipped games and the assumptions of the section."""
    left_out = [str(found) for found in section.findings if found.stops_rating]
    return with_assumptions(
        make_derivation(section.section, rating, number, left_out),
        rating,
        number,
        find_relevant_assumptions(section, rating),
    )


def derive_player(
    section: Section,
    rating: SystemRating,
    number: int,
    show_name: Callable[[str], str] = str,
    noted: Sequence[int] = (),
) -> Derivation:
    """Return the derivation of a pairing number; `show_name` formats the names.

    Rounds without a rated game are listed, except those in `noted`, which a note names.
    """
    names = {player.number: show_name(player.name) for player in section.players}
    place = rating.places[number]
    return derive_rating(
        rating.trace,
        place,
        lambda n: names.get(n, ""),
        rating.find_worksheet(number),
        [
            (at, why)
            for at, why in list_idle_rounds(
                section, rating.trace.players[place].entrant
            )
            if at not in noted
        ],
    )


def with_assumptions(
    derivation: Derivation,
    rating: SystemRating,
    number: int,
    assumptions: Iterable[RelevantAssumption],
) -> Derivation:
    """Add a chapter with the assumptions that can change the rating."""
    place = rating.places[number]
    lines = []
    for assumption in assumptions:
        unknown = assumption.unknown
        for moved in assumption.moved:
            if moved.place != place:
                continue
            owner = ""
            if unknown.place not in (None, place):
                other = rating.trace.players[unknown.place or 0].entrant.number
                owner = f"Player {other}: "
            text = (
                f"{make_sentence(f'{owner}{unknown.taken}')} "
                f"The new rating can be {moved.low} to {moved.high}."
            )
            lines.append(make_line(f"assumed.{unknown.kind}", text))
    if not lines:
        return derivation
    chapter = DerivationChapter(
        make_marked_text("Assumptions"), tuple(lines), key="assumptions"
    )
    return replace(derivation, chapters=(*derivation.chapters, chapter))
