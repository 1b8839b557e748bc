"""What the documents say of matches, floors and FIDE events stands in the derivation."""

import datetime as dt
from typing import Any

import pytest

from tests.engine.make import rules
from tests.explain.make import lines, told
from tests.explain.test_paths import STRONG, alone, together
from uscalc.document.model import Document, ForeignRating, Player, RatingFacts, Section
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import FloorFacts, MatchFacts, PrizeFloorFact
from uscalc.engine.trace import SectionTrace
from uscalc.explain.model import DerivationLine
from uscalc.report.derivation import make_derivation
from uscalc.rules.resolve import resolve_rules

LAST = dt.date(2025, 9, 1)


def match(edition: str = "2025", games: int = 6, **other: Any) -> SectionTrace:
    rival = {"rating": 1700.0, "games": 80} | other
    return together([STRONG, rival], [(0, 1, 1.0)] * games, "match")(rules(edition))


@pytest.mark.parametrize(
    ("own", "rivals", "said"),
    [
        (
            None,
            None,
            "not farther apart, measured by the pre-event ratings (no last published",
        ),
        (None, 1690, "by one last published and one pre-event rating (only one"),
        (1510, None, "by one last published and one pre-event rating (only one"),
        (1510, 1690, "by the last published ratings."),
    ],
)
def test_the_distance_says_which_ratings_it_is_taken_of(own, rivals, said):
    mine = STRONG | {"matches": MatchFacts(official=own)}
    theirs = {"rating": 1700.0, "games": 80, "matches": MatchFacts(official=rivals)}
    made = together([mine, theirs], [(0, 1, 1.0)] * 4, "match")(rules("2025"))
    apart = lines(told(made))["match.distance"]
    assert said in apart.text
    assert apart.value == str((rivals or 1700) - (own or 1500))


def test_matches_of_2009_and_limits_not_checked_are_described():
    found = lines(told(match("2009")))
    assert found["match.rated"].text == "Both players of a match must be rated."
    assert "match.established" not in found
    found = lines(told(match()))
    assert found["match.180 days"].text.startswith("The limit for 180 days, 100 points")
    assert found["match.3 years"].text.startswith("The limit for 3 years, 200 points")
    low = alone([0.0, 0.0], rating=152.0, games=60)(rules("2025"))
    floor = lines(told(low))["floor.peak"]
    assert (floor.sign, floor.value) == ("=", "\N{MINUS SIGN}100")


def test_what_keeps_a_section_from_being_a_match_is_told():
    far = lines(told(match(rating=1950.0)))
    assert far["match.distance"].text.count("These are farther apart, measured by")
    assert far["match.distance"].value == "450"
    few = lines(told(few_games()))
    assert few["match.established"].value == "not met"
    assert "These are based on 80 and 12." in few["match.established"].text


def few_games() -> SectionTrace:
    facts = [STRONG, {"rating": 1700.0, "games": 12}]
    return together(facts, [(0, 1, 1.0)] * 4, "match")(rules("2025"))


def test_both_outcomes_of_a_request_to_lower_a_floor_are_told():
    trace = match(floors=FloorFacts(given=1695), matches=MatchFacts(1700.0, 0.0, 0.0))
    found = lines(told(trace, 1))
    request = found["floor.request"]
    assert request.section == "2025, 7"
    assert "the rating is 1650 and the new floor is 1595" in request.text
    assert "If not, rating and floor are 1695." in request.text
    assert request.value == "1650 or 1695"
    assert "floor.request" not in lines(told(match()))


def test_a_prize_floor_says_which_prize_sets_it_and_at_which_level():
    prize = PrizeFloorFact(1400, 4000.0)
    trace = alone([0.0] * 4, floors=FloorFacts(prize=prize), **STRONG)(rules("2020"))
    text = lines(told(trace))["floor.prize"].text
    assert "$4,000 or more: the lowest multiple of 100, at most 2000" in text
    assert "no longer eligible" in text
    assert "This prize was $4,000." in text


def abroad(fide: float | None, kind: Any = "foreign-fide") -> dict[str, DerivationLine]:
    """The derivation of a player of an event abroad, whose third opponent has no FIDE."""
    own = Player(
        1,
        "Abel Inventa",
        ratings=(("R", RatingFacts(2150.0, games=90)),),
        fide=None if fide is None else ForeignRating(fide),
        results=("W2", "D3", "L4"),
    )
    others = (
        Player(2, "Boris Madeup", fide=ForeignRating(2160.0)),
        Player(3, "Carl Novak", fide=ForeignRating(1913.0)),
        Player(4, "Dora Quill"),
    )
    section = Section("Abroad", kind=kind, players=(own, *others), systems=("R",))
    rated = rate_document(Document("Event", LAST, (section,)), resolve_rules)
    return lines(make_derivation(section, rated.sections[0].ratings[0], 1))


def test_an_opponent_without_a_fide_rating_is_said_to_be_ignored():
    idle = abroad(2210.0)["idle"].text
    assert (
        "round 3 (a game against Dora Quill (no. 4), who is ignored because there is "
        "no FIDE rating)" in idle
    )


@pytest.mark.parametrize(
    ("fide", "words"),
    [
        (2200.0, "This player's FIDE rating is 2200: automatic."),
        (2199.0, "2199: only after opting in, which uscalc doesn't check."),
        (None, "This player's FIDE rating isn't given"),
    ],
)
def test_from_fide_2200_on_a_player_is_rated_automatically(fide, words):
    text = abroad(fide)["step5.foreign"].text
    assert (
        "automatically for members with a USA flag and a FIDE rating of 2200 or more"
        in text
    )
    assert words in text
