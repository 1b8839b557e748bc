"""Ratings that an audit explains match when the file that it writes is rated."""

import datetime as dt

from tests.build import require
from tests.shared_data import shared
from uscalc.document.audit.audit import audit_event
from uscalc.document.audit.result import AuditFact, RatingAudit
from uscalc.document.model import Document
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.formats.native.reader import make_file, read_event
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules

EVERY = 4
"""One of this many files is audited here; planted sections cover the other kinds."""


def audited(document: Document):
    """Return the audits of all sections, and the event with their corrections applied."""
    sections, priors = range(len(document.sections)), load_correction_priors()
    rated = rate_document(document, resolve_rules)
    return require(audit_event(rated, sections, resolve_rules, priors))


def documents() -> list[tuple[str, Document]]:
    """Return every fourth of the files in which everybody is rated."""
    found = []
    for path in sorted(shared("realdata").glob("*.uscalc")):
        document = read_event(path.read_bytes())
        if all(
            player.facts(system).rating is not None
            for section in document.sections
            for player in section.players
            for system in section.systems or ()
        ):
            found.append((path.name, document))
    return found[::EVERY]


def figures(rating: SystemRating, document: Document, index: int) -> dict[int, bool]:
    """Return whether each published rating matches, by pairing number."""
    found = {}
    for player in document.sections[index].players:
        published = player.published_in(rating.system)
        post = rating.find_post(player.number)
        if published is not None and post is not None:
            whole = published.rating == int(published.rating)
            off = (round_for_display(post) if whole else post) - published.rating
            found[player.number] = abs(off) <= (0.0 if whole else 0.01)
    return found


def _facts(audit: RatingAudit) -> tuple[AuditFact, ...]:
    return () if audit.best is None else audit.best.facts


def test_every_fact_adopted_gives_the_ratings_it_explains():
    told = 0
    for name, document in documents():
        audits, adopted = audited(document)
        again = rate_document(read_event(make_file(adopted)), resolve_rules)
        for audit in audits:
            rating = require(again.sections[audit.section].in_system(audit.system))
            out = figures(rating, document, audit.section)
            assert all(out[number] for number in audit.explained), name
            assert not any(out[number] for number in audit.left), name
            broken = {n for fact in _facts(audit) for n in fact.breaks}
            assert not any(out[number] for number in broken), name
            kept = set(audit.exact) - broken
            assert sum(out.values()) == len(kept) + len(audit.explained), name
            told += len(audit.explained)
    assert told > 5


def test_matches_in_one_system_stay_when_the_other_is_explained():
    """The birth date of a newcomer explains both systems of a dual-rated section."""
    document = read_event(shared("realdata", "201704010212-01.uscalc").read_bytes())
    audits, adopted = audited(document)
    assert all(audit.explained for audit in audits)
    again = rate_document(adopted, resolve_rules).sections[0]
    for audit in audits:
        out = figures(require(again.in_system(audit.system)), document, 0)
        assert all(out[number] for number in audit.explained)
        assert not any(out[number] for number in audit.left)


def test_matching_sections_need_no_corrections_and_old_ones_leave_hardly_a_rating():
    published, left = 0, 0
    for _, document in documents():
        if document.end_date >= dt.date(2014, 9, 1):
            continue
        for audit in audited(document)[0]:
            published += len(audit.compared)
            left += len(audit.left)
    assert published > 100
    assert left <= 0.01 * published
    path = shared("realdata", "2026-novice-decimals.uscalc")
    audits, _ = audited(read_event(path.read_bytes()))
    assert not any(audit.explanations for audit in audits)
