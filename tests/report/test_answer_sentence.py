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
from uscalc.report import as_sheet
from uscalc.report.as_answer import (
    LEAST_LUCK,
    AnswerFacts,
    make_answer_sentence,
    make_uncertainty_sentence,
)
from uscalc.report.as_plan import choose_event_title, make_plan_text
from uscalc.report.forecast_words import describe_odds
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
PLAYED = (
    *(EstimateLine(1702, "W"), EstimateLine(1855, "D")),
    *(EstimateLine(1760, "W"), EstimateLine(1910, "L")),
)
WORKED = Estimate(1780.0, (*PLAYED, EstimateLine(1824)), DAY)


def answer(sheet, draws=1.0):
    parameters = ForecastParameters(load_chance_model(), draws)
    return answer_estimate(sheet, resolve_rules, parameters)


def answer_facts(sheet):
    found = answer(sheet)
    return AnswerFacts(sheet.rating, found.now, found.forecast)


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
    found = found_for(
        Estimate(1780.0, (), PLAN_DAY), 1850, dt.date(2026, 9, 12), 1700, every="week"
    )
    look = found.outlook
    assert look.need.score > look.expected + 20
    assert look.at_end.share > 0.1
    assert f"you need about {look.need.score:g} of 200 (" in make_plan_text(found)


def test_the_worked_case_in_a_sentence():
    told = answer_facts(WORKED)
    now = "Your rating now would be 1800 (+20)."
    stands = f"{now} With a loss: 1786. Draw: 1801. Win: 1830."
    assert make_answer_sentence(told) == stands
    for target, words in (
        (1700, "1700 is guaranteed, whatever your score."),
        (1800, "For 1800, a draw should be enough: about "),
        (1830, "For 1830, you need a win: about "),
        (1840, "For 1840, even a win gives only 1830: about "),
        (1900, "1900 is out of reach: "),
    ):
        assert make_answer_sentence(told, target).startswith(f"{stands} {words}")
    lines = (*PLAYED[:2], *[EstimateLine(1800)] * 3)
    said = make_answer_sentence(answer_facts(Estimate(1780.0, lines, DAY)), 1820)
    assert re.search(r"For 1820, you need 2 of your last 3.*: about \d+ in \d+\.", said)
    told = answer_facts(Estimate(1780.0, PLAYED, DAY))
    assert make_answer_sentence(told) == now
    assert make_answer_sentence(told, 1700).endswith("1700 is reached.")
    assert make_answer_sentence(told, 1900).endswith("points.")
    assert "depends on other players' games" in make_answer_sentence(told, 1800)
    new = answer_facts(Estimate(None, PLAYED, DAY))
    assert re.fullmatch(r"Your rating now would be \d+\.", make_answer_sentence(new))


RESULTS = st.sampled_from(["W", "D", "L", None])
LINES = st.builds(EstimateLine, st.integers(600, 2300).map(float), RESULTS)
SHEETS = st.builds(
    Estimate,
    st.integers(700, 2300).map(float),
    st.lists(LINES, min_size=1, max_size=5)
    .map(tuple)
    .filter(lambda lines: sum(line.result is None for line in lines) <= 3),
    st.just(DAY),
    games=st.none() | st.integers(1, 30),
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
    before = round_for_display(sheet.rating)
    if told.now is None:
        assert stands.groups() == ("pre-event rating is", f"{before:g}", None)
    else:
        now = round_for_display(told.now.value)
        moved = int(stands[3].replace("\N{MINUS SIGN}", "-"))
        assert (int(stands[2]), moved) == (now, now - before)
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
    assert f"{target:g}" in tail
    odds = re.search(r": ((?:about|less than|more than) \d+ in \d+)\.", tail)
    if odds is None:
        certain = found.range.low >= target
        assert certain is ("is guaranteed" in tail)
        if not certain:
            short = int(re.search(r"(\d+) points? short", tail)[1])
            assert found.range.high + short == target
        return
    assert odds[1] == describe_odds(chance)
    enough = [w.score for w in found.ways if round_for_display(w.value) >= target]
    needs = re.search(r"For \d+, (?:you need |even )?(.*?):", tail)[1]
    numbers = re.findall(r"(?<![\w.])(\d(?:\.5)?)(?= or| of|$)", needs)
    if "gives only" in tail:
        assert not enough
        assert str(max(figures)) in tail
        return
    names = {"a loss": 0.0, "a draw": 0.5, "a win": 1.0}
    named = [score for name, score in names.items() if needs.startswith(name)]
    least = 0.0 if "losing" in needs else [*map(float, numbers[:1]), *named][0]
    assert least == min(enough)
    if "is enough" in tail:
        assert evaluate_target(found.scores[1], target).how == "certain"
    # A lower score can be enough only with luck, and only if the sentence says so.
    lower = [line.spread for line in found.scores if line.score < least]
    hopes = [spread.compute_chance_of(target).share for spread in lower]
    assert (max(hopes, default=0.0) >= LEAST_LUCK) is ("with luck" in tail)


@given(sheet=SHEETS)
def test_other_games_move_the_rating_within_the_described_range(sheet):
    told = answer_facts(sheet)
    said = make_uncertainty_sentence(told, False)
    nows = [round_for_display(line.value) for line in told.lines]
    ends = [line.open for line in told.lines]
    usual = [line.spread.find_middle_range(0.95) for line in told.lines]
    away = zip(nows * 2, ends + usual, strict=True)
    most = max(max(now - low, high - now) for now, (low, high) in away)
    if not most:
        assert "could change this" not in said
        return
    words = re.search(
        r"other games could change this by (\d+) points?"
        r"(?: either way, (\d+) at most| at most)\. For the exact rating, paste",
        said,
    )
    assert int(words[2] or words[1]) == most
    for now, (low, high) in zip(nows, usual, strict=True):
        assert now - int(words[1]) <= low <= high <= now + int(words[1])


def test_unrated_players_have_no_chance_but_an_unknown_birth_year():
    new = answer_facts(Estimate(None, (EstimateLine(1500),), DAY))
    said = make_answer_sentence(new, 1400)
    assert said.endswith("No chances available: you are unrated and have no games yet.")
    assert "about" not in said
    lines = (EstimateLine(1500, "W"), EstimateLine(None))
    said = make_answer_sentence(answer_facts(Estimate(1500.0, lines, DAY)), 1510)
    assert "No chances available: an opponent is unrated" in said
    lines = (EstimateLine(1500, "D"), EstimateLine(1500))
    said = make_answer_sentence(answer_facts(Estimate(None, lines, DAY)), 1500)
    assert re.search(r": about \d+ in \d+\.$", said)
    lines = tuple(EstimateLine(rating) for rating in (1710, 1450, 1500))
    young = answer_facts(Estimate(None, lines, DAY))
    missing = "Missing data (earlier games, birth years, the time control)"
    assert missing in make_uncertainty_sentence(young, False)
    told = answer_facts(Estimate(None, lines, DAY, birth_year=1990))
    assert "not known" not in make_uncertainty_sentence(told, False)


PLAN_DAY = dt.date(2025, 12, 1)
PLAN_PLAYED = PLAYED[:2]


def found_for(sheet, target, by, low=None, high=None, **more):
    levels = {} if low is None else {"low": low, "high": high or low}
    plan = GoalPlan(target, by, **levels, **more)
    return answer_plan(sheet, plan, resolve_rules, load_chance_model(), paths=4000)


@pytest.mark.parametrize("rating", [650.0, 1480.0, 1780.0, 2210.0])
@pytest.mark.parametrize("games", [None, 4, 20])
@pytest.mark.parametrize("off", [-60, 20, 150])
@pytest.mark.parametrize("months", [1, 5])
def test_the_words_are_those_of_the_figures(rating, games, off, months):
    sheet = Estimate(rating, PLAN_PLAYED if months == 5 else (), PLAN_DAY, games=games)
    level = max(100.0, rating - 80)
    by = PLAN_DAY + dt.timedelta(days=31 * months)
    found = found_for(sheet, rating + off, by, level)
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
        if even is not None:
            each = [float(n) for n in even[1].split(" or ")]
            mean = look.need.score / months
            assert sum(each) / len(each) == pytest.approx(mean, abs=0.5)
    mean = re.search(r"Your expected score is ([\d.]+) of", said)
    assert float(mean[1]) == pytest.approx(look.expected, abs=0.051)
    low, high = map(int, re.search(r"between (\d+) and (\d+) in 4 of 5", said).groups())
    fan = look.fan[-1]
    inside = [
        chance for at, chance in enumerate(fan.chances, fan.low) if low <= at <= high
    ]
    assert sum(inside) >= 0.8
    bad = re.search(
        r"A bad first event, ([\d.]+) of 5.*?, gives (\d+) \((.\d+|0)\)", said
    )
    assert float(bad[1]) == look.bad.score
    after, before = map(round_for_display, (look.bad.after, found.begins_at))
    moved = int(bad[3].replace("\N{MINUS SIGN}", "-"))
    assert (int(bad[2]), moved) == (after, after - before)
    played = r"(, after the 2 games of this estimate)?"
    begins = re.search(rf"Starting rating: (\d+){played}\.", said)
    assert int(begins[1]) == before
    assert (begins[2] is not None) is (months == 5)


def test_unplayed_games_are_left_out_with_a_note():
    for played, begins in ((0, ""), (1, ", after the 1 game of this estimate")):
        lines = (*PLAN_PLAYED[:played], EstimateLine(1790.0))
        said = make_plan_text(
            found_for(Estimate(1780.0, lines, PLAN_DAY), 1800, dt.date(2026, 3, 1))
        )
        left_out = ", not counting its unplayed games."
        assert re.search(rf"Starting rating: \d+{begins}{left_out}", said)


NEXT = PLAN_DAY + dt.timedelta(days=70)


def test_usual_and_bad_events_are_described():
    found = found_for(Estimate(2400.0, (), PLAN_DAY), 2300, NEXT, 500)
    assert found.outlook.bad.score == 5.0
    said = make_plan_text(found)
    assert "A bad first event is rare: you score 5 of 5 more than 9 times in 10" in said
    assert "or less" not in said
    assert choose_event_title(found) == "Almost any first event"
    found = found_for(Estimate(100.0, (), PLAN_DAY), 150, NEXT, 1700)
    assert found.outlook.bad.share > 0.5
    said = make_plan_text(found)
    assert "A typical first event, 0 of 5 (about " in said
    assert "and 101 in 4 of 5 simulations." in said
    sheet = Estimate(1500.0, (), PLAN_DAY)
    near, far = (
        make_plan_text(found_for(sheet, target, NEXT, 1000, 2200))
        for target in (1600, 2600)
    )
    assert re.search(r"you need about [\d.]+ of 10 against 1600 \(", near)
    assert "No score against 1600 is enough for 2600 in this time." in far
    assert re.search(r"A bad first event, .*\), against 1600 gives", far)


OTHERS = "other rating systems use the same chances"


def test_the_adjustment_of_the_chances_is_described():
    for system, draws, said in (
        ("R", 1.0, ()),
        ("R", 5.0, ("draws are 5 times as frequent",)),
        ("Q", 1.0, (OTHERS,)),
        ("B", 0.5, (OTHERS, "draws are 0.5 times")),
    ):
        sheet = Estimate(1500.0, (), PLAN_DAY, system=system)
        text = make_plan_text(found_for(sheet, 1600, NEXT, draws=draws))
        assert ("Chances are based on past results" in text) is bool(said)
        for words in said:
            assert words in text


SHEET_PLAYED = (*PLAYED[:2], EstimateLine(1824))
MINE = Estimate(1780.0, SHEET_PLAYED, DAY)


def effect_sentences(sheet):
    rules = resolve_rules(sheet.rules, sheet.end_date, sheet.system)
    return as_sheet.describe_effects(
        sheet, answer(sheet), rules, load_chance_model().few
    )


def figures(sheet):
    found = answer(sheet)
    lines = found.forecast.ways if found.forecast else (found.now,)
    return [line.value for line in lines]


def test_effects_of_games_and_chances_are_described():
    said = effect_sentences(MINE)
    assert said["Games"] == (
        "At 1780, every number of games above 21 gives the same rating, and every number "
        "above 25 the same chances."
    )
    high = effect_sentences(replace(MINE, rating=2300.0))["Games"]
    same = "every number of games above 45 gives the same rating"
    assert high.startswith(f"At 2300, {same}")
    quick = replace(MINE, system="Q")
    counted = "Chances are based on Regular games"
    assert counted not in said["System"]
    assert counted in effect_sentences(quick)["System"]
    others = f"from Regular games; {OTHERS}"
    assert others not in as_sheet.make_sheet_text(answer(MINE))
    assert others in as_sheet.make_sheet_text(answer(quick))
    one, two = (answer(MINE, draws).forecast.ways for draws in (1.0, 2.0))
    assert [way.value for way in two] == pytest.approx([way.value for way in one])
    assert one[1].chance < two[1].chance
    assert said["Draws"] == "Affects chances only, not ratings."
    over = replace(MINE, lines=SHEET_PLAYED[:2])
    assert "no effect" in effect_sentences(over)["Draws"]


GAMES = st.builds(
    EstimateLine, st.integers(200, 2500).map(float), st.sampled_from(["W", "D", "L"])
)


@given(
    rating=st.integers(150, 2600).map(float),
    lines=st.lists(GAMES, min_size=1, max_size=5),
    more=st.integers(0, 80),
)
def test_beyond_that_the_number_of_games_does_not_matter(rating, lines, more):
    sheet = Estimate(rating, tuple(lines), DAY)
    count = as_sheet.find_games_that_count(rating, resolve_rules(sheet.rules, DAY, "R"))
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
    new = replace(MINE, rating=None)
    for sheet, name, said, other in (
        (MINE, "Floor", "no effect", {"floor": 1600}),
        (MINE, "Birth", "No effect", {"birth_year": 2012}),
        (new, "Birth", "Your results replace it", {"birth_year": 2014}),
    ):
        changed = replace(sheet, **other)
        assert said.lower() in effect_sentences(changed)[name].lower()
        assert figures(changed) == figures(sheet)
    held = replace(MINE, floor=1780, lines=(EstimateLine(1700, "L"),))
    assert effect_sentences(held)["Floor"] == "The floor keeps the rating at 1780 here."
    assert "no effect" in effect_sentences(new)["Games"]
