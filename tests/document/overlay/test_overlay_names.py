"""Names as two programs write them: which are one, and how ours are written."""

import pytest

from uscalc.document.names import count_edits, is_same_name, names_similar
from uscalc.document.overlay.facts import format_name_like


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
def test_the_manner_of_writing_a_name_is_no_difference(ours, theirs):
    assert is_same_name(ours, theirs)
    assert is_same_name(theirs, ours)


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
def test_another_name_is_another(ours, theirs):
    assert not is_same_name(ours, theirs)


def test_an_accepted_name_keeps_our_way_of_writing():
    assert format_name_like("ADA MAY INVENTA", "Invento, Ada") == "Inventa, Ada May"
    assert format_name_like("ANA DE LA CRUZ", "de la Kruz, Ana") == "De La Cruz, Ana"
    assert format_name_like("ADA INVENTA", "ADA INVENTO") == "ADA INVENTA"
    assert format_name_like("SEAN O'NEIL", "Sean O'Niel") == "Sean O'Neil"
    assert format_name_like("ADA INVENTA JR", "Invento, Ada") == "Inventa, Ada Jr"
    assert format_name_like("ADA INVENTA III", "Invento III, Ada") == "Inventa, Ada III"


def test_letters_swapped_are_one_slip():
    assert count_edits("inventa", "ivnenta") == 1
    assert count_edits("", "abc") == 3
    assert names_similar("Inventa, Ada", "ADA NOVELLA")
    assert not names_similar("Bo Li", "Kim Ng")
