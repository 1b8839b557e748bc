"""Plans: events rated by the documents' rules, and chances from a direct simulation."""

import datetime as dt
import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from uscalc.analysis.forecast_model import (
    ForecastParameters,
    NothingToForecastError,
    RatedSide,
    compute_game_chances,
)
from uscalc.analysis.season import SeasonPaths, SeasonPlan
from uscalc.document.model import BY_DATE, Document, Player, RatingFacts, Section
from uscalc.document.rate.whole import facts_after, rate_document
from uscalc.document.sheet.answer import answer_estimate
from uscalc.document.sheet.plan import (
    MOST_EVENTS,
    BadPlanError,
    GoalPlan,
    answer_plan,
    list_event_days,
    make_entrant,
    make_facts_after,
    parse_target_day,
)
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
SCORES = {0: "S", 1: "R", 2: "N"}
MODEL = load_chance_model()


def answer(sheet, plan, **more):
    return answer_plan(sheet, plan, resolve_rules, MODEL, **more)


def trace_of(facts, strengths, halves, day, system="R"):
    """Return one event as the engine rates it."""
    results = tuple(f"{SCORES[half]}{at}" for at, half in enumerate(halves, 2))
    me = Player(1, ratings=((system, facts),), results=results)
    others = tuple(
        Player(at, ratings=((system, RatingFacts(level, source="official")),))
        for at, level in enumerate(strengths, 2)
    )
    section = Section(kind="estimate", systems=(system,), players=(me, *others))
    rated = rate_document(Document("One of many", day, (section,)), resolve_rules)
    return rated.sections[0].ratings[0].find_trace(1)


def next_facts(facts, strengths, halves, day, system="R"):
    """Return the facts that the document carries into the next event."""
    return facts_after(facts, trace_of(facts, strengths, halves, day, system), day)


PLAYERS = st.builds(
    RatingFacts,
    rating=st.one_of(
        st.integers(100, 2750).map(float),
        st.sampled_from([101.0, 118.0, 1400.0, 1602.5, 2203.0, 2650.0]),
    ),
    games=st.one_of(st.none(), st.integers(1, 40)),
    record=st.sampled_from([None, "mixed", "all_wins", "all_losses"]),
    floor=st.one_of(st.none(), st.sampled_from([100, 900, 1500])),
    peak=st.one_of(st.none(), st.integers(1400, 2500).map(float)),
    wins=st.one_of(st.none(), st.integers(0, 6)),
    draws=st.one_of(st.none(), st.integers(0, 3)),
    events=st.one_of(st.none(), st.integers(0, 9)),
)


LIVES = st.integers(1, 6).flatmap(
    lambda rounds: st.tuples(
        st.just(rounds), st.lists(st.integers(0, 2 * rounds), min_size=1, max_size=4)
    )
)


@given(
    facts=PLAYERS,
    system=st.sampled_from(["R", "Q", "OB"]),
    level=st.integers(100, 2500).map(float),
    life=LIVES,
)
# A peak reached on the way sets the floor for a later fall.
@example(RatingFacts(1690.0, games=60), "R", 1900.0, (9, [18, 0, 0, 0, 0]))
@example(RatingFacts(1690.0, games=20), "R", 1900.0, (9, [18, 0, 0, 0, 0]))
@example(
    RatingFacts(108.0, games=12, wins=1, draws=0, events=3), "R", 150.0, (4, [4, 0])
)
@example(RatingFacts(1500.0, games=3, record="all_wins"), "R", 1400.0, (3, [6, 6, 3]))
def test_every_event_is_carried_as_the_documents_do(facts, system, level, life):
    rounds, scores = life
    days = list_event_days(DAY, dt.date(2026, 9, 1), "month")[: len(scores)]
    season = SeasonPlan(
        make_entrant(DAY, system, BY_DATE, facts, resolve_rules),
        system,
        tuple(resolve_rules(BY_DATE, day, system) for day in days),
        rounds,
        level,
        level,
    )
    now = facts
    played = SeasonPaths(season, 1).play_with_scores(np.array(scores)[:, None])
    for points, day, found in zip(scores, days, played, strict=True):
        halves = [max(0, min(2, points - 2 * at)) for at in range(rounds)]
        now = next_facts(now, [level] * rounds, halves, day, system)
        assert found.ratings[0] == pytest.approx(now.rating, abs=1e-6)


def direct(facts, plan, days, paths, seed):
    """Return the same plan by the engine, path by path, with each game drawn by the model."""
    rng = random.Random(seed)
    last, ever, points, first = [], 0, 0.0, []
    for _ in range(paths):
        now, top = facts, 0.0
        for day in days:
            strengths = [rng.uniform(plan.low, plan.high) for _ in range(plan.rounds)]
            halves: list[int] = []
            for strength in strengths:
                side = RatedSide(now.rating, now.games)
                if now.games is not None and now.games <= 25 and halves:
                    so_far = trace_of(now, strengths[: len(halves)], halves, day)
                    side = RatedSide(so_far.step5.result, now.games + len(halves))
                sides = side, RatedSide(strength)
                chances = compute_game_chances(*sides, MODEL, plan.draws)
                halves += rng.choices((0, 1, 2), chances)
            now = next_facts(now, strengths, halves, day)
            top = max(top, round_for_display(now.rating))
            points += sum(halves) / 2
            if day == days[0]:
                first.append((sum(halves) / 2, now.rating))
        last.append(now.rating)
        ever += top >= plan.target
    return np.array(last), ever / paths, points / paths, first


@pytest.mark.parametrize(
    ("sheet", "plan"),
    [
        (
            Estimate(1780.0, (), DAY),
            GoalPlan(1800, dt.date(2026, 1, 1), low=1700, high=1700),
        ),
        (
            Estimate(1450.0, (), DAY, games=5),
            GoalPlan(1550, dt.date(2025, 12, 1), rounds=4, low=1300, high=1700),
        ),
        (
            Estimate(1605.0, (), DAY, games=30, floor=1600),
            GoalPlan(1650, dt.date(2025, 12, 1), low=1750, high=1750, draws=1.5),
        ),
        (
            Estimate(None, (EstimateLine(1500, "W"), EstimateLine(1700, "D")), DAY),
            GoalPlan(1700, dt.date(2025, 11, 1), rounds=3, low=1500, high=1600),
        ),
        (
            Estimate(1500.0, (), DAY, games=1),
            GoalPlan(1600, dt.date(2025, 10, 1), rounds=9, low=1500, high=1500),
        ),
    ],
    ids=["established", "provisional", "on a floor", "a newcomer", "one game"],
)
def test_it_agrees_with_a_direct_simulation(sheet, plan):
    found = answer(sheet, plan)
    look = found.outlook
    paths = 350
    last, ever, points, first = direct(
        make_facts_after(sheet, resolve_rules), plan, found.days, paths, 5
    )

    def assert_close(told, error, came, theirs):
        assert abs(told - came) <= 4.0 * (error**2 + theirs**2) ** 0.5

    def share_close(told, came):
        error = (came * (1 - came) / paths) ** 0.5 + 1e-3
        assert_close(told.share, told.error, came, error)

    share_close(look.at_end, float((np.floor(last + 0.5) >= plan.target).mean()))
    share_close(look.on_the_way, ever)
    assert_close(look.fan[-1].mean, look.error, last.mean(), last.std() / paths**0.5)
    assert_close(look.expected, 0.0, points, (look.games / 4) ** 0.5 / paths**0.5)
    bad = [rating for score, rating in first if score <= look.bad.score]
    assert_close(look.bad.share, 0.005, len(bad) / paths, 0.5 / paths**0.5)
    assert len(look.fan) == len(found.days)


@pytest.mark.parametrize("games", [None, 0, 1, 5, 12])
def test_a_plan_of_one_event_has_the_chances_of_a_sheet(games):
    to_come = Estimate(1500.0, (EstimateLine(1700.0),) * 2, DAY, games)
    usual = ForecastParameters(MODEL)
    forecast = answer_estimate(to_come, resolve_rules, usual).forecast
    plan = GoalPlan(1600, dt.date(2025, 10, 1), rounds=2, low=1700, high=1700)
    bad = answer(replace(to_come, lines=()), plan).outlook.bad
    lost_both = forecast.ways[0]
    assert (bad.score, lost_both.score) == (0.0, 0.0)
    assert abs(bad.share - lost_both.chance) < 4.0 * (0.25 / 20_000) ** 0.5


def test_the_needed_score_is_the_lowest():
    sheet = Estimate(1780.0, (), DAY)
    plan = GoalPlan(1800, dt.date(2026, 2, 1), low=1700, high=1700)
    found = answer(sheet, plan)
    need = found.outlook.need
    events = len(found.days)

    def ends_at(score):
        facts = make_facts_after(sheet, resolve_rules)
        ends = [int(2 * score) * at // events for at in range(events + 1)]
        for (before, after), day in zip(pairwise(ends), found.days, strict=True):
            left = after - before
            halves = [max(0, min(2, left - 2 * at)) for at in range(5)]
            facts = next_facts(facts, [1700.0] * 5, halves, day)
        return facts.rating

    assert ends_at(need.score) == pytest.approx(need.rating, abs=1e-6)
    less = ends_at(need.score - 0.5)
    assert round_for_display(need.rating) >= 1800 > round_for_display(less)
    far = answer(sheet, replace(plan, target=2600))
    assert (far.outlook.need, far.outlook.at_end.share) == (None, 0.0)


def test_a_plan_is_repeatable_and_bad_events_are_bad():
    plan = GoalPlan(1800, dt.date(2026, 3, 1), low=1700, high=1700)
    look = answer(Estimate(1780.0, (), DAY), plan).outlook
    bad = look.bad
    assert 0.1 <= bad.share <= 0.3
    after = next_facts(RatingFacts(1780.0), [1700.0] * 5, [2, 1, 0, 0, 0], DAY)
    assert (bad.score, bad.after) == (1.5, pytest.approx(after.rating))
    assert bad.chance.share < look.at_end.share
    assert bad.missing > 0
    plan = GoalPlan(1800, dt.date(2026, 1, 1), low=1700, high=1700)
    one, two = (answer(Estimate(1780.0, (), DAY), plan, paths=3000) for _ in range(2))
    assert one == two
    other = answer(Estimate(1780.0, (), DAY), plan, paths=3000, seed=2)
    assert other.outlook.fan != one.outlook.fan
    played = (EstimateLine(1702, "W"), EstimateLine(1855, "D"), EstimateLine(1824))
    plan = GoalPlan(1850, dt.date(2025, 12, 1), low=1700, high=1700)
    found = answer(Estimate(1780.0, played, DAY), plan)
    assert found.played == 2
    assert found.begins_at > 1790
    assert found.days == tuple(dt.date(2025, month, 1) for month in (10, 11, 12))


def test_the_days_of_events():
    monthly = list_event_days(dt.date(2025, 10, 31), dt.date(2026, 3, 1), "month")
    days = ("2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28")
    assert tuple(map(str, monthly)) == days
    fortnight = list_event_days(DAY, dt.date(2025, 10, 1), "two weeks")
    assert fortnight == (dt.date(2025, 9, 15), dt.date(2025, 9, 29))
    for first, last, every, said in (
        (DAY, dt.date(2025, 9, 20), "month", "no event finishes by 9/20/2025"),
        (DAY, dt.date(2035, 9, 1), "week", f"at most {MOST_EVENTS} events"),
        (dt.date(9999, 12, 1), dt.date(9999, 12, 31), "month", "event"),
        (dt.date.max, dt.date.max, "week", "event"),
    ):
        with pytest.raises(BadPlanError, match=said):
            list_event_days(first, last, every)


def test_impossible_plans_say_why_and_months_end_correctly():
    plan = GoalPlan(1800, dt.date(2026, 1, 1))
    with pytest.raises(NothingToForecastError, match="needs a starting rating"):
        answer(Estimate(None, (), DAY), plan)
    for wrong in ({"rounds": 0}, {"low": 50.0}, {"low": 1800.0, "high": 1700.0}):
        with pytest.raises(BadPlanError):
            answer(Estimate(1780.0, (), DAY), replace(plan, **wrong))
    with pytest.raises(CancelledError):
        answer(Estimate(1780.0, (), DAY), plan, monitor=Monitor(lambda: True))
    assert parse_target_day("June", dt.date(9999, 12, 31)) == dt.date(9999, 6, 30)
    assert parse_target_day("999 years", dt.date(9999, 1, 1)) == dt.date.max


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *((typed, "2026-06-30") for typed in ("2026-06-30", "June", "by jun")),
        *(("December", "2025-12-31"), ("September", "2025-09-30")),
        *(("Feb. 2028", "2028-02-29"), ("June, 2027", "2027-06-30")),
        *(("6 months", "2026-03-01"), ("in 2 weeks", "2025-09-15")),
        *(("1 year", "2026-09-01"), ("  ", "None")),
    ],
)
def test_target_days_are_read(typed, day):
    assert str(parse_target_day(typed, DAY)) == day


@pytest.mark.parametrize(
    "typed", ["soon", "ju", "13", "2026-02-30", "June 30", "may be"]
)
def test_an_unreadable_target_day_is_refused_with_the_reason(typed):
    with pytest.raises(BadPlanError, match="or June, or 6 months"):
        parse_target_day(typed, DAY)
