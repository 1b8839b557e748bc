"""Who is who: players and sections found again, and which of them are not the same."""

from dataclasses import replace

import pytest

from uscalc.document.merge.alignment import (
    ThreeWay,
    align,
    match_sections_by_name,
    merge_order,
)
from uscalc.document.merge.people import match_players
from uscalc.document.model import Player, Section


def person(number: int, name: str = "", *results: str, id: str | None = None) -> Player:
    return Player(number, name, id, results=results)


def pairs(before: list[Player], after: list[Player]) -> dict[int, int]:
    return match_players(before, after)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        # Another member ID is another person, whatever else agrees.
        ("Inventa, Ada: W2 #90000001", "Inventa, Bea: W2 #90000002", False),
        # A part of the name.
        ("Inventa, Ada:", "INVENTA, Adele:", True),
        ("Ada:", "Inventa Ada:", True),
        ("Inventa, Ada:", "Novella, Bea:", False),
        ("Inventa, Ada: #90000001", "Inventa, Bea:", True),
        # Neither has a name.
        (":", ":", True),
        (":", "Novella, Bea:", False),
        ("Novella, Bea:", ":", False),
        # Their games, of the rounds that both have played.
        ("Inventa, Ada: W2 L3", "Novella, Bea: W5 L6", True),
        ("Inventa, Ada: W2 L3", "Novella, Bea: W2 D3", False),
        ("Inventa, Ada: W2 H", "Novella, Bea: W2 D3", True),
        ("Inventa, Ada: H U", "Novella, Bea: H U", False),
        ("Inventa, Ada: w2_x", "Novella, Bea: w2_x", False),
        ("Inventa, Ada: W2|L3", "Novella, Bea: W2", False),
        ("Inventa, Ada: W2", "Novella, Bea:", False),
        (": W2", "Novella, Bea: W4 L2", True),
    ],
)
def test_two_of_one_number_are_one_person_where_more_agrees(before, after, same):
    assert pairs([read_row(before)], [read_row(after)]) == ({0: 0} if same else {})


def read_row(text: str) -> Player:
    """Player 1 from `NAME: RESULT ... #ID`."""
    name, _, rest = text.partition(":")
    cells, _, member = rest.partition("#")
    results = [cell.replace("_", " ") for cell in cells.split()]
    return person(1, name, *results, id=member or None)


def test_the_number_counts_only_for_who_is_left():
    before = [person(1, "Inventa, Ada"), person(2, "Novella, Bea")]
    after = [person(1, "Novella, Bea"), person(2, "Inventa, Adele")]
    # Bea is found by name; Ada's number is then hers, and nobody else has it.
    assert pairs(before, after) == {1: 0}
    # Two of one number before: the first of them takes it.
    twice = [person(1, "Inventa, Ada"), person(1, "Inventa, Coy")]
    assert pairs(twice, [person(1, "Inventa, Dot")]) == {0: 0}


def test_an_id_outweighs_number_and_name_and_of_one_id_twice_the_name_decides():
    ada = person(1, "Inventa, Ada", id="90000001")
    bea = person(2, "Inventa, Bea", id="90000002")
    swapped = [replace(ada, id=bea.id), replace(bea, id=ada.id)]
    assert pairs([ada, bea], swapped) == {0: 1, 1: 0}
    kay = person(3, "Example, Kay", id="90000001")
    roy = person(7, "Invented, Roy", id="90000001")
    renumbered = [replace(roy, number=2), replace(kay, number=9)]
    assert pairs([kay, roy], renumbered) == {0: 1, 1: 0}


def test_of_one_id_twice_the_numbers_decide_and_then_the_order():
    before = [person(n, id="90000001") for n in (1, 2)]
    after = [person(n, id="90000001") for n in (2, 1)]
    assert pairs(before, after) == {0: 1, 1: 0}
    later = [person(n, id="90000001") for n in (7, 8)]
    assert pairs(before, later) == {0: 0, 1: 1}


def test_a_name_is_plain_letters_and_one_person_each():
    ada, namesake = person(1, "Inventa,  Ada"), person(2, "INVENTA ADA")
    assert pairs([ada], [person(9, "inventa ada")]) == {0: 0}
    assert pairs([ada, namesake], [person(2, "Inventa, Ada")]) == {1: 0}
    # Two before, two after, other numbers: in order.
    after = [person(8, "Inventa, Ada"), person(9, "Inventa, Ada")]
    assert pairs([ada, namesake], after) == {0: 0, 1: 1}
    # The same numbers the other way round: each keeps the number.
    turned = [person(2, "Inventa, Ada"), person(1, "Inventa, Ada")]
    assert pairs([ada, namesake], turned) == {0: 1, 1: 0}
    # Two before and one after: nobody can say which.
    assert pairs([ada, namesake], after[:1]) == {}
    assert pairs([ada], after) == {}


def test_a_namesake_of_another_id_is_no_candidate():
    ada = person(1, "Inventa, Ada", id="90000001")
    other = person(8, "Inventa, Ada", id="90000002")
    without = person(9, "Inventa, Ada")
    assert pairs([ada], [other]) == {}
    assert pairs([ada], [other, without]) == {0: 1}


def test_the_nameless_are_no_namesakes():
    assert pairs([person(1)], [person(2)]) == {}


def people(*names: str) -> tuple[Player, ...]:
    return tuple(person(n, name) for n, name in enumerate(names, 1))


def test_a_renamed_section_is_known_by_half_of_its_players():
    old = Section("Open", players=people("A", "B", "C", "D"))
    half = Section("Main", players=people("a", "b", "X", "Y"))
    less = Section("Main", players=people("A", "X", "Y", "Z"))
    few = Section("Main", players=people("C"))
    assert match_sections_by_name([old], [half]) == {0: 0}
    assert match_sections_by_name([old], [less]) == {}
    assert match_sections_by_name([old], [few]) == {0: 0}
    assert match_sections_by_name([old], [Section("Main")]) == {}
    assert match_sections_by_name([Section("Open")], [Section("Main")]) == {}


def test_a_name_outweighs_the_players_and_the_largest_share_comes_first():
    one = Section("One", players=people("A", "B"))
    two = Section("Two", players=people("C", "D"))
    swapped = [Section("Two", players=one.players), Section("One", players=two.players)]
    assert match_sections_by_name([one, two], swapped) == {0: 1, 1: 0}
    before = [
        Section("One", players=people("A", "B", "C", "D")),
        Section("Two", players=people("A", "B", "C", "X")),
    ]
    after = [Section("New", players=people("A", "B", "C", "X"))]
    assert match_sections_by_name(before, after) == {1: 0}
    # Of equal shares the first.
    assert match_sections_by_name(
        before[:1] * 2, [Section("New", players=people("A", "B"))]
    ) == {0: 0}


def test_sections_of_one_name_are_taken_in_order():
    twice = [Section("Side"), Section("Side")]
    assert match_sections_by_name(twice, twice) == {0: 0, 1: 1}


def test_players_of_a_section_are_counted_by_id_and_each_once():
    old = Section("Open", players=(person(1, "A", id="90000001"), person(2), person(3)))
    renamed = Section(
        "Main", players=(person(1, "Q", id="90000001"), person(2), person(3))
    )
    assert match_sections_by_name([old], [renamed]) == {0: 0}
    # The nameless without an ID count for nothing.
    assert (
        match_sections_by_name(
            [Section("Open", players=(person(1), person(2)))],
            [Section("Main", players=(person(1), person(2)))],
        )
        == {}
    )


def equal(before: list[str], after: list[str]) -> dict[int, int]:
    return {i: after.index(x) for i, x in enumerate(before) if x in after}


def test_each_stands_once_among_the_three():
    found = align(["a", "typed", "new"], ["a", "b", "c"], ["b", "new", "x", "a"], equal)
    assert found == [
        ThreeWay(0, 0, 3),
        ThreeWay(None, 1, 0),
        ThreeWay(None, 2, None),
        ThreeWay(1, None, None),
        ThreeWay(2, None, 1),
        ThreeWay(None, None, 2),
    ]


@pytest.mark.parametrize(
    ("ours", "base", "theirs", "order"),
    [
        ("abc", "abc", "abc", "abc"),
        ("abc", "abc", "cab", "cab"),  # Moved in the file.
        ("cab", "abc", "abc", "cab"),  # Moved here.
        ("bac", "abc", "cab", "bac"),  # Both: here.
        ("abc", "abc", "xabyc", "xabyc"),
        ("xabc", "abc", "abc", "xabc"),
        ("axbc", "abc", "abcy", "axbcy"),
        ("abx", "abc", "bay", "bxay"),  # New ones follow whom they followed.
        ("ab", "abc", "acb", "acb"),
        ("axy", "a", "a", "axy"),
        ("a", "a", "axy", "axy"),
        ("ab", "ab", "yxba", "yxba"),
        ("pab", "ab", "xba", "pxba"),
        ("abc", "abcd", "cabd", "cabd"),  # Who is gone here has not moved.
        ("xab", "ab", "yab", "yxab"),  # Nothing moved: the order of here.
    ],
)
def test_the_order_is_that_of_the_side_that_moved(ours, base, theirs, order):
    them = align(list(ours), list(base), list(theirs), equal)
    called = [
        ours[t.ours]
        if t.ours is not None
        else theirs[t.theirs]
        if t.theirs is not None
        else ""
        for t in them
    ]
    standing = {i for i, name in enumerate(called) if name}
    assert "".join(called[i] for i in merge_order(them, standing)) == order
    # Who does not stand any more is in no order.
    without = {i for i in standing if called[i] != "a"}
    assert "a" not in [called[i] for i in merge_order(them, without)]


def test_a_corrected_id_does_not_give_a_row_to_the_owner_of_the_old_one():
    before = [person(9, "Invented, Roy", id="90000001")]
    after = [
        person(5, "Example, Kay", id="90000001"),
        person(9, "Invented, Roy", id="90000002"),
    ]
    assert pairs(before, after) == {0: 1}
