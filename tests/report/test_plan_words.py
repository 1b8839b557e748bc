"""A plan in words: every figure in it is one of the outlook."""

import datetime as dt
import re

import pytest

from uscalc.document.sheet.plan import GoalPlan, answer_plan
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.rounding import round_for_display
from uscalc.report.as_plan import choose_event_title, make_plan_text
from uscalc.report.forecast_words import describe_odds
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 12, 1)
PLAYED = (EstimateLine(1702, "W"), EstimateLine(1855, "D"))


def found_for(sheet, target, by, **more):
    plan = GoalPlan(target, by, **more)
    return answer_plan(sheet, plan, resolve_rules, load_chance_model(), paths=4000)


@pytest.mark.parametrize("rating", [650.0, 1480.0, 1780.0, 2210.0])
@pytest.mark.parametrize("games", [None, 4, 20])
@pytest.mark.parametrize("off", [-60, 20, 150])
@pytest.mark.parametrize("months", [1, 5])
def test_the_words_are_those_of_the_figures(rating, games, off, months):
    sheet = Estimate(rating, PLAYED if months == 5 else (), DAY, games=games)
    level = max(100.0, rating - 80)
    by = DAY + dt.timedelta(days=31 * months)
    found = found_for(sheet, rating + off, by, low=level, high=level)
    look, said = found.outlook, make_plan_text(found)
    goal = f"{rating + off:g}"
    end = re.search(rf"Chance of finishing at {goal} or higher: (.+?)\.", said)
    assert end[1] == describe_odds(look.at_end.share)
    way = re.search(rf"Chance of reaching {goal} at some point: (.+?)\.", said)
    assert (way is not None) is (months > 1)
    if way is not None:
        assert way[1] == describe_odds(look.on_the_way.share)
        assert look.on_the_way.share >= look.at_end.share
    need = re.search(r"you need about ([\d.]+) of (\d+)", said)
    if look.need is None:
        assert f"No score is enough for {goal}" in said
    elif look.need.score == 0:
        assert "You need no more points" in said
    else:
        assert (float(need[1]), int(need[2])) == (look.need.score, 5 * months)
        even = re.search(r"\(([\d. or]+) in every event\)", said)
        assert (even is not None) is (months > 1)
        each = [] if even is None else [float(n) for n in even[1].split(" or ")]
        if months > 1:
            assert sum(each) / len(each) == pytest.approx(
                look.need.score / months, abs=0.5
            )
    mean = re.search(r"Your expected score is ([\d.]+) of", said)
    assert float(mean[1]) == pytest.approx(look.expected, abs=0.051)
    low, high = (
        int(n) for n in re.search(r"between (\d+) and (\d+) in 4 of 5", said).groups()
    )
    inside = sum(
        chance
        for at, chance in enumerate(look.fan[-1].chances, look.fan[-1].low)
        if low <= at <= high
    )
    assert inside >= 0.8
    bad = re.search(
        r"A bad first event, ([\d.]+) of 5.*?, gives (\d+) \((.\d+|0)\)", said
    )
    assert float(bad[1]) == look.bad.score
    assert int(bad[2]) == round_for_display(look.bad.after)
    moved = int(bad[3].replace("\N{MINUS SIGN}", "-"))
    assert moved == round_for_display(look.bad.after) - round_for_display(
        found.begins_at
    )
    begins = re.search(
        r"Starting rating: (\d+)(, after the 2 games of this estimate)?\.", said
    )
    assert int(begins[1]) == round_for_display(found.begins_at)
    assert (begins[2] is not None) is (months == 5)


def test_an_evenly_divided_score_is_described():
    """Over many events most ways to the target have fewer points, made late."""
    sheet = Estimate(1780.0, (), DAY)
    found = found_for(
        sheet, 1850, dt.date(2026, 9, 12), every="week", low=1700, high=1700
    )
    look = found.outlook
    assert look.need.score > look.expected + 20
    assert look.at_end.share > 0.1
    assert f"you need about {look.need.score:g} of 200 (" in make_plan_text(found)


@pytest.mark.parametrize(
    ("played", "begins"), [(0, ""), (1, ", after the 1 game of this estimate")]
)
def test_unplayed_games_are_left_out_with_a_note(played, begins):
    lines = (*PLAYED[:played], EstimateLine(1790.0))
    said = make_plan_text(
        found_for(Estimate(1780.0, lines, DAY), 1800, dt.date(2026, 3, 1))
    )
    left_out = ", not counting its unplayed games."
    assert re.search(rf"Starting rating: \d+{begins}{left_out}", said)


NEXT = DAY + dt.timedelta(days=70)


def test_usual_and_bad_events_are_described():
    found = found_for(Estimate(2400.0, (), DAY), 2300, NEXT, low=500, high=500)
    assert found.outlook.bad.score == 5.0
    said = make_plan_text(found)
    assert "A bad first event is rare: you score 5 of 5 more than 9 times in 10" in said
    assert "or less" not in said
    assert choose_event_title(found) == "Almost any first event"
    found = found_for(Estimate(100.0, (), DAY), 150, NEXT, low=1700, high=1700)
    assert found.outlook.bad.share > 0.5
    said = make_plan_text(found)
    assert "A typical first event, 0 of 5 (about " in said
    assert "and 101 in 4 of 5 simulations." in said
    sheet = Estimate(1500.0, (), DAY)
    found = found_for(sheet, 1600, NEXT, low=1000, high=2200)
    assert re.search(
        r"you need about [\d.]+ of 10 against 1600 \(", make_plan_text(found)
    )
    far = make_plan_text(found_for(sheet, 2600, NEXT, low=1000, high=2200))
    assert "No score against 1600 is enough for 2600 in this time." in far
    assert re.search(r"A bad first event, .*\), against 1600 gives", far)


@pytest.mark.parametrize(
    ("system", "draws", "said"),
    [
        ("R", 1.0, ()),
        ("R", 5.0, ("draws are 5 times as frequent",)),
        ("Q", 1.0, ("other rating systems use the same chances",)),
        (
            "B",
            0.5,
            ("other rating systems use the same chances", "draws are 0.5 times"),
        ),
    ],
)
def test_the_adjustment_of_the_chances_is_described(system, draws, said):
    sheet = Estimate(1500.0, (), DAY, system=system)
    text = make_plan_text(found_for(sheet, 1600, NEXT, draws=draws))
    assert ("Chances are based on past results" in text) is bool(said)
    for words in said:
        assert words in text
