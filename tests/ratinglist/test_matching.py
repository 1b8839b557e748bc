"""Players of an event found in a list by ID and by name; the rest with the reason."""

import datetime as dt
from collections.abc import Iterator

import pytest

from tests.ratinglist import list_files as lists
from uscalc.document.model import PLACEHOLDER_ID, Document, Player, Section
from uscalc.ratinglist.lookup import MemberLookup
from uscalc.ratinglist.matching import find_listed_members, list_places

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
    with lists.looked_up(MEMBERS, tmp_path_factory.mktemp("lists"), DAY) as opened:
        yield opened


def answer(lookup, name, member=None) -> tuple[str, ...]:
    document = Document("E", DAY, (Section(players=(Player(1, name, member),)),))
    matching = find_listed_members(document, list_places(document), lookup)
    if matching.missing:
        return (matching.missing[0].why,)
    (found,) = matching.found
    return found.entry.id, found.by, found.doubt


UNLISTED = "ID 91 isn't in the supplement"


@pytest.mark.parametrize(
    ("name", "member", "expected"),
    [
        *((name, "90000001", ("90000001", "ID", "")) for name in ("Ada Inventa", "")),
        ("Inwenta, A", "90000001", ("90000001", "ID", "")),
        (
            "Otto Longman",
            "90000001",
            ("90000001", "ID", "the supplement has Inventa, Ada under this ID"),
        ),
        ("Who Knows", "91", (UNLISTED,)),
        ("Inventa, Ada", "91", (f"{UNLISTED}; Inventa, Ada (90000001) has this name",)),
        (
            "Gordinsa, Lumo",
            "90000005",
            (
                "ID 90000005 is in the supplement more than once: "
                "Gordinsa, Luma (90000005), Gordinsa, Lumo (90000005)",
            ),
        ),
        *(
            ("ada inventa", none, ("90000001", "name", ""))
            for none in (None, PLACEHOLDER_ID)
        ),
        (
            "Tessa Twinne",
            None,
            ("2 members have this name; select one with Look up player",),
        ),
        *(
            (
                name,
                None,
                ("90000004", "name", "spelled Longman, Otto P in the supplement"),
            )
            for name in ("Otto Longman", "Longmann, Otto P")
        ),
        (
            "Kalvine",
            None,
            (
                "this name isn't in the supplement; similar: "
                "Kalvine, Mira (90000006), Kalvine, Miro (90000007)",
            ),
        ),
        ("Zzyzx, Quentin", None, ("this name isn't in the supplement",)),
        (" ", None, ("no member ID or name to look up",)),
    ],
)
def test_a_player_is_found_by_id_or_by_name_or_with_a_reason_not(
    lookup, name, member, expected
):
    assert answer(lookup, name, member) == expected


def test_places_are_a_section_or_all():
    sections = (Section(players=(Player(1),)), Section(players=(Player(1), Player(2))))
    document = Document("E", DAY, sections)
    assert list_places(document) == ((0, 0), (1, 0), (1, 1))
    assert list_places(document, 1) == ((1, 0), (1, 1))
