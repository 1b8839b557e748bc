"""Scores and what-if results agree with rating the changed section."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import document, player, require, section
from tests.often import often
from uscalc.analysis.one_player import compute_score_ranges
from uscalc.analysis.spread import make_displayed_interval
from uscalc.document.edit.cells import set_result
from uscalc.document.model import BY_DATE, Document, RatingFacts, RulesChoice
from uscalc.document.queries import scenario, ways
from uscalc.document.queries.unknowns import list_unknowns
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.engine.section import rate_section
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules

LETTER = st.sampled_from(["W", "D", "L"])


def event(rules: RulesChoice = BY_DATE, third: float | None = None) -> Document:
    """Return five players; player 1 has two unplayed games."""
    first, fourth = (30, 4) if third is None else (60, 60)
    made = section(
        player(1, "D2", "W3", "?4", "?5", rating=1780.0, games=first),
        player(2, "D1", "L4", "W5", "L3", rating=1702.0),
        player(3, "L4", "L1", "H", "W2", rating=third),
        player(4, "W3", "W2", "?1", "B", rating=1760.0, games=fourth),
        player(5, "U", "U", "L2", "?1", rating=1824.5),
        rules=rules,
    )
    return document(made)


def posts(made: Document, number: int) -> int:
    rating = rate_document(made, resolve_rules).sections[0].in_system("R")
    return int(round_for_display(require(rating.find_post(number))))


@pytest.mark.parametrize("edition", [None, "2001-guide", "2009", "2015", "2020"])
def test_the_range_of_a_score_is_what_its_results_give(edition):
    # The guide's tables need a rating for everybody.
    third = 1655.0 if edition == "2001-guide" else None
    made = event(RulesChoice(edition), third)
    rating = rate_document(made, resolve_rules).sections[0].in_system("R")
    free = ways.find_free_games(rating, made.sections[0], 0)
    asked = free.section, rating.trace.rules, free.place, free.free
    lines = require(compute_score_ranges(*asked))
    expected: dict[float, list[int]] = {}
    worth = {"W": 1.0, "D": 0.5, "L": 0.0}
    for one, other in itertools.product("WDL", repeat=2):
        outcomes = (scenario.Outcome(3, 1, one), scenario.Outcome(4, 1, other))
        edit = scenario.apply_changes(made, 0, outcomes)
        assert not edit.refused
        score = 1.5 + worth[one] + worth[other]
        expected.setdefault(score, []).append(posts(edit.document, 1))
    ranges = sorted(expected.items(), reverse=True)
    wanted = [(score, min(got), max(got), len(got)) for score, got in ranges]
    assert [(x.score, x.low, x.high, x.ways) for x in lines] == wanted


def test_all_games_vary_if_none_is_unplayed_and_the_search_can_be_stopped():
    made = event()
    rating = rate_document(made, resolve_rules).sections[0].in_system("R")
    free = ways.find_free_games(rating, made.sections[0], 1)
    assert [g.round for g in free.games] == [1, 2, 3, 4]
    assert free.section.entrants[free.place].m == 0
    asked = free.section, rating.trace.rules, free.place, free.free
    lines = require(compute_score_ranges(*asked))
    assert sum(line.ways for line in lines) == 81
    here = next(line for line in lines if line.score == 1.5)
    assert here.low <= posts(made, 2) <= here.high
    assert compute_score_ranges(*asked, Monitor(lambda: True)) is None


def test_byes_are_not_games_and_canceled_searches_give_no_answer():
    made = event()
    assert [g.round for g in scenario.list_own_games(made.sections[0], 2)] == [1, 2, 4]
    made = set_result(made, 0, 2, 1, "nonsense").document
    assert [g.round for g in scenario.list_own_games(made.sections[0], 2)] == [1, 4]
    made = event()
    said = scenario.add_outcome(made, 0, (), scenario.Outcome(3, 1, "W"))
    said = scenario.add_outcome(made, 0, said, scenario.Outcome(3, 4, "W"))
    assert said == (scenario.Outcome(3, 4, "W"),)
    edit = scenario.apply_changes(made, 0, said)
    results = [p.results[2] for p in edit.document.sections[0].players]
    assert (results[0], results[3]) == ("L4", "W1")
    assert scenario.remove_outcome(made, 0, said, 1, 3) == ()
    for gone in ((1, 9), (99, 3)):
        assert scenario.remove_outcome(made, 0, said, *gone) == said
    made = document(section(player(1, "W2"), player(2, "L1")))
    rating, canceled = rated(made)[1], Monitor(lambda: True)
    games = scenario.list_own_games(made.sections[0], 0)
    assert ways.rate_each_result(rating, made.sections[0], 0, games, canceled) is None


@often(50)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 5), LETTER), max_size=5))
def test_what_if_results_keep_both_sides_of_every_game(wanted):
    made = event()
    said: tuple[scenario.Outcome, ...] = ()
    for round_number, number, letter in wanted:
        outcome = scenario.Outcome(round_number, number, letter)
        if not scenario.apply_changes(made, 0, [outcome]).refused:
            said = scenario.add_outcome(made, 0, said, outcome)
    edit = scenario.apply_changes(made, 0, said)
    assert not edit.refused
    before = rate_document(made, resolve_rules).findings
    assert rate_document(edit.document, resolve_rules).findings == before


# The ratings after each result, and the open range, agree with full ratings.

RATINGS = st.one_of(st.none(), st.integers(300, 2400).map(float))
GAMES = st.sampled_from([None, 3, 8, 12, 60])


def rated(made: Document) -> tuple[SectionRating, SystemRating]:
    found = rate_document(made, resolve_rules).sections[0]
    return found, require(found.in_system("R"))


@st.composite
def events(draw: st.DrawFn) -> Document:
    """Generate six players over three rounds with some unplayed games."""
    pairs = (((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6)), ((1, 4), (2, 6)))
    cells: dict[int, list[str]] = {number: ["", "", ""] for number in range(1, 7)}
    for round_, games in enumerate(pairs):
        for one, other in games:
            letter = draw(st.sampled_from(["W", "D", "L", "?"]))
            opposite = {"W": "L", "L": "W"}.get(letter, letter)
            cells[one][round_] = f"{letter}{other}"
            cells[other][round_] = f"{opposite}{one}"
    rows = [
        player(number, *cells[number], rating=draw(RATINGS), games=draw(GAMES))
        for number in cells
    ]
    edition = draw(st.sampled_from([None, "2009", "2015", "2025"]))
    return document(section(*rows, rules=RulesChoice(edition)))


@often(40)
@given(made=events(), row=st.integers(0, 5), letter=st.sampled_from("WDL"))
def test_the_three_ratings_are_those_of_a_full_rating(made, row, letter):
    number = made.sections[0].players[row].number
    games = scenario.list_own_games(made.sections[0], row)
    # Another game of the player already has a what-if result.
    outcomes = (scenario.Outcome(games[0].round, number, letter),)
    _, rating = rated(scenario.apply_changes(made, 0, outcomes).document)
    found = require(ways.rate_each_result(rating, made.sections[0], row, games))
    for game, posts in zip(games, found, strict=True):
        for at, post in zip(ways.LETTERS, posts, strict=True):
            said = scenario.add_outcome(
                made, 0, outcomes, scenario.Outcome(game.round, number, at)
            )
            _, full = rated(scenario.apply_changes(made, 0, said).document)
            assert post == full.find_post(number)


@pytest.mark.parametrize("kind", ["match", "guide"])
def test_only_a_full_rating_can_tell_of_matches_and_the_guide(kind):
    pair = player(1, "W2", "W2", "L2"), player(2, "L1", "L1", "W1")
    made = document(section(*pair, kind="match"))
    if kind == "guide":
        made = document(section(*pair, rules=RulesChoice("2001-guide")))
    _, rating = rated(made)
    games = scenario.list_own_games(made.sections[0], 0)
    assert ways.rate_each_result(rating, made.sections[0], 0, games) is None


def test_the_open_range_covers_every_unknown_fact():
    rounded = [RatingFacts(float(level), games=None) for level in (1780, 1702, 1500)]
    rows = zip((1, 2, 3), (("D2", "W3"), ("D1", ""), ("", "L1")), rounded, strict=True)
    made = document(section(*(player(n, *row, facts=f) for n, row, f in rows)))
    where, rating = rated(made)
    now = rating.find_post(1)
    # Expected: each unknown fact alone, by a full rating of the section, added up.
    down = up = 0.0
    place = rating.places[1]
    for unknown in list_unknowns(where, rating):
        moved = [0.0]
        for alternative in unknown.alternatives:
            entrants = list(rating.trace.section.entrants)
            for at, entrant in alternative.items():
                entrants[at] = entrant
            then = replace(rating.trace.section, entrants=tuple(entrants))
            post = rate_section(then, rating.trace.rules).players[place].post
            moved.append(post - now)
        down, up = down - min(moved), up + max(moved)
    assert up > 1.0
    wanted = make_displayed_interval(now - down, now + up)
    assert ways.compute_open_interval(where, rating, 1) == wanted
    assert ways.compute_open_interval(where, rating, 99) is None
