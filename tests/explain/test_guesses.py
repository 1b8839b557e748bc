"""Everything that a reader of a derivation had to guess is stated once, where it is needed."""

from typing import Any

from tests import build
from tests.engine.make import games, rules, rules_on, section
from tests.explain.make import derive, lines, name_of
from tests.explain.test_paths import PATHS, STRONG, alone, together
from uscalc.document.cells import parse_cell
from uscalc.document.model import ForeignRating, Player, RatingFacts, Section
from uscalc.document.queries.rounds import list_idle_rounds
from uscalc.engine.inputs import Entrant, FloorFacts, MatchFacts, PrizeFloorFact
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_special_rating
from uscalc.engine.trace import SectionTrace
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import DerivationLine, find_full_key
from uscalc.report.derivation import make_derivation
from uscalc.rules.resolve import load_rule_table


def event(*rows: str) -> Section:
    return build.section(*build.players_of(*map(str.split, rows), games=40))


def idle(place: int, *rows: str) -> tuple[tuple[int, str], ...]:
    made = event(*rows)
    own = tuple(
        game
        for i, cell in enumerate(made.players[place - 1].results, 1)
        for entry in parse_cell(cell)
        if not isinstance(entry, str) and entry.is_game
        for game in [games((0, entry.points))[0]._replace(round=i)]
    )
    return list_idle_rounds(made, Entrant((place,), 1500.0, 40, own=own))


def test_every_round_without_a_rated_game_is_listed_where_the_steps_begin():
    rows = ("W2 H B X2 U", "L1 U U F1 U")
    forfeit, unpaired = (4, "won by forfeit"), (5, "not paired")
    byes = ((2, "half-point bye"), (3, "full-point bye"))
    assert idle(1, *rows) == (*byes, forfeit, unpaired)
    assert [number for number, _ in idle(2, *rows)] == [2, 3, 4, 5]
    assert idle(2, *rows)[2] == (4, "lost by forfeit")
    assert idle(1, "W2 H", "L1 U") == byes[:1]
    trace = PATHS["standard"](rules("2025"))
    said = (4, "half-point bye"), (5, "")
    found = lines(derive_rating(trace, 0, name_of, idle=said))
    words = "No rated game, so not counted: round"
    assert found["idle"].text == f"{words}s 4 (half-point bye), 5."
    assert "idle" not in lines(derive(trace))
    trace = PATHS["no game"](rules("2025"))
    derivation = derive_rating(trace, 0, name_of, idle=((1, "not paired"),))
    assert derivation.chapters[0].lines[-1].text == f"{words} 1 (not paired)."


def test_repeats_manual_rules_and_personal_counts_are_described():
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0), (1, 1.0), (2, 1.0)))
    others = [Entrant((i,), None, fixed=1500.0) for i in (2, 3)]
    trace = rate_section(section((me, *others)), rules("2025"))
    text = lines(derive(trace))["step5.bonus"].text
    assert "met one opponent twice in only three games" in text
    changed = load_rule_table().override_rules(
        rules_on("2018-01-01"), {"bonus_multiplier": 9.0}
    )
    found = lines(derive(PATHS["standard with bonus"](changed)))
    said = "B = 9 set by hand; the 2015 edition prints 12."
    assert said in found["step5.threshold"].text
    assert "for sections that ended on or after 5/18/2013" in found["n_star"].text
    known = FloorFacts(wins=3, draws=1, events=10)
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0)), floors=known)
    trace = rate_section(section((me, others[0])), rules("2025"))
    text = lines(derive(trace))["floor.personal"].text
    assert "This event counts, and so do earlier ones." in text
    trace = PATHS["unrated among unrated"](rules("2025"))
    text = lines(derive(trace, 1))["step3.skipped"].text
    assert "Step 3 estimates the ratings of 2 opponents, for Step 4." in text


def match(edition="2025", games=6, known=80, **other: Any) -> SectionTrace:
    rival = {"rating": 1700.0, "games": known} | other
    return together([STRONG, rival], [(0, 1, 1.0)] * games, "match")(rules(edition))


def test_the_distance_says_which_ratings_it_is_taken_of():
    for own, rivals, said in (
        (None, None, "By the pre-event ratings (no last published"),
        (None, 1690, "By one last published and one pre-event rating (only one"),
        (1510, None, "By one last published and one pre-event rating (only one"),
        (1510, 1690, "By the last published ratings, these two are within this limit."),
    ):
        mine, theirs = (
            {"rating": rating, "games": 80, "matches": MatchFacts(official=published)}
            for rating, published in ((1500.0, own), (1700.0, rivals))
        )
        made = together([mine, theirs], [(0, 1, 1.0)] * 4, "match")(rules("2025"))
        apart = lines(derive(made))["match.distance"]
        assert said in apart.text
        assert apart.value == str((rivals or 1700) - (own or 1500))


def test_matches_and_requests_are_described():
    far = lines(derive(match(rating=1950.0)))
    assert far["match.distance"].text.count("these two are farther apart.")
    assert far["match.distance"].value == "450"
    few = lines(derive(match(games=4, known=12)))
    assert few["match.established"].value == "not met"
    assert "The numbers of games here are 80 and 12." in few["match.established"].text
    trace = match(floors=FloorFacts(given=1695), matches=MatchFacts(1700.0, 0.0, 0.0))
    found = lines(derive(trace, 1))
    request = found["floor.request"]
    assert request.section == "2025, 7"
    assert request.text.startswith("If US Chess grants the request")
    assert "the rating is 1650 and the new floor is 1595" in request.text
    assert "If not, both the rating and the floor are 1695." in request.text
    assert request.value == "1650 or 1695"
    assert "floor.request" not in lines(derive(match()))
    found = lines(derive(match("2009")))
    assert found["match.rated"].text == "Both players of a match must be rated."
    assert "match.established" not in found
    low = alone([0.0, 0.0], rating=152.0, games=60)(rules("2025"))
    floor = lines(derive(low))["floor.peak"]
    assert (floor.sign, floor.value) == ("=", "\N{MINUS SIGN}100")


def test_prizes_and_ignored_opponents_are_described():
    prize = PrizeFloorFact(1400, 4000.0)
    trace = alone([0.0] * 4, floors=FloorFacts(prize=prize), **STRONG)(rules("2020"))
    text = lines(derive(trace))["floor.prize"].text
    assert "$4,000 or more sets a floor: the lowest multiple of 100" in text
    assert "too high to play in that section" in text
    assert "This prize was $4,000." in text
    why = "who is ignored because there is no FIDE rating)"
    idle = abroad(2210.0)["idle"].text
    assert f"round 3 (a game against Dora Quill (no. 4), {why}" in idle


def abroad(fide: float | None) -> dict[str, DerivationLine]:
    """Return the derivation of a player abroad whose third opponent has no FIDE rating."""
    facts = (("R", RatingFacts(2150.0, games=90)),)
    foreign = None if fide is None else ForeignRating(fide)
    results = ("W2", "D3", "L4")
    players = (
        Player(1, "Abel Inventa", ratings=facts, fide=foreign, results=results),
        Player(2, "Boris Madeup", fide=ForeignRating(2160.0)),
        Player(3, "Carl Novak", fide=ForeignRating(1913.0)),
        Player(4, "Dora Quill"),
    )
    made = Section("Abroad", kind="foreign-fide", players=players, systems=("R",))
    (rated,) = build.rate(made).sections
    return lines(make_derivation(made, rated.ratings[0], 1))


def test_from_fide_2200_on_a_player_is_rated_automatically():
    for fide, words in (
        (2200.0, "FIDE rating is 2200, so the event counts automatically."),
        (2199.0, "2199, so the event counts only if the player opted in."),
        (None, "This player's FIDE rating isn't given"),
    ):
        text = abroad(fide)["step5.foreign"].text
        members = "automatically for members with a USA flag and a FIDE rating of 2200 or more"
        assert members in text
        assert words in text


def trace(path: str, edition: str = "2025") -> SectionTrace:
    return PATHS[path](rules(edition))


def test_a_plateau_without_a_nearby_rating_is_described():
    found = trace("special across a flat piece")
    player = found.players[0]
    far = compute_special_rating(700.0, 0.0, (600.0, 2200.0), 1.0, start=1400.0)
    # The lower end is the knot of the player's own prior, though it counts for nothing.
    assert far.tie_break is not None
    changed = player._replace(step5=far, post=far.result)
    again = found._replace(players=(changed, *found.players[1:]))
    answer = derive(again).answer
    assert answer.startswith("1100: every rating from 1100 to 1800 fits 1 point")
    assert "The starting rating, 700, is lower, so the lowest is the result" in answer
    assert lines(derive(again))["step5.tie"].value == "1100"


def test_waived_floors_and_several_numbers_of_a_member_are_described():
    found = derive(trace("match"), 1)
    assert "may ask US Chess to lower the floor by 100" in found.answer
    assert "may ask US Chess to lower it by 100" in lines(found)["floor"].text
    me = Entrant((1, 3), 1500.0, 40, own=games((1, 1.0), (1, 0.0)))
    other = Entrant((2,), 1600.0, 40, own=games((0, 0.0), (0, 1.0)))
    found = rate_section(section((me, other)), rules("2025"))
    told_of = lines(derive(found))
    assert "Pairing numbers 1 and 3 are one member" in told_of["reentry"].text
    assert "reentry" not in lines(derive(found, 1))


def test_a_key_means_a_line_or_a_chapter():
    for key, found in (
        *(("step4", "step4"), ("result", "result"), ("step4.k", "step4.k")),
        *(("k", "step5.k"), ("bonus", "step5.bonus"), ("floor", "floor")),
        *(("move1", None), ("step6", None)),
    ):
        assert find_full_key(derive(trace("standard with bonus")), key) == found
