"""Re-rates one player after a change, and of the others only what that player's needs.

Where many changes are put to one player, this is quicker than `whatif.rerate`, which
follows a change to everybody.
"""

from collections.abc import Iterable, Mapping

from uscalc.analysis.whatif import Base
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import ONE_PASS
from uscalc.engine.steps import Plan, finish, plan, step_3, step_4_or_5
from uscalc.engine.trace import PlayerTrace, SpecialTrace, StepTrace


def rerate_one(base: Base, changed: Mapping[int, Entrant], place: int) -> PlayerTrace:
    """Return the player's trace after a change, bit for bit that of a full rating.

    What `rerate` asks for of a change holds here too.
    """
    return _One(base, changed).player(place)


def rerate_some(
    base: Base, changed: Mapping[int, Entrant], places: Iterable[int]
) -> list[PlayerTrace]:
    """Return the traces of several players after one change; see `rerate_one`."""
    one = _One(base, changed)
    return [one.player(place) for place in places]


class _One:
    """The steps on demand; each is made once, and only where its input has moved."""

    def __init__(self, base: Base, changed: Mapping[int, Entrant]) -> None:
        self.base = base
        self.section = base.trace.section
        self.rules = base.trace.rules
        self.old = base.trace.players
        self.changed = changed
        self.one_pass = self.section.kind in ONE_PASS
        self.plans = {
            place: plan(entrant, self.section, self.rules, base.is_match)
            for place, entrant in changed.items()
        }
        self.thirds: dict[int, SpecialTrace | None] = {}
        self.fourths: dict[int, StepTrace | None] = {}

    def player(self, place: int) -> PlayerTrace:
        old = self.old[place]
        opponents = self._entrant(place).opponents
        strengths = tuple([self._fifth_input(j) for j in opponents])
        third, fourth = self._third(place), self._fourth(place)
        same = place not in self.changed and third is old.step3 and fourth is old.step4
        if same and (old.step5 is None or old.step5.strengths == strengths):
            return old
        planned = self._plan(place)
        fifth = None
        if planned.formula != "none":
            fifth = step_4_or_5(planned, strengths)
        return finish(planned, third, fourth, fifth, self.section, self.rules)

    def _entrant(self, place: int) -> Entrant:
        return self.changed.get(place) or self.old[place].entrant

    def _plan(self, place: int) -> Plan:
        return self.plans.get(place) or self.base.plan(place)

    def _start(self, place: int) -> float:
        """Return the strength of Step 1; only a change can move it."""
        changed = place in self.changed
        return (self.plans[place] if changed else self.old[place]).start.r0

    def _third(self, place: int) -> SpecialTrace | None:
        if place in self.thirds:
            return self.thirds[place]
        found = self.old[place].step3
        if self.one_pass or (found is None and place not in self.changed):
            return found
        planned = self._plan(place)
        strengths = tuple([self._start(j) for j in planned.entrant.opponents])
        if not planned.needs_step3:
            found = None
        elif place in self.changed or found is None or found.strengths != strengths:
            found = step_3(planned, strengths)
        self.thirds[place] = found
        return found

    def _fourth_input(self, place: int) -> float:
        third = self._third(place)
        return self._start(place) if third is None else third.result

    def _fourth(self, place: int) -> StepTrace | None:
        if self.one_pass:
            return None
        if place in self.fourths:
            return self.fourths[place]
        found = self.old[place].step4
        opponents = self._entrant(place).opponents
        strengths = tuple([self._fourth_input(j) for j in opponents])
        if place in self.changed:
            planned = self.plans[place]
            found = None
            if planned.formula != "none":
                found = step_4_or_5(planned, strengths)
        elif found is not None and found.strengths != strengths:
            found = step_4_or_5(self._plan(place), strengths)
        self.fourths[place] = found
        return found

    def _fifth_input(self, place: int) -> float:
        if self.one_pass:
            return self._start(place)
        fourth = self._fourth(place)
        return self._fourth_input(place) if fourth is None else fourth.result
