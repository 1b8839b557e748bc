"""The grammar of a result cell: what each text means, and that it can be written again."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import event, player
from tests.often import often
from tests.shared_data import load_cases
from uscalc.document.cells import BadCell, Entry, format_cell, parse_cell, score_cell
from uscalc.document.dates import DateError, parse_date
from uscalc.document.edit.block import plan_paste, read_block
from uscalc.document.edit.cells import write_rating
from uscalc.document.edit.settings import Target, make_fields
from uscalc.document.facts.typed import (
    ParsedRating,
    TypedError,
    parse_birth,
    parse_optional_date,
    parse_rating,
)
from uscalc.document.findings import describe_place, join_names
from uscalc.document.merge.merge import merge_file
from uscalc.document.model import BirthDate, Document, RatingFacts, Section, with_player
from uscalc.document.rate.check import find_repeated_numbers
from uscalc.formats import open_text
from uscalc.formats.shared import loose
from uscalc.ratinglist.cells import parse_listed_rating

usual = often(300)

numbers = st.integers(1, 99999)
colors = st.sampled_from([None, "w", "b"])
results = st.sampled_from(["win", "draw", "loss"])
games = st.builds(Entry, results, numbers, st.booleans(), colors)
byes = st.sampled_from(["full-bye", "half-bye", "unpaired"])
alone = st.builds(Entry, byes, color=colors)
unplayed = st.builds(
    Entry,
    st.sampled_from(["forfeit-win", "forfeit-loss", "no-result"]),
    st.one_of(st.none(), numbers),
    st.just(False),
    colors,
)
to_come = st.builds(Entry, st.just("to-play"), numbers, st.just(False), colors)
ranges = st.tuples(st.integers(100, 3000), st.integers(100, 3000)).map(
    lambda pair: Entry("to-play", rated_between=(min(pair), max(pair)))
)
cells = st.lists(
    st.one_of(games, alone, unplayed, to_come, ranges), min_size=1, max_size=4
).map(tuple)


@usual
@given(cells)
def test_a_cell_that_is_written_is_read_again(cell):
    assert parse_cell(format_cell(cell)) == cell


@usual
@given(cells, st.randoms(use_true_random=False))
def test_lower_case_and_spaces_are_tolerated(cell, random):
    text = format_cell(cell)
    spaced = "".join(
        (c.lower() if random.random() < 0.5 else c)
        + (" " if random.random() < 0.3 else "")
        for c in text
    )
    assert parse_cell(f" {spaced} ") == cell


@usual
@given(st.text(max_size=12))
def test_any_text_is_a_cell_or_says_why_not(text):
    found = parse_cell(text)
    if isinstance(found, BadCell):
        assert found.text == text
        assert found.reason
    else:
        assert parse_cell(format_cell(found)) == found


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        *(("", []), ("  ", []), ("W12", [Entry("win", 12)])),
        *(("d3b", [Entry("draw", 3, color="b")]), ("L 7", [Entry("loss", 7)])),
        *(("N12", [Entry("win", 12, True)]), ("S12", [Entry("loss", 12, True)])),
        *(("R12w", [Entry("draw", 12, True, "w")]), ("B", [Entry("full-bye")])),
        *(("H0", [Entry("half-bye")]), ("U", [Entry("unpaired")])),
        *(("-", [Entry("unpaired")]), ("X", [Entry("forfeit-win")])),
        *(("X12", [Entry("forfeit-win", 12)]), ("F0", [Entry("forfeit-loss")])),
        *(("Z12", [Entry("no-result", 12)]), ("?5", [Entry("to-play", 5)])),
        ("?1400-1600", [Entry("to-play", rated_between=(1400, 1600))]),
        ("W12|L12", [Entry("win", 12), Entry("loss", 12)]),
    ],
)
def test_the_meaning_of_a_cell(text, entries):
    assert parse_cell(text) == tuple(entries)


@pytest.mark.parametrize("text", load_cases("test_cells", "what_is_no_cell"))
def test_text_that_is_not_a_cell(text):
    assert isinstance(parse_cell(text), BadCell)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *(("W1", 1), ("D1", 0.5), ("L1", 0), ("B", 1), ("H", 0.5), ("X", 1)),
        *(("F", 0), ("N3", 1), ("R3", 0.5), ("?3", 0), ("Z3", 0), ("W1|D1", 1.5)),
        *(("?!", 0), ("", 0)),
    ],
)
def test_the_points_of_a_cell(text, points):
    assert score_cell(text) == points


# Dates as people type them: US dates, names of months, ISO dates; nothing is guessed.

TODAY = dt.date(2026, 11, 23)
DAY = dt.date(2026, 11, 22)
DATES = load_cases("test_dates", "a_date_is_read_however_it_is_typed")


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_read_however_it_is_typed(text):
    assert parse_date(text, TODAY) == parse_optional_date(text) == DAY


@pytest.mark.parametrize(
    ("text", "reason"),
    load_cases("test_dates", "what_is_no_date_or_two_is_refused_with_the_reason"),
)
def test_text_with_no_or_two_dates_is_refused_with_the_reason(text, reason):
    with pytest.raises(DateError) as error:
        parse_date(text, TODAY)
    assert str(error.value) == reason
    with pytest.raises(TypedError) as typed:
        parse_optional_date(text)
    assert str(typed.value) == reason


@pytest.mark.parametrize(
    ("text", "event", "birth"),
    [
        *(("5/17/09", 2009, 2009), ("5/17/26", 2026, 2026), ("12/17/26", 2026, 1926)),
        *(("5/17/36", 2036, 1936), ("5/17/37", 1937, 1937), ("5/17/98", 1998, 1998)),
    ],
)
def test_two_digit_years_mean_the_intended_year(text, event, birth):
    assert parse_date(text, TODAY).year == event
    assert parse_date(text, TODAY, past=True).year == birth


@pytest.mark.parametrize("text", ["", " ", "?"])
def test_blank_text_is_not_a_date(text):
    assert (parse_optional_date(text), parse_birth(text)) == (None, None)


def test_question_marks_and_years_alone_are_understood():
    for text in ("5/17/2009", "5/17/09", "May 17, 2009", "2009-05-17", "20090517"):
        assert parse_birth(text) == BirthDate(dt.date(2009, 5, 17))
    assert parse_birth(" 2009 ") == BirthDate(dt.date(2009, 7, 1), year_only=True)
    for text in ("09", "0000", "May 2009", "2009-02-30", "member"):
        with pytest.raises(TypedError, match=f'"{text}"'):
            parse_birth(text)
    for way in (typed, pasted):
        assert way("?").unknown
    assert read("?") is None


def formats(day: dt.date) -> list[str]:
    """Return the spellings of a day, without the program's own parser or names."""
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


# One grammar of ratings: every way to enter a rating accepts the same texts.

RATED = {
    **dict.fromkeys(("1450", " 1450 ", "1450.0", "1450*", "*1450"), (1450.0, None)),
    **dict.fromkeys(("1450/7", "1450P7", "1450 p 7", "1450/7*"), (1450.0, 7)),
    **dict.fromkeys(("554.22", "554,22"), (554.22, None)),
    "1450/112": (1450.0, 112),
}
UNRATED = ("new", "NEW", "unr", "UNR.", "Unrated", "nr", "NR", "n/r")
ODD = ("abc", "1450/", "/7", "1e3", "-1450", "14 50", "1450.", "١٤٥٠", "1450//7", "inf")

EVENT = event(player(1, rating=1300.0, games=30))


def typed(text: str) -> RatingFacts | None:
    edit = write_rating(EVENT, 0, 0, "R", text)
    return None if edit.refused else edit.document.sections[0].players[0].facts("R")


def pasted(text: str) -> RatingFacts | None:
    plan = plan_paste(EVENT, 0, 0, ["rating"], read_block(text), "R")
    found = plan.edit.document.sections[0].players[0].facts("R")
    return None if plan.refused_cells else found


def read(text: str) -> RatingFacts | None:
    table = f"No.\tName\tRating\tRd 1\n1\tAda\t{text}\tW2\n2\tBea\t1500\tL1\n"
    opened = open_text(table, dt.date(2025, 5, 4))
    facts = opened.document.sections[0].players[0].facts("R")
    return None if facts.unknown else facts


@pytest.mark.parametrize("text", RATED)
def test_a_rating_is_the_same_however_it_is_entered(text):
    rating, games = RATED[text]
    assert parse_rating(text) == ParsedRating("rated", rating, games)
    for way in (typed, pasted):
        facts = way(text)
        # The number of games stays if the text doesn't mention it.
        assert (facts.rating, facts.games) == (rating, games or 30)
    facts = read(text)
    assert (facts.rating, facts.games) == (rating, games)
    assert loose.parse_rating_facts(text) == RatingFacts(rating, games=games)
    listed = parse_listed_rating(text)
    assert (listed.readable, listed.rating, listed.games) == (True, rating, games)


@pytest.mark.parametrize("text", UNRATED)
def test_a_word_for_unrated_works_everywhere(text):
    for way in (typed, pasted, read):
        facts = way(text)
        assert facts is not None, way
        assert (facts.rating, facts.unknown) == (None, False)
    listed = parse_listed_rating(text)
    assert (listed.readable, listed.rating) == (True, None)


@pytest.mark.parametrize("text", [*ODD, "99", "3001", "9999/5", "0.5"])
def test_invalid_ratings_are_invalid_everywhere(text):
    written = parse_rating(text)
    assert written is None if text in ODD else not written.is_possible
    assert (typed(text), pasted(text)) == (None, None)
    assert loose.parse_rating_facts(text) is None
    assert not parse_listed_rating(text).readable


@pytest.mark.parametrize("text", [*RATED, *UNRATED, "?"])
def test_the_form_accepts_what_the_cell_accepts(text):
    (field,) = (field for field in make_fields("rating") if field.name == "rating")
    edit = field.write(Target(EVENT, 0, 0, "R"), text)
    assert not edit.refused
    facts, others = edit.document.sections[0].players[0].facts("R"), typed(text)
    assert (facts.rating, facts.unknown) == (others.rating, others.unknown)
    assert facts.games == others.games


# A few places are named; if there are more, the others are counted.


PEOPLE = ("Ortiz, Ana", "Lee, Bo", "Lee, Cy", "")
BASE = event(
    *(replace(player(n, "U", "U"), name=name) for n, name in enumerate(PEOPLE, 1))
)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        *(("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")),
        *(("abcd", "a, b and 2 more"), ("abcdefg", "a, b and 5 more")),
    ],
)
def test_up_to_three_are_named_and_of_more_the_first_two(places, said):
    assert join_names(list(places)) == said


def changed(document: Document, row: int, result: str, rating: float) -> Document:
    old = document.sections[0].players[row]
    new = replace(old, results=("U", result), ratings=(("R", RatingFacts(rating)),))
    return with_player(document, 0, row, new)


def differing(*rows: int) -> str:
    """Describe the places where a file and typed data differ in some rows."""
    ours = theirs = BASE
    for row in rows:
        ours = changed(ours, row, "H", 1600.0)
        theirs = changed(theirs, row, "B", 1700.0)
    findings = merge_file(ours, theirs, BASE).findings
    return join_names([describe_place(ours, finding) for finding in findings])


def test_names_and_facts_are_described_uniquely():
    assert differing(0) == "Regular rating of Ortiz and round 2 of Ortiz"
    assert differing(1) == "Regular rating of Lee, Bo and round 2 of Lee, Bo"
    assert differing(3) == "Regular rating of player 4 and round 2 of player 4"
    assert differing(0, 1, 2).endswith(" and 4 more")
    section = BASE.sections[0]
    twice = [replace(p, number=7) for p in section.players[:2]]
    found = find_repeated_numbers(replace(section, players=tuple(twice)), 0)
    assert found[0].message == "Ortiz, Ana and Lee, Bo have the same number 7"
    ours = replace(BASE, name="Ours", sections=(*BASE.sections, Section("Reserve")))
    theirs = replace(
        BASE, name="Theirs", sections=(*BASE.sections, Section("Reserve", online=True))
    )
    base = replace(BASE, sections=ours.sections)
    ours = with_player(ours, 0, 0, replace(ours.sections[0].players[0], id="1"))
    theirs = with_player(theirs, 0, 0, replace(theirs.sections[0].players[0], id="2"))
    found = merge_file(ours, theirs, base).findings
    said = [describe_place(ours, finding) for finding in found]
    assert said == ["the event's name", "member ID of Ortiz in Open"]
