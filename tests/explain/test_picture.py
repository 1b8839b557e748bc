"""The picture's bars, sums and result match the trace, on every path of both formulas."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from math import fsum, sqrt

import pytest

from tests.build import as_type
from tests.engine.make import field, games, rate_one, rules, section
from uscalc.engine.inputs import Entrant, FloorFacts
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace, SpecialTrace, StandardTrace
from uscalc.explain.numbers import PlayerDirectory
from uscalc.explain.picture import (
    TRUTH,
    SpecialPicture,
    StandardPicture,
    TriedValues,
    find_axis_bounds,
    list_limits,
    list_steps,
    make_picture,
)
from uscalc.explain.picture_words import (
    describe_row,
    describe_state,
    describe_sums,
    describe_walk_move,
    formulate_question,
    list_notes,
    make_title,
)

SEED = 20250901


def people(trace: SectionTrace) -> PlayerDirectory:
    return PlayerDirectory(trace, lambda number: f"Invented {number}")


def some_section(chance: random.Random) -> SectionTrace:
    """Return a section with all kinds of records and starts, and ratings far apart."""
    count = chance.randint(2, 9)
    facts = []
    spread = chance.choice([(100, 2900), (1000, 1400), (2400, 2790), (100, 300)])
    for _ in range(count):
        kind = chance.randrange(6)
        rating: float | None = float(chance.randint(*spread))
        if chance.random() < 0.3 and rating is not None:
            rating += chance.random()
        known = chance.choice([0, 1, 4, 8, 9, 20, 60])
        record = chance.choice(["mixed", "mixed", "all_wins", "all_losses"])
        if kind == 0:
            rating, known, record = None, 0, "mixed"
        facts.append({"rating": rating, "games": known, "record": record})
    results = [
        (one, other, chance.choice([0.0, 0.5, 1.0, 1.0, 0.0]))
        for _ in range(chance.randint(1, 6))
        for one, other in [chance.sample(range(count), 2)]
    ]
    if chance.random() < 0.2:
        results = [(one, other, 1.0) for one, other, _ in results if one < other]
    return rate_section(section(field(facts, results)), rules())


def traces(wanted: int) -> Iterator[tuple[SectionTrace, int, int]]:
    """Yield this many steps of the special formula: section, player's place and step."""
    chance, found = random.Random(SEED), 0
    while found < wanted:
        trace = some_section(chance)
        for place, player in enumerate(trace.players):
            for step, done in list_steps(player).items():
                if isinstance(done, SpecialTrace):
                    found += 1
                    yield trace, place, step


def bar(r: float, rating: float) -> float:
    """Return the part below R of a bar from 400 below to 400 above, computed anew."""
    return min(max((r - (rating - 400.0)) / 800.0, 0.0), 1.0)


def special(trace: SectionTrace, place: int, step: int) -> SpecialPicture:
    return as_type(make_picture(trace, place, step, people(trace)), SpecialPicture)


def pictures(wanted: int) -> Iterator[SpecialPicture]:
    return (special(*where) for where in traces(wanted))


def test_the_marker_snaps_to_the_result_before_cap_and_floor():
    paths: Counter[str] = Counter()
    for trace, place, step in traces(1500):
        picture = special(trace, place, step)
        done = as_type(list_steps(trace.players[place])[step], SpecialTrace)
        assert picture.done is done
        paths[picture.record] += 1
        paths[f"step {step}"] += 1
        paths["earlier games" if done.n_eff else "no earlier game"] += 1
        paths["stretch"] += picture.curve.zeros.is_range
        if done.capped:
            paths["cap"] += 1
            assert done.raw == 2700.0 < picture.catch_rating
        else:
            assert abs(done.raw - picture.catch_rating) <= 1e-6
        if done.raw < 100.0:
            paths["minimum"] += 1
            assert done.result == 100.0
        held = fsum(
            row.worth * bar(picture.catch_rating, row.rating) for row in picture.rows
        )
        scored = fsum(row.score for row in picture.rows)
        assert held == pytest.approx(scored, abs=2e-7)
        assert picture.scored == pytest.approx(scored, abs=1e-9)
        assert picture.scored == done.target
    for path in (
        *("mixed", "all_wins", "all_losses", "step 3", "step 4", "step 5"),
        *("no earlier game", "earlier games", "stretch", "cap", "minimum"),
    ):
        assert paths[path] >= 5, path


def test_bars_and_sums_equal_the_traces_wherever_the_marker_is():
    chance, knots = random.Random(7), 0
    for trace, place, step in traces(500):
        picture, player = special(trace, place, step), trace.players[place]
        done = picture.done
        for row, own, strength in zip(
            picture.rows, player.entrant.own, done.strengths, strict=False
        ):
            assert (row.rating, row.score, row.worth) == (strength, own.score, 1.0)
            assert (row.low, row.high) == (strength - 400.0, strength + 400.0)
            assert not row.is_tried
        assert (picture.prior.rating, picture.prior.worth) == (done.prior, done.n_eff)
        assert not picture.prior.is_tried
        for r in (*picture.stop_ratings, chance.uniform(-300, 3300)):
            held = [row.worth * bar(r, row.rating) for row in picture.rows]
            filled = [row.worth * picture.compute_fill(row, r) for row in picture.rows]
            assert filled == pytest.approx(held, abs=1e-12)
            expected = fsum(held)
            assert picture.compute_expected(r) == pytest.approx(expected, abs=1e-9)
            away = expected - done.target
            assert picture.compute_difference(r) == pytest.approx(away, abs=1e-9)
        for move in done.moves:
            assert picture.compute_difference(move.m) == pytest.approx(move.f, abs=1e-9)
            knots += 1
            bend = picture.find_knot(move.knot)
            for ends, filled, off in ((bend.begins, 0.0, 8.0), (bend.full, 1.0, -8.0)):
                for rating in (picture.rows[i].rating for i in ends):
                    assert bar(move.knot, rating) == pytest.approx(filled, abs=1e-8)
                    assert 0.0 < bar(move.knot + off, rating) < 1.0
            assert bend.begins or bend.full
            whose = {*bend.begins, *bend.full}
            if whose == {len(picture.rows) - 1} and not done.n_eff:
                assert picture.prior.worth == 0.0
    assert knots > 300


def test_the_standard_rows_have_the_traces_surplus_k_and_bonus():
    chance, seen = random.Random(SEED), Counter[str]()
    while sum(seen.values()) < 400:
        trace = some_section(chance)
        for place, player in enumerate(trace.players):
            for step, done in list_steps(player).items():
                if not isinstance(done, StandardTrace):
                    continue
                picture = make_picture(trace, place, step, people(trace))
                assert isinstance(picture, StandardPicture)
                r0, m = player.start.r0, player.entrant.m
                parts = [
                    1 / (1 + 10 ** ((row.rating - r0) / 400)) for row in picture.rows
                ]
                surplus = sum(row.score for row in picture.rows) - sum(parts)
                k = 800 / (player.effective.n_eff + m)
                assert picture.done.expectations == pytest.approx(parts, abs=1e-12)
                assert picture.above_expected == pytest.approx(surplus, abs=1e-9)
                assert picture.done.k == pytest.approx(k, abs=1e-9)
                assert picture.done.gain == pytest.approx(k * surplus, abs=1e-9)
                bonus = 0.0
                if player.no_bonus is None:
                    mark = trace.rules.bonus_multiplier * sqrt(max(m, 4))
                    assert picture.done.threshold == pytest.approx(mark, abs=1e-9)
                    bonus = max(0.0, k * surplus - mark)
                else:
                    assert picture.done.threshold is None
                assert picture.change == pytest.approx(k * surplus + bonus, abs=1e-9)
                assert done.raw == pytest.approx(r0 + picture.change, abs=1e-9)
                seen["bonus" if bonus else "none" if player.no_bonus else "mark"] += 1
    assert min(seen[what] for what in ("bonus", "none", "mark")) >= 5


def make_scene_of(**facts: object) -> SectionTrace:
    made = {"rating": 1500.0, "games": 6, **facts}
    opponents = [Entrant((i,), None, fixed=r) for i, r in ((2, 1400.0), (3, 1600.0))]
    player = Entrant(numbers=(1,), own=games((1, 1.0), (2, 0.5)), **made)
    return rate_section(section((player, *opponents)), rules())


def test_what_if_values_are_the_engines_and_the_present_changes_nothing():
    for n, record in ((0, "mixed"), (6, "mixed"), (6, "all_wins"), (30, "mixed")):
        facts = {"games": n, "record": record}
        trace = make_scene_of(**facts)
        causes = TRUTH.get_tried_rating(0, 1725.0).get_tried_score(1, 1.0)
        picture = make_picture(trace, 0, 5, people(trace), causes)
        wanted = rate_one((1725.0, 1600.0), (1.0, 1.0), rating=1500.0, **facts)
        assert (picture.done, picture.result) == (wanted.step5, wanted.post)
        assert [row.is_tried for row in picture.rows][:2] == [True, True]
        causes = TRUTH.get_tried_rating(None, 1234.0)
        own = make_picture(trace, 0, 5, people(trace), causes)
        wanted = rate_one((1400.0, 1600.0), (1.0, 0.5), rating=1234.0, **facts)
        assert own.done == wanted.step5
    chance = random.Random(3)
    for _ in range(60):
        trace = some_section(chance)
        for place, player in enumerate(trace.players):
            scores = tuple((i, g.score) for i, g in enumerate(player.entrant.own))
            for step, done in list_steps(player).items():
                same = TriedValues(scores=scores)
                picture = make_picture(trace, place, step, people(trace), same)
                assert picture.done == done
                assert not any(row.is_tried for row in picture.rows)


def test_bars_walls_and_floors_are_on_the_axis_and_are_described():
    seen: Counter[str] = Counter()
    for count, picture in enumerate(pictures(1500)):
        if count < 200:
            low, high = find_axis_bounds([picture])
            for row in picture.rows:
                assert low < row.low < row.high < high
            assert low < picture.catch_rating < high
            assert low < picture.result < high
        for wall in list_limits(picture):
            if wall.acted:
                seen[wall.kind] += 1
                level = "2700" if wall.kind == "cap" else f"{wall.level:.0f}"
                assert any(level in text for text in list_notes(picture, True))
    assert seen["cap"] >= 5
    assert seen["minimum"] >= 5
    known = {"rating": 1510.0, "games": 40, "floors": FloorFacts(peak=1720.0)}
    player = Entrant((1,), own=games((1, 0.0), (2, 0.0)), **known)
    others = [Entrant((i,), None, fixed=1300.0) for i in (2, 3)]
    trace = rate_section(section((player, *others)), rules())
    picture = make_picture(trace, 0, 5, people(trace))
    wall = next(wall for wall in list_limits(picture) if wall.kind == "peak")
    assert (wall.level, wall.acted) == (1500.0, True)
    assert picture.result == 1500.0
    assert any("raises the rating" in text for text in list_notes(picture, True))
    # The floor doesn't apply in Step 4.
    picture = make_picture(trace, 0, 4, people(trace))
    assert [wall.kind for wall in list_limits(picture)] == ["minimum"]


def test_the_sums_are_read_as_a_person_would_say_them():
    player = rate_one((1400.0, 1600.0), (1.0, 0.5), rating=1500.0, games=6)
    picture = special(make_scene_of(), 0, 5)
    assert picture.done == player.step5
    assert describe_sums(picture, 1500.0) == "at 1500 expected 4 of 8, scored 4.5"
    assert formulate_question(picture, "Tom") == (
        "Tom scored 1.5 of 2; with earlier games, 4.5 of 8. For which rating would 4.5 of 8 "
        "be exactly what we expect? Drag R to find it."
    )
    newcomer = make_scene_of(rating=None, games=0)
    for step, sums in ((3, "1.5 of 2; with a pretend draw, 2 of 3."), (5, "1.5 of 2.")):
        asked = formulate_question(special(newcomer, 0, step), "Tom")
        assert asked.startswith(f"Tom scored {sums} For which rating ")
    for r, said in (
        (1500.0, "R is too low: the expected score is 0.5 short"),
        (1800.0, "R is too high: the expected score is"),
    ):
        assert said in describe_state(picture, r, False)
    assert describe_state(picture, picture.catch_rating, True) == (
        "At 1550 expected 4.5 of 8, scored 4.5. The two scores are equal, so 1550 is the special "
        "rating."
    )
    assert describe_row(picture, picture.rows[0], 1500.0) == (
        "Round 1: Invented 2 1400, win: at 1500 expected 0.62 of 1"
    )
    assert describe_row(picture, picture.prior, 1500.0) == (
        "6 earlier games, counted as draws against 1500: at 1500 expected 3 of 6"
    )


def test_every_record_of_earlier_games_and_every_stop_is_explained():
    wins = "6 earlier games, all won, counted as wins against 1100"
    losses = "6 earlier games, all lost, counted as losses against 1900"
    for record, row, note in (
        ("all_wins", wins, "is full from 1500"),
        ("all_losses", losses, "is empty from"),
    ):
        picture = special(make_scene_of(record=record), 0, 5)
        assert row in describe_row(picture, picture.prior, 1500.0)
        assert any(note in text for text in list_notes(picture, False))
    picture = special(make_scene_of(games=0), 0, 5)
    assert "No earlier game" in describe_row(picture, picture.prior, 1500.0)
    assert any("row has no points" in text for text in list_notes(picture, False))
    whys: Counter[str] = Counter()
    told = 0
    for count, picture in enumerate(pictures(1500)):
        if picture.curve.zeros.is_range:
            told += 1
            assert not any("fits" in text for text in list_notes(picture, False))
            assert any("fits" in text for text in list_notes(picture, True))
        if count >= 300:
            continue
        moves = picture.done.moves
        for i, move in enumerate(moves):
            said = describe_walk_move(picture, picture.done, i)
            whys[move.why] += 1
            assert ("rises" in said) == (move.f < 0)
            assert f"{move.knot:.2f}".rstrip("0").rstrip(".").lstrip("-") in said
        said = describe_walk_move(picture, picture.done, len(moves))
        assert "The two scores are equal" in said
    assert min(whys[why] for why in ("flat", "beyond", "root")) >= 5
    assert told >= 5


def test_nothing_reveals_the_answer_before_it_is_found():
    checked = 0
    for picture in pictures(500):
        answer = re.compile(rf"(?<![\d.]){picture.catch_rating:.2f}")
        start, own = picture.done.start, picture.player.start.r0
        known = (start, own, *(row.rating for row in picture.rows))
        # A draw with one opponent gives the opponent's rating, so there is no secret.
        if any(abs(picture.catch_rating - r) < 0.01 for r in known):
            continue
        if picture.catch_rating == round(picture.catch_rating):
            continue
        checked += 1
        shown = [
            formulate_question(picture, "Tom"),
            make_title(picture, "Tom"),
            describe_state(picture, start, False),
            *list_notes(picture, False),
            *(describe_row(picture, row, start) for row in picture.rows),
        ]
        assert [text for text in shown if answer.search(text)] == []
    assert checked > 200
