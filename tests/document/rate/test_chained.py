"""Sections that start from each other's results."""

import datetime as dt

import pytest
from msgspec.structs import replace

from tests.build import codes, document, player, post, rate, rate_one, section, trace
from uscalc.document.model import Document, Player, RatingFacts
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import (
    make_document_rating,
    make_next_event,
    rate_document,
    rate_sections,
)
from uscalc.rules.resolve import resolve_rules

EARLY, LATE = dt.date(2025, 8, 30), dt.date(2025, 8, 31)


def first_section(name: str, end: dt.date | None = None, **more: object):
    first = player(1, "W2", id="M1", **more)
    return section(first, player(2, "L1", rating=1480.0), name=name, end_date=end)


def pre(rated: object, index: int) -> float | None:
    return trace(rated.sections[index], 1).entrant.rating


@pytest.mark.parametrize(
    ("first", "second", "later"),
    [(None, None, 1), (LATE, EARLY, 0), (LATE, LATE, 1)],
    ids=["without dates", "by end date", "equal dates in their order"],
)
def test_a_chained_section_starts_from_the_earlier_result(first, second, later):
    two = first_section("A", first), first_section("B", second)
    rated = rate(*two, chain_sections=True)
    assert pre(rated, 1 - later) == 1500.0
    assert pre(rated, later) == post(rated.sections[1 - later], 1)
    assert trace(rated.sections[later], 1).entrant.games == 51
    # A player without an ID isn't linked to the other section.
    assert trace(rated.sections[later], 2).entrant.rating == 1480.0


@pytest.mark.parametrize(
    ("first", "chained"),
    [
        (first_section("A"), False),
        (section(player(1, "W9", id="M1"), name="A"), True),
        (section(player(1, "U", id="M1", rating=1700.0), player(2), name="A"), True),
    ],
    ids=["without chaining", "a section that is not rated", "a player without a game"],
)
def test_what_carries_nothing_leaves_the_rating_of_the_file(first, chained):
    assert pre(rate(first, first_section("B"), chain_sections=chained), 1) == 1500.0


def test_small_and_first_events_count_for_records_and_floors():
    two = (first_section(name, rating=None) for name in "AB")
    rated = rate(*two, chain_sections=True)
    assert trace(rated.sections[1], 1).entrant.record == "all_wins"
    assert trace(rated.sections[1], 1).entrant.games == 1
    quick = section(player(1, "W2", id="M1"), player(2, "L1"), systems=("Q",))
    rated = rate(first_section("A"), quick, chain_sections=True)
    (source,) = trace(rated.sections[1], 1, "Q").start.sources
    assert source.x == post(rated.sections[0], 1)
    two = member_with(1, STRONG, "W2", "U"), member_with(2, STRONG, "L1", "U")
    facts, _ = facts_after(*two)
    assert facts.events == 10
    facts, *_ = facts_after(member_with(1, STRONG, "B"), member_with(2, STRONG, "U"))
    assert facts == STRONG


# The facts with which a player starts the next event.

END = dt.date(2025, 3, 2)


def rated(*sections):
    return rate_document(Document("Event", END, sections), resolve_rules)


def member_with(number, facts, *results, member=None):
    ratings = () if facts is None else (("R", facts),)
    return Player(number, f"Player {number}", member, ratings=ratings, results=results)


def facts_after(*players):
    document = make_next_event(rated(section(*players)), "Next", dt.date(2025, 6, 1))
    return [p.facts("R") for p in document.sections[0].players]


STRONG = RatingFacts(1600.0, games=50, record="mixed", wins=3, draws=1, events=10)


@pytest.mark.parametrize(
    ("before", "counts"), [(STRONG, (53, 4, 2, 11)), (None, (3, 1, 1, 1))]
)
def test_games_counts_and_date_move_on_and_of_a_new_player_begin(before, counts):
    facts, _ = facts_after(
        member_with(1, before, "W2", "D2", "L2"),
        member_with(2, STRONG, "L1", "D1", "W1"),
    )
    assert (facts.games, facts.wins, facts.draws, facts.events) == counts
    assert (facts.as_of, facts.source, facts.rounded) == (END, "latest", False)


@pytest.mark.parametrize(
    ("before", "token", "record"),
    [
        *(("all_wins", "W2", "all_wins"), ("all_wins", "L2", "mixed")),
        *(("all_losses", "L2", "all_losses"), ("mixed", "W2", "mixed")),
        *((None, "D2", "mixed"), (None, "W2", None), ("new", "W2", "all_wins")),
        *(("new", "L2", "all_losses"), ("new", "D2", "mixed")),
    ],
)
def test_the_record_flag_follows_the_games(before, token, record):
    known = None if before == "new" else RatingFacts(1500.0, games=4, record=before)
    mirror = {"W2": "L1", "L2": "W1", "D2": "D1"}[token]
    facts, _ = facts_after(member_with(1, known, token), member_with(2, STRONG, mirror))
    assert facts.record == record


def test_the_peak_rises_with_an_established_rating_only_and_never_falls():
    up, down = facts_after(
        member_with(1, RatingFacts(1600.0, games=50), "W2"),
        member_with(2, RatingFacts(1800.0, games=50, peak=1850.0), "L1"),
    )
    assert up.peak == up.rating > 1600
    assert down.peak == 1850.0 > down.rating
    few, enough = facts_after(
        member_with(1, RatingFacts(1600.0, games=10), "W2"),
        member_with(2, RatingFacts(1600.0, games=25), "L1"),
    )
    assert few.peak is None
    assert enough.peak == enough.rating


def test_a_member_of_two_sections_starts_from_the_later_one():
    early, late = (
        section(
            member_with(1, STRONG, mine, member="90000001"),
            member_with(2, STRONG, theirs),
            name=name,
            end_date=end,
        )
        for name, end, mine, theirs in (
            ("Early", dt.date(2025, 3, 1), "W2", "L1"),
            ("Late", None, "L2", "W1"),
        )
    )
    made = rated(late, early)
    document = make_next_event(made, "Next", dt.date(2025, 6, 1))
    lost = made.sections[0].ratings[0].find_trace(1).post
    for one in document.sections:
        assert one.players[0].facts("R").rating == lost


def test_the_next_event_has_no_results_and_rates_to_nothing_until_games_are_played():
    played = section(member_with(1, STRONG, "W2"), member_with(2, STRONG, "L1"))
    document = make_next_event(rated(played), "Next", dt.date(2025, 6, 1))
    assert document.name == "Next"
    assert all(p.results == () for p in document.sections[0].players)
    again = rate_document(document, resolve_rules).sections[0].ratings[0].trace
    assert {p.formula for p in again.players} == {"none"}


# A member with several numbers is one player; a namesake without an ID is reported.


def called(name: str, number: int, *results: str, member: str | None = None) -> Player:
    return replace(player(number, *results, id=member), name=name)


def event(first=None, second=None, name="Ortiz, Ana", **more) -> DocumentRating:
    """Return Ana in two sections, with these member IDs."""
    return rate(
        section(
            called("Ortiz, Ana", 1, "W2", member=first),
            called("Other, Olaf", 2, "L1"),
            name="Open",
        ),
        section(
            called("Third, Thea", 1, "L2"),
            called(name, 2, "W1", member=second),
            name="Blitz",
        ),
        **{"chain_sections": True, **more},
    )


def chain_warnings(rated: DocumentRating) -> list[str]:
    return [str(f) for f in rated.findings if f.code == "not-chained"]


ANA = (
    'section "Blitz", player 2: "Ortiz, Ana" is also in "Open", but can\'t be matched '
    "without a member ID. Enter the ID in both sections if this is the same person."
)


def test_a_name_is_not_chained_without_the_same_id_and_is_reported():
    rated = event()
    assert trace(rated.sections[1], 2).entrant.rating == 1500.0
    assert chain_warnings(rated) == [ANA]
    assert [f.severity for f in rated.findings] == ["warns"]
    assert chain_warnings(event("12345678", None)) == [ANA]
    assert chain_warnings(event(None, "12345678")) == [ANA]
    assert chain_warnings(event("12345678", "87654321")) == []
    assert chain_warnings(event(chain_sections=False)) == []
    rated = event("12345678", "12345678")
    assert trace(rated.sections[1], 2).entrant.rating == post(rated.sections[0], 1)
    assert chain_warnings(rated) == []


def test_only_equal_names_of_rated_sections_are_reported_in_one_line():
    (one,) = chain_warnings(event(name="ORTIZ,  ana"))
    assert '"ORTIZ,  ana" is also in "Open"' in one
    assert chain_warnings(event(name="")) == []
    players = [called(f"Same, S{n}", n) for n in range(1, 7)]
    two = (section(*players, name=name) for name in ("A", "B"))
    (line,) = chain_warnings(rate(*two, chain_sections=True))
    assert line.startswith(
        'section "B": "Same, S1", "Same, S2", "Same, S3" and 3 more are also in "A"'
    )
    ana = called("Ortiz, Ana", 1)
    unrated = section(ana, name="A", kind="unrated")
    assert chain_warnings(rate(unrated, section(ana), chain_sections=True)) == []


def test_placeholder_ids_and_edits_change_no_names():
    document = event().document
    worked = rate_sections(document, resolve_rules)
    assert make_document_rating(document, worked).findings == event().findings
    renamed = event(name="Ortiz, Anabel").document
    again = make_document_rating(renamed, rate_sections(renamed, resolve_rules, worked))
    assert chain_warnings(again) == []
    rows = ("W2", "D3"), ("L1", "U"), ("U", "D1")
    same = rate_one(*(player(n, *row, id="25000000") for n, row in enumerate(rows, 1)))
    apart = rate_one(*(player(n, *row) for n, row in enumerate(rows, 1)))
    assert same.findings == apart.findings == ()
    assert [post(same, n) for n in (1, 2, 3)] == [post(apart, n) for n in (1, 2, 3)]


COUNTED = RatingFacts(1600.0, games=40, wins=10, draws=2, events=5, peak=1700.0)


def test_all_games_of_a_member_count_for_one_player():
    again = rate_one(
        player(1, "W2", "U", id="M1"),
        player(2, "L1", "D3"),
        player(3, "U", "D2", id="M1"),
    )
    once = rate_one(player(1, "W2", "D2"), player(2, "L1", "D1"))
    assert post(again, 1) == post(again, 3) == post(once, 1)
    assert (post(again, 2), trace(again, 3).entrant.numbers) == (post(once, 2), (1, 3))
    assert trace(again, 3).post_games == 52
    rated = rate_one(
        player(1, "W4", "U", "U", id="M1"),
        player(2, "U", "W4", "U", id="M1"),
        player(3, "U", "U", "W4", id="M1"),
        player(4, "L1", "L2", "L3"),
    )
    assert trace(rated, 1).no_bonus == trace(rated, 4).no_bonus == "repeats"
    rated = rate_one(player(1, "W2", id="M1"), player(2, "L1"), player(3, "", id="M1"))
    assert codes(rated) == []
    rated = rate_one(player(1, "W2"), player(2, "L1"), player(3, "", rating=1234.0))
    assert post(rated, 3) == 1234.0


def test_the_facts_of_the_lowest_number_count_now_and_in_the_next_event():
    rated = rate_one(
        player(5, "W2", rating=1400.0, id="M1"),
        player(2, "L5"),
        player(3, "", "", rating=1450.0, id="M1"),
    )
    found = rated.in_system("R")
    assert found.find_trace(5).entrant.rating == 1450.0
    assert found.find_trace(5) is found.find_trace(3)
    (one,) = rated.findings
    assert (one.code, one.severity, one.player) == ("re-entry-differs", "warns", 5)
    first = section(
        player(1, "W2", "U", id="M1", facts=COUNTED),
        player(2, "L1", "L3"),
        player(3, "U", "W2", id="M1", facts=RatingFacts()),
    )
    rated = rate(first)
    facts = make_next_event(rated, "Next", document().end_date).sections[0].players[0]
    assert (facts.facts("R").wins, facts.facts("R").peak) == (12, 1700.0)


@pytest.mark.parametrize("other", [None, RatingFacts(1400.0, games=3)])
def test_a_later_section_starts_from_the_facts_of_the_lowest_number(other):
    entered = player(3, "U", "W2", id="M1", facts=other or RatingFacts())
    one, other = player(1, "W2", "U", id="M1", facts=COUNTED), player(2, "L1", "L3")
    first = section(one, other, entered)
    second = section(player(1, "W2", id="M1"), player(2, "L1"), name="Later")
    found = rate(first, second, chain_sections=True).sections[1].in_system("R")
    floors = found.find_trace(1).entrant.floors
    assert (floors.wins, floors.draws, floors.events) == (12, 2, 5)
    assert floors.peak == 1700.0
