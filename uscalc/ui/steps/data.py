"""The data of the Steps view: the rating at each step, and kinds of players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from uscalc.document.model import Player
from uscalc.engine.trace import PlayerTrace, StandardTrace

Kind = Literal["unrated", "special", "bonus", "floor"]
STAGES: Final = (1, 3, 4, 5, 6)
"""The steps after which a player stands at a rating: R0, Steps 3, 4 and 5, the result."""
STAGE_NAMES: Final = ("R0", "Step 3", "Step 4", "Step 5", "Post")


class KindWords(NamedTuple):
    """A kind of players: on its button, what it means, and in a sentence."""

    title: str
    hint: str
    clause: str


KINDS: Final[dict[Kind, KindWords]] = {
    "unrated": KindWords(
        "Unrated", "Players who had no rating before the event", "was unrated before"
    ),
    "special": KindWords(
        "Special", "Players rated by the special formula", "has the special formula"
    ),
    "bonus": KindWords(
        "Bonus", "Players who got bonus points in Step 5", "got a bonus"
    ),
    "floor": KindWords(
        "Floor", "Players whose rating was raised to a floor", "was held by a floor"
    ),
}


def kinds_of(trace: PlayerTrace | None) -> frozenset[Kind]:
    """Return what a player is among the kinds that can be asked for."""
    if trace is None:
        return frozenset()
    last, floors = trace.step5, trace.floors
    found: dict[Kind, bool] = {
        "unrated": trace.entrant.rating is None,
        "special": trace.formula == "special",
        "bonus": isinstance(last, StandardTrace) and last.bonus > 0,
        "floor": floors is not None and floors.acted,
    }
    return frozenset(kind for kind, holds in found.items() if holds)


def nobody_sentence(kinds: Iterable[Kind]) -> str:
    """Return the sentence for a section in which nobody is of all these kinds."""
    clauses = [words.clause for kind, words in KINDS.items() if kind in set(kinds)]
    *others, last = clauses
    said = f"{', '.join(others)} and {last}" if others else last
    return f"Nobody in this section {said}."


def ratings_at(trace: PlayerTrace) -> tuple[float, ...]:
    """Return the ratings at `STAGES`: a step that the player has not leaves it as it was.

    Empty for an unrated player without a game, who gets no rating.
    """
    if trace.post is None:
        return ()
    found = [trace.start.r0]
    for step in (trace.step3, trace.step4, trace.step5):
        found.append(found[-1] if step is None else step.result)
    return (*found, trace.post)


def short_names(players: Sequence[Player]) -> list[str]:
    """Return names for a chart: the part before the comma where it is one player's only."""
    parts = [player.name.split(",")[0].strip() for player in players]
    count = Counter(parts)
    return [
        part if part and count[part] == 1 else player.name or f"Player {player.number}"
        for part, player in zip(parts, players, strict=True)
    ]
