"""What a hand may do with the picture: catch, imagine, put back; the truth stays."""

import random

from tests.build import as_type
from tests.explain.test_idea import people, some_section, special, traces
from uscalc.engine.special import REACH
from uscalc.engine.trace import SectionTrace, SpecialTrace
from uscalc.explain.idea import SpecialPicture, StandardPicture, list_steps
from uscalc.explain.scene.scene import Scene, SceneSubject


def hand_of(trace: SectionTrace, place: int, step: int) -> Scene:
    return SceneSubject(trace, place, people(trace)).make_scene(step)


def test_the_handle_catches_at_the_result_whether_dragged_or_moved_by_keys():
    for trace, place, step in traces(500):
        hand = hand_of(trace, place, step)
        idea = special(trace, place, step)
        assert hand.r == idea.done.start
        low, high = hand.bounds
        for off in (-4.0, 4.0, 0.3):
            hand = hand.drag_marker(min(max(idea.catch_rating + off, low), high), 5.0)
            assert hand.caught
            assert hand.r == idea.catch_rating
        hand = hand.drag_marker(idea.catch_rating + 20.0, 5.0)
        assert hand.r != idea.catch_rating
        assert not hand.caught
        assert hand.found
    for trace, place, step in traces(120):
        hand = hand_of(trace, place, step)
        catch = special(trace, place, step).catch_rating
        for side in (-1.0, 1.0):
            hand = hand.put_marker(catch + side * 60.5)
            for _ in range(70):
                if hand.caught:
                    break
                hand = hand.nudge_marker(-side)
            assert hand.r == catch
            hand = hand.put_marker(catch + side * 60.5)
            for _ in range(4):
                if hand.caught:
                    break
                hand = hand.nudge_marker(-side * 25.0)
            assert hand.r == catch
            # And the next key leads on.
            hand = hand.nudge_marker(-side)
            assert hand.r != catch
            assert abs(hand.r - catch) <= 1.0
    trace, place, step = next(iter(traces(1)))
    hand = hand_of(trace, place, step)
    start = hand.r
    hand = hand.put_marker(start + 50.0)
    hand = hand.put_marker(start - 20.0)
    assert hand.seen == (start - 20.0, start + 50.0)
    hand = hand.to_start()
    assert (hand.r, hand.seen) == (start, (start, start))


def test_reset_returns_every_trial_to_the_trace():
    chance = random.Random(11)
    tried = 0
    while tried < 200:
        trace = some_section(chance)
        before = repr(trace)
        for place, player in enumerate(trace.players):
            for step, done in list_steps(player).items():
                tried += 1
                hand = hand_of(trace, place, step)
                game = chance.randrange(player.entrant.m)
                for _ in range(3):
                    hand = hand.try_rating(game, float(chance.randint(100, 2900)))
                    hand = hand.try_score(game, chance.choice([0.0, 0.5, 1.0]))
                    hand = hand.try_rating(None, float(chance.randint(100, 2900)))
                hand = hand.reset_causes()
                assert hand.causes.is_empty
                assert hand.idea.done is done
                # One by one, too.
                row = hand.find_row(game)
                hand = hand.try_rating(game, row.rating + 3.0)
                hand = hand.try_score(
                    game, 1.0 - row.score if row.score != 0.5 else 1.0
                )
                assert not hand.causes.is_empty
                hand = hand.try_rating(game, row.true_rating)
                hand = hand.try_score(game, row.true_score)
                assert hand.causes.is_empty
                assert hand.idea.done is done
        assert repr(trace) == before


def test_the_row_of_earlier_games_moves_the_players_own_rating():
    aside = {"all_wins": -REACH, "all_losses": REACH, "mixed": 0.0}
    seen = set()
    for trace, place, step in traces(400):
        hand = hand_of(trace, place, step)
        assert isinstance(hand.idea, SpecialPicture)
        record = hand.idea.record
        wanted = min(max(hand.idea.prior.rating + 7.0, 500.0), 2400.0)
        hand = hand.try_rating(None, wanted)
        assert isinstance(hand.idea, SpecialPicture)
        assert hand.idea.record == record
        assert hand.idea.prior.rating == wanted
        assert hand.idea.player.start.r0 == wanted - aside[record]
        assert hand.idea.prior.is_tried
        seen.add(record)
    assert seen == set(aside)


def test_another_step_has_other_opponents_ratings_and_keeps_the_marker():
    several = 0
    for trace, place, _ in traces(300):
        hand = hand_of(trace, place, 5)
        hand = hand.put_marker(hand.r + 33.0)
        at = hand.r
        for step in hand.subject.steps:
            hand = hand.select_step(step)
            done = as_type(list_steps(trace.players[place])[step], SpecialTrace)
            assert hand.r == at
            ratings = tuple(row.rating for row in hand.idea.rows[:-1])
            assert ratings == done.strengths
            several += step == 3
    assert several > 10


def test_with_the_standard_formula_the_handle_is_the_players_rating():
    chance, tried = random.Random(5), 0
    while tried < 50:
        trace = some_section(chance)
        for place, player in enumerate(trace.players):
            if player.formula != "standard":
                continue
            tried += 1
            hand = hand_of(trace, place, 5)
            assert isinstance(hand.idea, StandardPicture)
            assert hand.at == player.start.r0
            hand = hand.nudge_marker(10.0)
            assert hand.at == min(player.start.r0 // 10 * 10 + 10.0, 3000.0)
            assert isinstance(hand.idea, StandardPicture)
            held = sum(hand.idea.done.expectations)
            assert held >= sum(player.step5.expectations)  # type: ignore[union-attr]
            hand = hand.to_start()
            assert hand.idea.done is player.step5
