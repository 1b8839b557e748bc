"""Searches by ID and by name give the same members as a plain search through all."""

import datetime as dt
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.often import often
from tests.ratinglist import list_files as lists
from tests.shared_data import load_cases
from uscalc.document.merge.listed import ListedRating, ListEntry
from uscalc.document.model import PLACEHOLDER_ID, Document, EventReport, Player, Section
from uscalc.document.queries.rounds import find_home_state
from uscalc.formats.shared.loose import parse_date
from uscalc.ratinglist import store
from uscalc.ratinglist.cells import capitalize_name, differs_by_one_letter, split_words
from uscalc.ratinglist.importing import ImportOrder, RatingList
from uscalc.ratinglist.lookup import MemberLookup
from uscalc.ratinglist.matching import EnteredMembers, find_listed_members, list_places
from uscalc.ratinglist.roles import Role

DAY = dt.date(2025, 11, 1)
SPECIAL = (
    lists.member(700001, MEM_NAME="O'BRIENNA, ZORA-LYNN"),
    lists.member(700002, MEM_NAME="MÜLLENDORF, ÖRJAN"),
    lists.member(700003, MEM_NAME="EXAMPLA, ADA Q", MEM_ID="00012345"),
    lists.member(700004, MEM_NAME="TWINNE, TESSA"),
    lists.member(700005, MEM_NAME="TESSA TWINNE"),
)
MEMBERS = [*lists.members(3000, seed=11), *SPECIAL]


@pytest.fixture(scope="module")
def lookup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemberLookup]:
    with lists.looked_up(MEMBERS, tmp_path_factory.mktemp("lists"), DAY) as opened:
        yield opened


def names(entries: tuple[ListEntry, ...]) -> list[str]:
    return [entry.name for entry in entries]


def test_a_member_is_found_by_id_with_all_facts(lookup):
    member = MEMBERS[17]
    (entry,) = lookup.find_by_id(f" {member['MEM_ID']} ")
    assert entry.id == member["MEM_ID"]
    assert entry.name == capitalize_name(member["MEM_NAME"])
    assert (entry.state, entry.expires) == ("ZZ", "20261231")
    assert entry.birth_year == int(member["BYEAR"])
    figure, _, games = member["Q_LPB_RAT"].partition("/")
    assert entry.get_rating("Q") == ListedRating(float(figure), int(games))
    assert entry.get_rating("OB") == ListedRating()


@pytest.mark.parametrize(
    ("listed", "shown"), load_cases("test_looking_up", "names_in_capitals")
)
def test_a_name_in_capitals_is_shown_in_its_usual_spelling(listed, shown):
    assert capitalize_name(listed) == capitalize_name(shown) == shown


def test_ids_names_and_their_order_are_found(lookup):
    assert lookup.find_by_id("12345") == lookup.find_by_id("00012345") != ()
    assert lookup.find_by_id("00000000") == lookup.find_by_id("") == ()
    wanted = sorted(m["MEM_ID"] for m in MEMBERS if m["MEM_ID"].startswith("9000001"))
    assert [entry.id for entry in lookup.search_members("9000001")] == wanted
    assert lookup.search_members("90000012")[0].id == "90000012"
    assert lookup.search_members("obraenne zora") == ()
    both = set(names(lookup.find_by_exact_name("Tessa Twinne")))
    assert both == {"Twinne, Tessa", "Tessa Twinne"}
    short = min((m["MEM_NAME"] for m in MEMBERS), key=len)
    first = names(lookup.search_members(short))[0]
    assert set(split_words(first)) == set(split_words(short))
    sections = (Section(players=(Player(1),)), Section(players=(Player(1), Player(2))))
    document = Document("E", DAY, sections)
    assert list_places(document) == ((0, 0), (1, 0), (1, 1))
    assert list_places(document, 1) == ((1, 0), (1, 1))


@pytest.mark.parametrize(
    "text",
    [
        *("O'Brienna, Zora", "obrienna", "zora brienna", "ZORA O BRI", "lynn zo obr"),
        *("obriena zora", "obreinna"),
    ],
)
def test_names_are_found_however_they_are_written(lookup, text):
    assert names(lookup.search_members(text))[0] == "O'Brienna, Zora-Lynn"


@pytest.mark.parametrize(
    "text", ["mullendorf", "Müllendorf", "ORJAN MUL", "muellendorf"]
)
def test_accents_and_case_do_not_matter(lookup, text):
    assert names(lookup.search_members(text)) == ["Müllendorf, Örjan"]


@pytest.mark.parametrize(
    "text", ["", "  ", "'", '"', "*", "a OR b", 'x" OR "y', "NEAR("]
)
def test_no_search_is_an_instruction_to_the_index(lookup, text):
    assert isinstance(lookup.search_members(text), tuple)


@given(seed=st.integers(0, 2**32))
@often(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_searches_equal_a_search_through_all_members(lookup, seed):
    """The beginnings of words in any order are compared with every member in turn."""
    chance = random.Random(seed)
    asked = list(split_words(chance.choice(MEMBERS)["MEM_NAME"]))
    chance.shuffle(asked)
    asked = [word[: chance.randrange(1, len(word) + 1)] for word in asked]

    def fits(name: str) -> bool:
        return all(any(w.startswith(part) for w in split_words(name)) for part in asked)

    expected = {m["MEM_ID"] for m in MEMBERS if fits(m["MEM_NAME"])}
    found = [e for e in lookup.search_members(" ".join(asked), 5000) if fits(e.name)]
    assert {entry.id for entry in found} == expected


@given(seed=st.integers(0, 2**32))
@often(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_name_with_one_wrong_letter_is_found(lookup, seed):
    chance = random.Random(seed)
    member = chance.choice(MEMBERS[:3000])
    family = split_words(member["MEM_NAME"])[0]
    place = chance.randrange(len(family))
    before, after = family[:place], family[place:]
    letter = chance.choice("aeiklmnoqstz")
    wrong = before + chance.choice(
        (letter + after[1:], after[1:], letter + after, after[:2][::-1] + after[2:])
    )
    if len(wrong) < 3:
        return
    asked = " ".join((wrong, *split_words(member["MEM_NAME"])[1:]))
    found = lookup.search_members(asked, 5000)
    assert member["MEM_ID"] in [entry.id for entry in found]


def letters_between(one: str, other: str) -> int:
    """Count the letters that differ (changed, missing, swapped), by the full table."""
    table = [
        [i + j if not i * j else 0 for j in range(len(other) + 1)]
        for i in range(len(one) + 1)
    ]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + (one[i - 1] != other[j - 1]),
            )
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_a_search_with_one_wrong_letter_equals_a_full_scan(one, other):
    assert differs_by_one_letter(one, other) == (letters_between(one, other) <= 1)


# Players of an event found in a list by ID and by name; the others with the reason.

LISTED = (
    lists.member(1, MEM_NAME="INVENTA, ADA"),
    lists.member(2, MEM_NAME="TWINNE, TESSA"),
    lists.member(3, MEM_NAME="TWINNE, TESSA"),
    lists.member(4, MEM_NAME="LONGMAN, OTTO P"),
    lists.member(5, MEM_NAME="GORDINSA, LUMO"),
    lists.member(5, MEM_NAME="GORDINSA, LUMA"),
    lists.member(6, MEM_NAME="KALVINE, MIRA"),
    lists.member(7, MEM_NAME="KALVINE, MIRO"),
)


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemberLookup]:
    with lists.looked_up(LISTED, tmp_path_factory.mktemp("lists"), DAY) as opened:
        yield opened


def answer(listed, name, member=None) -> tuple[str, ...]:
    document = Document("E", DAY, (Section(players=(Player(1, name, member),)),))
    matching = find_listed_members(document, list_places(document), listed)
    if matching.missing:
        return (matching.missing[0].why,)
    (found,) = matching.found
    return found.entry.id, found.by, found.doubt


UNLISTED = "ID 91 isn't in the supplement"
ADA = ("90000001", "ID", "")
SPELLED = ("90000004", "name", "spelled Longman, Otto P in the supplement")


@pytest.mark.parametrize(
    ("name", "member", "expected"),
    [
        *((name, "90000001", ADA) for name in ("Ada Inventa", "", "Inwenta, A")),
        *(
            ("ada inventa", no, ("90000001", "name", ""))
            for no in (None, PLACEHOLDER_ID)
        ),
        *((name, None, SPELLED) for name in ("Otto Longman", "Longmann, Otto P")),
    ],
)
def test_a_player_is_found_by_id_or_by_name(listed, name, member, expected):
    assert answer(listed, name, member) == expected


@pytest.mark.parametrize(
    ("name", "member", "said"),
    [
        ("Otto Longman", "90000001", "the supplement has Inventa, Ada under this ID"),
        ("Who Knows", "91", UNLISTED),
        ("Inventa, Ada", "91", f"{UNLISTED}; Inventa, Ada (90000001) has this name"),
        (
            *("Gordinsa, Lumo", "90000005"),
            "ID 90000005 is in the supplement more than once: "
            "Gordinsa, Luma (90000005), Gordinsa, Lumo (90000005)",
        ),
        (
            "Tessa Twinne",
            None,
            "2 members have this name; select one with Look up player",
        ),
        (
            *("Kalvine", None),
            "this name isn't in the supplement; similar: "
            "Kalvine, Mira (90000006), Kalvine, Miro (90000007)",
        ),
        ("Zzyzx, Quentin", None, "this name isn't in the supplement"),
        (" ", None, "no member ID or name to look up"),
    ],
)
def test_a_doubtful_or_missing_member_has_a_reason(listed, name, member, said):
    assert answer(listed, name, member)[-1] == said


# A member found in all lists at once, and namesakes distinguished by digits and state.

NOV, DEC = dt.date(2025, 11, 1), dt.date(2025, 12, 1)
R_AND_Q: tuple[Role, ...] = ("id", "name", "state", "expires", "R", "Q")
B_ALONE: tuple[Role, ...] = ("id", "name", "state", "expires", "unused", "B")


def bring(folder, day, roles, *members) -> RatingList:
    file = folder.parent / f"{day}.dbf"
    file.write_bytes(lists.dbf(members))
    return store.add_list(ImportOrder(file, file.name, roles, day), folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lists"


def rated(entry: ListEntry) -> dict[str, tuple[float | None, dt.date | None]]:
    return {
        system: (listed.rating, listed.as_of)
        for system, listed in entry.ratings
        if listed is not None
    }


def test_lists_are_searched_in_the_order_of_their_days(folder):
    old = lists.member(7, R_LPB_RAT="1806", Q_LPB_RAT="1500/7", EXPIRED="20251130")
    new = lists.member(7, R_LPB_RAT="", Q_LPB_RAT="1444", EXPIRED="20261130")
    one, other = bring(folder, NOV, R_AND_Q, old), bring(folder, DEC, B_ALONE, new)
    (entry,) = store.search_lists((one, other), "player7 inventa")
    assert rated(entry) == {"R": (1806.0, NOV), "Q": (1500.0, NOV), "B": (1444.0, DEC)}
    assert entry.expires == "20261130"
    assert store.search_lists((one, other), "90000007") == (entry,)
    days = [dt.date(2025, month, 1) for month in (9, 10, 11, 12)]
    made = [bring(folder, day, R_AND_Q, lists.member(1)) for day in days]
    asked = store.order_lists(made, dt.date(2025, 10, 20))
    assert [one.date.month for one in asked] == [10, 9, 11, 12]
    asked = store.order_lists(made, dt.date(2025, 10, 20), first=made[3].file)
    assert [one.date.month for one in asked] == [12, 10, 9, 11]


def test_lists_complete_each_other_in_order(folder):
    one = bring(folder, NOV, R_AND_Q, lists.member(7, R_LPB_RAT="1806"))
    other = bring(folder, DEC, R_AND_Q, lists.member(7, R_LPB_RAT="1850"))
    assert rated(store.search_lists((one, other), "90000007")[0])["R"] == (1806.0, NOV)
    assert rated(store.search_lists((other, one), "90000007")[0])["R"] == (1850.0, DEC)
    one = bring(folder, DEC, R_AND_Q, lists.member(7, R_LPB_RAT="18x6"))
    other = bring(folder, NOV, R_AND_Q, lists.member(7, R_LPB_RAT="1806"))
    assert rated(store.search_lists((one, other), "90000007")[0])["R"] == (1806.0, NOV)
    one = bring(folder, NOV, R_AND_Q, lists.member(1))
    other = bring(folder, DEC, B_ALONE, lists.member(1))
    other.file.write_bytes(b"nothing of a list " * 300)
    with pytest.raises(store.ListError) as error:
        store.search_lists((one, other), "player1")
    assert error.value.of == other


def test_a_member_of_one_list_is_found_unless_the_id_has_another_name(folder):
    one = bring(folder, NOV, R_AND_Q, lists.member(7, MEM_NAME="WALKINA, WANDA"))
    names = ("ELSELY, EDNA", "WALKINA, WILMA")
    members = (lists.member(n, MEM_NAME=name) for n, name in enumerate(names, 7))
    found = store.search_lists((one, bring(folder, DEC, B_ALONE, *members)), "walk")
    assert [entry.name for entry in found] == ["Walkina, Wanda", "Walkina, Wilma"]
    assert "B" not in rated(found[0])


@pytest.mark.parametrize(
    ("typed", "states"),
    [
        ("twinne tessa", lists.STATES),
        ("twinne tx", ("TX",)),
        ("TX tess", ("TX",)),
        ("twi 930", ("CA",)),
        ("twi 553", ("CA",)),
        ("twinne te 9 ut", ("UT",)),
        ("twinne 9 tx 554", ()),
    ],
)
def test_digits_and_a_state_tell_namesakes_apart(folder, typed, states):
    made = bring(folder, NOV, R_AND_Q, *lists.TWINS, *lists.members(200))
    with store.open_lookup(made) as lookup:
        found = lookup.search_members(typed)
    assert sorted(entry.state for entry in found) == sorted(states)


def test_events_and_names_like_states_decide_the_order(folder):
    txa = lists.member(1, MEM_NAME="TWINNE, TXARA", STATE="NY")
    with store.open_lookup(bring(folder, NOV, R_AND_Q, *lists.TWINS, txa)) as lookup:
        found = lookup.search_members("twinne tx")
    assert names(found) == ["Twinne, Txara", "Twinne, Tessa"]
    assert [entry.state for entry in found] == ["NY", "TX"]

    def event_in_states(*states: str | None) -> Document:
        players = tuple(Player(n, state=state) for n, state in enumerate(states, 1))
        there = EventReport(state="me")
        return Document("Open", NOV, (Section(players=players),), report=there)

    assert find_home_state(event_in_states("oh", "OH ", "TX", None)) == "OH"
    assert find_home_state(event_in_states("OH", "TX")) == "ME"
    assert find_home_state(event_in_states(None)) == "ME"
    assert find_home_state(Document("Open", NOV)) == ""


def test_among_equal_matches_members_of_the_events_state_come_first(folder):
    whole = lists.member(99, MEM_NAME="TWI, TESSA", STATE="NY", MEM_ID="99999999")
    one = bring(folder, NOV, R_AND_Q, whole, *lists.TWINS)
    states = [e.state for e in store.search_lists([one], "twi tessa", home="WY")]
    # A whole word is a better match than the home state.
    assert states[:3] == ["NY", "WY", "NY"]
    assert sorted(states) == sorted([*lists.STATES, "NY"])
    assert [e.state for e in store.search_lists([one], "twi tessa")] == [
        "NY",
        *lists.STATES,
    ]
    found = [e.state for e in store.search_lists([one], "twi tessa", home="ZZ")]
    assert found == ["NY", *lists.STATES]


def test_a_member_is_found_by_id_and_possibly_by_name():
    players = Player(1, "Twinne, Tessa"), Player(1, "T. Twinne", id="0910155")
    sections = tuple(Section(players=(player,)) for player in players)
    entered = EnteredMembers(Document("Desk Open", NOV, sections))
    member = ListEntry("910155", "TESSA TWINNE")
    assert entered.find_places(member) == ((1, 0),)
    assert entered.find_namesakes(member) == ((0, 0),)
    assert entered.find_places(ListEntry("", "Twinne Tessa")) == ((0, 0),)
    assert entered.find_places(ListEntry("910156", "Twinne Tessa")) == ()


def test_an_expiry_is_a_day_where_one_can_be_read():
    for text in ("20261231", "2026-12-31", "12/31/2026"):
        assert parse_date(text) == dt.date(2026, 12, 31)
    assert parse_date("1/5/2026") == dt.date(2026, 1, 5)
    assert {parse_date(text) for text in ("20261331", "LIFE", "")} == {None}
