"""Which explanations are equals: as few facts that leave as little."""

from collections.abc import Sequence

from uscalc.document.audit.result import MOST_SHOWN, AuditFact, Explanation


def select_equals(explanations: Sequence[Explanation]) -> tuple[Explanation, ...]:
    """Return those that leave least with the fewest facts, the likeliest first, a few."""

    def rank(one: Explanation) -> tuple[int, int]:
        return len(one.left), len(one.facts)

    least = min(map(rank, explanations), default=None)
    equals = [one for one in explanations if rank(one) == least]
    equals.sort(key=lambda one: -one.likelihood)
    # A starting rating is one hypothesis, whether it is described by age or by a
    # figure.
    told: dict[frozenset[object], Explanation] = {}
    for one in equals:
        told.setdefault(frozenset(map(_make_hypothesis_key, one.facts)), one)
    return tuple(told.values())[:MOST_SHOWN]


def _make_hypothesis_key(fact: AuditFact) -> object:
    """Return what tells a hypothesis from another, but for its values."""
    if fact.kind in ("start", "games", "rating"):
        return fact.kind, fact.number
    return fact.kind, fact.says
