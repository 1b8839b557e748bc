"""Which facts are unknown, what is assumed for each, and which other values are possible."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.often import often
from tests.shared_data import load_rows
from uscalc.analysis.assumptions import RelevantAssumption, UnknownFact
from uscalc.analysis.whatif import MovedRating
from uscalc.document import model
from uscalc.document.queries.unknowns import (
    find_relevant_assumptions,
    list_unknowns,
    summarize_assumptions,
)
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import rate_section
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules

END = dt.date(2025, 3, 2)
KNOWN: dict[str, Any] = {
    "games": 60,
    "rounded": False,
    "floor": 100,
    "source": "typed",
    "wins": 9,
    "draws": 9,
    "events": 9,
}


def player(number: int, rating: float | None, *results: str, **facts: Any):
    ratings = () if rating is None else (("R", model.RatingFacts(rating, **facts)),)
    return model.Player(number, f"Inventa, P{number}", ratings=ratings, results=results)


def rated(*players, edition="2025", end=END, **more):
    rules = model.RulesChoice(edition)
    section = model.Section(systems=("R",), players=players, rules=rules, **more)
    event = model.Document("Event", end, (section,), False)
    (found,) = rate_document(event, resolve_rules).sections
    return found, found.ratings[0]


def unknown(*players: model.Player, **more: Any) -> list[UnknownFact]:
    return list(list_unknowns(*rated(*players, **more)))


def summarize(found: list[UnknownFact]) -> list[tuple[str, int | None, str]]:
    return [(one.kind, one.place, one.taken) for one in found]


def of_kind(kind: str, *players: model.Player) -> list[UnknownFact]:
    return [fact for fact in unknown(*players) if fact.kind == kind]


def changed(found: UnknownFact, *players: model.Player, **more: Any):
    """Return the changes that each alternative makes to the entrant whose fact is unknown."""
    entrants = [p.entrant for p in rated(*players, **more)[1].trace.players]
    differences = []
    for alternative in found.alternatives:
        (place,) = alternative
        assert place == found.place
        before, after = entrants[place], alternative[place]
        names = ("rating", "games", "record", "start", "floors", "fixed", "own")
        differences.append(
            {
                name: getattr(after, name)
                for name in names
                if getattr(after, name) != getattr(before, name)
            }
        )
    return differences


PAIR = player(1, 1700.0, "W2", **KNOWN), player(2, 1600.0, "L1", **KNOWN)


GAMES = "the number of games is unknown and assumed to be 26 or more"


@pytest.mark.parametrize(
    ("rating", "source", "counts"),
    [
        *((2250.0, source, [1, 8, 9, 26]) for source in (None, "typed", "latest")),
        *((2250.0, source, [26]) for source in ("official", "published")),
        # More games than the maximum of a rating are not tried.
        *((1700.0, "typed", [1, 8, 9]), (1700.0, "official", [])),
    ],
)
def test_unknown_games_may_be_any_number_unless_published(rating, source, counts):
    facts = {**KNOWN, "games": None, "source": source}
    players = player(1, rating, "W2", **facts), PAIR[1]
    found = of_kind("games", *players)
    assert [(u.place, u.taken) for u in found] == [(0, GAMES)] * bool(counts)
    tried = [change for each in found for change in changed(each, *players)]
    assert tried == [{"games": count} for count in counts]


@pytest.mark.parametrize(
    ("games", "asked"), [(0, False), (1, True), (8, True), (9, False), (26, False)]
)
def test_an_unknown_record_matters_from_one_game_to_eight(games, asked):
    players = (player(1, 1700.0, "W2", **{**KNOWN, "games": games}), PAIR[1])
    found = of_kind("record", *players)
    words = "the earlier results are unknown and assumed to be mixed, neither all wins "
    assert [u.taken for u in found] == [words + "nor all losses"] * asked
    for only in found:
        tried = [change["record"] for change in changed(only, *players)]
        assert tried == ["all_wins", "all_losses"]
    told = player(1, 1700.0, "W2", **{**KNOWN, "games": games, "record": "mixed"})
    assert of_kind("record", told, PAIR[1]) == []


@pytest.mark.parametrize("missing", ["wins", "draws", "events"])
def test_counts_that_are_not_known_matter_below_the_highest_personal_floor(missing):
    few = {"wins": 1, "draws": 1, "events": 1, missing: None}
    low = {**KNOWN, **few, "floor": None, "peak": 120.0, "games": 30}
    two = player(1, 120.0, "L2", **low), player(2, 1600.0, "W1", **KNOWN)
    (found,) = of_kind("counts", *two)
    words = "the earlier wins, draws and events are unknown and assumed to be 0"
    assert (found.place, found.taken) == (0, words)
    (difference,) = changed(found, *two)
    assert (list(difference), difference["floors"].wins) == (["floors"], 13)
    assert of_kind("counts", player(1, 1500.0, "L2", **low), two[1]) == []


def test_a_player_from_an_earlier_section_has_no_rounded_rating():
    new = unrated(1, "W2", id="90000001", birth=model.BirthDate(dt.date(1990, 1, 1)))
    first = model.Section("A", systems=("R",), players=(new, PAIR[1]))
    second = model.Section("B", systems=("R",), players=(new, PAIR[1]))
    event = model.Document("Event", END, (first, second), chain_sections=True)
    later = rate_document(event, resolve_rules).sections[1]
    (rating,) = later.ratings
    assert rating.trace.players[0].entrant.rating is not None
    assert "rounded" not in [u.kind for u in list_unknowns(later, rating)]


FLOOR = "the highest rating is unknown and assumed to be the pre-event rating"


@pytest.mark.parametrize(
    ("rating", "result", "more", "level"),
    load_rows("test_unknowns", "an_unknown_peak_may_be_a_floor_the_event_breaks"),
)
def test_an_unknown_peak_may_be_a_floor_the_event_breaks(rating, result, more, level):
    mirror = {"L": "W", "W": "L"}[result]
    players = (
        player(1, rating, f"{result}2", **{**KNOWN, "floor": None} | more),
        player(2, rating, f"{mirror}1", **KNOWN),
    )
    found = of_kind("floor", *players)
    assert [(u.place, u.taken) for u in found] == [(0, FLOOR)] * (level is not None)
    for only in found:
        (difference,) = changed(only, *players)
        assert difference["floors"].given == level


def unrated(number: int = 1, *results: str, **more: Any) -> model.Player:
    return model.Player(number, f"Inventa, P{number}", results=results, **more)


def against(new: model.Player) -> tuple[model.Player, model.Player]:
    return new, player(2, 1600.0, "L1", **KNOWN)


@pytest.mark.parametrize(
    ("birth", "taken", "days"),
    [
        (
            None,
            "the birth date is unknown, and the player is assumed to be a child",
            [END - dt.timedelta(days=1096), END - dt.timedelta(days=9862)],
        ),
        (
            model.BirthDate(dt.date(2012, 7, 1), True),
            "only the birth year is known, so July 1 is assumed",
            [dt.date(2012, 1, 1), dt.date(2012, 12, 31)],
        ),
        (model.BirthDate(dt.date(2012, 7, 1)), None, []),
    ],
)
def test_a_birth_date_that_decides_may_be_any_that_is_left(birth, taken, days):
    players = against(unrated(1, "W2", birth=birth))
    found = unknown(*players)
    assert summarize(found) == ([("start", 0, taken)] if taken else [])
    tried = [change["start"] for only in found for change in changed(only, *players)]
    assert [start.birth_date for start in tried] == days


DAY = dt.date(2024, 1, 1)


def blended(**sources: Any) -> model.Player:
    """Return an unrated player with ratings in other systems."""
    ratings = tuple((key, facts) for key, facts in sources.items() if key.isupper())
    rest = {key: value for key, value in sources.items() if not key.isupper()}
    rest = {"birth": model.BirthDate(dt.date(1990, 1, 1)), **rest}
    return unrated(1, "W2", ratings=ratings, **rest)


ESTIMATE = {"kind": "estimate"}
FEW = {**KNOWN, "wins": None, "floor": 150, "peak": 160.0}
LEVEL = {**KNOWN, "floor": None}
DATED = {
    "Q": model.RatingFacts(1400.0, games=30, as_of=DAY),
    "fide": model.ForeignRating(1700.0, DAY),
    "cfc": model.ForeignRating(1650.0, DAY),
}
QUICK = model.RatingFacts(1400.0, games=30)


@pytest.mark.parametrize(
    ("players", "more"),
    [
        (PAIR, {}),
        # A player without a game, whom nobody met.
        ((*PAIR, player(3, 1500.0, "H", **{**KNOWN, "games": None})), {}),
        # The rating is at the highest personal floor.
        ((player(1, 151.0, "L2", **FEW), player(2, 200.0, "W1", **KNOWN)), {}),
        # The rating equals the level of a floor.
        ((player(1, 1700.0, "D2", **LEVEL), player(2, 1700.0, "D1", **LEVEL)), {}),
        # The birth date doesn't decide.
        (against(unrated(1, "W2", adult=True)), {}),
        (against(unrated(1, "W2", ratings=(("Q", replace(QUICK, as_of=END)),))), {}),
        (against(blended(**DATED)), {}),
        # This edition has no blend of ratings.
        (against(blended(Q=QUICK)), {"edition": "2015"}),
        ((PAIR[0], player(2, 1500.0, **KNOWN)), ESTIMATE),
    ],
)
def test_nothing_is_unknown_where_all_that_counts_is_known(players, more):
    assert unknown(*players, **more) == []


def test_who_plays_and_is_met_by_nobody_has_unknowns():
    first = player(1, 1700.0, "W2", **{**KNOWN, "games": None})
    found = unknown(first, player(2, 1600.0, "", **KNOWN), **ESTIMATE)
    assert summarize(found) == [("games", 0, GAMES)]


def test_each_source_of_a_blend_without_a_date_may_be_old():
    new = blended(
        Q=model.RatingFacts(1400.0, games=30),
        B=model.RatingFacts(1500.0, games=30, as_of=DAY),
        fide=model.ForeignRating(1700.0),
        cfc=model.ForeignRating(1650.0),
    )
    players = against(new)
    found = unknown(*players)
    assert summarize(found) == [
        ("source", 0, f"the {name} rating has no date and is assumed to be current")
        for name in ("Quick", "FIDE", "CFC")
    ]
    before = rated(*players)[1].trace.players[0].entrant.start
    quick, fide, cfc = (changed(u, *players)[0]["start"] for u in found)
    old = dict(quick.others)["Q"]
    assert old.as_of is not None
    assert old == replace(dict(before.others)["Q"], as_of=old.as_of)
    assert dict(quick.others)["B"] == dict(before.others)["B"]
    assert (quick.fide, quick.cfc) == (before.fide, before.cfc)
    assert fide == replace(before, fide=replace(before.fide, as_of=fide.fide.as_of))
    assert cfc == replace(before, cfc=replace(before.cfc, as_of=cfc.cfc.as_of))
    for days in (old.as_of, fide.fide.as_of, cfc.cfc.as_of):
        assert days < END
    assert [key for key, _ in quick.others] == [key for key, _ in before.others]


@pytest.mark.parametrize(
    ("source", "asked"),
    [(None, True), ("typed", True), ("official", False), ("published", False)],
)
def test_another_rating_without_games_may_be_based_on_one(source, asked):
    players = against(blended(B=model.RatingFacts(1500.0, as_of=DAY, source=source)))
    found = unknown(*players)
    words = "the number of games of the Blitz rating is unknown and assumed to be 26 or"
    assert summarize(found) == [("source", 0, f"{words} more")] * asked
    for only in found:
        assert dict(changed(only, *players)[0]["start"].others)["B"].games == 1


def test_an_unrated_opponent_of_an_estimate_counts_what_age_says():
    players = (
        player(1, 1700.0, "W2|D3", **KNOWN),
        unrated(2),
        unrated(3, birth=model.BirthDate(dt.date(2012, 7, 1), True)),
    )
    found = unknown(*players, kind="estimate")
    trace = rated(*players, kind="estimate")[1].trace
    where = {p.entrant.number: place for place, p in enumerate(trace.players)}
    child = "the birth date is unknown, and the player is assumed to be a child"
    july = "only the birth year is known, so July 1 is assumed"
    assert summarize(found) == [("start", where[2], child), ("start", where[3], july)]
    for u in found:
        assert trace.players[u.place].entrant.fixed is not None
        for alternative in u.alternatives:
            other = alternative[u.place]
            assert other.fixed is not None
            assert other.start.birth_date is not None
    three, twenty_seven = (each[where[2]].fixed for each in found[0].alternatives)
    # 2025, section 2.3: 50 for each year of age, and 1300 for adults.
    assert three == pytest.approx(50.0 * 1096 / 365.25)
    assert twenty_seven == 1300.0


@pytest.mark.parametrize("rating", [1700.0, 1700.5])
@pytest.mark.parametrize("rounded", [None, True, False])
def test_a_whole_rating_may_be_any_that_rounds_to_it(rating, rounded):
    counts = rating == 1700.0 if rounded is None else rounded
    found = unknown(player(1, rating, "W2", **{**KNOWN, "rounded": rounded}), PAIR[1])
    words = "pre-event ratings are rounded and used as shown"
    assert summarize(found) == [("rounded", None, words)] * counts
    for only in found:
        low, high = only.alternatives
        assert set(low) == set(high) == {0}
        assert low[0].rating == rating - 0.5
        assert high[0].rating == pytest.approx(rating + 0.5, abs=1e-5)
        assert high[0].rating < rating + 0.5


@pytest.mark.parametrize("edition", ["2015", "2025"])
def test_the_date_decides_how_pre_event_ratings_were_stored(edition):
    whole = {**KNOWN, "rounded": None}
    two = player(1, 1700.0, "W2", **whole), player(2, 1600.0, "L1", **whole)
    first = dt.date(2014, 9, 1)
    section, rating = rated(*two, end=first, edition=edition)
    (found,) = find_relevant_assumptions(section, rating)
    assert (found.unknown.kind, found.points) == ("rounded", 1)
    last = first - dt.timedelta(days=1)
    assert find_relevant_assumptions(*rated(*two, end=last, edition=edition)) == ()


def test_all_rounded_ratings_move_together_and_none_below_the_lowest():
    whole = {**KNOWN, "rounded": None}
    players = (
        player(1, 100.0, "W2", **whole),
        unrated(2, "L1", birth=model.BirthDate(dt.date(1990, 1, 1))),
        player(3, 1600.0, "H", **whole),
        player(4, 1600.25, "H", **KNOWN),
    )
    (found,) = unknown(*players)
    low, high = found.alternatives
    assert {place: e.rating for place, e in low.items()} == {0: 100.0, 2: 1599.5}
    assert set(high) == {0, 2}


def shown(post: float | None) -> int | None:
    return None if post is None else int((post + 0.5) // 1)


def by_rating_all(rating: SystemRating, found: UnknownFact) -> tuple[MovedRating, ...]:
    """Return the effect of an unknown fact, by rating the whole section for each alternative."""
    trace = rating.trace
    now = [shown(p.post) for p in trace.players]
    seen: list[set[int]] = [set() if n is None else {n} for n in now]
    cases = [one.apply_to(trace.section, trace.rules) for one in found.remade]
    for alternative in found.alternatives:
        entrants: tuple[Entrant, ...] = tuple(
            alternative.get(place, p.entrant) for place, p in enumerate(trace.players)
        )
        cases.append((replace(trace.section, entrants=entrants), trace.rules))
    for section, rules in cases:
        for place, p in enumerate(rate_section(section, rules).players):
            then = shown(p.post)
            if now[place] is not None and then is not None:
                seen[place].add(then)
    return tuple(
        MovedRating(place, now[place], min(values), max(values))
        for place, values in enumerate(seen)
        if len(values) > 1
    )


ratings = st.sampled_from([None, 100.0, 950.0, 1201.0, 1500.0, 1704.5, 2010.0, 2350.0])
facts = st.fixed_dictionaries(
    {},
    optional={
        "games": st.sampled_from([1, 5, 8, 30]),
        "record": st.sampled_from(["mixed", "all_wins"]),
        "floor": st.sampled_from([100, 1500]),
        "rounded": st.booleans(),
        "source": st.sampled_from(["official", "typed"]),
        "wins": st.integers(0, 9),
        "draws": st.integers(0, 9),
        "events": st.integers(0, 9),
    },
)


@st.composite
def sections(draw: Any) -> tuple[model.Player, ...]:
    count = draw(st.integers(2, 6))
    cells: list[list[str]] = [[] for _ in range(count)]
    for turn in range(draw(st.integers(1, 3))):
        order = [(place + turn) % count for place in range(count)]
        while len(order) > 1:
            one, other = order.pop(), order.pop(0)
            result = draw(st.sampled_from("WDL"))
            mirror = {"W": "L", "D": "D", "L": "W"}[result]
            cells[one].append(f"{result}{other + 1}")
            cells[other].append(f"{mirror}{one + 1}")
        for place in order:
            cells[place].append("U")
    return tuple(
        player(place + 1, draw(ratings), *row, **draw(facts))
        for place, row in enumerate(cells)
    )


@often(100)
@given(sections(), st.sampled_from(["2009", "2015", "2020", "2025"]))
def test_assumptions_equal_those_of_a_full_rating(players, edition):
    section, rating = rated(*players, edition=edition)
    found = find_relevant_assumptions(section, rating)
    told = {id_of(one.unknown): one.moved for one in found}
    for each in list_unknowns(section, rating):
        assert told.pop(id_of(each), ()) == by_rating_all(rating, each)
    assert told == {}
    points = [one.points for one in found]
    assert points == sorted(points, reverse=True)
    for one in found:
        ends = ((moved.shown, end) for moved in one.moved for end in moved[2:])
        assert one.points == max(abs(end - now) for now, end in ends)


def id_of(found: UnknownFact) -> tuple[str, int | None, str]:
    return found.kind, found.place, found.taken


def test_a_canceled_search_for_unknowns_stops():
    pairs = ((n, f"{'WL'[n % 2]}{n - 1 + 2 * (n % 2)}") for n in range(1, 7))
    section, rating = rated(*(player(n, 1700.0, result) for n, result in pairs))
    assert len(find_relevant_assumptions(section, rating)) > 1
    asked: list[None] = []

    def cancelled() -> bool:
        asked.append(None)
        return len(asked) >= 2

    assert len(find_relevant_assumptions(section, rating, Monitor(cancelled))) <= 1
    assert find_relevant_assumptions(section, rating, Monitor(lambda: True)) == ()


def assumption(kind: str, place: int | None, *moved: MovedRating) -> RelevantAssumption:
    return RelevantAssumption(UnknownFact(kind, place, "", ()), moved)


def test_each_kind_is_summed_up_in_one_line():
    up, point = MovedRating(0, 1500, 1500, 1512), MovedRating(1, 1600, 1599, 1600)
    assert summarize_assumptions(
        (
            assumption("games", 0, up, point),
            assumption("games", 1, point),
            assumption("record", 1, point),
            assumption("rounded", None, up, point),
        )
    ) == [
        "2 unknown game counts could change 2 ratings by up to 12 points",
        "1 unknown earlier record could change 1 rating by up to 1 point",
        "rounded pre-event ratings could change 2 ratings by up to 12 points",
    ]
    assert summarize_assumptions(()) == []
    for kind, *words in (
        ("games", "game count", "game counts"),
        ("record", "earlier record", "earlier records"),
        ("start", "birth date", "birth dates"),
        ("source", "detail of another rating", "details of other ratings"),
        ("counts", "career total", "career totals"),
        ("floor", "highest rating", "highest ratings"),
    ):
        for count, facts in enumerate(words, 1):
            found = tuple(assumption(kind, place, up) for place in range(count))
            said = f"{count} unknown {facts} could change 1 rating by up to 12 points"
            assert summarize_assumptions(found) == [said]
