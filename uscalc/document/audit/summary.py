"""Count many audits by outcome: matched, explained by one fact, by two, or not at all."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from uscalc.document.audit.result import RatingAudit

Outcome = Literal["exact", "one", "two", "more", "part", "left"]
OUTCOMES: Final[Mapping[Outcome, str]] = {
    "exact": "come out as they stand",
    "one": "explained by one fact",
    "two": "explained by two facts",
    "more": "explained by more facts",
    "part": "explained in part",
    "left": "not explained",
}
"""The outcomes of a section in one system, in words."""
FACTS_OF: Final[Mapping[int, Outcome]] = {1: "one", 2: "two"}


@dataclass(slots=True)
class AuditTally:
    """Counts of audited sections (each in one system) and ratings, by outcome.

    `guesses` are the explained sections whose facts are a guess. `facts` and `ratings`
    count the facts of each kind, and the ratings that they explain.
    """

    sections: Counter[Outcome] = field(default_factory=Counter)
    guesses: Counter[Outcome] = field(default_factory=Counter)
    published: int = 0
    exact: int = 0
    rounding: int = 0
    explained: int = 0
    left: int = 0
    facts: Counter[str] = field(default_factory=Counter)
    ratings: Counter[str] = field(default_factory=Counter)

    def count_audits(self, audits: Iterable[RatingAudit]) -> None:
        """Count some audits more."""
        for audit in audits:
            outcome = classify_audit(audit)
            best = audit.best
            self.sections[outcome] += 1
            self.published += len(audit.compared)
            self.exact += len(audit.exact)
            self.rounding += len(audit.rounding)
            self.explained += len(audit.explained)
            self.left += len(audit.left)
            if best is None:
                continue
            self.guesses[outcome] += best.guess
            for fact in best.facts:
                self.facts[fact.kind] += 1
                self.ratings[fact.kind] += len(fact.explains)

    def add_tally(self, other: "AuditTally") -> None:
        """Count what another has counted."""
        for name in ("sections", "guesses", "facts", "ratings"):
            getattr(self, name).update(getattr(other, name))
        for name in ("published", "exact", "rounding", "explained", "left"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def kinds(self) -> list[str]:
        """The kinds of facts, the commonest first."""
        return [kind for kind, _ in self.facts.most_common()]


def classify_audit(audit: RatingAudit) -> Outcome:
    """Return the outcome of a section in one system."""
    best = audit.best
    if best is None:
        return "left" if audit.left else "exact"
    if audit.left:
        return "part"
    return FACTS_OF.get(len(best.facts), "more")
