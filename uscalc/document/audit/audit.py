"""Audit a rating: compare figures, search for corrections, and rate each set of them.

The search only proposes sets of corrections. A set is reported with the figures that
the ordinary rating of the corrected document gives.
"""

from collections.abc import Collection, Sequence
from functools import cache
from math import prod
from typing import Final

from msgspec.structs import replace

from uscalc.document.audit.idea_sections import SectionHypothesis
from uscalc.document.audit.result import (
    MOST_SHOWN,
    AuditFact,
    ComparedRating,
    Explanation,
    PriorTable,
    RatingAudit,
    ValueRange,
    apply_facts,
    apply_keys,
    select_equals,
)
from uscalc.document.audit.scene import (
    AuditScene,
    FactIdea,
    KeyEdit,
    apply_edits,
    compare_published,
    make_scene,
    rate_scene,
)
from uscalc.document.audit.search import (
    FactSearch,
    FactSet,
    SearchStep,
    add_step,
    make_empty_set,
    remove_step,
    search_sets,
    try_section_facts,
)
from uscalc.document.audit.words import make_fact, make_section_fact
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import order_by_chain
from uscalc.engine.inputs import System
from uscalc.monitor import UNMONITORED, Monitor

MOST_FACTS: Final = 4
"""The maximum number of corrections in a set, unless the user asks for more."""
MOST_PROVED: Final = 8
"""The most sets of corrections that are confirmed by a rating, the likeliest ones."""
MOST_CHAINED: Final = 50_000
"""The most chained sections that are rated in an audit; each try rates all of them."""
SAMPLE: Final = 12
"""The number of equally good values that are tried at most to find the best one."""


def audit_event(
    rated: DocumentRating,
    sections: Collection[int],
    rulebook: RuleBook,
    priors: PriorTable,
    facts: int = MOST_FACTS,
    monitor: Monitor = UNMONITORED,
) -> tuple[list[RatingAudit], Document] | None:
    """Audit an event; return the audits, and the event with the best corrections.

    Return None if the search is canceled.
    """
    rulebook = cache(rulebook)
    document = rated.document
    audits: list[RatingAudit] = []
    for index in (one for one in order_by_chain(rated.document) if one in sections):
        section, given = rated.sections[index], tuple[AuditFact, ...]()
        for rating in section.ratings:
            before = make_scene(rated.document, section, rating, priors)
            scene: AuditScene | None = before
            if given or (document is not rated.document and document.chain_sections):
                scene = rate_scene(document, index, rating.system, rulebook, priors)
            audit = _RatingAuditor(
                document,
                given,
                tuple(one.system for one in audits if one.section == index),
                rulebook,
                facts,
                monitor,
            )
            found = audit.audit_scene(before, scene or before)
            if found is None:
                return None
            audits.append(found)
            if found.best is not None:
                known = [fact.puts for fact in given]
                new = [fact for fact in found.best.facts if fact.puts not in known]
                document = apply_facts(document, index, new)
                given = (*given, *new)
    audits.sort(key=lambda audit: audit.section)
    return audits, document


class _RatingAuditor:
    """The audit of one rating.

    `document` includes the corrections found for other ratings; `given` are those of
    this section. Ratings that already match in the systems `matching_systems` must still match with
    any further correction.
    """

    def __init__(
        self,
        document: Document,
        given: tuple[AuditFact, ...],
        matching_systems: tuple[System, ...],
        rulebook: RuleBook,
        facts: int,
        monitor: Monitor,
    ) -> None:
        self.document = document
        self.given = given
        self.rulebook = rulebook
        self.facts = facts
        self.monitor = monitor
        self.matching_systems = matching_systems
        self._matching: dict[System, set[int] | None] = {}
        self.worker = FactSearch(monitor.without_progress(), self._count_tried)
        self.tried = 0
        self.rated = 0

    def audit_scene(self, before: AuditScene, scene: AuditScene) -> RatingAudit | None:
        """Audit a rating: `before` is as in the file, `scene` has the corrections already found."""
        section, rows = before.section, compare_published(before)
        audit = RatingAudit(
            section.index, section.section.name, scene.rating.system, rows
        )
        if not any(row.missed for row in rows) or self.facts < 1:
            return audit
        explanations = self._prove_sets(scene, rows, self._find_sets(scene))
        if (
            not explanations
            and self.matching_systems
            and not self.monitor.is_canceled()
        ):
            # Facts shared by all systems can't be changed any more, so try those of
            # this system.
            self.worker.system = scene.rating.system
            explanations = self._prove_sets(scene, rows, self._find_sets(scene))
        if not explanations:
            # The corrections from other ratings may be the whole explanation.
            explanations = self._prove_sets(scene, rows, [make_empty_set(scene)])
        if self.monitor.is_canceled():
            return None
        return replace(
            audit,
            explanations=select_equals(explanations),
            is_limited=self.worker.is_limited,
        )

    def _rate_scene(
        self, document: Document, scene: AuditScene, system: System
    ) -> AuditScene | None:
        """Rate a corrected document; None if the section isn't rated, or after too many."""
        sections = len(document.sections)
        self.rated += 1
        if document.chain_sections and self.rated > MOST_CHAINED // sections**2:
            self.worker.is_limited = True
            return None
        return rate_scene(
            document, scene.section.index, system, self.rulebook, scene.priors
        )

    def _prove_sets(
        self,
        scene: AuditScene,
        rows: Sequence[ComparedRating],
        found: Sequence[FactSet],
    ) -> list[Explanation]:
        """Return the sets whose corrections, after rating, make more ratings match."""
        proved = (
            self._prove_set(one, scene, rows)
            for one in found[:MOST_PROVED]
            if not self.monitor.is_canceled()
        )
        return [one for one in proved if one is not None]

    def _find_sets(self, scene: AuditScene) -> list[FactSet]:
        """Return the sets with the fewest mismatches, likeliest first, and equally good ones."""

        def rated(scene: AuditScene, whole: SectionHypothesis) -> AuditScene | None:
            document = scene.document
            for put in whole.puts:
                document = apply_keys(document, scene.section.index, put)
            return self._rate_scene(document, scene, scene.rating.system)

        rooms = (
            try_section_facts(
                scene, self.rulebook, rated, self.facts, self.monitor.without_progress()
            )
            if self.worker.system is None
            else []
        )
        found = search_sets(scene, rooms, self.facts, self.worker)
        if not found or self.monitor.is_canceled():
            return []
        if found[0].count > 1:
            found = self._add_equal_sets(found)
        return sorted(found, key=lambda one: one.rank)

    def _add_equal_sets(self, found: Sequence[FactSet]) -> list[FactSet]:
        """Return the sets, and variants in which one fact of the best set is replaced."""
        best, steps = found[0], list(found[0].steps)
        every = {one.families: one for one in reversed(found)}
        for at, old in enumerate(best.steps):
            start = remove_step(best, at)
            for step in self.worker.find_steps(start)[: 2 * MOST_SHOWN]:
                if len(step.wrong) > len(best.wrong):
                    break
                if step.idea.family == old.idea.family:
                    steps[at] = merge_equal_steps(old, step)
                    continue
                one = add_step(start, step)
                if one.rank[:2] <= best.rank[:2]:
                    every.setdefault(one.families, one)
        every[best.families] = replace(best, steps=tuple(steps))
        return list(every.values())

    def _prove_set(
        self, found: FactSet, scene: AuditScene, before: Sequence[ComparedRating]
    ) -> Explanation | None:
        """Rate the document with a set applied; return None unless more ratings match."""
        index = scene.section.index
        document, facts = self.document, list[AuditFact]()
        for whole in found.section_ideas:
            fact = make_section_fact(whole, document, index)
            document = apply_facts(document, index, [fact])
            facts.append(fact)
        for at, step in enumerate(found.steps):
            idea = self._find_sharpest(found, at)
            fact = make_fact(
                idea, found.scene, document, step.likelihood, _make_range(step)
            )
            document = apply_facts(document, index, [fact])
            facts.append(fact)
        there = self._rate_scene(document, scene, scene.rating.system)
        if there is None or not self._keeps_matches(document, there):
            return None
        was = {row.number: row for row in before}
        after = {
            row.number: row for row in compare_published(there) if row.number in was
        }
        explained = [n for n, row in after.items() if row.exact and not was[n].exact]
        left = [number for number, row in after.items() if row.missed]
        missed = [number for number, row in was.items() if row.missed]
        mended = set(missed) - set(left)
        if len(left) >= len(missed):
            return None
        broken = [n for n, row in after.items() if was[n].exact and not row.exact]
        facts = self._assign_effects(found, facts, explained, broken)
        others = {n for fact in facts for n in fact.explains}
        by_given = tuple(n for n in explained if n not in others)
        facts = [
            *(
                replace(one, explains=by_given, breaks=())
                for one in self.given
                if by_given and _concerns_system(one, scene.rating.system)
            ),
            *facts,
        ]
        return Explanation(
            tuple(facts),
            tuple(explained),
            tuple([number for number, row in after.items() if row.rounding]),
            tuple(left),
            prod((fact.likelihood for fact in facts), start=1.0),
            2 * len(facts) >= len(mended),
        )

    def _keeps_matches(self, document: Document, there: AuditScene) -> bool:
        """Return whether ratings that match in the section's other systems still do."""
        for system in self.matching_systems:
            if system not in self._matching:
                self._matching[system] = self._find_exact(self.document, there, system)
            before = self._matching[system]
            after = self._find_exact(document, there, system)
            if before is None or after is None or not after >= before:
                return False
        return True

    def _find_exact(
        self, document: Document, there: AuditScene, system: System
    ) -> set[int] | None:
        """Return the players whose ratings match in a system; None if it isn't rated."""
        scene = self._rate_scene(document, there, system)
        return (
            None
            if scene is None
            else {row.number for row in compare_published(scene) if row.exact}
        )

    def _find_sharpest(self, found: FactSet, at: int) -> FactIdea:
        """Return the value of a correction with which the most ratings match exactly."""
        step = found.steps[at]
        targets = found.scene.targets
        if len(step.ideas) == 1 or not any(t.below or t.above for t in targets.every):
            return step.idea
        start = remove_step(found, at)
        sample = step.ideas[:: max(1, len(step.ideas) // SAMPLE)]

        def wrong(idea: FactIdea) -> int:
            again = idea._replace(change=apply_edits(start.base, idea.edits))
            one = add_step(start, step._replace(ideas=(again,)))
            return len(targets.without_rounding.find_mismatches(one.base))

        return min((step.idea, *sample), key=wrong)

    def _assign_effects(
        self,
        found: FactSet,
        facts: Sequence[AuditFact],
        explained: Sequence[int],
        broken: Sequence[int],
    ) -> list[AuditFact]:
        """Assign to each fact the ratings that match, or stop matching, because of it."""
        if len(facts) == 1 and not self.given:
            return [replace(facts[0], explains=tuple(explained), breaks=tuple(broken))]
        assigned = [
            # The effect of a section's fact can't be separated from that of the others.
            replace(fact, explains=tuple(explained), breaks=())
            for fact in facts[: len(found.section_ideas)]
        ]
        strict = found.scene.targets.without_rounding
        wrong = strict.find_mismatches(found.base)
        for at, fact in enumerate(facts[len(found.section_ideas) :]):
            before = strict.find_mismatches(remove_step(found, at).base)
            by_it = _list_numbers(found.scene, before - wrong)
            against = _list_numbers(found.scene, wrong - before)
            assigned.append(
                replace(
                    fact,
                    explains=tuple(n for n in explained if n in by_it),
                    breaks=tuple(n for n in broken if n in against),
                )
            )
        if self.given or not assigned:
            return assigned
        # An effect of several facts together is assigned to the one with the most effects.
        most = max(range(len(assigned)), key=lambda at: len(assigned[at].explains))
        by_all = {n for fact in assigned for n in fact.explains}
        lost = {n for fact in assigned for n in fact.breaks}
        assigned[most] = replace(
            assigned[most],
            explains=tuple(
                n for n in explained if n in assigned[most].explains or n not in by_all
            ),
            breaks=tuple(
                n for n in broken if n in assigned[most].breaks or n not in lost
            ),
        )
        return assigned

    def _count_tried(self, count: int) -> None:
        self.tried += count
        self.monitor.report(self.tried, self.tried)


def _concerns_system(fact: AuditFact, system: System) -> bool:
    """Return whether a fact changes anything besides another system's facts."""
    keys = [key for put in fact.puts for key, _ in put.keys]
    own = f"ratings.{system}."
    return any(key.startswith(own) or not key.startswith("ratings.") for key in keys)


def merge_equal_steps(old: SearchStep, new: SearchStep) -> SearchStep:
    """Return one step with the values of two steps that explain the same ratings."""
    by_order = {idea.order: idea for idea in (*old.ideas, *new.ideas)}
    return old._replace(
        ideas=tuple(by_order[order] for order in sorted(by_order)),
        likelihood=max(old.likelihood, new.likelihood),
    )


def _make_range(step: SearchStep) -> ValueRange | None:
    if len(step.ideas) == 1:
        return None
    first, last = step.ideas[0], step.ideas[-1]
    edit = first.edits[0]
    key = edit.values[0][0] if isinstance(edit, KeyEdit) else "results"
    return ValueRange(key, first.value, last.value, len(step.ideas))


def _list_numbers(scene: AuditScene, places: frozenset[int]) -> set[int]:
    section = scene.section.section
    return {
        number
        for place in places
        for number in scene.members[place].list_numbers(section)
    }
