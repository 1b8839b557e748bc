"""FIDE and CFC conversions of each edition, at and around every breakpoint."""

import pytest

from tests.engine.make import rules

FIDE = {
    "2009": [(1999, 1969.375), (2000, 1970), (2001, 1971.16), (2400, 2434)],
    "2015": [(1999, 2059.06), (2000, 2060), (2001, 2061.02), (2400, 2468)],
    "2020": [(1999, 2059.06), (2000, 2060), (2001, 2061.02), (2400, 2468)],
    "2025": [
        (1400, 1120.38),
        (1999, 2058.8333),
        (2000, 2060.4),
        (2001, 2061.02),
        (2400, 2468),
    ],
}
YOUTH = {
    "2015": [(1999, 2079.24), (2000, 2080), (2001, 2081), (2400, 2480)],
    "2020": [(1999, 2079.24), (2000, 2080), (2001, 2081), (2400, 2480)],
    "2025": [(1400, 1320.38), (1999, 2079.1333), (2000, 2080.4), (2001, 2081)],
}
OLDER_CFC = [(1499, 1409), (1500, 1410), (1501, 1411.1), (2000, 1960)]
CFC = {
    "2009": OLDER_CFC,
    "2015": OLDER_CFC,
    "2020": OLDER_CFC,
    "2025": [
        *((1149, 821.435), (1150, 822), (1151, 823.28), (1609, 1409.52)),
        *((1610, 1414.1), (1611, 1415.51), (1999, 1962.59), (2000, 1960)),
        (2001, 1961.1),
    ],
}


TABLES = {"fide": FIDE, "fide_youth": YOUTH, "cfc": CFC}
ROWS = [
    (name, edition, rating, converted)
    for name, table in TABLES.items()
    for edition, pairs in table.items()
    for rating, converted in pairs
]


@pytest.mark.parametrize(("name", "edition", "rating", "converted"), ROWS)
def test_a_rating_from_abroad_is_converted(name, edition, rating, converted):
    conversion = getattr(rules(edition), f"{name}_conversion")
    assert conversion(rating) == pytest.approx(converted, abs=1e-6)


def test_2009_has_no_youth_conversion_and_fractions_are_on_their_side():
    assert rules("2009").fide_youth_conversion is None
    fide = rules("2009").fide_conversion
    assert fide(1999.999) == pytest.approx(720 + 0.625 * 1999.999)
    cfc = rules("2025").cfc_conversion
    assert cfc(1609.999) == pytest.approx(-650 + 1.28 * 1609.999)
    assert rules("2025").fide_conversion(2000.001) == pytest.approx(
        20 + 1.02 * 2000.001
    )
