"""The columns of many plans are those of the engine's variants of each rule."""

import numpy as np
import pytest

from tests.engine.make import EDITIONS, rules
from uscalc.analysis.arrays.plans import N_STARS, NUMERATORS, PEAKS, compute_peak_floors
from uscalc.engine.floors import PEAK_ROUNDING, compute_peak_floor
from uscalc.engine.standard import EFFECTIVE_GAMES, REDUCED_K

RATINGS = np.array(
    [100.0, 1234.5, 2199.5, 2200.0, 2355.0, 2355.5, 2400.0, 2500.0, 2700.0]
)


def test_every_variant_of_the_engine_has_its_column():
    assert set(N_STARS) == set(EFFECTIVE_GAMES)
    assert set(NUMERATORS) == set(REDUCED_K)
    assert set(PEAKS) == set(PEAK_ROUNDING)


@pytest.mark.parametrize("name", N_STARS)
def test_n_star_is_the_engines(name):
    expected = [EFFECTIVE_GAMES[name](rating) for rating in RATINGS.tolist()]
    assert N_STARS[name](RATINGS).tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", NUMERATORS)
def test_the_numerator_of_k_is_the_engines(name):
    expected = [REDUCED_K[name](rating) for rating in RATINGS.tolist()]
    assert NUMERATORS[name](RATINGS).tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PEAKS)
def test_floors_of_peaks_are_the_engines(edition, name):
    chosen = rules(edition, peak_rounding=name)
    peaks = np.concatenate((RATINGS, np.arange(1300.0, 2500.0, 0.25)))
    found = [compute_peak_floor(peak, chosen) for peak in peaks.tolist()]
    expected = [-np.inf if level is None else level for level in found]
    assert compute_peak_floors(peaks, chosen).tolist() == expected
