"""Whether a file still holds the tournament that was followed in it."""

import datetime as dt
from dataclasses import replace

import pytest

from uscalc.document.merge.alignment import compare_events
from uscalc.document.model import PLACEHOLDER_ID, Document, Player, Section

FIRST, LAST = dt.date(2025, 5, 3), dt.date(2025, 5, 4)


def section(*people: int, name: str = "Open") -> Section:
    players = tuple(
        Player(at, f"Inventa, No{who}", f"{90000000 + who}")
        for at, who in enumerate(people, 1)
    )
    return Section(name, start_date=FIRST, players=players)


def event(*people: int) -> Document:
    return Document("Lantern Open", LAST, (section(*people),))


KNOWN = event(1, 2, 3, 4)


@pytest.mark.parametrize(
    ("people", "same"),
    [
        ((1, 2, 3, 4), True),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), True),
        ((3, 4), True),
        ((3, 4, 11, 12, 13, 14), True),
        ((4,), False),
        ((4, 11, 12, 13), False),
        ((), False),
    ],
)
def test_half_of_the_members_known_before_must_be_there(people, same):
    assert compare_events(KNOWN, event(*people)).same is same
    # Wherever they play: a section may be divided.
    parts = section(*people[::2], name="A"), section(*people[1::2], name="B")
    assert compare_events(KNOWN, replace(KNOWN, sections=parts)).same is same


def test_small_events_of_guests_are_others_and_players_count_once():
    many = event(*range(1, 101))
    assert not compare_events(many, event(1, 2)).same
    assert compare_events(event(1, 2), many).same
    twice = replace(KNOWN, sections=(section(1, 2, 3), section(1, 2, name="Blitz")))
    assert compare_events(twice, event(1, 2)).members == 3
    assert compare_events(twice, event(1, 2)).found == 2
    longer = replace(KNOWN.sections[0], end_date=dt.date(2025, 5, 11))
    now = replace(KNOWN, name="River Classic", sections=(longer,))
    assert not compare_events(KNOWN, now).dates
    assert not compare_events(KNOWN, now).same


@pytest.mark.parametrize("title", ["Lantern Open", "lantern  OPEN", "River Classic"])
@pytest.mark.parametrize("first", [FIRST, dt.date(2025, 5, 2)])
@pytest.mark.parametrize("last", [LAST, dt.date(2025, 5, 11)])
def test_the_title_or_the_dates_must_agree(title, first, last):
    moved = replace(KNOWN.sections[0], start_date=first)
    now = Document(title, last, (moved,))
    agree = title != "River Classic" or (first, last) == (FIRST, LAST)
    assert compare_events(KNOWN, now).same is agree


def test_members_are_known_by_id_and_without_one_by_name():
    def with_player(**more: str | None) -> Document:
        player = replace(KNOWN.sections[0].players[0], **more)
        return replace(KNOWN, sections=(Section("Open", FIRST, players=(player,)),))

    nameless = with_player(id=None)
    assert compare_events(with_player(name="Another, Ann"), event(1)).found == 1
    assert compare_events(nameless, with_player(id=None, name="INVENTA No1")).found == 1
    assert compare_events(nameless, with_player(id=None, name="Other, Ann")).found == 0
    # Who gets an ID, or loses it, is the same; another ID is another.
    for known, there, found in ((None, "9", 1), ("9", None, 1), ("9", "8", 0)):
        assert (
            compare_events(with_player(id=known), with_player(id=there)).found == found
        )
    # The number that many have is nobody's.
    first, other = (
        replace(
            KNOWN,
            sections=(
                Section(
                    "Open",
                    players=tuple(
                        Player(n, f"{name}, No{n}", PLACEHOLDER_ID) for n in (1, 2, 3)
                    ),
                ),
            ),
        )
        for name in ("Inventa", "Strangea")
    )
    assert compare_events(first, first) == replace(
        compare_events(first, other), found=3
    )
    assert (
        compare_events(first, other).members,
        compare_events(first, other).found,
    ) == (3, 0)


def test_before_anything_was_read_every_tournament_is_the_one_that_is_meant():
    chosen = Document("Typed here", dt.date(2001, 1, 1))
    assert compare_events(chosen, KNOWN).same
    # And before anybody was entered, title or dates say it.
    empty = event()
    assert compare_events(empty, KNOWN).same
    assert compare_events(replace(empty, name="River Classic"), KNOWN).same
    later = replace(empty, name="River Classic", end_date=dt.date(2025, 6, 1))
    assert not compare_events(later, KNOWN).same
