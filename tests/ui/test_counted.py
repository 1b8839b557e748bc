"""Counts in texts agree with their nouns and verbs: 0, 1, 2 and 1,000 of each."""

from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from tests.engine.make import DAY, rules
from tests.shared_data import load_rows
from uscalc.analysis.assumptions import RelevantAssumption, UnknownFact
from uscalc.analysis.forecast_model import Forecast
from uscalc.analysis.whatif import MovedRating
from uscalc.counted import add_article, choose_plural, count_in_words
from uscalc.document.merge.missing import MISSING_DATA
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.queries import unknowns
from uscalc.document.rate.facts import check_player
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.initial import compute_initial_rating
from uscalc.engine.inputs import InitialRatingFacts, SourceRating
from uscalc.explain.lesson.model import LessonCase, make_game_list
from uscalc.explain.numbers import PlayerDirectory
from uscalc.report.forecast_words import describe_method
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.enter.player_view import describe_assumptions
from uscalc.ui.session.problems import describe_stake


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1000, "1,000 games")],
)
def test_a_count_agrees_with_its_noun(count, said):
    assert count_in_words(count, "game") == said
    assert count_in_words(count, "game is", "games are").startswith(said)
    assert choose_plural(count, "is", "are") == ("is" if count == 1 else "are")


OF_ONE = "1 unplayed game of other players affects this rating; "
OF_THOUSAND = "1,000 unplayed games of other players affect this rating; "


@pytest.mark.parametrize(
    ("others", "samples", "said"),
    [
        (0, None, "No other unplayed game affects this rating."),
        (1, None, f"{OF_ONE}all 3 outcomes were rated."),
        (1, 1, f"{OF_ONE}1 random scenario was rated (seed 7)."),
        (1000, 1000, f"{OF_THOUSAND}1,000 random scenarios were rated (seed 7)."),
    ],
)
def test_a_forecast_says_how_many_games_of_others_matter(others, samples, said):
    """A stand-in has the parts of a forecast that tell how other games were evaluated."""
    found = SimpleNamespace(
        settings=SimpleNamespace(seed=7), reason=None, others=others, samples=samples
    )
    assert describe_method(cast(Forecast, found)) == said


def assumption(kind: str, place: int, ratings: int, points: int) -> RelevantAssumption:
    """Return an assumption that moves this many ratings by this many points."""
    moved = tuple(MovedRating(at, 1500, 1500 - points, 1500) for at in range(ratings))
    return RelevantAssumption(UnknownFact(kind, place, "", ()), moved)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 unknown game count could change 1 rating by up to 1 point"),
        (2, "2 unknown game counts could change 2 ratings by up to 2 points"),
        (1000, "{0} unknown game counts could change {0} ratings by up to {0} points"),
    ],
)
def test_the_summary_of_assumptions_counts_them(count, said):
    said = said.format(f"{count:,}")
    found = tuple(assumption("games", at, count, count) for at in range(count))
    assert unknowns.summarize_assumptions(found) == [said]
    ratings, points = said.partition(" could change ")[2].split(" by ")
    stake = f"If that is wrong, {ratings} could change by {points}."
    assert describe_stake(found[0]) == stake


def test_every_kind_of_assumption_has_its_words_everywhere():
    assert set(MISSING_DATA) == {*unknowns.SUMMARY, *unknowns.OF_EVERYBODY}
    for kind in MISSING_DATA:
        (line,) = unknowns.summarize_assumptions((assumption(kind, 0, 1, 1),))
        assert line.endswith("1 rating by up to 1 point")


def test_a_line_of_the_list_says_on_how_many_games_a_rating_is_based():
    for games, said in enumerate(("0 games", "1 game", "2 games", "3 games")):
        facts = InitialRatingFacts(others=(("Q", SourceRating(1500.0, games)),))
        start = compute_initial_rating(facts, "R", DAY, rules("2015"))
        assert f"based on {said}" in [line.reason for line in start.lines]


def one_game() -> tuple[Document, SystemRating]:
    """Return an event of six players, of whom only the first two have played, and its rating."""
    results = enumerate(("W2", "L1", "B", "B", "B", "B"), 1)
    players = tuple(Player(n, f"Inventa, {n}", results=(cell,)) for n, cell in results)
    document = Document("Open", DAY, (Section(players=players, systems=("R",)),))
    rating = rate_document(document, resolve_rules).sections[0].in_system("R")
    assert rating is not None
    return document, rating


@pytest.mark.parametrize(
    ("others", "said"), [(4, "1 more assumption"), (5, "2 more assumptions")]
)
def test_what_a_rating_takes_for_granted_counts_the_facts_of_others(others, said):
    document, rating = one_game()
    found = tuple(
        replace(
            assumption("games", at, 1, 5), moved=(MovedRating(0, 1500, 1495, 1500),)
        )
        for at in range(1, others + 1)
    )
    lines = describe_assumptions(document.sections[0].players[0], rating, found)
    assert lines[-1] == f"And {said} about other players."


def test_a_lesson_on_one_game_counts_it():
    _, rating = one_game()
    (games,) = make_game_list(LessonCase(PlayerDirectory(rating.trace, str), 0))
    assert games.words.startswith("1 game: 1 won, 0 drawn, 0 lost")


@pytest.mark.parametrize(
    ("facts", "said"), load_rows("test_counted", "findings_of_facts_count_games")
)
def test_findings_of_facts_count_games(facts, said):
    player = Player(1, "Inventa, Ada", ratings=(("R", RatingFacts(**facts)),))
    found = check_player(Section(players=(player,)), player, 0, DAY)
    assert said in [finding.message for finding in found]


def test_a_figure_that_begins_with_a_vowel_has_an_and_others_have_a():
    for figure in ("8", "11", "18", "80", "811.5", "1100", "1899"):
        assert add_article(figure) == f"an {figure}"
    for figure in ("1", "103", "118", "180", "1000", "1780", "2118"):
        assert add_article(figure) == f"a {figure}"
