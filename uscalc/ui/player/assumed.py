"""The assumptions behind a player's rating, in sentences with their ranges."""

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.counted import count_in_words
from uscalc.document.model import Player
from uscalc.document.rate.rating import SystemRating
from uscalc.ui.wording.hints import list_assumptions as taken

MOST_OTHERS = 3


def describe_assumptions(
    player: Player, rating: SystemRating, found: tuple[RelevantAssumption, ...] | None
) -> tuple[str, ...]:
    """Describe each assumption about a player; `found` is None until they are known."""
    place = rating.places.get(player.number)
    if place is None:
        return ()
    trace = rating.trace.players[place]
    if found is None:
        return tuple(
            f"{_make_sentence(text)} Looking up its range."
            for text in taken(player, trace)
        )
    lines = []
    for assumption in found:
        if assumption.unknown.place == place:
            lines.append(
                f"{_make_sentence(assumption.unknown.taken)} {_describe_effect(assumption, place)}"
            )
    others = [
        (moved, assumption)
        for assumption in found
        if assumption.unknown.place not in (place, None)
        for moved in assumption.moved
        if moved.place == place
    ]
    for moved, assumption in others[:MOST_OTHERS]:
        whose = assumption.unknown.place
        assert whose is not None
        number = rating.trace.players[whose].entrant.number
        lines.append(
            f"Player {number}: {_make_sentence(assumption.unknown.taken)[:-1]}. It may move "
            f"this rating to {_describe_range(moved.low, moved.high, moved.shown)}."
        )
    if len(others) > MOST_OTHERS:
        more = count_in_words(len(others) - MOST_OTHERS, "more fact")
        lines.append(f"And {more} of other players.")
    if not lines:
        lines = [
            f"{_make_sentence(text)} It changes no rating shown."
            for text in taken(player, trace)
        ]
    return tuple(lines)


def _describe_effect(assumption: RelevantAssumption, place: int) -> str:
    own = next((m for m in assumption.moved if m.place == place), None)
    others = len(assumption.moved) - (own is not None)
    said = []
    if own is not None:
        said.append(
            f"The new rating {own.shown} may be {_describe_range(own.low, own.high, own.shown)}."
        )
    if others:
        rated = "1 other rating" if others == 1 else f"{others} other ratings"
        points = max(m.points for m in assumption.moved if m.place != place)
        by = "1 point" if points == 1 else f"{points} points"
        said.append(f"It moves {rated} by up to {by}.")
    return " ".join(said)


def _describe_range(low: int, high: int, shown: int) -> str:
    low, high = min(low, shown), max(high, shown)
    return f"anything from {low} to {high}"


def _make_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
