"""Who is rated from an event abroad that FIDE rates, by edition."""

import pytest

from uscalc.engine.floors import FOREIGN_FIDE
from uscalc.engine.inputs import Entrant

UNRATED = Entrant((1,), None)
PROVISIONAL = Entrant((1,), 1500.0, 25)
ESTABLISHED = Entrant((1,), 1500.0, 26)
UNKNOWN = Entrant((1,), 1500.0)


@pytest.mark.parametrize(
    ("variant", "rated"),
    [
        ("nobody", (False, False, False, False)),
        ("any-rated", (False, True, True, True)),
        ("established", (False, False, True, True)),
    ],
)
def test_who_is_rated(variant, rated):
    asked = (UNRATED, PROVISIONAL, ESTABLISHED, UNKNOWN)
    assert tuple(FOREIGN_FIDE[variant](one) for one in asked) == rated
