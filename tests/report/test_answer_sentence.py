"""Every word of an estimate's sentence, read again, agrees with the figures."""

import datetime as dt
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from uscalc.analysis.forecast_model import ForecastParameters
from uscalc.analysis.goals import evaluate_target
from uscalc.document.sheet.answer import answer_estimate
from uscalc.document.sheet.plan import GoalPlan, answer_plan
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.rounding import round_for_display
from uscalc.report.as_answer import (
    LEAST_LUCK,
    AnswerFacts,
    make_answer_sentence,
    make_uncertainty_sentence,
)
from uscalc.report.as_plan import choose_event_title, make_plan_text
from uscalc.report.as_sheet import (
    describe_effects,
    find_games_that_count,
    make_sheet_text,
)
from uscalc.report.forecast_words import describe_odds
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
PLAYED = (
    EstimateLine(1702, "W"),
    EstimateLine(1855, "D"),
    EstimateLine(1760, "W"),
    EstimateLine(1910, "L"),
)
WORKED = Estimate(1780.0, (*PLAYED, EstimateLine(1824)), DAY)


def answer_facts(sheet):
    answer = answer_estimate(
        sheet, resolve_rules, ForecastParameters(load_chance_model())
    )
    return AnswerFacts(sheet.rating, answer.now, answer.forecast)


def part(words):
    """Return the chance that a phrase of odds means, and whether it is a bound."""
    found = re.fullmatch(r"(about|less than|more than) ([\d]+) in (\d+)", words)
    assert found is not None, words
    return found[1], int(found[2]) / int(found[3])


@given(st.floats(0.0, 1.0))
@example(0.0004)
@example(0.9996)
@example(0.03)
def test_odds_are_near_the_chance(share):
    kind, said = part(describe_odds(share))
    if kind == "less than":
        assert share < said
    elif kind == "more than":
        assert share > said
    else:
        assert abs(said - share) <= 0.05
        rare = min(share, 1.0 - share)
        if rare < 0.1:
            assert min(said, 1.0 - said) == pytest.approx(rare, rel=0.25)


def test_odds_grow_and_an_evenly_divided_score_is_described():
    said = [part(describe_odds(at / 5000))[1] for at in range(5001)]
    assert said == sorted(said)
    assert describe_odds(1 / 3) == "about 1 in 3"
    assert describe_odds(0.0) == "less than 1 in 1000"
    assert describe_odds(1.0) == "more than 999 in 1000"
    sheet = Estimate(1780.0, (), PLAN_DAY)
    found = found_for(
        sheet, 1850, dt.date(2026, 9, 12), every="week", low=1700, high=1700
    )
    look = found.outlook
    assert look.need.score > look.expected + 20
    assert look.at_end.share > 0.1
    assert f"you need about {look.need.score:g} of 200 (" in make_plan_text(found)


def test_the_worked_case_in_a_sentence():
    told = answer_facts(WORKED)
    stands = (
        "Your rating now would be 1800 (+20). With a loss: 1786. Draw: 1801. Win: 1830."
    )
    assert make_answer_sentence(told) == stands
    for target, words in (
        (1700, "1700 is guaranteed, whatever your score."),
        (1800, "For 1800, a draw should be enough: about "),
        (1830, "For 1830, you need a win: about "),
        (1840, "For 1840, even a win gives only 1830: about "),
        (1900, "1900 is out of reach: "),
    ):
        said = make_answer_sentence(told, target)
        assert said.startswith(f"{stands} {words}")
    several = answer_facts(
        Estimate(1780.0, (*PLAYED[:2], *[EstimateLine(1800)] * 3), DAY)
    )
    said = make_answer_sentence(several, 1820)
    assert re.search(r"For 1820, you need 2 of your last 3.*: about \d+ in \d+\.", said)
    told = answer_facts(Estimate(1780.0, PLAYED, DAY))
    assert make_answer_sentence(told) == "Your rating now would be 1800 (+20)."
    assert make_answer_sentence(told, 1700).endswith("1700 is reached.")
    assert make_answer_sentence(told, 1900).endswith("points.")
    assert "depends on other players' games" in make_answer_sentence(told, 1800)
    new = answer_facts(Estimate(None, PLAYED, DAY))
    assert re.fullmatch(r"Your rating now would be \d+\.", make_answer_sentence(new))


LINES = st.builds(
    EstimateLine,
    st.integers(600, 2300).map(float),
    st.sampled_from(["W", "D", "L", None]),
)
SHEETS = st.builds(
    Estimate,
    st.integers(700, 2300).map(float),
    st.lists(LINES, min_size=1, max_size=5)
    .map(tuple)
    .filter(lambda lines: sum(line.result is None for line in lines) <= 3),
    st.just(DAY),
    games=st.one_of(st.none(), st.integers(1, 30)),
)


@given(sheet=SHEETS, off=st.integers(-80, 80))
def test_the_sentence_is_true_of_the_figures(sheet, off):
    told = answer_facts(sheet)
    found = told.forecast
    centre = told.now.value if told.now else sheet.rating
    target = max(100.0, round(centre) + float(off))
    said = make_answer_sentence(told, target)

    stands = re.match(
        r"Your (rating now would be|pre-event rating is) (\d+)(?: \((.\d+|0)\))?\.",
        said,
    )
    if told.now is None:
        assert stands[1] == "pre-event rating is"
        assert int(stands[2]) == round_for_display(sheet.rating)
    else:
        assert int(stands[2]) == round_for_display(told.now.value)
        moved = int(stands[3].replace("\N{MINUS SIGN}", "-"))
        assert moved == round_for_display(told.now.value) - round_for_display(
            sheet.rating
        )
    if found is None:
        return

    figures = [int(round_for_display(way.value)) for way in found.ways]
    one = re.search(r"With a loss: (\d+)\. Draw: (\d+)\. Win: (\d+)\.", said)
    some = re.search(r"Lose your last (\d): (\d+)\. Win them all: (\d+)\.", said)
    if len(found.own) == 1:
        assert [int(one[at]) for at in (1, 2, 3)] == figures
    else:
        assert int(some[1]) == len(found.own)
        assert (int(some[2]), int(some[3])) == (figures[0], figures[-1])

    chance = found.compute_chance_of(target).share
    tail = said.rsplit(". ", 1)[1]
    goal = f"{target:g}"
    assert goal in tail
    odds = re.search(r": ((?:about|less than|more than) \d+ in \d+)\.", tail)
    if odds is None:
        # A sentence without odds states a certainty.
        certain = found.range.low >= target
        assert certain is ("is guaranteed" in tail)
        if not certain:
            short = int(re.search(r"(\d+) points? short", tail)[1])
            assert found.range.high + short == target
        return
    assert odds[1] == describe_odds(chance)
    enough = [w.score for w in found.ways if round_for_display(w.value) >= target]
    names = {"a loss": 0.0, "a draw": 0.5, "a win": 1.0}
    needs = re.search(r"For \d+, (?:you need |even )?(.*?):", tail)[1]
    numbers = [
        float(n) for n in re.findall(r"(?<![\w.])(\d(?:\.5)?)(?= or| of|$)", needs)
    ]
    if "gives only" in tail:
        assert not enough
        assert str(max(figures)) in tail
        return
    least = (
        0.0
        if "losing" in needs
        else numbers[0]
        if numbers
        else next(score for name, score in names.items() if needs.startswith(name))
    )
    assert least == min(enough)
    if "is enough" in tail:
        assert evaluate_target(found.scores[1], target).how == "certain"
    # A lower score can be enough only with luck, and only if the sentence says so.
    hopes = [
        line.score
        for line in found.scores
        if line.score < least
        and line.spread.compute_chance_of(target).share >= LEAST_LUCK
    ]
    assert bool(hopes) is ("with luck" in tail)


@given(sheet=SHEETS)
def test_other_games_move_the_rating_within_the_described_range(sheet):
    told = answer_facts(sheet)
    said = make_uncertainty_sentence(told, False)
    ends = [(round_for_display(line.value), line.open) for line in told.lines]
    usual = [
        (round_for_display(line.value), line.spread.find_middle_range(0.95))
        for line in told.lines
    ]
    most = max(max(now - low, high - now) for now, (low, high) in (*ends, *usual))
    if not most:
        assert "could change this" not in said
        return
    words = re.search(
        r"other games could change this by (\d+) points?"
        r"(?: either way, (\d+) at most| at most)\. For the exact rating, paste",
        said,
    )
    assert int(words[2] or words[1]) == most
    for now, (low, high) in usual:
        assert now - int(words[1]) <= low <= high <= now + int(words[1])


def test_unrated_players_have_no_chance_but_an_unknown_birth_year():
    new = answer_facts(Estimate(None, (EstimateLine(1500),), DAY))
    said = make_answer_sentence(new, 1400)
    assert said.endswith("No chances available: you are unrated and have no games yet.")
    assert "about" not in said
    met = answer_facts(
        Estimate(1500.0, (EstimateLine(1500, "W"), EstimateLine(None)), DAY)
    )
    assert "No chances available: an opponent is unrated" in make_answer_sentence(
        met, 1510
    )
    # After a game, there is a chance.
    then = answer_facts(
        Estimate(None, (EstimateLine(1500, "D"), EstimateLine(1500)), DAY)
    )
    assert re.search(r": about \d+ in \d+\.$", make_answer_sentence(then, 1500))
    lines = tuple(EstimateLine(rating) for rating in (1710, 1450, 1500))
    young = answer_facts(Estimate(None, lines, DAY))
    assert (
        "Missing data (earlier games, birth years, the time control)"
        in make_uncertainty_sentence(young, False)
    )
    told = answer_facts(Estimate(None, lines, DAY, birth_year=1990))
    assert "not known" not in make_uncertainty_sentence(told, False)


# A plan in words: every figure in it comes from the outlook.

PLAN_DAY = dt.date(2025, 12, 1)
PLAN_PLAYED = (EstimateLine(1702, "W"), EstimateLine(1855, "D"))


def found_for(sheet, target, by, **more):
    plan = GoalPlan(target, by, **more)
    return answer_plan(sheet, plan, resolve_rules, load_chance_model(), paths=4000)


@pytest.mark.parametrize("rating", [650.0, 1480.0, 1780.0, 2210.0])
@pytest.mark.parametrize("games", [None, 4, 20])
@pytest.mark.parametrize("off", [-60, 20, 150])
@pytest.mark.parametrize("months", [1, 5])
def test_the_words_are_those_of_the_figures(rating, games, off, months):
    sheet = Estimate(rating, PLAN_PLAYED if months == 5 else (), PLAN_DAY, games=games)
    level = max(100.0, rating - 80)
    by = PLAN_DAY + dt.timedelta(days=31 * months)
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


@pytest.mark.parametrize(
    ("played", "begins"), [(0, ""), (1, ", after the 1 game of this estimate")]
)
def test_unplayed_games_are_left_out_with_a_note(played, begins):
    lines = (*PLAN_PLAYED[:played], EstimateLine(1790.0))
    said = make_plan_text(
        found_for(Estimate(1780.0, lines, PLAN_DAY), 1800, dt.date(2026, 3, 1))
    )
    left_out = ", not counting its unplayed games."
    assert re.search(rf"Starting rating: \d+{begins}{left_out}", said)


NEXT = PLAN_DAY + dt.timedelta(days=70)


def test_usual_and_bad_events_are_described():
    found = found_for(Estimate(2400.0, (), PLAN_DAY), 2300, NEXT, low=500, high=500)
    assert found.outlook.bad.score == 5.0
    said = make_plan_text(found)
    assert "A bad first event is rare: you score 5 of 5 more than 9 times in 10" in said
    assert "or less" not in said
    assert choose_event_title(found) == "Almost any first event"
    found = found_for(Estimate(100.0, (), PLAN_DAY), 150, NEXT, low=1700, high=1700)
    assert found.outlook.bad.share > 0.5
    said = make_plan_text(found)
    assert "A typical first event, 0 of 5 (about " in said
    assert "and 101 in 4 of 5 simulations." in said
    sheet = Estimate(1500.0, (), PLAN_DAY)
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
    sheet = Estimate(1500.0, (), PLAN_DAY, system=system)
    text = make_plan_text(found_for(sheet, 1600, NEXT, draws=draws))
    assert ("Chances are based on past results" in text) is bool(said)
    for words in said:
        assert words in text


# Each control of an estimate has exactly the effect that its description states.

MODEL = load_chance_model()
SHEET_PLAYED = (EstimateLine(1702, "W"), EstimateLine(1855, "D"), EstimateLine(1824))
MINE = Estimate(1780.0, SHEET_PLAYED, DAY)


def answer(sheet):
    return answer_estimate(sheet, resolve_rules, ForecastParameters(MODEL))


def effect_sentences(sheet, found=None):
    rules = resolve_rules(sheet.rules, sheet.end_date, sheet.system)
    return describe_effects(sheet, found or answer(sheet), rules, MODEL.few)


def figures(sheet):
    found = answer(sheet)
    lines = found.forecast.ways if found.forecast else (found.now,)
    return [line.value for line in lines]


def test_effects_of_games_and_chances_are_described():
    assert effect_sentences(MINE)["Games"] == (
        "At 1780, every number of games above 21 gives the same rating, and every number "
        "above 25 the same chances."
    )
    assert effect_sentences(replace(MINE, rating=2300.0))["Games"].startswith(
        "At 2300, every number of games above 45 gives the same rating"
    )
    counted = "Chances are based on Regular games"
    assert counted not in effect_sentences(MINE)["System"]
    assert counted in effect_sentences(replace(MINE, system="Q"))["System"]
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
    assert effect_sentences(MINE)["Draws"] == "Affects chances only, not ratings."
    over = replace(MINE, lines=SHEET_PLAYED[:2])
    assert "no effect" in effect_sentences(over)["Draws"]


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
def test_beyond_that_the_number_of_games_does_not_matter(rating, lines, more):
    sheet = Estimate(rating, tuple(lines), DAY)
    count = find_games_that_count(rating, resolve_rules(sheet.rules, DAY, "R"))
    words = effect_sentences(replace(sheet, games=count))["Games"]
    assert f"every number of games above {count - 1} gives the same rating" in words
    at, on = (figures(replace(sheet, games=n)) for n in (count, count + more))
    floor = re.search(r"More than 25 games give a floor of (\d+)", words)
    if floor is None:
        assert on == pytest.approx(at, abs=1e-9)
    else:
        assert at[0] == pytest.approx(on[0]) or on[0] == float(floor[1]) >= at[0]
    # One game fewer does matter, unless every result gives the same rating.
    fewer = figures(replace(sheet, games=count - 1))
    if abs(at[0] - rating) > 2.0 and count > 9 and round_for_display(at[0]) > 200:
        assert fewer != pytest.approx(at, abs=1e-9)


def test_a_floor_and_a_birth_year_say_whether_they_matter():
    assert "no effect" in effect_sentences(replace(MINE, floor=1600))["Floor"].lower()
    assert figures(replace(MINE, floor=1600)) == figures(MINE)
    held = replace(MINE, floor=1780, lines=(EstimateLine(1700, "L"),))
    assert effect_sentences(held)["Floor"] == "The floor keeps the rating at 1780 here."
    assert "No effect" in effect_sentences(replace(MINE, birth_year=2012))["Birth"]
    assert figures(replace(MINE, birth_year=2012)) == figures(MINE)
    new = replace(MINE, rating=None)
    assert "Your results replace it" in effect_sentences(new)["Birth"]
    assert figures(replace(new, birth_year=2014)) == figures(new)
    assert "no effect" in effect_sentences(new)["Games"]
