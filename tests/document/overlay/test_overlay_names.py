"""Names as two programs write them: which are one, and how ours are written."""

import pytest

from uscalc.document.overlay.names import in_manner_of
from uscalc.document.spelling import alike, distance, same_name


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Inventa, Ada", "ADA INVENTA"),
        ("Inventa, Ada M.", "ADA MAY INVENTA"),
        ("O'Neil, José Jr.", "JOSE ONEIL"),
        ("de la Cruz-Vega, Ana", "ANA DE LA CRUZ VEGA"),
        (
            "Inventa-Longername, Maximiliana Josephine",
            "MAXIMILIANA JOSEPHINE INVENTA L",
        ),
    ],
)
def test_the_manner_of_writing_a_name_is_no_difference(ours: str, theirs: str) -> None:
    assert same_name(ours, theirs)
    assert same_name(theirs, ours)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Inventa, Ada", "ADA INVENTO"),
        ("Inventa, Ada", "BEA INVENTA"),
        ("Inventa", "ADA INVENTA"),
        ("", "ADA INVENTA"),
        ("Player 001", "PLAYER 002"),
    ],
)
def test_another_name_is_another(ours: str, theirs: str) -> None:
    assert not same_name(ours, theirs)


def test_a_name_is_taken_over_in_the_manner_of_ours() -> None:
    assert in_manner_of("ADA MAY INVENTA", "Invento, Ada") == "Inventa, Ada May"
    assert in_manner_of("ANA DE LA CRUZ", "de la Kruz, Ana") == "De La Cruz, Ana"
    assert in_manner_of("ADA INVENTA", "ADA INVENTO") == "ADA INVENTA"
    assert in_manner_of("SEAN O'NEIL", "Sean O'Niel") == "Sean O'Neil"
    assert in_manner_of("ADA INVENTA JR", "Invento, Ada") == "Inventa, Ada Jr"
    assert in_manner_of("ADA INVENTA III", "Invento III, Ada") == "Inventa, Ada III"


def test_letters_swapped_are_one_slip() -> None:
    assert distance("inventa", "ivnenta") == 1
    assert distance("", "abc") == 3
    assert alike("Inventa, Ada", "ADA NOVELLA")
    assert not alike("Bo Li", "Kim Ng")
