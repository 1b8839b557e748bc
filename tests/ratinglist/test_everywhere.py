"""A member in all lists at once, and namesakes told apart by digits and state."""

import datetime as dt
from pathlib import Path

import pytest

from tests.ratinglist import list_files as lists
from uscalc.document.merge.listed import ListEntry
from uscalc.document.model import Document, EventReport, Player, Section
from uscalc.document.queries.rounds import find_home_state
from uscalc.formats.shared.loose import parse_date
from uscalc.ratinglist.importing import ImportOrder, RatingList
from uscalc.ratinglist.matching import EnteredMembers
from uscalc.ratinglist.roles import Role
from uscalc.ratinglist.store import (
    ListError,
    add_list,
    open_lookup,
    order_lists,
    search_lists,
)

NOV, DEC = dt.date(2025, 11, 1), dt.date(2025, 12, 1)
R_AND_Q: tuple[Role, ...] = ("id", "name", "state", "expires", "R", "Q")
B_ALONE: tuple[Role, ...] = ("id", "name", "state", "expires", "unused", "B")
STATES = ("NY", "TX", "OH", "CA", "ME", "IA", "ID", "UT", "WY", "FL")
TWINS = [
    lists.member(
        100 + place,
        MEM_NAME="TWINNE, TESSA",
        STATE=state,
        MEM_ID=f"9{place}00{place}55{place}",
    )
    for place, state in enumerate(STATES)
]


def bring(folder, day, roles, *members) -> RatingList:
    file = folder.parent / f"{day}.dbf"
    file.write_bytes(lists.dbf(members))
    return add_list(ImportOrder(file, file.name, roles, day), folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lists"


def rated(entry: ListEntry) -> dict[str, tuple[float | None, dt.date | None]]:
    return {
        system: (listed.rating, listed.as_of)
        for system, listed in entry.ratings
        if listed is not None
    }


def test_each_rating_is_of_the_list_that_has_it_and_the_expiry_of_the_newest(folder):
    old = lists.member(7, R_LPB_RAT="1806", Q_LPB_RAT="1500/7", EXPIRED="20251130")
    new = lists.member(7, R_LPB_RAT="", Q_LPB_RAT="1444", EXPIRED="20261130")
    one = bring(folder, NOV, R_AND_Q, old)
    other = bring(folder, DEC, B_ALONE, new)
    (entry,) = search_lists((one, other), "player7 inventa")
    assert rated(entry) == {"R": (1806.0, NOV), "Q": (1500.0, NOV), "B": (1444.0, DEC)}
    assert entry.expires == "20261130"
    assert search_lists((one, other), "90000007") == (entry,)


def test_lists_complete_each_other_in_order(folder):
    one = bring(folder, NOV, R_AND_Q, lists.member(7, R_LPB_RAT="1806"))
    other = bring(folder, DEC, R_AND_Q, lists.member(7, R_LPB_RAT="1850"))
    assert rated(search_lists((one, other), "90000007")[0])["R"] == (1806.0, NOV)
    assert rated(search_lists((other, one), "90000007")[0])["R"] == (1850.0, DEC)
    one = bring(folder, DEC, R_AND_Q, lists.member(7, R_LPB_RAT="18x6"))
    other = bring(folder, NOV, R_AND_Q, lists.member(7, R_LPB_RAT="1806"))
    assert rated(search_lists((one, other), "90000007")[0])["R"] == (1806.0, NOV)
    one = bring(folder, NOV, R_AND_Q, lists.member(1))
    other = bring(folder, DEC, B_ALONE, lists.member(1))
    other.file.write_bytes(b"nothing of a list " * 300)
    with pytest.raises(ListError) as error:
        search_lists((one, other), "player1")
    assert error.value.of == other


def test_a_member_of_one_list_is_found_unless_the_id_has_another_name(folder):
    one = bring(folder, NOV, R_AND_Q, lists.member(7, MEM_NAME="WALKINA, WANDA"))
    other = bring(
        folder,
        DEC,
        B_ALONE,
        lists.member(7, MEM_NAME="ELSELY, EDNA"),
        lists.member(8, MEM_NAME="WALKINA, WILMA"),
    )
    found = search_lists((one, other), "walk")
    assert [entry.name for entry in found] == ["Walkina, Wanda", "Walkina, Wilma"]
    assert "B" not in rated(found[0])


def test_the_list_of_the_events_day_is_asked_before_later_and_older_ones(folder):
    days = [dt.date(2025, month, 1) for month in (9, 10, 11, 12)]
    made = [bring(folder, day, R_AND_Q, lists.member(1)) for day in days]
    asked = order_lists(made, dt.date(2025, 10, 20))
    assert [one.date.month for one in asked] == [10, 9, 11, 12]
    asked = order_lists(made, dt.date(2025, 10, 20), first=made[3].file)
    assert [one.date.month for one in asked] == [12, 10, 9, 11]


@pytest.mark.parametrize(
    ("typed", "states"),
    [
        ("twinne tessa", STATES),
        ("twinne tx", ("TX",)),
        ("TX tess", ("TX",)),
        ("twi 930", ("CA",)),
        ("twi 553", ("CA",)),
        ("twinne te 9 ut", ("UT",)),
        ("twinne 9 tx 554", ()),
    ],
)
def test_digits_and_a_state_tell_namesakes_apart(folder, typed, states):
    made = bring(folder, NOV, R_AND_Q, *TWINS, *lists.members(200))
    with open_lookup(made) as lookup:
        found = lookup.search_members(typed)
    assert sorted(entry.state for entry in found) == sorted(states)


def test_events_and_names_like_states_decide_the_order(folder):
    txa = lists.member(1, MEM_NAME="TWINNE, TXARA", STATE="NY")
    made = bring(folder, NOV, R_AND_Q, *TWINS, txa)
    with open_lookup(made) as lookup:
        found = [
            (entry.name, entry.state) for entry in lookup.search_members("twinne tx")
        ]
    assert found == [("Twinne, Txara", "NY"), ("Twinne, Tessa", "TX")]

    def of(*states: str | None) -> Document:
        players = tuple(Player(n, state=state) for n, state in enumerate(states, 1))
        there = EventReport(state="me")
        return Document("Open", NOV, (Section(players=players),), report=there)

    assert find_home_state(of("oh", "OH ", "TX", None)) == "OH"
    assert find_home_state(of("OH", "TX")) == "ME"
    assert find_home_state(of(None)) == "ME"
    assert find_home_state(Document("Open", NOV)) == ""


def test_who_is_from_where_the_event_is_comes_first_of_those_who_fit_alike(folder):
    whole = lists.member(99, MEM_NAME="TWI, TESSA", STATE="NY", MEM_ID="99999999")
    one = bring(folder, NOV, R_AND_Q, whole, *TWINS)
    states = [entry.state for entry in search_lists([one], "twi tessa", home="WY")]
    # A whole word fits better than where somebody is from.
    assert states[:3] == ["NY", "WY", "NY"]
    assert sorted(states) == sorted([*STATES, "NY"])
    assert [e.state for e in search_lists([one], "twi tessa")] == ["NY", *STATES]
    assert [e.state for e in search_lists([one], "twi tessa", home="ZZ")] == [
        "NY",
        *STATES,
    ]


def test_a_member_is_found_by_id_and_possibly_by_name():
    event = Document(
        "Desk Open",
        NOV,
        (
            Section("Open", players=(Player(1, "Twinne, Tessa"),)),
            Section("Upper", players=(Player(1, "T. Twinne", id="0910155"),)),
        ),
    )
    entered = EnteredMembers(event)
    member = ListEntry("910155", "TESSA TWINNE")
    assert entered.find_places(member) == ((1, 0),)
    assert entered.find_namesakes(member) == ((0, 0),)
    assert entered.find_places(ListEntry("", "Twinne Tessa")) == ((0, 0),)
    assert entered.find_places(ListEntry("910156", "Twinne Tessa")) == ()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("20261231", dt.date(2026, 12, 31)),
        ("2026-12-31", dt.date(2026, 12, 31)),
        ("12/31/2026", dt.date(2026, 12, 31)),
        ("1/5/2026", dt.date(2026, 1, 5)),
        ("20261331", None),
        ("LIFE", None),
        ("", None),
    ],
)
def test_an_expiry_is_a_day_where_one_can_be_read(text, day):
    assert parse_date(text) == day
