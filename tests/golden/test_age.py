"""Starting ratings by age in each edition."""

import datetime as dt

import pytest

from tests.engine.make import rules, rules_on
from uscalc.engine.initial import AgeRating, compute_age_rating, compute_initial_rating
from uscalc.engine.inputs import InitialRatingFacts, SourceRating

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
        (1096, 50 * 1096 / 365.25),
        (3653, 50 * 3653 / 365.25),
        (9496, 50 * 9496 / 365.25),
        (9497, 1300),
        (9861, 1300),
        (25000, 1300),
    ],
)
def test_fifty_points_a_year_to_26_and_1300_beyond(edition, days, rating):
    found = by_age(edition, days)
    assert found.rating == pytest.approx(rating, abs=1e-9)
    assert found.how == "age"


def test_age_counts_in_days_on_the_last_day_without_rounding():
    found = by_age("2025", int(26 * 365.25))
    assert found.rating == pytest.approx(1299.93, abs=0.01)
    facts = InitialRatingFacts(birth_date=END - dt.timedelta(days=2964))
    for edition in ALL:
        start = compute_initial_rating(facts, "R", END, rules(edition))
        assert start.r0 == pytest.approx(405.749, abs=0.001)
        assert start.n == 0
    facts = InitialRatingFacts(birth_date=dt.date(2008, 5, 17))
    start = compute_initial_rating(facts, "R", dt.date(2025, 9, 1), rules("2025"))
    days = (dt.date(2025, 9, 1) - dt.date(2008, 5, 17)).days
    assert start.age == pytest.approx(days / 365.25)
    source = SourceRating(900.0, 30, END - dt.timedelta(days=300))
    facts = InitialRatingFacts(
        birth_date=END - dt.timedelta(days=900), others=(("Q", source),)
    )
    start = compute_initial_rating(facts, "R", END, rules("2025"))
    assert start.sources[0].p == 750


@pytest.mark.parametrize(
    ("edition", "adult", "rating"),
    [
        *(("2009", None, 1300), ("2009", False, 1300), ("2015", None, 1300)),
        *(("2020", None, 750), ("2020", True, 1300), ("2025", False, 750)),
        ("2025", True, 1300),
    ],
)
def test_below_three_years_the_birth_date_is_an_error(edition, adult, rating):
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
        found = by_age(edition, 3653, on=on)
        assert found.rating == pytest.approx(rating, abs=0.1)


@pytest.mark.parametrize(
    ("years", "rating"), [(10, 800), (19.9, 1295), (20.1, 1300), (40, 1300)]
)
def test_before_2006_the_formula_started_at_300(years, rating):
    end = dt.date(2005, 12, 31)
    facts = InitialRatingFacts(
        birth_date=end - dt.timedelta(days=round(years * 365.25))
    )
    found = compute_age_rating(facts, end, end, rules_on("2005-12-31"))
    assert found.rating == pytest.approx(rating, abs=0.1)
    later = compute_age_rating(facts, end, end, rules_on("2006-01-01"))
    assert later.rating == pytest.approx(min(50 * years, 1300), abs=0.1)
