"""Audits of consecutive events: facts found in one event are used in the next."""

import datetime as dt
from collections.abc import Collection
from typing import Any

import pytest
from msgspec.structs import replace

from tests.build import player, require, section
from uscalc.document.audit.audit import audit_event
from uscalc.document.audit.in_order import (
    Audited,
    CarriedAudit,
    CarriedFacts,
    CarryoverLedger,
    audit_next_event,
    carry_in,
    carry_out,
    find_ledger_key,
)
from uscalc.document.model import (
    Document,
    Player,
    PublishedRating,
    RatingFacts,
    with_player,
    with_players,
)
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import make_next_event, rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules

FIRST, SECOND = dt.date(2010, 5, 1), dt.date(2010, 6, 1)
RESULTS = (
    ("W2", "L3", "D4"),
    ("L1", "W4", "W3"),
    ("D4", "W1", "L2"),
    ("D3", "L2", "D1"),
)


def true_event(day: dt.date) -> Document:
    """Return four members above 2000; the first has 30 games, which no crosstable prints."""
    players = tuple(
        player(
            number,
            *results,
            facts=RatingFacts(2000.0 + 60 * number, games=30 if number == 1 else 90),
            id=f"M{number}",
        )
        for number, results in enumerate(RESULTS, 1)
    )
    return Document(f"Event of {day}", day, (section(*players),))


def next_event(document: Document, day: dt.date) -> Document:
    """Return the next true event, with the same results."""
    rated = rate_document(document, resolve_rules)
    new = make_next_event(rated, f"Event of {day}", day)
    rows = zip(new.sections[0].players, RESULTS, strict=True)
    return with_players(new, 0, tuple(replace(p, results=r) for p, r in rows))


def printed(document: Document) -> Document:
    """Return the true event as a crosstable prints it, with whole ratings before and after."""
    rating = rate_document(document, resolve_rules).sections[0].in_system("R")

    def row(one: Player) -> Player:
        before, post = one.facts("R").rating, rating.find_post(one.number)
        facts = RatingFacts(round_for_display(before), source="published")
        said = (("R", PublishedRating(round_for_display(post))),)
        return replace(one, ratings=(("R", facts),), published=said)

    return with_players(document, 0, tuple(map(row, document.sections[0].players)))


def search(rated: DocumentRating, sections: Collection[int]) -> Audited | None:
    return audit_event(rated, sections, resolve_rules, load_correction_priors())


def followed(*documents: Document) -> list[CarriedAudit]:
    ledger: CarryoverLedger = {}
    found = [audit_next_event(one, ledger, resolve_rules, search) for one in documents]
    assert all(found)
    return [one for one in found if one is not None]


def missed_numbers(one: CarriedAudit) -> list[int]:
    return [row.number for audit in one.audits for row in audit.compared if row.missed]


def two_events() -> tuple[Document, Document]:
    first = true_event(FIRST)
    return printed(first), printed(next_event(first, SECOND))


def test_facts_found_in_one_event_give_its_ratings_and_are_known_in_the_next():
    first, second = two_events()
    (alone,) = followed(second)
    assert missed_numbers(alone)
    one, two = followed(first, second)
    assert missed_numbers(one)
    assert not missed_numbers(two)
    facts = two.rated.document.sections[0].players[0].facts("R")
    # Thirty and thirty-one games explain the ratings equally well.
    assert facts.games in (33, 34)
    assert two.members == 4
    assert not two.disagreements
    one, _ = followed(*two_events())
    rating = rate_document(one.adopted, resolve_rules).sections[0].in_system("R")
    for row in one.adopted.sections[0].players:
        published, post = row.published_in("R"), rating.find_post(row.number)
        assert round_for_display(post) == published.rating


def test_a_search_can_be_stopped_and_a_missing_event_is_a_disagreement():
    assert audit_next_event(two_events()[0], {}, resolve_rules, lambda *_: None) is None
    first = true_event(FIRST)
    third = next_event(next_event(first, SECOND), dt.date(2010, 7, 1))
    _, two = followed(printed(first), printed(third))
    told = {(one.number, one.key, one.event) for one in two.disagreements}
    assert told == {(number, "rating", f"Event of {FIRST}") for number in (1, 2, 3, 4)}
    assert two.members == 0


def test_sections_are_taken_by_their_end_dates_and_may_start_from_before_the_event():
    first = true_event(FIRST)
    early = next_event(first, SECOND)
    late = next_event(early, SECOND.replace(day=9))
    sections = [
        replace(printed(one).sections[0], name=name, end_date=one.end_date)
        for one, name in ((late, "Late"), (early, "Early"))
    ]
    both = Document("Two", late.end_date, tuple(sections))
    _, two = followed(printed(first), both)
    assert not two.disagreements
    assert two.members == 8
    assert not missed_numbers(two)
    assert [audit.name for audit in two.audits] == ["Late", "Early"]
    once = printed(early).sections[0]
    both = Document("Two", SECOND, (once, replace(once, name="Again")))
    _, two = followed(printed(first), both)
    assert not two.disagreements
    assert two.members == 8


def test_a_guess_stays_a_guess_after_another_event():
    """A number of games that is printed later differs from no certain value."""
    first, second = two_events()
    later = next_event(true_event(FIRST), SECOND)
    third = printed(next_event(later, dt.date(2010, 7, 1)))
    row = third.sections[0].players[0]
    row = replace(row, ratings=(("R", replace(row.facts("R"), games=36)),))
    _, two, three = followed(first, second, with_player(third, 0, 0, row))
    # One of several possible numbers of games was used, and it was not the true one.
    assert two.rated.document.sections[0].players[0].facts("R").games == 34
    assert not three.disagreements
    assert three.rated.document.sections[0].players[0].facts("R").games == 36


def test_known_facts_do_not_go_to_another_person_with_the_id():
    facts, day = RatingFacts(1612.5, games=40), dt.date(2020, 1, 4)
    known = CarriedFacts(facts, "First", day, True, name="Ex, Kay")
    ledger: CarryoverLedger = {"90000001": {"R": known}}
    whole = Player(1, "Ex, Kay", "90000001", ratings=(("R", RatingFacts(1613.0)),))
    other = replace(whole, name="Invented, Roy")
    for one, expected in ((whole, 1612.5), (other, 1613.0)):
        event = Document("Second", dt.date(2020, 2, 1), (section(one),))
        entered = carry_in(event, 0, ledger, ledger).document.sections[0].players[0]
        assert entered.facts("R").rating == expected
    assert find_ledger_key(ledger, whole) == "90000001"
    assert find_ledger_key(ledger, other) == "90000001 2"


# Facts carried from one event to the next: matches are carried, disagreements reported.

EARLY, LATE = dt.date(2010, 5, 1), dt.date(2010, 6, 1)
DECIMALS = dt.date(2019, 5, 1)
EVERYBODY = frozenset({1, 2})


def event(day, first, second=None) -> Document:
    """Return two members, the first of whom wins."""
    other = second or RatingFacts(1500.0, games=60)
    one = player(1, "W2", facts=first, id="M1")
    two = section(one, player(2, "L1", facts=other, id="M2"))
    return Document(f"Event of {day}", day, (two,))


PLAYED = event(EARLY, RatingFacts(1400.0, games=3))


def known_after(document, came_out=EVERYBODY, unsure=frozenset()) -> CarryoverLedger:
    """Return the facts known after an event."""
    known: CarryoverLedger = {}
    carry_to(known, document, document.name, came_out, unsure)
    return known


def carry_to(known, document, name, came_out=frozenset(), unsure=frozenset()) -> None:
    (rated,) = rate_document(document, resolve_rules).sections
    carry_out(rated, require(rated.in_system("R")), name, came_out, unsure, known)


def post(document: Document, number: int = 1) -> float:
    """Return the new rating."""
    rating = rate_document(document, resolve_rules).sections[0].in_system("R")
    return require(rating.find_trace(number).post)


def with_published(document: Document, *ratings: float) -> Document:
    """Return the event with its published ratings."""
    rows = zip(document.sections[0].players, ratings, strict=True)
    said = (replace(p, published=(("R", PublishedRating(r)),)) for p, r in rows)
    return with_players(document, 0, tuple(said))


def facts(document: Document) -> RatingFacts:
    """Return the facts that a document has about the first player."""
    return document.sections[0].players[0].facts("R")


def test_games_a_record_and_an_unknown_rating_are_carried_if_the_ratings_agree():
    first = event(EARLY, RatingFacts(1400.0, games=3, record="all_wins"))
    known = known_after(first)
    printed = RatingFacts(round_for_display(post(first)))
    entered = carry_in(event(LATE, printed), 0, known, {})
    assert facts(entered.document).games == 4
    assert (facts(entered.document).record, entered.members) == ("all_wins", {(1, "R")})
    # The second member's printed rating is the one before the earlier event.
    assert [one.number for one in entered.disagreements] == [2]
    unknown = event(LATE, RatingFacts(unknown=True))
    entered = carry_in(unknown, 0, known_after(PLAYED), {})
    assert facts(entered.document).rating == post(PLAYED)
    assert not facts(entered.document).unknown


@pytest.mark.parametrize(
    ("printed", "key", "said"),
    [
        (RatingFacts(1399.0, games=3), "rating", 1399.0),
        (RatingFacts(1400.0, games=7), "games", 7),
        # Printed as established after few games, and as unrated after a rating.
        (RatingFacts(1400.0, source="published"), "games", None),
        (RatingFacts(), "rating", None),
    ],
)
def test_a_disagreement_is_reported_and_the_file_is_used(printed, key, said):
    passed = {"rating": post(PLAYED), "games": 4}
    if printed.rating == 1400.0:
        printed = replace(printed, rating=float(round_for_display(post(PLAYED))))
    entered = carry_in(event(LATE, printed), 0, known_after(PLAYED), {})
    held = facts(entered.document)
    assert (held.rating, held.games) == (printed.rating, printed.games)
    told = entered.disagreements[0]
    assert (told.key, told.filed, told.carried) == (key, said, passed[key])
    assert (told.event, told.day, told.name) == (PLAYED.name, EARLY, "Player 1")


def test_facts_that_did_not_match_are_forgotten():
    first = with_published(PLAYED, 1999.0, post(PLAYED, 2))
    known = known_after(first, came_out=frozenset({2}))
    assert not known.get("M1")
    assert known["M2"]["R"].facts.games == 61
    second = with_published(event(LATE, RatingFacts(1400.0)), 1999.0, 1999.0)
    known = known_after(PLAYED)
    carry_to(known, second, "Later")
    assert not known["M1"]
    assert not known["M2"]


def test_decimals_are_carried_if_all_were_known_or_published():
    exact: dict[str, Any] = {"games": 60, "rounded": False}
    other = RatingFacts(1500.0, **exact)
    rounded = event(DECIMALS, RatingFacts(1400.0, games=60), other)
    sure = event(DECIMALS, RatingFacts(1400.3, **exact), other)
    for first, goes_on in ((rounded, False), (sure, True)):
        printed = RatingFacts(round_for_display(post(first)))
        entered = carry_in(event(DECIMALS, printed), 0, known_after(first), {})
        found = facts(entered.document)
        assert found.rating == (post(first) if goes_on else printed.rating)
        assert found.rounded is (False if goes_on else None)
        assert found.games == 61
    first = event(DECIMALS, RatingFacts(1400.0, games=60))
    exact = round(post(first), 2)
    known = known_after(with_published(first, exact, 1480.5))
    printed = RatingFacts(round_for_display(exact))
    entered = carry_in(event(DECIMALS, printed), 0, known, {})
    assert facts(entered.document).rating == exact


def test_games_are_carried_when_certain_or_asked_for():
    first = event(EARLY, RatingFacts(2100.0, games=30))
    known = known_after(first, unsure=frozenset({1}))
    said = RatingFacts(round_for_display(post(first)), source="published")
    printed = event(LATE, said)
    assert facts(carry_in(printed, 0, known, {}).document).games == 31
    sure = carry_in(printed, 0, known, {}, unsure=False)
    assert facts(sure.document).games is None
    assert not [one for one in sure.disagreements if one.number == 1]
    ratings = (RatingFacts(round_for_display(post(PLAYED, n))) for n in (1, 2))
    both = event(LATE, *ratings)
    before = known_after(PLAYED)
    known = known_after(PLAYED)
    carry_to(known, both, "Same", EVERYBODY)
    entered = carry_in(both, 0, known, before)
    assert not entered.disagreements
    assert facts(entered.document).games == 4


def test_neither_a_peak_of_the_events_read_nor_a_player_without_id_is_carried():
    first = event(EARLY, RatingFacts(1400.0, games=60))
    assert known_after(first)["M1"]["R"].facts.peak is None
    told = event(EARLY, RatingFacts(1400.0, games=60, peak=1700.0))
    assert known_after(told)["M1"]["R"].facts.peak == 1700.0
    rows = tuple(replace(one, id=None) for one in PLAYED.sections[0].players)
    assert known_after(with_players(PLAYED, 0, rows)) == {}
