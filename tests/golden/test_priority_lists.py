"""Every row of the priority lists: which source decides, and for how many games."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.engine.make import rules
from uscalc.engine.initial import (
    PriorityLine,
    compute_initial_rating,
    find_listed_rating,
)
from uscalc.engine.inputs import InitialRatingFacts, SourceRating, System
from uscalc.engine.trace import StartTrace

END = dt.date(2015, 9, 1)
BORN = dt.date(2003, 9, 1)
BY_AGE = 50 * (END - BORN).days / 365.25

# A row is (source, its games, the rating it gives, N); the games of a foreign rating
# do not count.
Row = tuple[str, int | None, float, int]

FIDE_2009: Row = ("fide", None, -350 + 1.16 * 2160, 10)
FIDE_2015: Row = ("fide", None, 20 + 1.02 * 2160, 10)
FIDE_ONLINE: Row = ("fide", None, 20 + 1.02 * 2160, 0)
CFC: Row = ("cfc", None, 1.1 * 1600 - 240, 5)
CFC_ONLINE: Row = ("cfc", None, 1.1 * 1600 - 240, 0)

RATINGS = {
    "R": 1710.0,
    "Q": 1620.0,
    "B": 1530.0,
    "OQ": 1440.0,
    "OB": 1350.0,
    "fide": 2160.0,
    "cfc": 1600.0,
}

LISTS: dict[tuple[str, System], list[Row]] = {
    ("2009", "R"): [FIDE_2009, CFC, ("Q", 4, 1620.0, 0)],
    ("2009", "Q"): [FIDE_2009, CFC, ("R", 7, 1710.0, 7)],
    ("2015", "R"): [FIDE_2015, CFC, ("Q", 4, 1620.0, 0)],
    ("2015", "Q"): [("R", 4, 1710.0, 4), FIDE_2015, CFC],
    ("2015", "B"): [
        ("R", 26, 1710.0, 10),
        FIDE_2015,
        CFC,
        ("R", 25, 1710.0, 10),
        ("Q", 4, 1620.0, 0),
    ],
    ("2015", "OQ"): [
        ("OB", 1, 1350.0, 10),
        ("Q", 1, 1620.0, 0),
        ("B", 1, 1530.0, 0),
        ("R", 1, 1710.0, 0),
        FIDE_ONLINE,
        CFC_ONLINE,
    ],
    ("2015", "OB"): [
        ("OQ", 1, 1440.0, 0),
        ("B", 1, 1530.0, 0),
        ("Q", 1, 1620.0, 0),
        ("R", 1, 1710.0, 0),
        FIDE_ONLINE,
        CFC_ONLINE,
    ],
}


def known(rows: list[Row], **more: object) -> InitialRatingFacts:
    """A player who has the sources of these rows and no other."""
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
    return compute_initial_rating(facts, target, END, rules(edition))


@pytest.mark.parametrize(
    ("edition", "target", "row"),
    [(*key, i) for key, rows in LISTS.items() for i in range(len(rows))],
)
def test_the_first_source_of_the_list_decides(edition, target, row):
    rows = LISTS[edition, target]
    source, _, rating, n = rows[row]
    found = start(edition, target, known(rows[row:]))
    assert found.how == "list"
    assert found.r0 == pytest.approx(rating)
    assert found.n == n
    decisive = [line.source for line in found.lines if line.applies]
    assert decisive == [source]


@pytest.mark.parametrize(("edition", "target"), LISTS)
def test_without_a_source_age_decides_and_without_age_750(edition, target):
    found = start(edition, target, known([]))
    assert (found.r0, found.n, found.how) == (pytest.approx(BY_AGE), 0, "age")
    found = start(edition, target, InitialRatingFacts())
    assert (found.r0, found.n) == (750.0, 0)
    found = start(edition, target, InitialRatingFacts(adult=True))
    assert (found.r0, found.n) == (1300.0, 0)


@pytest.mark.parametrize(("edition", "target"), LISTS)
def test_the_office_comes_before_every_list(edition, target):
    facts = known(LISTS[edition, target], office=(1234.0, 3))
    found = start(edition, target, facts)
    assert (found.r0, found.n, found.how) == (1234.0, 3, "office")


@pytest.mark.parametrize(
    ("edition", "target", "source"),
    [
        ("2009", "R", "Q"),
        ("2009", "Q", "R"),
        ("2015", "R", "Q"),
        ("2015", "Q", "R"),
        ("2015", "B", "R"),
        ("2015", "B", "Q"),
    ],
)
def test_a_rating_on_three_games_is_no_source(edition, target, source):
    found = start(edition, target, known([(source, 3, 0.0, 0)]))
    assert found.how == "age"
    found = start(edition, target, known([(source, 4, 0.0, 0)]))
    assert found.how == "list"


@pytest.mark.parametrize(("edition", "target"), [("2009", "Q"), ("2015", "Q")])
@pytest.mark.parametrize(
    ("games", "n"), [(4, 4), (9, 9), (10, 10), (11, 10), (500, 10), (None, 10)]
)
def test_a_regular_rating_counts_its_games_but_ten_at_most(edition, target, games, n):
    assert start(edition, target, known([("R", games, 0.0, 0)])).n == n


@pytest.mark.parametrize(("games", "n"), [(4, 4), (12, 10), (25, 10), (26, 10)])
def test_blitz_from_regular(games, n):
    assert start("2015", "B", known([("R", games, 0.0, 0)])).n == n
    both = [("R", games, 0.0, 0), FIDE_2015]
    used = start("2015", "B", known(both)).r0
    assert used == (1710.0 if games > 25 else pytest.approx(FIDE_2015[2]))


@pytest.mark.parametrize(
    ("edition", "target"), [key for key in LISTS if key[1] in ("R", "Q", "B")]
)
@pytest.mark.parametrize(
    ("fide", "n"), [(1500.0, 5), (2150.0, 5), (2150.5, 10), (2151.0, 10)]
)
def test_fide_counts_ten_games_above_2150(edition, target, fide, n):
    facts = InitialRatingFacts(fide=SourceRating(fide))
    assert start(edition, target, facts).n == n


@pytest.mark.parametrize(
    ("edition", "target"), [key for key in LISTS if key[1] in ("R", "Q", "B")]
)
@pytest.mark.parametrize(("cfc", "n"), [(1200.0, 0), (1500.0, 0), (1501.0, 5)])
def test_cfc_counts_five_games_above_1500(edition, target, cfc, n):
    assert start(edition, target, InitialRatingFacts(cfc=SourceRating(cfc))).n == n


def test_systems_off_the_list_and_foreign_ratings_before_conversion_do_not_count():
    others = tuple((key, SourceRating(1800.0, 100)) for key in ("B", "OQ", "OB", "OR"))
    for edition in ("2009", "2015"):
        for target in ("R", "Q"):
            facts = InitialRatingFacts(others=others)
            assert start(edition, target, facts).r0 == 750.0
    found = start("2015", "R", known([FIDE_2015]))
    assert walked(found) == [("fide", "FIDE rating", True, "")]
    assert found.exact_r0 == 2160.0
    online = start("2015", "OB", known([("OQ", None, 0.0, 0)]))
    assert walked(online) == [("OQ", "Online Quick rating", True, "")]


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
    found = start("2015", "B", known([("R", 12, 0.0, 0)]))
    assert walked(found) == [
        (*ESTABLISHED, False, "not established"),
        *NO_FOREIGN,
        (*NOT_ESTABLISHED, True, ""),
    ]
    assert (found.r0, found.exact_r0, found.how) == (1710.0, 1710.0, "list")
    found = start("2015", "B", known([("R", 3, 0.0, 0), ("Q", 2, 0.0, 0)]))
    assert walked(found) == [
        (*ESTABLISHED, False, "not established"),
        *NO_FOREIGN,
        (*NOT_ESTABLISHED, False, "based on 3 games"),
        (*QUICK, False, "based on 2 games"),
        ("age", "age", True, ""),
    ]
    assert (found.how, found.age) == ("age", pytest.approx((END - BORN).days / 365.25))
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


def test_an_established_rating_is_none_that_must_not_be():
    lines = (
        PriorityLine("R", "own", established=False),
        PriorityLine("R", 3, established=True),
    )
    for games, last in ((None, 3), (26, 3)):
        facts = known([("R", games, 0.0, 0)])
        found = find_listed_rating(lines, facts, END, rules("2015"))
        assert walked(found) == [
            ("R", "non-established Regular rating", False, "established"),
            (*ESTABLISHED, True, ""),
        ]
        assert found.n == last
