"""What a control of a sheet says it changes, it changes; and nothing where it says so."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uscalc.analysis.forecast_model import ForecastParameters
from uscalc.document.sheet.answer import answer_estimate
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.rounding import round_for_display
from uscalc.report.as_sheet import (
    describe_effects,
    find_games_that_count,
    make_sheet_text,
)
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
MODEL = load_chance_model()
PLAYED = (EstimateLine(1702, "W"), EstimateLine(1855, "D"), EstimateLine(1824))
MINE = Estimate(1780.0, PLAYED, DAY)


def answer(sheet):
    return answer_estimate(sheet, resolve_rules, ForecastParameters(MODEL))


def said(sheet, found=None):
    rules = resolve_rules(sheet.rules, sheet.end_date, sheet.system)
    return describe_effects(sheet, found or answer(sheet), rules, MODEL.few)


def figures(sheet):
    found = answer(sheet)
    lines = found.forecast.ways if found.forecast else (found.now,)
    return [line.value for line in lines]


def test_effects_of_games_and_chances_are_described():
    assert said(MINE)["Games"] == (
        "At 1780, every number of games above 21 gives the same rating, and every number "
        "above 25 the same chances."
    )
    assert said(replace(MINE, rating=2300.0))["Games"].startswith(
        "At 2300, every number of games above 45 gives the same rating"
    )
    counted = "Chances are based on Regular games"
    assert counted not in said(MINE)["System"]
    assert counted in said(replace(MINE, system="Q"))["System"]
    others = "from Regular games; other rating systems use the same chances"
    assert others not in make_sheet_text(answer(MINE))
    assert others in make_sheet_text(answer(replace(MINE, system="Q")))
    one, two = (
        answer_estimate(MINE, resolve_rules, ForecastParameters(MODEL, draws))
        for draws in (1.0, 2.0)
    )
    values = [way.value for way in one.forecast.ways]
    assert [way.value for way in two.forecast.ways] == pytest.approx(values)
    assert one.forecast.ways[1].chance < two.forecast.ways[1].chance
    assert said(MINE)["Draws"] == "Affects chances only, not ratings."
    over = replace(MINE, lines=PLAYED[:2])
    assert "no effect" in said(over)["Draws"]


@given(
    rating=st.integers(150, 2600).map(float),
    lines=st.lists(
        st.builds(
            EstimateLine,
            st.integers(200, 2500).map(float),
            st.sampled_from(["W", "D", "L"]),
        ),
        min_size=1,
        max_size=5,
    ),
    more=st.integers(0, 80),
)
def test_from_there_on_it_does_not_matter(rating, lines, more):
    sheet = Estimate(rating, tuple(lines), DAY)
    count = find_games_that_count(rating, resolve_rules(sheet.rules, DAY, "R"))
    words = said(replace(sheet, games=count))["Games"]
    assert f"every number of games above {count - 1} gives the same rating" in words
    at, on = (figures(replace(sheet, games=n)) for n in (count, count + more))
    floor = re.search(r"More than 25 games give a floor of (\d+)", words)
    if floor is None:
        assert on == pytest.approx(at, abs=1e-9)
    else:
        assert at[0] == pytest.approx(on[0]) or on[0] == float(floor[1]) >= at[0]
    # One game fewer does matter, but where every result gives the same.
    fewer = figures(replace(sheet, games=count - 1))
    if abs(at[0] - rating) > 2.0 and count > 9 and round_for_display(at[0]) > 200:
        assert fewer != pytest.approx(at, abs=1e-9)


def test_a_floor_and_a_birth_year_say_whether_they_matter():
    assert "no effect" in said(replace(MINE, floor=1600))["Floor"].lower()
    assert figures(replace(MINE, floor=1600)) == figures(MINE)
    held = replace(MINE, floor=1780, lines=(EstimateLine(1700, "L"),))
    assert said(held)["Floor"] == "The floor keeps the rating at 1780 here."
    assert "No effect" in said(replace(MINE, birth_year=2012))["Birth"]
    assert figures(replace(MINE, birth_year=2012)) == figures(MINE)
    new = replace(MINE, rating=None)
    assert "Your results replace it" in said(new)["Birth"]
    assert figures(replace(new, birth_year=2014)) == figures(new)
    assert "no effect" in said(new)["Games"]
