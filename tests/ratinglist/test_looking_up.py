"""Members are found by ID and by name, against a plain search through all of them."""

import datetime as dt
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.often import often
from tests.ratinglist import list_files as lists
from uscalc.document.merge.listed import ListedRating, ListEntry
from uscalc.ratinglist.cells import capitalize_name, differs_by_one_letter, split_words
from uscalc.ratinglist.lookup import MemberLookup

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
    assert (entry.id, entry.name) == (
        member["MEM_ID"],
        capitalize_name(member["MEM_NAME"]),
    )
    assert (entry.state, entry.expires) == ("ZZ", "20261231")
    assert entry.birth_year == int(member["BYEAR"])
    figure, _, games = member["Q_LPB_RAT"].partition("/")
    assert entry.get_rating("Q") == ListedRating(float(figure), int(games))
    assert entry.get_rating("OB") == ListedRating()


@pytest.mark.parametrize(
    ("listed", "shown"),
    [
        ("SMITH, JOHN", "Smith, John"),
        ("D'ANGELO,AL", "D'Angelo, Al"),
        ("MCKAY-O'BRIEN, ANN-MARIE", "McKay-O'Brien, Ann-Marie"),
        ("DAVIS, J.P. III", "Davis, J.P. III"),
        ("WALKER JR, TJ", "Walker Jr, TJ"),
        ("NG, SA'AD", "Ng, Sa'ad"),
        ("MÜLLENDORF, ÖRJAN", "Müllendorf, Örjan"),
        ("van der Berg, Jo", "van der Berg, Jo"),
        ("12345", "12345"),
    ],
)
def test_a_name_in_capitals_is_shown_in_its_usual_spelling(listed, shown):
    assert capitalize_name(listed) == capitalize_name(shown) == shown


def test_ids_and_names_are_found_by_beginnings_and_not_two_errors(lookup):
    assert lookup.find_by_id("12345") == lookup.find_by_id("00012345") != ()
    assert lookup.find_by_id("00000000") == lookup.find_by_id("") == ()
    wanted = sorted(m["MEM_ID"] for m in MEMBERS if m["MEM_ID"].startswith("9000001"))
    assert [entry.id for entry in lookup.search_members("9000001")] == wanted
    assert lookup.search_members("90000012")[0].id == "90000012"
    assert lookup.search_members("obraenne zora") == ()


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


def test_whole_names_come_before_beginnings_and_wrong_letters(lookup):
    assert set(names(lookup.find_by_exact_name("Tessa Twinne"))) == {
        "Twinne, Tessa",
        "Tessa Twinne",
    }
    short = min((m["MEM_NAME"] for m in MEMBERS), key=len)
    assert set(split_words(names(lookup.search_members(short))[0])) == set(
        split_words(short)
    )


@pytest.mark.parametrize(
    "text", ["", "  ", "'", '"', "*", "a OR b", 'x" OR "y', "NEAR("]
)
def test_no_search_is_an_instruction_to_the_index(lookup, text):
    assert isinstance(lookup.search_members(text), tuple)


@given(seed=st.integers(0, 2**32))
@often(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_searches_give_what_a_search_through_all_gives(lookup, seed):
    """Beginnings in any order, against every member in turn."""
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
    wrong = chance.choice(
        (
            family[:place] + chance.choice("aeiklmnoqstz") + family[place + 1 :],
            family[:place] + family[place + 1 :],
            family[:place] + chance.choice("aeiklmnoqstz") + family[place:],
            family[:place] + family[place : place + 2][::-1] + family[place + 2 :],
        )
    )
    if len(wrong) < 3:
        return
    asked = " ".join((wrong, *split_words(member["MEM_NAME"])[1:]))
    assert member["MEM_ID"] in [
        entry.id for entry in lookup.search_members(asked, 5000)
    ]


def letters_between(one: str, other: str) -> int:
    """How many letters differ (changed, missing, swapped), by the whole table."""
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
