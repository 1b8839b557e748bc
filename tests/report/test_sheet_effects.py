"""What a control of a sheet says it changes, it changes; and nothing where it says so."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uscalc.analysis.forecast_model import Settings
from uscalc.document.sheet.answer import answer_sheet
from uscalc.document.sheet.sheet import Sheet, SheetLine
from uscalc.engine.rounding import shown
from uscalc.report.as_sheet import sheet_text
from uscalc.report.sheet_effects import effects, games_that_count
from uscalc.rules.chances import chance_model
from uscalc.rules.resolve import rules_for

DAY = dt.date(2025, 9, 1)
MODEL = chance_model()
PLAYED = (SheetLine(1702, "W"), SheetLine(1855, "D"), SheetLine(1824))
MINE = Sheet(1780.0, PLAYED, DAY)


def answer(sheet):
    return answer_sheet(sheet, rules_for, Settings(MODEL))


def said(sheet, found=None):
    rules = rules_for(sheet.rules, sheet.end_date, sheet.system)
    return effects(sheet, found or answer(sheet), rules, MODEL.few)


def figures(sheet):
    found = answer(sheet)
    lines = found.forecast.ways if found.forecast else (found.now,)
    return [line.value for line in lines]


def test_the_number_of_games_is_told_by_ones_own_n_star():
    assert said(MINE)["Games"] == (
        "From 22 games on the number does not matter for the rating at 1780, from 26 on "
        "not for the chances."
    )
    assert said(replace(MINE, rating=2300.0))["Games"].startswith(
        "From 46 games on the number does not matter at 2300"
    )


def test_where_the_chances_of_other_systems_come_from_is_said():
    counted = "chances are those counted in Regular games"
    assert counted not in said(MINE)["System"]
    assert counted in said(replace(MINE, system="Q"))["System"]
    others = "counted in Regular games; other systems use the same figures"
    assert others not in sheet_text(answer(MINE))
    assert others in sheet_text(answer(replace(MINE, system="Q")))


@given(
    rating=st.integers(150, 2600).map(float),
    lines=st.lists(
        st.builds(
            SheetLine,
            st.integers(200, 2500).map(float),
            st.sampled_from(["W", "D", "L"]),
        ),
        min_size=1,
        max_size=5,
    ),
    more=st.integers(0, 80),
)
def test_from_there_on_it_does_not_matter(rating, lines, more):
    sheet = Sheet(rating, tuple(lines), DAY)
    count = games_that_count(rating, rules_for(sheet.rules, DAY, "R"))
    words = said(replace(sheet, games=count))["Games"]
    assert words.startswith(f"From {count} games on")
    at, on = (figures(replace(sheet, games=n)) for n in (count, count + more))
    floor = re.search(r"more than 25 give a floor of (\d+)", words)
    if floor is None:
        assert on == pytest.approx(at, abs=1e-9)
    else:
        assert at[0] == pytest.approx(on[0]) or on[0] == float(floor[1]) >= at[0]
    # One game fewer does matter, but where every result gives the same.
    fewer = figures(replace(sheet, games=count - 1))
    if abs(at[0] - rating) > 2.0 and count > 9 and shown(at[0]) > 200:
        assert fewer != pytest.approx(at, abs=1e-9)


def test_a_floor_and_a_birth_year_say_whether_they_matter():
    assert "changes nothing" in said(replace(MINE, floor=1600))["Floor"]
    assert figures(replace(MINE, floor=1600)) == figures(MINE)
    held = replace(MINE, floor=1780, lines=(SheetLine(1700, "L"),))
    assert said(held)["Floor"] == "It holds the rating at 1780 here."
    assert "changes nothing" in said(replace(MINE, birth_year=2012))["Birth"]
    assert figures(replace(MINE, birth_year=2012)) == figures(MINE)
    new = replace(MINE, rating=None)
    assert "your results count" in said(new)["Birth"]
    assert figures(replace(new, birth_year=2014)) == figures(new)
    assert "changes nothing" in said(new)["Games"]


def test_draws_change_chances_alone():
    one, two = (
        answer_sheet(MINE, rules_for, Settings(MODEL, draws)) for draws in (1.0, 2.0)
    )
    values = [way.value for way in one.forecast.ways]
    assert [way.value for way in two.forecast.ways] == pytest.approx(values)
    assert one.forecast.ways[1].chance < two.forecast.ways[1].chance
    assert said(MINE)["Draws"] == "It changes chances, and no rating."
    over = replace(MINE, lines=PLAYED[:2])
    assert "changes nothing" in said(over)["Draws"]
