"""Starting ratings by age in each edition."""

import datetime as dt

import pytest
from msgspec.structs import replace

from tests.engine.make import rules, rules_on
from uscalc.engine.initial import (
    AgeRating,
    PriorityLine,
    blend_ratings,
    compute_age_rating,
    compute_game_factor,
    compute_initial_rating,
    find_listed_rating,
)
from uscalc.engine.inputs import SYSTEMS, InitialRatingFacts, SourceRating, System
from uscalc.engine.trace import StartTrace

END = dt.date(2019, 7, 1)
ALL = ("2009", "2015", "2020", "2025")


def by_age(edition, days, adult=None, on=END) -> AgeRating:
    birth = None if days is None else END - dt.timedelta(days=days)
    facts = InitialRatingFacts(birth_date=birth, adult=adult)
    return compute_age_rating(facts, on, END, rules(edition))


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("days", "rating"),
    [
        *((1096, 50 * 1096 / 365.25), (3653, 50 * 3653 / 365.25)),
        *((9496, 50 * 9496 / 365.25), (9497, 1300), (9861, 1300), (25000, 1300)),
    ],
)
def test_fifty_points_a_year_to_26_and_1300_beyond(edition, days, rating):
    found = by_age(edition, days)
    assert found.rating == pytest.approx(rating, abs=1e-9)
    assert found.how == "age"


def test_age_counts_in_days_on_the_last_day_without_rounding():
    assert by_age("2025", int(26 * 365.25)).rating == pytest.approx(1299.93, abs=0.01)
    facts = InitialRatingFacts(birth_date=END - dt.timedelta(days=2964))
    for edition in ALL:
        start = compute_initial_rating(facts, "R", END, rules(edition))
        assert start.r0 == pytest.approx(405.749, abs=0.001)
        assert start.n == 0
        assert start.age == pytest.approx(2964 / 365.25)
    others = (("Q", SourceRating(900.0, 30, END - dt.timedelta(days=300))),)
    facts = InitialRatingFacts(birth_date=END - dt.timedelta(days=900), others=others)
    start = compute_initial_rating(facts, "R", END, rules("2025"))
    assert start.sources[0].p == 750


def test_below_three_years_the_birth_date_is_an_error():
    for edition, adult, rating in (
        *(("2009", None, 1300), ("2009", False, 1300), ("2015", None, 1300)),
        *(("2020", None, 750), ("2020", True, 1300), ("2025", False, 750)),
        ("2025", True, 1300),
    ):
        for days in (10, 500, 1095):
            found = by_age(edition, days, adult)
            assert (found.rating, found.age) == (rating, None)
            assert found.how == ("adult" if rating == 1300 else "child")


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("adult", "rating"), [(None, 750), (False, 750), (True, 1300)])
def test_without_a_birth_date(edition, adult, rating):
    assert by_age(edition, None, adult).rating == rating


@pytest.mark.parametrize(
    ("years_before", "rating"),
    [(5, 50 * 1827 / 365.25), (7.5, 50 * 914 / 365.25), (8.5, 100), (12, 100)],
)
def test_the_age_on_the_day_of_an_older_rating(years_before, rating):
    on = END - dt.timedelta(days=round(years_before * 365.25))
    for edition in ("2020", "2025"):
        assert by_age(edition, 3653, on=on).rating == pytest.approx(rating, abs=0.1)


@pytest.mark.parametrize(
    ("years", "rating"), [(10, 800), (19.9, 1295), (20.1, 1300), (40, 1300)]
)
def test_before_2006_the_formula_started_at_300(years, rating):
    end = dt.date(2005, 12, 31)
    born = end - dt.timedelta(days=round(years * 365.25))
    facts = InitialRatingFacts(birth_date=born)
    for day, wanted in (("2005-12-31", rating), ("2006-01-01", min(50 * years, 1300))):
        found = compute_age_rating(facts, end, end, rules_on(day))
        assert found.rating == pytest.approx(wanted, abs=0.1)


BLEND_END = dt.date(2025, 9, 1)
FACTORS: dict[System, dict[System, int]] = {
    "R": {"Q": 5, "B": 5, "OR": 5, "OQ": 5, "OB": 5},
    "Q": {"R": 10, "B": 5, "OR": 5, "OQ": 5, "OB": 5},
    "B": {"R": 10, "Q": 5, "OR": 5, "OQ": 5, "OB": 5},
    "OR": {"R": 10, "Q": 5, "B": 5, "OQ": 5, "OB": 5},
    "OQ": {"R": 10, "Q": 10, "B": 5, "OR": 5, "OB": 5},
    "OB": {"R": 10, "Q": 5, "B": 10, "OR": 5, "OQ": 5},
}


@pytest.mark.parametrize(
    ("target", "source", "most"),
    [(t, s, most) for t, row in FACTORS.items() for s, most in row.items()],
)
def test_every_source_of_every_target(target, source, most):
    low = most - 1
    for games, factor in ((None, most), (100, most), (most, most), (low, low), (1, 1)):
        known = SourceRating(1500.0, games)
        assert compute_game_factor(target, source, known) == factor


@pytest.mark.parametrize("target", SYSTEMS)
def test_foreign_ratings_are_not_capped_by_games(target):
    for games in (None, 1, 900):
        assert compute_game_factor(target, "fide", SourceRating(2000.0, games)) == 5
        assert compute_game_factor(target, "fide", SourceRating(2000.5, games)) == 10
        assert compute_game_factor(target, "cfc", SourceRating(2300.0, games)) == 5


def blend(target: System, *others: tuple[System, SourceRating], **facts) -> StartTrace:
    made = InitialRatingFacts(others=others, **facts)
    return blend_ratings(made, target, BLEND_END, rules())


def test_age_of_a_source_reduces_it_with_limits():
    source = SourceRating(2900.0, 100, dt.date(2015, 9, 1))
    found = blend("Q", ("R", source), birth_date=dt.date(2002, 9, 1)).sources[0]
    assert (found.z, found.s, found.w) == (6.0, 1.0, 10.0)
    start = blend("R", ("Q", SourceRating(1500.0, 100)), adult=True)
    found = start.sources[0]
    assert (found.d, found.s, found.assumed_current) == (0, 1.0, True)
    assert (start.r0, start.n) == (1500.0, 5)
    start = blend("R", ("Q", SourceRating(600.0, 100, dt.date(1995, 9, 1))))
    assert 0 < start.exact_n < start.n == 1
    start = blend("R", ("Q", SourceRating(1500.0, 100, dt.date(2025, 8, 1))))
    assert 4 < start.exact_n < start.n == 5


def test_the_average_is_rounded_over_converted_sources_with_games():
    for other, mean in ((1501.0, 1501.0), (1500.8, 1500.0)):
        sources = ("Q", SourceRating(1500.0, 50)), ("B", SourceRating(other, 50))
        assert blend("R", *sources).r0 == mean
    start = blend("R", ("Q", SourceRating(1800.0, 0)), adult=True)
    assert (start.r0, start.n, start.how) == (1300.0, 0, "adult")
    assert blend("R", ("R", SourceRating(1800.0, 50)), adult=True).sources == ()
    start = blend("R", fide=SourceRating(2100.0), cfc=SourceRating(1500.0))
    fide, cfc = 20 + 1.02 * 2100, -650 + 1.28 * 1500
    assert [source.x for source in start.sources] == pytest.approx([fide, cfc])
    assert start.exact_r0 == pytest.approx((10 * fide + 5 * cfc) / 15)
    assert start.n == 10


LIST_END = dt.date(2015, 9, 1)
BORN = dt.date(2003, 9, 1)
BY_AGE = 50 * (LIST_END - BORN).days / 365.25

# A row is (source, its games, the rating it gives, N). The number of games of a foreign
# rating doesn't matter.
Row = tuple[str, int | None, float, int]
FIDE_2009: Row = ("fide", None, -350 + 1.16 * 2160, 10)
FIDE_2015: Row = ("fide", None, 20 + 1.02 * 2160, 10)
FIDE_ONLINE: Row = ("fide", None, 20 + 1.02 * 2160, 0)
CFC: Row = ("cfc", None, 1.1 * 1600 - 240, 5)
CFC_ONLINE: Row = ("cfc", None, 1.1 * 1600 - 240, 0)

RATINGS = {
    **{"R": 1710.0, "Q": 1620.0, "B": 1530.0, "OQ": 1440.0, "OB": 1350.0},
    **{"fide": 2160.0, "cfc": 1600.0},
}

LISTS: dict[tuple[str, System], list[Row]] = {
    ("2009", "R"): [FIDE_2009, CFC, ("Q", 4, 1620.0, 0)],
    ("2009", "Q"): [FIDE_2009, CFC, ("R", 7, 1710.0, 7)],
    ("2015", "R"): [FIDE_2015, CFC, ("Q", 4, 1620.0, 0)],
    ("2015", "Q"): [("R", 4, 1710.0, 4), FIDE_2015, CFC],
    ("2015", "B"): [
        *(("R", 26, 1710.0, 10), FIDE_2015, CFC),
        *(("R", 25, 1710.0, 10), ("Q", 4, 1620.0, 0)),
    ],
    ("2015", "OQ"): [
        *(("OB", 1, 1350.0, 10), ("Q", 1, 1620.0, 0), ("B", 1, 1530.0, 0)),
        *(("R", 1, 1710.0, 0), FIDE_ONLINE, CFC_ONLINE),
    ],
    ("2015", "OB"): [
        *(("OQ", 1, 1440.0, 0), ("B", 1, 1530.0, 0), ("Q", 1, 1620.0, 0)),
        *(("R", 1, 1710.0, 0), FIDE_ONLINE, CFC_ONLINE),
    ],
}


def player_with_sources(rows: list[Row], **more: object) -> InitialRatingFacts:
    facts = InitialRatingFacts(birth_date=BORN, **more)
    others: dict[str, SourceRating] = {}
    for source, games, *_ in rows:
        rating = SourceRating(RATINGS[source], games)
        if source == "fide":
            facts = replace(facts, fide=rating)
        elif source == "cfc":
            facts = replace(facts, cfc=rating)
        else:
            others.setdefault(source, rating)
    return replace(facts, others=tuple(others.items()))


def start(edition: str, target: System, facts: InitialRatingFacts) -> StartTrace:
    return compute_initial_rating(facts, target, LIST_END, rules(edition))


@pytest.mark.parametrize(
    ("edition", "target", "row"),
    [(*key, i) for key, rows in LISTS.items() for i in range(len(rows))],
)
def test_the_first_source_of_the_list_decides(edition, target, row):
    rows = LISTS[edition, target]
    source, _, rating, n = rows[row]
    found = start(edition, target, player_with_sources(rows[row:]))
    assert found.how == "list"
    assert found.r0 == pytest.approx(rating)
    assert found.n == n
    assert [line.source for line in found.lines if line.applies] == [source]


@pytest.mark.parametrize(("edition", "target"), LISTS)
def test_without_a_source_age_decides_and_without_age_750(edition, target):
    found = start(edition, target, player_with_sources([]))
    assert (found.r0, found.n, found.how) == (pytest.approx(BY_AGE), 0, "age")
    for adult, rating in ((None, 750.0), (True, 1300.0)):
        found = start(edition, target, InitialRatingFacts(adult=adult))
        assert (found.r0, found.n) == (rating, 0)
    # A rating set by US Chess comes before every list.
    facts = player_with_sources(LISTS[edition, target], office=(1234.0, 3))
    found = start(edition, target, facts)
    assert (found.r0, found.n, found.how) == (1234.0, 3, "office")


def test_a_rating_on_three_games_is_no_source():
    for edition, target, source in (
        *(("2009", "R", "Q"), ("2009", "Q", "R"), ("2015", "R", "Q")),
        *(("2015", "Q", "R"), ("2015", "B", "R"), ("2015", "B", "Q")),
    ):
        for games, how in ((3, "age"), (4, "list")):
            facts = player_with_sources([(source, games, 0.0, 0)])
            assert start(edition, target, facts).how == how


@pytest.mark.parametrize(("edition", "target"), [("2009", "Q"), ("2015", "Q")])
@pytest.mark.parametrize(
    ("games", "n"), [(4, 4), (9, 9), (10, 10), (11, 10), (500, 10), (None, 10)]
)
def test_a_regular_rating_counts_its_games_but_ten_at_most(edition, target, games, n):
    assert start(edition, target, player_with_sources([("R", games, 0.0, 0)])).n == n


@pytest.mark.parametrize(("games", "n"), [(4, 4), (12, 10), (25, 10), (26, 10)])
def test_blitz_from_regular(games, n):
    assert start("2015", "B", player_with_sources([("R", games, 0.0, 0)])).n == n
    used = start("2015", "B", player_with_sources([("R", games, 0.0, 0), FIDE_2015])).r0
    assert used == (1710.0 if games > 25 else pytest.approx(FIDE_2015[2]))


@pytest.mark.parametrize(
    ("edition", "target"), [key for key in LISTS if key[1] in ("R", "Q", "B")]
)
def test_fide_counts_ten_games_above_2150_and_cfc_five_above_1500(edition, target):
    for rating, n in ((1500.0, 5), (2150.0, 5), (2150.5, 10), (2151.0, 10)):
        facts = InitialRatingFacts(fide=SourceRating(rating))
        assert start(edition, target, facts).n == n
    for rating, n in ((1200.0, 0), (1500.0, 0), (1501.0, 5)):
        facts = InitialRatingFacts(cfc=SourceRating(rating))
        assert start(edition, target, facts).n == n


def test_lists_and_conversions_have_their_bounds():
    others = tuple((key, SourceRating(1800.0, 100)) for key in ("B", "OQ", "OB", "OR"))
    for edition in ("2009", "2015"):
        for target in ("R", "Q"):
            assert start(edition, target, InitialRatingFacts(others=others)).r0 == 750.0
    found = start("2015", "R", player_with_sources([FIDE_2015]))
    assert walked(found) == [("fide", "FIDE rating", True, "")]
    assert found.exact_r0 == 2160.0
    online = start("2015", "OB", player_with_sources([("OQ", None, 0.0, 0)]))
    assert walked(online) == [("OQ", "Online Quick rating", True, "")]
    assert rules("2009").fide_youth_conversion is None
    for convert, rating, wanted in (
        (rules("2009").fide_conversion, 1999.999, 720 + 0.625 * 1999.999),
        (rules("2025").cfc_conversion, 1609.999, -650 + 1.28 * 1609.999),
        (rules("2025").fide_conversion, 2000.001, 20 + 1.02 * 2000.001),
    ):
        assert convert(rating) == pytest.approx(wanted)


def walked(found: StartTrace) -> list[tuple[str, str, bool, str]]:
    return [tuple(line) for line in found.lines]


NO_FOREIGN = [
    ("fide", "FIDE rating", False, "no such rating"),
    ("cfc", "CFC rating", False, "no such rating"),
]
ESTABLISHED = ("R", "established Regular rating")
NOT_ESTABLISHED = ("R", "non-established Regular rating on 4 games or more")
QUICK = ("Q", "Quick rating on 4 games or more")


def test_each_priority_line_has_its_condition_and_reason():
    found = start("2015", "B", player_with_sources([("R", 12, 0.0, 0)]))
    assert walked(found) == [
        (*ESTABLISHED, False, "not established"),
        *NO_FOREIGN,
        (*NOT_ESTABLISHED, True, ""),
    ]
    assert (found.r0, found.exact_r0, found.how) == (1710.0, 1710.0, "list")
    few = player_with_sources([("R", 3, 0.0, 0), ("Q", 2, 0.0, 0)])
    found = start("2015", "B", few)
    assert walked(found) == [
        (*ESTABLISHED, False, "not established"),
        *NO_FOREIGN,
        (*NOT_ESTABLISHED, False, "based on 3 games"),
        (*QUICK, False, "based on 2 games"),
        ("age", "age", True, ""),
    ]
    assert found.how == "age"
    assert found.age == pytest.approx((LIST_END - BORN).days / 365.25)
    found = start("2015", "B", InitialRatingFacts())
    assert walked(found) == [
        (*ESTABLISHED, False, "no such rating"),
        *NO_FOREIGN,
        (*NOT_ESTABLISHED, False, "no such rating"),
        (*QUICK, False, "no such rating"),
        ("age", "age", False, "no birth date"),
        ("none", "nothing known", True, ""),
    ]
    adult = start("2015", "B", InitialRatingFacts(adult=True))
    assert walked(adult)[-1] == ("age", "age", True, "")


def test_an_established_rating_is_no_source_where_excluded():
    lines = (
        PriorityLine("R", "own", established=False),
        PriorityLine("R", 3, established=True),
    )
    no = ("R", "non-established Regular rating", False, "established")
    for games in (None, 26):
        facts = player_with_sources([("R", games, 0.0, 0)])
        found = find_listed_rating(lines, facts, LIST_END, rules("2015"))
        assert walked(found) == [no, (*ESTABLISHED, True, "")]
        assert found.n == 3


SINCE_2015 = [(1999, 2059.06), (2000, 2060), (2001, 2061.02), (2400, 2468)]
FIDE = {
    "2009": [(1999, 1969.375), (2000, 1970), (2001, 1971.16), (2400, 2434)],
    "2015": SINCE_2015,
    "2020": SINCE_2015,
    "2025": [(1400, 1120.38), (1999, 2058.8333), (2000, 2060.4), *SINCE_2015[2:]],
}
YOUTH = {
    "2015": [(1999, 2079.24), (2000, 2080), (2001, 2081), (2400, 2480)],
    "2020": [(1999, 2079.24), (2000, 2080), (2001, 2081), (2400, 2480)],
    "2025": [(1400, 1320.38), (1999, 2079.1333), (2000, 2080.4), (2001, 2081)],
}
OLDER_CFC = [(1499, 1409), (1500, 1410), (1501, 1411.1), (2000, 1960)]
CFC_POINTS = {
    **dict.fromkeys(("2009", "2015", "2020"), OLDER_CFC),
    "2025": [
        *((1149, 821.435), (1150, 822), (1151, 823.28), (1609, 1409.52)),
        *((1610, 1414.1), (1611, 1415.51), (1999, 1962.59), (2000, 1960)),
        (2001, 1961.1),
    ],
}

TABLES = {"fide": FIDE, "fide_youth": YOUTH, "cfc": CFC_POINTS}
ROWS = [
    (name, edition, rating, converted)
    for name, table in TABLES.items()
    for edition, pairs in table.items()
    for rating, converted in pairs
]


@pytest.mark.parametrize(("name", "edition", "rating", "converted"), ROWS)
def test_a_rating_from_abroad_is_converted(name, edition, rating, converted):
    conversion = getattr(rules(edition), f"{name}_conversion")
    assert conversion(rating) == pytest.approx(converted, abs=1e-6)
