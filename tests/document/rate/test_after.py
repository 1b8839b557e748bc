"""What a player starts the next event from."""

import datetime as dt

import pytest

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.whole import make_next_event, rate_document
from uscalc.rules.resolve import resolve_rules

END = dt.date(2025, 3, 2)


def rated(*sections):
    return rate_document(Document("Event", END, sections), resolve_rules)


def player(number, facts, *results, member=None):
    ratings = () if facts is None else (("R", facts),)
    return Player(number, f"Player {number}", member, ratings=ratings, results=results)


def after(*players):
    section = Section(systems=("R",), players=players)
    document = make_next_event(rated(section), "Next", dt.date(2025, 6, 1))
    return [p.facts("R") for p in document.sections[0].players]


STRONG = RatingFacts(1600.0, games=50, record="mixed", wins=3, draws=1, events=10)


@pytest.mark.parametrize(
    ("before", "counts"), [(STRONG, (53, 4, 2, 11)), (None, (3, 1, 1, 1))]
)
def test_games_counts_and_date_move_on_and_of_a_new_player_begin(before, counts):
    facts, _ = after(
        player(1, before, "W2", "D2", "L2"), player(2, STRONG, "L1", "D1", "W1")
    )
    assert (facts.games, facts.wins, facts.draws, facts.events) == counts
    assert (facts.as_of, facts.source, facts.rounded) == (END, "latest", False)


def test_fewer_than_three_games_are_no_event_for_the_floor_and_none_changes_nothing():
    facts, _ = after(player(1, STRONG, "W2", "U"), player(2, STRONG, "L1", "U"))
    assert facts.events == 10
    facts, *_ = after(player(1, STRONG, "B"), player(2, STRONG, "U"))
    assert facts == STRONG


@pytest.mark.parametrize(
    ("before", "token", "record"),
    [
        (RatingFacts(1500.0, games=4, record="all_wins"), "W2", "all_wins"),
        (RatingFacts(1500.0, games=4, record="all_wins"), "L2", "mixed"),
        (RatingFacts(1500.0, games=4, record="all_losses"), "L2", "all_losses"),
        (RatingFacts(1500.0, games=4, record="mixed"), "W2", "mixed"),
        (RatingFacts(1500.0, games=4), "D2", "mixed"),
        (RatingFacts(1500.0, games=4), "W2", None),
        (None, "W2", "all_wins"),
        (None, "L2", "all_losses"),
        (None, "D2", "mixed"),
    ],
)
def test_the_record_flag_follows_the_games(before, token, record):
    mirror = {"W2": "L1", "L2": "W1", "D2": "D1"}[token]
    facts, _ = after(player(1, before, token), player(2, STRONG, mirror))
    assert facts.record == record


def test_the_peak_rises_with_an_established_rating_only_and_never_falls():
    up, down = after(
        player(1, RatingFacts(1600.0, games=50), "W2"),
        player(2, RatingFacts(1800.0, games=50, peak=1850.0), "L1"),
    )
    assert up.peak == up.rating > 1600
    assert down.peak == 1850.0 > down.rating
    few, enough = after(
        player(1, RatingFacts(1600.0, games=10), "W2"),
        player(2, RatingFacts(1600.0, games=25), "L1"),
    )
    assert few.peak is None
    assert enough.peak == enough.rating


def test_a_member_of_two_sections_starts_from_the_later_one():
    early = Section(
        "Early",
        end_date=dt.date(2025, 3, 1),
        systems=("R",),
        players=(player(1, STRONG, "W2", member="90000001"), player(2, STRONG, "L1")),
    )
    late = Section(
        "Late",
        systems=("R",),
        players=(player(1, STRONG, "L2", member="90000001"), player(2, STRONG, "W1")),
    )
    made = rated(late, early)
    document = make_next_event(made, "Next", dt.date(2025, 6, 1))
    lost = made.sections[0].ratings[0].find_trace(1).post
    for section in document.sections:
        assert section.players[0].facts("R").rating == lost


def test_the_next_event_has_no_results_and_rates_to_nothing_until_games_are_played():
    section = Section(
        systems=("R",), players=(player(1, STRONG, "W2"), player(2, STRONG, "L1"))
    )
    document = make_next_event(rated(section), "Next", dt.date(2025, 6, 1))
    assert document.name == "Next"
    assert all(p.results == () for p in document.sections[0].players)
    again = rate_document(document, resolve_rules).sections[0].ratings[0].trace
    assert {p.formula for p in again.players} == {"none"}
