"""Convert an audit to JSON values."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

from uscalc.document.audit.result import AuditFact, Explanation, KeyChange, RatingAudit
from uscalc.report.as_json import Json


def make_audit_json(audits: Iterable[RatingAudit]) -> Json:
    """Convert the audits of a file's ratings, section by section."""
    return {
        "sections": [
            {
                "name": name,
                "ratings": [_make_rating_json(audit) for audit in of_section],
            }
            for (_, name), of_section in groupby(audits, attrgetter("section", "name"))
        ]
    }


def _make_rating_json(audit: RatingAudit) -> Json:
    best = audit.best
    return {
        "system": audit.system,
        "published": len(audit.compared),
        "exact": len(audit.exact),
        "rounding": len(audit.rounding),
        "explained": len(audit.explained),
        "facts": [] if best is None else make_corrections_json(best),
        "guess": best is not None and best.guess,
        "alternatives": [
            make_corrections_json(other) for other in audit.explanations[1:]
        ],
        "left": list(audit.left),
        "settle": audit.settle,
        "missed": [
            {
                "player": one.number,
                "computed": one.computed,
                "published": one.published,
                "off": one.off,
            }
            for one in audit.compared
            if one.missed
        ],
    }


def make_corrections_json(explanation: Explanation) -> list[Json]:
    """Convert the corrections of an explanation."""
    return [_make_correction_json(fact) for fact in explanation.facts]


def _make_correction_json(fact: AuditFact) -> Json:
    first, *others = fact.puts
    found = fact.range
    return {
        **_make_change_json(first),
        "kind": fact.kind,
        "says": fact.says,
        "explains": list(fact.explains),
        "breaks": list(fact.breaks),
        "range": None
        if found is None
        else {"key": found.key, "low": found.low, "high": found.high},
        "likelihood": fact.likelihood,
        "settle": fact.settle,
        "also": [_make_change_json(other) for other in others],
    }


def _make_change_json(put: KeyChange) -> Json:
    return {"player": put.number, "set": put.values}
