"""Dates as people type them: US dates, names of months, ISO dates; nothing guessed."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared_data import load_cases
from uscalc.document.dates import DateError, parse_date
from uscalc.document.facts.typed import TypedError, parse_birth, parse_optional_date
from uscalc.document.model import BirthDate

TODAY = dt.date(2026, 11, 23)
DAY = dt.date(2026, 11, 22)


@pytest.mark.parametrize(
    "text", load_cases("test_dates", "a_date_is_read_however_it_is_typed")
)
def test_a_date_is_read_however_it_is_typed(text):
    assert parse_date(text, TODAY) == DAY
    assert parse_optional_date(text) == DAY


@pytest.mark.parametrize(
    ("text", "reason"),
    load_cases("test_dates", "what_is_no_date_or_two_is_refused_with_the_reason"),
)
def test_what_is_no_date_or_two_is_refused_with_the_reason(text, reason):
    with pytest.raises(DateError) as error:
        parse_date(text, TODAY)
    assert str(error.value) == reason
    with pytest.raises(TypedError) as typed:
        parse_optional_date(text)
    assert str(typed.value) == reason


@pytest.mark.parametrize(
    ("text", "event", "birth"),
    [
        ("5/17/09", 2009, 2009),
        ("5/17/26", 2026, 2026),
        ("12/17/26", 2026, 1926),
        ("5/17/36", 2036, 1936),
        ("5/17/37", 1937, 1937),
        ("5/17/98", 1998, 1998),
    ],
)
def test_two_digits_are_the_year_that_is_meant(text, event, birth):
    assert parse_date(text, TODAY).year == event
    assert parse_date(text, TODAY, past=True).year == birth


@pytest.mark.parametrize("text", ["", " ", "?"])
def test_nothing_is_no_date(text):
    assert parse_optional_date(text) is None
    assert parse_birth(text) is None


def test_a_birth_date_is_a_date_or_a_year_alone():
    for text in ("5/17/2009", "5/17/09", "May 17, 2009", "2009-05-17", "20090517"):
        assert parse_birth(text) == BirthDate(dt.date(2009, 5, 17))
    assert parse_birth(" 2009 ") == BirthDate(dt.date(2009, 7, 1), year_only=True)
    for text in ("09", "0000", "May 2009", "2009-02-30", "member"):
        with pytest.raises(TypedError, match=f'"{text}"'):
            parse_birth(text)


def formats(day: dt.date) -> list[str]:
    """The spellings of a day, without the program's own parser or names."""
    month = day.strftime("%B")
    return [
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month:02}-{day.day:02}-{day.year}",
        f"{month} {day.day}, {day.year}",
        f"{month[:3]} {day.day} {day.year}",
        f"{day.day} {month[:3]} {day.year}",
        day.strftime("%A, %B %d, %Y"),
        day.isoformat(),
        day.strftime("%Y%m%d"),
    ]


@given(st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31)), st.dates())
def test_every_spelling_of_every_day_is_that_day(day, today):
    assert {parse_date(text, today) for text in formats(day)} == {day}


@given(
    st.dates(dt.date(1950, 1, 1), dt.date(2080, 12, 31)),
    st.integers(-89 * 365, 9 * 365),
)
def test_two_digits_lead_back_to_a_year_near_today(today, days):
    day = today + dt.timedelta(days)
    if day.year < 1900 or (day.month, day.day) == (2, 29):
        return
    assert parse_date(f"{day:%m/%d/%y}", today) == day


@given(st.text(st.sampled_from("0123456789-/. ,'janfebmrpyulgsoctvdhw"), max_size=24))
def test_any_text_is_a_date_or_refused_in_words(text):
    said = ""
    try:
        day = parse_date(text, TODAY)
    except DateError as error:
        said = str(error)
    if said:
        assert f'"{text.strip()[:20]}"' in said
    else:
        assert parse_date(day.isoformat()) == day
