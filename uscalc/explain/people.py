"""The people of a section as a derivation names them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from uscalc.engine.inputs import Entrant
from uscalc.engine.special import LANDING, REACH
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.numbers import rating

RESULTS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


@dataclass(frozen=True, slots=True)
class People:
    """Looks up who is who in a section."""

    section: SectionTrace
    name_of: Callable[[int], str]

    def name(self, place: int) -> str:
        """Return the name of an entrant; "Player 7" where none is known."""
        number = self.section.players[place].entrant.number
        return self.name_of(number) or f"Player {number}"

    def numbered(self, place: int) -> str:
        """Return the name and the pairing number: "Otto King (no. 4)"."""
        number = self.section.players[place].entrant.number
        name = self.name_of(number)
        return f"{name} (no. {number})" if name else self.name(place)

    def trace(self, place: int) -> PlayerTrace:
        """Return the trace of an entrant."""
        return self.section.players[place]


def strength_source(opponent: PlayerTrace, step: int) -> str:
    """Return where an opponent's strength in a step is from, in a few words."""
    if opponent.entrant.fixed is not None:
        if opponent.entrant.start.fide is not None:
            return "converted from FIDE"
        return "as given" if opponent.entrant.rating is not None else "from Step 1"
    if step == 5 and opponent.step4 is not None:
        return "after Step 4"
    if step >= 4 and opponent.step3 is not None:
        return "after Step 3"
    return "before the event" if opponent.entrant.rating is not None else "from Step 1"


def strength_history(opponent: PlayerTrace) -> str:
    """Return what an opponent counts as before and after each step, in one sentence."""
    if opponent.entrant.fixed is not None:
        return f"{rating(opponent.entrant.fixed)} {strength_source(opponent, 5)}"
    began = "before the event" if opponent.entrant.rating is not None else "from Step 1"
    said = [f"{rating(opponent.start.r0)} {began}"]
    for step, done in ((3, opponent.step3), (4, opponent.step4)):
        if done is not None:
            said.append(f"{rating(done.result)} after Step {step}")
    if opponent.post is not None and opponent.step5 is not None:
        said.append(f"{rating(opponent.post)} after the event")
    return ", ".join(said)


def knot_owners(
    value: float, entrant: Entrant, strengths: Sequence[float], prior: float
) -> list[tuple[int | None, str]]:
    """Return who makes a knot: (opponent's place, or None for the player's own prior, side).

    The side is "plus" for 400 above that rating, "minus" for 400 below.
    """
    owners: list[tuple[int | None, str]] = []
    makers: list[tuple[int | None, float]] = [
        *zip(entrant.opponents, strengths, strict=True),
        (None, prior),
    ]
    for place, strength in makers:
        for side, sign in (("minus", -REACH), ("plus", REACH)):
            owner = (place, side)
            if abs(strength + sign - value) <= 2 * LANDING and owner not in owners:
                owners.append(owner)
    return owners


def knot_side(side: str) -> str:
    """On which side of its maker a knot lies."""
    return "above" if side == "plus" else "below"


def knot_words(owners: list[tuple[int | None, str]], people: People) -> str:
    """Return a knot's makers in words: "400 above Player 7"."""
    said = []
    for place, side in owners:
        whose = "the player's own prior" if place is None else people.numbered(place)
        said.append(f"400 {knot_side(side)} {whose}")
    return " and ".join(said)
