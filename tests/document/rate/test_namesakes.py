"""A member under several numbers is one player; a namesake without an ID is named."""

from dataclasses import replace

import pytest

from tests.build import codes, document, player, post, rate, rate_one, section, trace
from uscalc.document.model import Player, RatingFacts
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import (
    make_document_rating,
    make_next_event,
    rate_sections,
)
from uscalc.rules.resolve import resolve_rules


def called(name: str, number: int, *results: str, member: str | None = None) -> Player:
    return replace(player(number, *results, id=member), name=name)


def event(first=None, second=None, name="Ortiz, Ana", **more) -> DocumentRating:
    """Ana in two sections, with these member IDs."""
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


def said(rated: DocumentRating) -> list[str]:
    return [str(f) for f in rated.findings if f.code == "not-chained"]


ANA = (
    'section "Blitz", player 2: "Ortiz, Ana" is also in "Open", but can\'t be matched '
    "without a member ID. Enter the ID in both sections if this is the same person."
)


def test_a_name_is_not_chained_without_the_same_id_and_is_reported():
    rated = event()
    assert trace(rated.sections[1], 2).entrant.rating == 1500.0
    assert said(rated) == [ANA]
    assert [f.severity for f in rated.findings] == ["warns"]
    assert said(event("12345678", None)) == [ANA]
    assert said(event(None, "12345678")) == [ANA]
    assert said(event("12345678", "87654321")) == []
    assert said(event(chain_sections=False)) == []
    rated = event("12345678", "12345678")
    assert trace(rated.sections[1], 2).entrant.rating == post(rated.sections[0], 1)
    assert said(rated) == []


def test_only_equal_names_of_rated_sections_are_reported_in_one_line():
    (one,) = said(event(name="ORTIZ,  ana"))
    assert '"ORTIZ,  ana" is also in "Open"' in one
    assert said(event(name="")) == []
    players = [called(f"Same, S{n}", n) for n in range(1, 7)]
    rated = rate(
        *(section(*players, name=name) for name in ("A", "B")), chain_sections=True
    )
    (line,) = said(rated)
    assert line.startswith(
        'section "B": "Same, S1", "Same, S2", "Same, S3" and 3 more are also in "A"'
    )
    alone = section(called("Ortiz, Ana", 1), name="A", kind="unrated")
    assert (
        said(rate(alone, section(called("Ortiz, Ana", 1)), chain_sections=True)) == []
    )


def test_a_rating_made_again_after_an_edit_says_the_same():
    document = event().document
    worked = rate_sections(document, resolve_rules)
    assert make_document_rating(document, worked).findings == event().findings
    renamed = event(name="Ortiz, Anabel").document
    again = make_document_rating(renamed, rate_sections(renamed, resolve_rules, worked))
    assert said(again) == []


STRONG = RatingFacts(1600.0, games=40, wins=10, draws=2, events=5, peak=1700.0)


def test_all_games_of_a_member_count_for_one_player():
    again = rate_one(
        player(1, "W2", "U", id="M1"),
        player(2, "L1", "D3"),
        player(3, "U", "D2", id="M1"),
    )
    once = rate_one(player(1, "W2", "D2"), player(2, "L1", "D1"))
    assert post(again, 1) == post(again, 3) == post(once, 1)
    assert post(again, 2) == post(once, 2)
    assert trace(again, 3).entrant.numbers == (1, 3)
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


def test_the_rating_of_the_lowest_number_counts():
    rated = rate_one(
        player(5, "W2", rating=1400.0, id="M1"),
        player(2, "L5"),
        player(3, "", "", rating=1450.0, id="M1"),
    )
    found = rated.in_system("R")
    assert found.find_trace(5).entrant.rating == 1450.0
    assert found.find_trace(5) is found.find_trace(3)
    (finding,) = rated.findings
    assert (finding.code, finding.severity, finding.player) == (
        "re-entry-differs",
        "warns",
        5,
    )


@pytest.mark.parametrize("other", [None, RatingFacts(1400.0, games=3)])
def test_a_later_section_starts_from_the_facts_of_the_lowest_number(other):
    entered = player(3, "U", "W2", id="M1", facts=other or RatingFacts())
    first = section(
        player(1, "W2", "U", id="M1", facts=STRONG), player(2, "L1", "L3"), entered
    )
    second = section(player(1, "W2", id="M1"), player(2, "L1"), name="Later")
    found = rate(first, second, chain_sections=True).sections[1].in_system("R")
    floors = found.find_trace(1).entrant.floors
    assert (floors.wins, floors.draws, floors.events) == (12, 2, 5)
    assert floors.peak == 1700.0


def test_the_next_event_starts_from_the_facts_of_the_lowest_number():
    first = section(
        player(1, "W2", "U", id="M1", facts=STRONG),
        player(2, "L1", "L3"),
        player(3, "U", "W2", id="M1", facts=RatingFacts()),
    )
    rated = rate(first)
    facts = make_next_event(rated, "Next", document().end_date).sections[0].players[0]
    assert facts.facts("R").wins == 12
    assert facts.facts("R").peak == 1700.0


def test_the_placeholder_id_joins_no_rows():
    """Programs give it to many: they play each other, and each is rated alone."""
    rows = ("W2", "D3"), ("L1", "U"), ("U", "D1")
    same = rate_one(*(player(n, *row, id="25000000") for n, row in enumerate(rows, 1)))
    apart = rate_one(*(player(n, *row) for n, row in enumerate(rows, 1)))
    assert same.findings == apart.findings == ()
    assert [post(same, n) for n in (1, 2, 3)] == [post(apart, n) for n in (1, 2, 3)]
