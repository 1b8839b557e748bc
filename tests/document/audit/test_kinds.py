"""Every kind of correction is found if it is the truth, and is described in words."""

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace

from tests.build import player, require, section
from uscalc.document import model
from uscalc.document.audit.audit import audit_event
from uscalc.document.audit.result import Explanation, RatingAudit, apply_facts
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import Monitor
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules

WHOLE_NUMBERS = dt.date(2008, 9, 1)
"""A day on which ratings were whole numbers, so that nothing is lost to rounding."""
CAPPED = dt.date(2013, 6, 1)
"""A day with whole-number ratings, on which a match changed no rating by more than 50 points."""
ROWS: tuple[tuple[str, ...], ...] = (
    ("W2", "W3", "D4", "W5"),
    ("L1", "W4", "W3", "W6"),
    ("W6", "L1", "L2", "D4"),
    ("W5", "L2", "D1", "D3"),
    ("L4", "W6", "U", "L1"),
    ("L3", "L5", "U", "L2"),
)


def field(**changed: dict[str, Any]) -> tuple[model.Player, ...]:
    """Return six players; `changed` has facts of one of them, by name p1, p2 ..."""
    rows = []
    for number, cells in enumerate(ROWS, 1):
        known = model.RatingFacts(1400.0 + 37 * number, games=40)
        facts = replace(known, **changed.get(f"p{number}", {}))
        rows.append(player(number, *cells, facts=facts))
    return tuple(rows)


def event(*sections: model.Section, end: dt.date = WHOLE_NUMBERS, **more: Any):
    return model.Document("Test Open", end, sections, **more)


def published_from(shown: model.Document, true: model.Document) -> model.Document:
    """Return the event `shown` with the published ratings that `true` gives."""
    rated = rate_document(true, resolve_rules)
    sections = []
    for one, of in zip(shown.sections, rated.sections, strict=True):
        assert of.ratings, [str(finding) for finding in of.findings]
        players = []
        for each in one.players:
            posts = ((r.system, r.find_post(each.number)) for r in of.ratings)
            said = ((s, round_for_display(p)) for s, p in posts if p is not None)
            published = tuple((system, model.PublishedRating(p)) for system, p in said)
            players.append(replace(each, published=published))
        sections.append(replace(one, players=tuple(players)))
    return replace(shown, sections=tuple(sections))


def audit(document: model.Document, index: int = 0, **more: Any) -> RatingAudit:
    rated = rate_document(document, resolve_rules)
    priors = load_correction_priors()
    return require(audit_event(rated, [index], resolve_rules, priors, **more))[0][0]


TRUE = event(section(*field(p3={"rating": 1600.0})))
MOVED = published_from(event(section(*field())), TRUE)
"""An event in which player 3 was rated with another pre-event rating."""


def with_kind(found: RatingAudit, kind: str) -> Explanation:
    """Return the explanation by one correction of a kind, which must be among those shown."""
    of_kind = [
        [fact.kind for fact in one.facts] == [kind] for one in found.explanations
    ]
    assert of_kind.count(True) == 1
    return found.explanations[of_kind.index(True)]


def test_matches_and_their_limits_are_found():
    winner, loser = player(1, *["W2"] * 6), player(2, *["L1"] * 6, rating=1600.0)
    match_section = winner, loser
    true = event(section(*match_section, kind="match"), end=CAPPED)
    shown = published_from(event(section(*match_section), end=CAPPED), true)
    one = with_kind(audit(shown), "match")
    assert one.explained == (1, 2)
    assert one.facts[0].says == "the section was rated as a match"
    assert apply_facts(shown, 0, one.facts).sections[0].kind == "match"

    def match_section(matches: model.MatchNetChanges | None) -> model.Section:
        first = model.RatingFacts(1500.0, games=60, matches=matches)
        return section(player(1, *["W2"] * 6, facts=first), loser, kind="match")

    shown = published_from(
        event(match_section(None), end=CAPPED),
        event(match_section(model.MatchNetChanges(net_3_years=180.0)), end=CAPPED),
    )
    one = with_kind(audit(shown), "match")
    assert one.facts[0].number == 1
    assert "net change of 180 points in matches in 3 years" in one.facts[0].says
    assert one.left == ()


def two_sections(**facts: dict[str, Any]) -> tuple[model.Section, model.Section]:
    """Return two sections of the same members, one after the other."""
    first = section(
        *(replace(one, id=f"9900{one.number}") for one in field(**facts)),
        name="First",
        end_date=dt.date(2008, 8, 30),
    )
    return first, replace(first, name="Second", end_date=WHOLE_NUMBERS)


def test_chained_sections_are_found_and_explained():
    shown = event(*two_sections())
    found = audit(published_from(shown, replace(shown, chain_sections=True)), 1)
    one = with_kind(found, "chain")
    assert one.left == ()
    said = "the sections were rated in order, each starting from the result of the one"
    assert one.facts[0].says == f"{said} before"
    assert apply_facts(shown, 1, one.facts).chain_sections

    def chained(**facts: dict[str, Any]) -> model.Document:
        return event(*two_sections(**facts), chain_sections=True)

    shown = published_from(chained(), chained(p3={"rating": 1600.0}))
    rated = rate_document(shown, resolve_rules)
    found = require(audit_event(rated, (0, 1), resolve_rules, load_correction_priors()))
    (one, other), adopted = found
    assert other.explained
    assert one.left == other.left == ()
    assert [(fact.kind, fact.number) for fact in one.best.facts] == [("rating", 3)]
    for index in (0, 1):
        assert not any(row.missed for row in audit(adopted, index).compared)


def test_a_member_under_two_numbers_is_found_without_any_id():
    rows = [list(cells) for cells in ROWS]
    # Number 3 plays the fourth round under another number.
    rows[2], again = [*rows[2][:3], "U"], ["U", "U", "U", "D4"]
    rows[3][3] = "D7"
    players = [
        player(number, *cells, rating=1400.0 + 37 * (3 if number == 7 else number))
        for number, cells in enumerate((*rows, again), 1)
    ]
    pairs = zip(players, (replace(one, id="99000003") for one in players), strict=True)
    true = [one if one.number not in (3, 7) else new for one, new in pairs]
    shown = published_from(event(section(*players)), event(section(*true)))
    one = with_kind(audit(shown), "member")
    assert {3, 7} <= set(one.explained)
    assert "entered twice" in one.facts[0].says
    there = apply_facts(shown, 0, one.facts).sections[0]
    assert there.players[2].id == there.players[6].id is not None


def test_a_section_rated_before_the_bonus_changed_is_found():
    """US Chess applied the multiplier of 2023 to that year's events afterwards."""
    day = dt.date(2023, 3, 1)
    facts = {f"p{n}": {"rounded": False} for n in range(1, 6)}
    one, *others = field(**facts, p6={"rounded": False, "rating": 1900.0})
    others[2] = replace(others[2], results=("W5", "L2", "L1", "D3"))
    rows = section(replace(one, results=("W2", "W3", "W4", "W5")), *others)
    before = resolve_rules(rows.rules, dt.date(2023, 1, 1), "R").bonus_multiplier
    choice = replace(rows.rules, overrides=(("bonus_multiplier", before),))
    true = event(replace(rows, rules=choice), end=day)
    found = audit(published_from(event(rows, end=day), true))
    facts = (fact for one in found.explanations for fact in one.facts)
    (rules,) = [fact for fact in facts if fact.kind == "rules"]
    assert rules.number is None
    assert rules.puts[0].values == {"rules": {"bonus_multiplier": before}}


def test_one_rating_for_one_correction_is_a_guess_and_many_are_not():
    shown = published_from(
        event(section(*field(p5={"rating": 1502.0}))),
        event(section(*field(p5={"rating": 1502.0, "floor": 1500}))),
    )
    found = audit(shown)
    assert found.best.explained == (5,)
    assert found.best.guess
    many = audit(MOVED).best
    assert len(many.explained) > 2
    assert not many.guess


def test_equal_explanations_are_few_and_a_question_separates_the_likeliest():
    shown = published_from(
        event(section(*field(p1={"games": None}))),
        event(section(*field(p1={"games": 14}))),
    )
    found = audit(shown)
    assert len({(len(one.left), len(one.facts)) for one in found.explanations}) == 1
    assert 1 <= len(found.explanations) <= 3
    likely = [one.likelihood for one in found.explanations]
    assert likely == sorted(likely, reverse=True)
    says = [{fact.says for fact in one.facts} for one in found.explanations]
    (asked,) = [fact for fact in found.best.facts if fact.settle == found.settle]
    assert all(asked.says not in other for other in says[1:])
    assert audit(event(section(*field()))).settle == ""


def test_an_audit_reports_its_progress_and_stops_when_it_is_canceled():
    rated = rate_document(MOVED, resolve_rules)
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked >= 5

    priors, monitor = load_correction_priors(), Monitor(cancelled)
    assert audit_event(rated, [0], resolve_rules, priors, monitor=monitor) is None
    assert asked < 60
    counts: list[int] = []
    audit(MOVED, monitor=Monitor(report=lambda count, _: counts.append(count)))
    assert counts == sorted(counts)
    assert counts[-1] > 50


@pytest.mark.parametrize("kind", ["estimate", "foreign-fide"])
def test_sections_with_games_on_one_side_are_compared(kind):
    other = player(2, rating=1600.0, fide=1700.0)
    plain = event(section(player(1, "W2"), other, kind=kind), end=dt.date(2025, 9, 1))
    shown = published_from(plain, plain)
    wrong = (("R", model.PublishedRating(1999.0)),)
    off = replace(shown.sections[0].players[0], published=wrong)
    found = audit(model.with_player(shown, 0, 0, off))
    assert 1 in found.left or (found.best is not None and 1 in found.best.explained)
