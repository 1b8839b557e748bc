"""Sweeps, passes and contrasting cases show the engine's results, and name each change."""

import random
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from tests.build import as_type
from tests.engine.make import field, rate_one, rules, section
from tests.explain.test_picture import people, some_section
from tests.shared_data import shared
from uscalc.document.rate.whole import rate_document
from uscalc.engine.section import PlayerPlan, plan_player, rate_section, run_step_4_or_5
from uscalc.engine.trace import SectionTrace, SpecialTrace, StandardTrace
from uscalc.explain.numbers import format_number
from uscalc.explain.picture import TRUTH, list_steps
from uscalc.explain.scene.cases import MAKERS, ContrastCase, make_case, make_example
from uscalc.explain.scene.passes import (
    MANY,
    RULES,
    describe_limit,
    has_two_passes,
    run_passes,
)
from uscalc.explain.scene.scene import SceneSubject
from uscalc.explain.scene.sweep import (
    EXACT,
    Sweep,
    choose_first_cause,
    compute_sweep,
    describe_point,
    list_causes,
    make_causes,
)
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import load_rule_table, resolve_rules

SEED = 29
EDITIONS = tuple(
    (key, load_rule_table().get_rules_of_edition(key))
    for key in load_rule_table().exact_editions
)


def made_sections(count: int) -> Iterator[SectionTrace]:
    chance = random.Random(SEED)
    for _ in range(count):
        yield some_section(chance)


def real_sections(every: int) -> Iterator[SectionTrace]:
    for path in sorted(shared("realdata").glob("*.uscalc"))[::every]:
        for one in rate_document(open_event(path).document, resolve_rules).sections:
            yield from (rating.trace for rating in one.ratings if not rating.guide)


def subject_of(trace: SectionTrace, place: int = 0) -> SceneSubject:
    return SceneSubject(trace, place, people(trace))


def sweep_of(subject: SceneSubject, key: str, step: int = 5) -> Sweep:
    cause = next(c for c in list_causes(subject, step) if key in (c.kind, c.key))
    return compute_sweep(subject, step, cause)


def subjects(count: int) -> Iterator[tuple[SceneSubject, int]]:
    """Yield players with games, each with the last step."""
    for trace in made_sections(count):
        for place, player in enumerate(trace.players):
            if list_steps(player):
                yield subject_of(trace, place), max(list_steps(player))


def plan_all(trace: SectionTrace) -> list[PlayerPlan]:
    match = any(player.match is not None for player in trace.players)
    entrants = (player.entrant for player in trace.players)
    return [plan_player(one, trace.section, trace.rules, match) for one in entrants]


def run_step(plan: PlayerPlan, ratings: Sequence[float]) -> float:
    met = tuple(ratings[j] for j in plan.entrant.opponents)
    return run_step_4_or_5(plan, met).result


def test_ten_passes_are_ten_calls_of_the_engines_step_and_the_limit_moves_nothing():
    seen = settled = 0
    for trace in [*made_sections(60), *real_sections(every=4)]:
        if not has_two_passes(trace):
            continue
        players, plans = trace.players, plan_all(trace)
        now = [p.start.r0 if p.step3 is None else p.step3.result for p in players]
        passes = run_passes(trace, MANY)
        assert len(passes.strengths) == MANY + 1
        for ratings in passes.strengths[1:]:
            now = [
                now[place] if plan.formula == "none" else run_step(plan, now)
                for place, plan in enumerate(plans)
            ]
            assert ratings == pytest.approx(now, abs=1e-9)
        for i in passes.rated:
            assert passes.strengths[1][i] == players[i].step4.result
            assert passes.strengths[RULES][i] == players[i].step5.result
            seen += 1
        if passes.limit is None or not passes.rated:
            continue
        settled += 1
        for i in passes.rated:
            again = run_step(plans[i], passes.limit)
            assert again == pytest.approx(passes.limit[i], abs=1e-6)
        away = [abs(passes.strengths[2][i] - passes.limit[i]) for i in passes.rated]
        place, distance = passes.furthest
        assert distance == max(away)
        said = describe_limit(passes, people(trace))
        if distance >= 0.05:
            assert people(trace).get_name(place) in said
            within = float(said.split("within ")[1].split()[0])
            assert distance <= within < distance + 0.1001
    assert seen > 500
    assert settled > 40


def test_two_newcomers_never_settle_and_points_are_read_in_sentences():
    facts = [{"rating": None, "games": 0}, {"rating": None, "games": 0}]
    trace = rate_section(section(field(facts, [(0, 1, 1.0), (0, 1, 0.5)])), rules())
    passes = run_passes(trace, MANY)
    assert passes.limit is None
    assert "no limit" in describe_limit(passes, people(trace))
    subject = subject_of(rate_one_section([1500.0, 1600.0], [1.0, 0.5], games=5))
    for cause in list_causes(subject, 5):
        sweep = compute_sweep(subject, 5, cause)
        assert "as in the event" in describe_point(sweep, sweep.now)
        assert describe_point(sweep, sweep.points[1]).startswith("With ")
        xs = [point.x for point in sweep.points]
        assert all(before < after for before, after in pairwise(xs))


def test_the_first_curve_moves_around_the_event_or_says_why_it_is_flat():
    flat = 0
    for path in sorted(get_resource_path("samples").glob("*.uscalc")):
        rated = rate_document(open_event(path).document, resolve_rules)
        traces = [one.trace for section in rated.sections for one in section.ratings]
        for trace in traces:
            for place, player in enumerate(trace.players):
                if 5 not in list_steps(player):
                    continue
                subject = subject_of(trace, place)
                cause = choose_first_cause(subject, 5, list_causes(subject, 5))
                sweep = compute_sweep(subject, 5, cause)
                near = [p.y for p in sweep.points if abs(p.x - cause.now) <= 100]
                said = describe_point(sweep, sweep.now)
                moves = max(near) - min(near) >= 1
                assert moves or "The curve is flat here: " in said
                flat += not moves
    assert flat == 3


def test_every_point_of_a_sweep_is_the_scene_that_its_tried_values_give():
    seen = set()
    for subject, step in subjects(12):
        for cause in list_causes(subject, step):
            sweep = compute_sweep(subject, step, cause)
            scene = subject.make_scene(step)
            for point in sweep.points[::7]:
                tried = make_causes(subject, step, cause, point.x)
                picture = scene.try_causes(tried).picture
                assert picture.result == point.shown
                if cause.kind == "score":
                    played = [row.score for row in picture.rows if row.game is not None]
                    assert sum(played) == pytest.approx(point.x)
                seen.add(cause.kind)
            assert make_causes(subject, step, cause, cause.now) == TRUTH
            assert sweep.now.shown == scene.picture.result
    assert seen == {"games", "score", "own", "opponent"}


def find_kinks(sweep: Sweep, grid: float) -> list[float]:
    """Return places where three equally spaced points of the curve are not on a line."""
    low, high = int(sweep.cause.low), int(sweep.cause.high)
    xs = [low + i * grid for i in range(round((high - low) / grid) + 1)]
    ys = [sweep.compute_point(x).y for x in xs]
    bends = [a - 2 * b + c for a, b, c in zip(ys, ys[1:], ys[2:], strict=False)]
    return [x for x, bend in zip(xs[1:], bends, strict=False) if abs(bend) > 1e-5]


def test_every_kink_of_the_special_formula_is_marked_and_nothing_else():
    chance, grid, kinks = random.Random(SEED), 4.0, 0
    for _ in range(10):
        strengths = [float(chance.randint(600, 2300)) for _ in range(5)]
        scores = [chance.choice([0.0, 0.5, 1.0]) for _ in strengths]
        subject = subject_of(rate_one_section(strengths, scores, games=5))
        sweep = sweep_of(subject, "opponent", 4)
        places = [mark.after.x for mark in sweep.marks]
        found = find_kinks(sweep, grid)
        for x in found:
            assert any(abs(x - place) <= grid + EXACT for place in places), (x, places)
        for mark in sweep.marks:
            kinks += 1
            assert mark.after.x - mark.before.x <= EXACT
            near = [x for x in found if abs(x - mark.after.x) <= grid + EXACT]
            assert near, mark.words
    assert kinks > 15


def rate_one_section(strengths, scores, rule_set=None, **facts) -> SectionTrace:
    facts = {"rating": 1500.0, "games": 5, **facts}
    others = [{"rating": None, "fixed": strength} for strength in strengths]
    results = [(0, i, score) for i, score in enumerate(scores, 1)]
    return rate_section(section(field([facts, *others], results)), rule_set or rules())


def test_the_ninth_game_is_the_jump_from_one_formula_to_the_other():
    played = [1500.0, 1600.0, 1400.0], [1.0, 1.0, 0.5]
    sweep = sweep_of(subject_of(rate_one_section(*played, games=20)), "games")
    assert [point.x for point in sweep.points] == [float(n) for n in range(41)]
    for point in sweep.points:
        assert rate_one(*played, rating=1500.0, games=int(point.x)).post == point.shown
    (jump,) = (mark for mark in sweep.marks if "formula" in mark.name)
    assert (jump.before.x, jump.after.x) == (8.0, 9.0)
    assert "From 9 earlier games on, the standard formula replaces" in jump.words


def test_bonus_floor_and_cap_are_marked_where_they_begin():
    subject = subject_of(rate_one_section([1500.0] * 4, [1.0, 1.0, 0.5, 0.5], games=50))
    sweep = sweep_of(subject, "opponent0")
    (bonus,) = sweep.marks
    tried = [
        make_causes(subject, 5, sweep.cause, point.x)
        for point in (bonus.before, bonus.after)
    ]
    before, after = (
        as_type(subject.make_picture(5, causes).done, StandardTrace) for causes in tried
    )
    assert before.bonus == 0.0 < after.bonus
    assert not bonus.is_jump
    assert bonus.name == "bonus"
    capped = rate_one_section([2290.0, 2200.0], [1.0, 1.0], rating=None, games=0)
    own = subject_of(capped)
    marks = compute_sweep(own, 5, list_causes(own, 5)[3]).marks
    (cap,) = (mark for mark in marks if "cap" in mark.name)
    assert cap.after.x == pytest.approx(2300.0, abs=1e-3)
    assert cap.after.y == pytest.approx(2700.0, abs=1e-3)


WANTED = {
    **{"games": {"games"}, "k": {"r0", "ratings"}, "editions": set()},
    **{"bonus": {"ratings"}, "cap": {"ratings"}},
}
"""The tried values in which the sides of a case differ, by topic."""


def check_case(key: str, case: ContrastCase) -> None:
    sides = (case.left, case.right)
    left, right = case.left.scene, case.right.scene
    tried, others = left.causes._asdict(), right.causes._asdict()
    assert {topic for topic in tried if tried[topic] != others[topic]} == WANTED[key]
    for side in sides:
        said = f"Post-event rating {side.scene.picture.result:.0f}"
        assert re.fullmatch(f"{said}(, rounded (up|down) from .*)?", side.result)
    one, other = left.picture.done, right.picture.done
    if key == "games":
        as_type(one, SpecialTrace)
        k = format_number(as_type(other, StandardTrace).k, 1)
        assert f"K is {k}," in case.reason
        assert ("The bonus adds" in case.reason) == (other.bonus > 0.0)
    elif key == "k":
        assert one.expected == pytest.approx(other.expected)
        assert one.k > other.k
    elif key == "bonus":
        # The difference of the two results is clearly more than the points above the
        # threshold.
        assert one.bonus == 0.0 < 3.0 <= other.bonus < 4.0
        assert right.picture.result >= left.picture.result + 5.0
        assert one.gain <= one.threshold - 3.0 < one.threshold < other.gain
        ((game, low),), ((same, high),) = left.causes.ratings, right.causes.ratings
        assert game == same
        assert low < high
    elif key == "cap":
        assert (one.capped, other.capped) == (False, True)
        assert (left.picture.result, right.picture.result) == (2650.0, 2700.0)
        assert left.picture.scored == left.picture.games
    else:
        assert left.picture.result != right.picture.result
        assert "0 or 0" not in case.reason
        rules = [side.scene.subject.section.rules for side in sides]
        whole = {one.has_integer_ratings for one in rules}
        assert ("whole numbers" in case.reason) == (len(whole) == 2)
        names = [side.label.split()[-1] for side in sides]
        assert len(set(names)) == 2
        assert [one.edition for one in rules] == names


@pytest.mark.parametrize("key", MAKERS)
@pytest.mark.parametrize("edition", [key for key, _ in EDITIONS])
def test_every_case_has_an_example_under_every_edition(key, edition):
    others = tuple(one for one in EDITIONS if one[0] != edition)
    case = make_case(key, None, dict(EDITIONS)[edition], others)
    assert case.is_example
    check_case(key, case)


def test_cases_of_every_player_differ_in_what_they_say_and_in_nothing_else():
    own = dict.fromkeys(MAKERS, 0)
    for trace in [*made_sections(15), *real_sections(every=40)]:
        others = tuple(one for one in EDITIONS if one[0] != trace.rules.edition)
        for place, player in enumerate(trace.players[:12]):
            for key in MAKERS if list_steps(player) else ():
                case = make_case(key, subject_of(trace, place), trace.rules, others)
                check_case(key, case)
                own[key] += not case.is_example
    assert min(own.values()) > 0, own


def test_the_example_of_cases_has_invented_names_and_many_games():
    subject = make_example(rules())
    assert subject.people.get_name(0) == "Ada Rookwell"
    assert len({subject.people.get_name(place) for place in range(5)}) == 5
    many, fifty = (
        rate_one_section([2500.0, 2450.0], [1.0, 0.0], rating=2500.0, games=games)
        for games in (None, 50)
    )
    sweep = sweep_of(subject_of(many), "games")
    said = describe_point(sweep, sweep.now)
    assert said.startswith("With 50 or more earlier games, as in the event")
    assert sweep.now.shown == fifty.players[0].post
    assert sweep.points[-1].x == 50.0
    assert sweep.points[-2].y != sweep.points[-1].y
