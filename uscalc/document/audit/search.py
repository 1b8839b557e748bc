"""Search for the smallest set of corrections that makes the most published ratings match.

Every idea about a mismatch is tried on a rated section. The best ideas are applied, and
the remaining mismatches are searched in the same way.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from math import log
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.hidden import ScoredAlternative, score_alternatives
from uscalc.analysis.whatif import RatedBase, rerate_section_after
from uscalc.document.audit.idea_games import propose_game_changes
from uscalc.document.audit.idea_players import (
    propose_player_facts,
    propose_starts,
    refine_idea,
)
from uscalc.document.audit.idea_sections import SectionHypothesis, propose_section_facts
from uscalc.document.audit.scene import AuditScene, FactIdea, KeyEdit, apply_edits
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.inputs import System
from uscalc.monitor import Monitor

MOST_KEPT: Final = 60
"""The number of alternatives that a try keeps in addition to the best ones."""
BRANCHES: Final = 12
"""The maximum number of sets to continue with, in a section that is rated quickly."""
GAME_COSTS: Final = 40
"""An alternative with changed games takes as long as this many others."""
TRIES: Final = 30_000
"""The approximate number of alternatives tried for each further fact."""
CHEAP, MORE = 2_500, 3
"""With at most CHEAP alternatives, MORE further sets are tried after one explains everything.
"""
FINER: Final = 4
"""The most starting ratings that are examined more closely."""
FEW: Final = 3
"""The maximum number of sets of two or more corrections to continue with."""
MOST_WHOLES: Final = 2
"""The most corrections of the whole section that are combined."""
MOST_WHOLES_TRIED: Final = 300
"""The most corrections of the whole section that are tried, the first ones."""
UNLIKELY: Final = 1e-12
MOST_WRONG: Final = 200
"""The most players with mismatches that are examined, the first ones."""
MOST_TRIED: Final = 80_000
"""After this many alternatives for one rating, the search looks for no further correction.

Half as many are enough for a rating whose corrections can be found. More alternatives
occur only if nearly every published rating of a large section differs.
"""

TriedReport = Callable[[int], object]
"""Receives the number of ideas tried since the last call."""


class SearchStep(NamedTuple):
    """One step of a search: ideas of one family that leave the same mismatches.

    The step adds one of these ideas.

    `ideas` are in the order of their values; `likelihood` is that of the whole
    group.
    """

    ideas: tuple[FactIdea, ...]
    wrong: frozenset[int]
    distance: float
    likelihood: float

    @property
    def idea(self) -> FactIdea:
        """The idea in the middle, which represents the group."""
        return self.ideas[len(self.ideas) // 2]


class FactSet(Struct, frozen=True, dict=True):
    """A set of corrections applied to a rated section, and the ratings that don't match.

    `section_ideas` are the corrections of the section as a whole, `steps` those of players and
    games.
    """

    scene: AuditScene
    section_ideas: tuple[SectionHypothesis, ...]
    steps: tuple[SearchStep, ...]
    base: RatedBase
    wrong: frozenset[int]
    distance: float

    @property
    def count(self) -> int:
        """The number of corrections."""
        return len(self.section_ideas) + len(self.steps)

    @property
    def weight(self) -> float:
        """The logarithm of the likelihood of all corrections together."""
        each = [whole.likelihood for whole in self.section_ideas]
        each += [step.likelihood for step in self.steps]
        return sum(log(max(one, UNLIKELY)) for one in each)

    @property
    def families(self) -> frozenset[object]:
        """A key that is equal for sets with the same corrections."""
        return frozenset(
            [
                *(step.idea.family for step in self.steps),
                *(repr(whole.puts) for whole in self.section_ideas),
            ]
        )

    @property
    def rank(self) -> tuple[int, int, float]:
        """The sort key, best first: mismatches, corrections, unlikelihood."""
        return len(self.wrong), self.count, -self.weight


Tried = dict[tuple[object, frozenset[int]], list[tuple[FactIdea, ScoredAlternative]]]
"""Helpful ideas, by family and by the mismatches they leave."""


class FactSearch:
    """The search in one section.

    `report_tried` is called with the number of alternatives tried. `is_limited` is True
    once there were more than the search tries. If `system` is given, only corrections
    that concern no other system are tried.
    """

    def __init__(self, monitor: Monitor, report_tried: TriedReport) -> None:
        self.monitor = monitor
        self.report_tried = report_tried
        self.tried = 0
        self.is_limited = False
        self.system: System | None = None

    def find_steps(self, found: FactSet) -> list[SearchStep]:
        """Return the corrections that leave fewer or smaller mismatches, the best first.

        The search ends early once it is canceled, and finds nothing once it has tried
        `MOST_TRIED` alternatives.
        """
        if self.tried >= MOST_TRIED:
            self.is_limited = True
            return []
        scene, base = found.scene, found.base
        used = {step.idea.family[:2] for step in found.steps if not step.idea.of_games}
        examined = sorted(found.wrong)
        proposed = self._stop_when_cancelled(
            propose_ideas(scene, base, examined[:MOST_WRONG], self.monitor)
        )
        every = [
            idea
            for idea in islice(proposed, MOST_TRIED)
            if idea.family[:2] not in used and self._is_allowed(idea)
        ]
        if len(examined) > MOST_WRONG or next(proposed, None) is not None:
            self.is_limited = True
        best: Tried = {}
        self._try_ideas(found, [idea for idea in every if not idea.of_games], best)
        self._try_ideas(found, [idea for idea in every if idea.of_games], best)
        self._try_ideas(found, self._refine_ideas(found, best), best)
        steps = []
        for (_, wrong), group in best.items():
            group.sort(key=lambda pair: pair[0].order)
            steps.append(
                SearchStep(
                    tuple([idea for idea, _ in group]),
                    wrong,
                    min([one.distance for _, one in group]),
                    sum([idea.likelihood for idea, _ in group]),
                )
            )
        steps.sort(key=lambda step: (len(step.wrong), -step.likelihood))
        return steps

    def _try_ideas(
        self, found: FactSet, ideas: Sequence[FactIdea], best: Tried
    ) -> None:
        """Try ideas and keep the helpful ones by family and the mismatches they leave."""
        if not ideas or self.monitor.is_canceled():
            return
        changes = [idea.change for idea in ideas]
        for one in score_alternatives(
            found.base, found.scene.targets, changes, MOST_KEPT, self.monitor
        ):
            idea = ideas[one.at]
            group = best.setdefault((idea.family, one.wrong), [])
            if all(idea.order != other.order for other, _ in group):
                group.append((idea, one))
        self.tried += len(ideas) * (GAME_COSTS if ideas[0].of_games else 1)
        self.report_tried(len(ideas))

    def _refine_ideas(self, found: FactSet, best: Tried) -> list[FactIdea]:
        """Return the values between the most promising ones of unrated players."""
        promising = sorted(
            (len(wrong), group[0][1].distance, group[0][0].family, group[0][0])
            for (family, wrong), group in best.items()
            if group[0][0].kind == "start" and len(wrong) < len(found.wrong)
        )
        ideas: dict[tuple[object, float], FactIdea] = {}
        for _, _, _, idea in promising[:FINER]:
            for one in refine_idea(found.scene, found.base, idea):
                if self._is_allowed(one):
                    ideas.setdefault((one.family, one.order), one)
        return list(ideas.values())

    def _is_allowed(self, idea: FactIdea) -> bool:
        """Return whether an idea may be tried."""
        own = f"ratings.{self.system}."
        return self.system is None or all(
            isinstance(edit, KeyEdit)
            and all(key.startswith(own) for key, _ in edit.values)
            for edit in idea.edits
        )

    def _stop_when_cancelled(self, ideas: Iterable[FactIdea]) -> Iterator[FactIdea]:
        """Yield the ideas until the search is canceled."""
        for count, idea in enumerate(ideas):
            if count % 64 == 0 and self.monitor.is_canceled():
                return
            yield idea


def propose_ideas(
    scene: AuditScene, base: RatedBase, wrong: Collection[int], monitor: Monitor
) -> Iterator[FactIdea]:
    """Yield every idea about the players whose facts or games can change a mismatch."""
    yield from propose_player_facts(scene, base, wrong)
    yield from propose_starts(scene, base, wrong)
    yield from propose_game_changes(scene, base, wrong, monitor)


def make_empty_set(
    scene: AuditScene, section_ideas: tuple[SectionHypothesis, ...] = ()
) -> FactSet:
    """Return a set that has only the corrections of the whole section in its scene."""
    base, targets = scene.base, scene.targets
    return FactSet(
        scene,
        section_ideas,
        (),
        base,
        targets.find_mismatches(base),
        targets.compute_total_error(base),
    )


def add_step(found: FactSet, step: SearchStep) -> FactSet:
    """Return the set with one more correction."""
    base = rerate_section_after(found.base, step.idea.change)
    targets = found.scene.targets
    return replace(
        found,
        steps=(*found.steps, step),
        base=base,
        wrong=targets.find_mismatches(base),
        distance=targets.compute_total_error(base),
    )


def remove_step(found: FactSet, at: int) -> FactSet:
    """Return the set without the correction of a player or a game at a position."""
    left = [*found.steps[:at], *found.steps[at + 1 :]]
    start = make_empty_set(found.scene, found.section_ideas)
    for step in left:
        idea = step.idea
        again = idea._replace(change=apply_edits(start.base, idea.edits))
        start = add_step(start, step._replace(ideas=(again,)))
    # The steps keep all their values, because those are reported.
    return replace(start, steps=tuple(left))


def search_sets(
    scene: AuditScene,
    rooms: Sequence[FactSet],
    most_facts: int,
    worker: FactSearch,
) -> list[FactSet]:
    """Return the sets with the fewest mismatches and the fewest facts, the best first."""
    start = make_empty_set(scene)
    best = start
    equals: list[FactSet] = []
    beam = [start]
    size = 0
    for level in range(1, most_facts + 1):
        children: list[tuple[FactSet, SearchStep]] = []
        solved = 0
        for found in beam:
            steps = worker.find_steps(found)
            children += [(found, step) for step in steps]
            if worker.monitor.is_canceled():
                return equals
            # Follow the best ones first, because only a few others follow after a full match.
            solved += solved > 0 or any(not step.wrong for step in steps)
            if solved > (MORE if size <= CHEAP else 0):
                break
        if level == 1:
            size = max(1, worker.tried)
        here = _rate_best(children, _choose_width(size), worker.monitor)
        here += [room for room in rooms if room.count == level]
        here.sort(key=lambda found: (len(found.wrong), found.distance))
        here = list({found.families: found for found in reversed(here)}.values())[::-1]
        if not here:
            break
        least = min(found.rank[:2] for found in here)
        if least[0] < len(best.wrong):
            equals = [found for found in here if found.rank[:2] == least]
            best = min(equals, key=lambda found: found.rank)
        elif level > 2:
            break
        if not best.wrong:
            break
        beam = here[
            : _choose_width(size) if level == 1 else min(FEW, _choose_width(size))
        ]
    return sorted(equals, key=lambda found: found.rank)


def _choose_width(size: int) -> int:
    """Return the number of sets that the search follows if each has `size` alternatives."""
    return max(1, min(BRANCHES, TRIES // size))


def _rate_best(
    children: Sequence[tuple[FactSet, SearchStep]], width: int, monitor: Monitor
) -> list[FactSet]:
    """Rate the most promising sets; return the best by number and size of mismatches."""
    by_wrong = sorted(
        children,
        key=lambda child: (
            len(child[1].wrong),
            -child[0].weight - log(max(child[1].likelihood, UNLIKELY)),
        ),
    )
    by_distance = sorted(children, key=lambda child: child[1].distance)
    rated: list[FactSet] = []
    tried: set[object] = set()
    for ranked in (by_wrong, by_distance):
        for found, step in islice(ranked, 2 * width):
            families = found.families | {step.idea.family}
            if families not in tried and not monitor.is_canceled():
                tried.add(families)
                rated.append(add_step(found, step))
    rated.sort(key=lambda found: (len(found.wrong), found.distance))
    return rated


def try_section_facts(
    scene: AuditScene,
    rulebook: RuleBook,
    rated: Callable[[AuditScene, SectionHypothesis], AuditScene | None],
    most: int,
    monitor: Monitor,
) -> list[FactSet]:
    """Return the sets with a correction of the whole section that explain any mismatch."""
    rooms: list[FactSet] = []
    latest = [make_empty_set(scene)]
    for _ in range(min(most, MOST_WHOLES)):
        found: dict[frozenset[object], FactSet] = {}
        for room in latest:
            proposed = propose_section_facts(
                room.scene, rulebook, sorted(room.wrong)[:MOST_WRONG]
            )
            for whole in islice(proposed, MOST_WHOLES_TRIED):
                if monitor.is_canceled():
                    return rooms
                if whole.kind in {one.kind for one in room.section_ideas} - {"member"}:
                    continue
                there = rated(room.scene, whole)
                if there is not None:
                    one = make_empty_set(there, (*room.section_ideas, whole))
                    if len(one.wrong) < len(room.wrong):
                        found.setdefault(one.families, one)
        latest = sorted(found.values(), key=lambda one: one.rank)[:BRANCHES]
        rooms += latest
    return rooms
