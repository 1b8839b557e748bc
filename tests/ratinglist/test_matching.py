"""Players of an event found in a list by ID and by name; the rest with the reason."""

import datetime as dt
from collections.abc import Iterator

import pytest

from tests.ratinglist import list_files as lists
from uscalc.document.model import PLACEHOLDER_ID, Document, Player, Section
from uscalc.ratinglist.importing import ImportOrder, import_list
from uscalc.ratinglist.lookup import MemberLookup
from uscalc.ratinglist.matching import find_listed_members, list_places
from uscalc.ratinglist.store import load_lists, open_lookup
from uscalc.ratinglist.understand import analyze_file

DAY = dt.date(2025, 11, 1)
MEMBERS = (
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
def lookup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemberLookup]:
    folder = tmp_path_factory.mktemp("lists")
    file = folder / "all.txt"
    file.write_text(lists.tsv(MEMBERS, lists.COMBINED), encoding="utf-8")
    understood = analyze_file(file)
    import_list(ImportOrder(file, understood.table, understood.roles, DAY), folder)
    with open_lookup(load_lists(folder).lists[0]) as opened:
        yield opened


def answer(lookup, name, member=None) -> tuple[str, ...]:
    document = Document("E", DAY, (Section(players=(Player(1, name, member),)),))
    matching = find_listed_members(document, list_places(document), lookup)
    if matching.missing:
        return (matching.missing[0].why,)
    (found,) = matching.found
    return found.entry.id, found.by, found.doubt


def test_by_id_whatever_the_name_looks_like(lookup):
    assert answer(lookup, "Ada Inventa", "90000001") == ("90000001", "ID", "")
    assert answer(lookup, "", "90000001") == ("90000001", "ID", "")
    assert answer(lookup, "Inwenta, A", "90000001") == ("90000001", "ID", "")


def test_another_name_at_an_id_is_doubted(lookup):
    assert answer(lookup, "Otto Longman", "90000001") == (
        "90000001",
        "ID",
        "the supplement has Inventa, Ada under this ID",
    )


def test_an_id_that_is_not_there_is_said_and_no_name_taken_for_it(lookup):
    assert answer(lookup, "Who Knows", "91") == ("ID 91 isn't in the supplement",)
    (why,) = answer(lookup, "Inventa, Ada", "91")
    assert why == (
        "ID 91 isn't in the supplement; Inventa, Ada (90000001) has this name"
    )


def test_an_id_of_two_members_is_said(lookup):
    (why,) = answer(lookup, "Gordinsa, Lumo", "90000005")
    assert why.startswith("ID 90000005 is in the supplement more than once")


def test_by_name_in_any_order(lookup):
    assert answer(lookup, "ada inventa") == ("90000001", "name", "")
    assert answer(lookup, "ada inventa", PLACEHOLDER_ID) == ("90000001", "name", "")


def test_of_two_with_one_name_none_is_chosen(lookup):
    assert answer(lookup, "Tessa Twinne") == (
        "2 members have this name; select one with Look up player",
    )


@pytest.mark.parametrize("name", ["Otto Longman", "Longmann, Otto P"])
def test_a_name_that_is_not_quite_the_same_is_doubted(lookup, name):
    assert answer(lookup, name) == (
        "90000004",
        "name",
        "spelled Longman, Otto P in the supplement",
    )


def test_several_similar_names_are_named(lookup):
    (why,) = answer(lookup, "Kalvine")
    assert why == (
        "this name isn't in the supplement; similar: "
        "Kalvine, Mira (90000006), Kalvine, Miro (90000007)"
    )


def test_nobody_is_said(lookup):
    assert answer(lookup, "Zzyzx, Quentin") == ("this name isn't in the supplement",)
    assert answer(lookup, " ") == ("no member ID or name to look up",)


def test_places_are_a_section_or_all():
    sections = (Section(players=(Player(1),)), Section(players=(Player(1), Player(2))))
    document = Document("E", DAY, sections)
    assert list_places(document) == ((0, 0), (1, 0), (1, 1))
    assert list_places(document, 1) == ((1, 0), (1, 1))
