"""Chances as games came out, against a transcription of the model that knows no code."""

import random

import numpy as np
import pytest

from tests.analysis.by_hand import MODEL, transcribed
from uscalc.analysis.forecast_model import (
    BadSettingError,
    RatedSide,
    compute_game_chance_lanes,
    compute_game_chances,
)

CLOSE = 1e-9


def pairs(count: int) -> list[tuple[float, int | None, float, int | None, float]]:
    chance = random.Random(14)
    games = [None, 1, 2, 3, 4, 8, 9, 15, 16, 25, 26, 300]
    found = []
    for _ in range(count):
        r1 = round(chance.uniform(100, 2800), 2)
        far = chance.choice((60, 400, 1500))
        r2 = max(100.0, r1 + chance.uniform(-far, far))
        draws = chance.choice((1.0, 1.0, 0.0, 0.5, 2.25))
        found.append((r1, chance.choice(games), r2, chance.choice(games), draws))
    return found


def test_two_hundred_pairs_on_both_engines():
    for r1, n1, r2, n2, draws in pairs(200):
        wanted = transcribed(r1, n1, r2, n2, draws)
        told = compute_game_chances(RatedSide(r1, n1), RatedSide(r2, n2), MODEL, draws)
        assert told == pytest.approx(wanted, abs=CLOSE)
        # In many scenarios at once, where only one of the two ratings is this one.
        lanes = compute_game_chance_lanes(
            (np.array([r1, 900.0, r1]), n1), (np.full(3, r2), n2), MODEL, draws
        )
        assert lanes[:, 0].tolist() == pytest.approx(wanted, abs=CLOSE)
        assert lanes[:, 2].tolist() == lanes[:, 0].tolist()
        assert lanes.sum(axis=0).tolist() == pytest.approx([1.0] * 3, abs=CLOSE)


def test_chances_are_symmetric_bounded_and_dated():
    for r1, n1, r2, n2, draws in pairs(50):
        told = compute_game_chances(RatedSide(r1, n1), RatedSide(r2, n2), MODEL, draws)
        other = compute_game_chances(RatedSide(r2, n2), RatedSide(r1, n1), MODEL, draws)
        assert told == pytest.approx((other.win, other.draw, other.loss), abs=CLOSE)
    told = compute_game_chances(RatedSide(100.0, 300), RatedSide(1e6), MODEL)
    assert told.loss == pytest.approx(1.0)
    assert told.win == 0.0
    assert "770,858 games" in MODEL.source
    assert MODEL.date.year >= 2026
    assert [len(held.pairs) for held in MODEL.held] == [6, 6, 3]
    usual = compute_game_chances(RatedSide(1500.0), RatedSide(1620.0), MODEL)
    none = compute_game_chances(RatedSide(1500.0), RatedSide(1620.0), MODEL, 0.0)
    twice = compute_game_chances(RatedSide(1500.0), RatedSide(1620.0), MODEL, 2.0)
    assert none.draw == 0.0
    for scaled in (none, twice):
        assert scaled.win / scaled.loss == pytest.approx(usual.win / usual.loss)
    assert twice.draw / twice.win == pytest.approx(2.0 * usual.draw / usual.win)


@pytest.mark.parametrize("draws", [-0.1, 10.5, float("nan"), float("inf")])
def test_a_factor_that_is_none(draws):
    with pytest.raises(BadSettingError, match="draw factor must be from 0 to 10"):
        compute_game_chances(RatedSide(1500.0), RatedSide(1500.0), MODEL, draws)
