"""Why somebody's rating moves when other people's results do."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StepTrace


class Reason(NamedTuple):
    """One thing that moved a rating.

    `kind` "own" is the player's own result or facts. "strength" is an opponent, at
    `place`, who counts otherwise in Step 5 than before: from `before` to `after`.
    """

    kind: Literal["own", "strength"]
    place: int | None = None
    before: float = 0.0
    after: float = 0.0


def reasons(
    before: SectionTrace, after: SectionTrace, place: int
) -> tuple[Reason, ...]:
    """Return what moved the rating at a place, the opponent who moved furthest first.

    Both traces are of the same entrants in the same order.
    """
    one, other = before.players[place], after.players[place]
    found: list[Reason] = []
    if one.entrant != other.entrant:
        found.append(Reason("own"))
    moved: dict[int, Reason] = {}
    old = _strengths(one)
    for opponent, strength in _strengths(other).items():
        known = old.get(opponent)
        if known is not None and known != strength:
            moved[opponent] = Reason("strength", opponent, known, strength)
    found += sorted(moved.values(), key=lambda r: -abs(r.after - r.before))
    return tuple(found)


def _strengths(player: PlayerTrace) -> Mapping[int, float]:
    """Return what each opponent counted in the last step, by place."""
    step: StepTrace | SpecialTrace | None = player.step5
    if step is None:
        return {}
    return dict(zip(player.entrant.opponents, step.strengths, strict=True))
