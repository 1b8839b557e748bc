"""Judge an audit of a planted section: does it name the hidden fact?"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from msgspec.structs import replace

from tests.planted.facts import section_of, with_section
from tests.planted.plant import Plant, places, planted
from uscalc.document.audit.audit import audit_event
from uscalc.document.audit.result import Explanation, RatingAudit, apply_facts
from uscalc.document.model import Document
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules

MOST_FACTS = 4
FEWEST_MISSES = 6
"""Half of the mismatched ratings are held back only if there are at least this many."""


def audited(document: Document, facts: int = MOST_FACTS) -> RatingAudit:
    rated = rate_document(document, resolve_rules)
    found = audit_event(rated, [0], resolve_rules, load_correction_priors(), facts)
    assert found is not None
    return found[0][0]


def with_facts_of(document: Document, one: Explanation) -> Document:
    return apply_facts(document, 0, one.facts)


def names(plant: Plant, one: Explanation) -> bool:
    """Return whether an explanation changes exactly the places that the truth changes."""
    return set(places(plant.file, with_facts_of(plant.file, one))) == plant.hidden


@dataclass(frozen=True)
class Verdict:
    """The result for one plant: its rank (from 0) among the explanations, and what was untrue.

    `accused` are corrections reported for a section without a hidden fact. `untrue` are
    ratings reported as explained that don't match once the corrections are in the file.
    """

    plant: Plant
    audit: RatingAudit
    place: int | None
    untrue: int

    @property
    def accused(self) -> bool:
        return not self.plant.kinds and bool(self.audit.explanations)

    def __str__(self) -> str:
        told = [[fact.says for fact in one.facts] for one in self.audit.explanations]
        said = sorted(self.plant.hidden, key=str)
        return f"{self.plant.seed} {'+'.join(self.plant.kinds)} {said}: told {told}"


def judged(plant: Plant) -> Verdict:
    audit = audited(plant.file)
    named = [at for at, one in enumerate(audit.explanations) if names(plant, one)]
    untrue = sum(_untrue(plant.file, one) for one in audit.explanations)
    return Verdict(plant, audit, named[0] if named else None, untrue)


def _untrue(document: Document, one: Explanation) -> int:
    there = with_facts_of(document, one)
    rating = rate_document(there, resolve_rules).sections[0].in_system("R")
    wrong = 0
    for player in section_of(there).players:
        published = player.published_in("R")
        if published is not None and player.number in one.explained:
            post = None if rating is None else rating.find_post(player.number)
            wrong += post is None or round_for_display(post) != published.rating
    return wrong


def held_back(plant: Plant) -> tuple[int, int] | None:
    """Count the mismatches held back, and those that corrections for the others explain.

    Return None if there are too few mismatches.
    """
    rng = random.Random(plant.seed)
    missed = [row.number for row in audited(plant.file, 0).compared if row.missed]
    if len(missed) < FEWEST_MISSES:
        return None
    kept_back = set(rng.sample(missed, len(missed) // 2))
    section = section_of(plant.file)
    players = tuple(
        replace(one, published=()) if one.number in kept_back else one
        for one in section.players
    )
    best = audited(with_section(plant.file, replace(section, players=players))).best
    if best is None:
        return 0, len(kept_back)
    there = audited(with_facts_of(plant.file, best), 0)
    come_out = {row.number for row in there.compared if not row.missed}
    return len(kept_back & come_out), len(kept_back)


@dataclass(frozen=True)
class Score:
    verdicts: list[Verdict]

    def share(self, within: int) -> float:
        named = [v for v in self.verdicts if v.place is not None and v.place < within]
        return len(named) / len(self.verdicts)

    @property
    def accused(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.accused]

    @property
    def untrue(self) -> int:
        return sum(verdict.untrue for verdict in self.verdicts)

    @property
    def missed(self) -> list[Verdict]:
        return [v for v in self.verdicts if v.plant.kinds and v.place is None]


def score(seeds: Iterable[int], facts: int) -> Score:
    """Judge planted sections with this number of hidden facts."""
    return Score([judged(planted(seed, facts)) for seed in seeds])


def judge_halves(seeds: Iterable[int], most: int) -> list[tuple[int, int]]:
    """Return the results of `held_back` for the first sections that have one."""
    found = (held_back(planted(seed)) for seed in seeds)
    return list(islice((pair for pair in found if pair is not None), most))


def share_held_back(pairs: Sequence[tuple[int, int]]) -> float:
    return sum(out for out, _ in pairs) / sum(of for _, of in pairs)
