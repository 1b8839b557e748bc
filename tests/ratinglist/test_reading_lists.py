"""Lists of every format are understood; missing information is asked for, never assumed."""

import datetime as dt
import struct
import zipfile
from pathlib import Path

import pytest

from tests.ratinglist import list_files as lists
from tests.shared_data import load_cases
from uscalc.engine.inputs import SYSTEMS
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.dbf import read_header_date
from uscalc.ratinglist import roles as list_roles
from uscalc.ratinglist.importing import ImportOrder, RatingList, import_list
from uscalc.ratinglist.store import load_lists, open_lookup
from uscalc.ratinglist.understand import analyze_file, parse_day_in_name

DAY = dt.date(2025, 11, 1)


def put(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def imported(path: Path, folder: Path, **answers: list_roles.Role) -> RatingList:
    """Import a list with the roles that its titles name, and answers for the others."""
    understood = analyze_file(path)
    roles = tuple(answers.get(c.title, c.role) for c in understood.columns)
    return import_list(ImportOrder(path, understood.table, roles, DAY), folder)


def test_lists_are_found_in_archives_and_below_other_lines(tmp_path):
    file = put(tmp_path / "TARATSUP.DBF", lists.dbf([lists.member(1), lists.member(2)]))
    understood = analyze_file(file)
    assert understood.members == 2
    assert understood.roles == ("id", "name", "state", "expires", "R", None)
    assert understood.columns[5].examples == ("901/2", "902/3")
    text = f"sep=;\nLantern list, November\n\n{lists.delimited(CSV_ROWS, ';')}"
    file = put(tmp_path / "list.csv", text)
    assert analyze_file(file).titles[:2] == ("MEM_ID", "MEM_NAME")
    notes = put(tmp_path / "readme.txt", "What is here, in short: names, IDs; ratings.")
    path = lists.write_zip(tmp_path / "a.zip", notes, file)
    assert analyze_file(path).tables == ("list.csv",)
    first = put(tmp_path / "A.DBF", lists.dbf([lists.member(1)]))
    second = put(tmp_path / "B.DBF", lists.dbf([lists.member(1)] * 3))
    notes = put(tmp_path / "readme.txt", "What is in this archive.")
    path = lists.write_zip(tmp_path / "a.zip", notes, first, second)
    assert analyze_file(path).tables == ("A.DBF", "B.DBF")
    assert analyze_file(path, "B.DBF").members == 3


ONE = [lists.member(1)]


FIRST_ROLES = ("id", "name", "state", "expires")


@pytest.mark.parametrize(
    ("content", "roles"),
    [
        (lists.dbf(ONE, lists.SECOND_FORM), (*FIRST_ROLES, None, None)),
        (lists.dbf(ONE, lists.COMBINED), (*FIRST_ROLES, *SYSTEMS, "birth")),
        (
            "Lantern list of November\n"
            "Quick\tLast Name\tFirst Name\tReg\tReg games\tMember ID\tOther\n"
            "1450\tInventa\tAda\t1500\t7\t90000001\t1234\n",
            ("Q", "name", "given", "R", "R games", "id", None),
        ),
        (
            "Name\tPlayer\tMem ID\tReg\tRegular\nA\tB\t90000001\t1500\t1600\n",
            ("unused", "unused", "id", None, None),
        ),
    ],
    ids=["numbered", "combined", "titles", "two titles of one role"],
)
def test_columns_have_the_roles_of_their_titles_or_are_asked(tmp_path, content, roles):
    assert analyze_file(put(tmp_path / "list", content)).roles == roles


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_tab_separated_lists_are_read_in_any_encoding(tmp_path, encoding):
    rows = [lists.member(1, MEM_NAME="INVENTÁ, ADA"), lists.member(2)]
    file = put(tmp_path / "list.txt", lists.tsv(rows).encode(encoding))
    understood = analyze_file(file)
    assert understood.titles[:2] == ("MEM_ID", "MEM_NAME")
    assert understood.columns[1].examples[0] == "INVENTÁ, ADA"


CSV_ROWS = [
    lists.member(1, MEM_NAME="INVENTÁ, ADA"),
    lists.member(2, MEM_NAME='EXAMPLE, OTTO "OZ"'),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("mark", [",", ";"])
def test_csv_lists_are_read_like_tab_separated_ones(tmp_path, mark, encoding):
    file = put(tmp_path / "list.csv", lists.delimited(CSV_ROWS, mark).encode(encoding))
    tabs = put(tmp_path / "list.txt", lists.tsv(CSV_ROWS))
    understood, same = analyze_file(file), analyze_file(tabs)
    assert (understood.roles, understood.titles) == (same.roles, same.titles)
    kind = "comma-separated" if mark == "," else "semicolon-separated"
    assert understood.kind == f"{kind} table"
    done = imported(file, tmp_path / "lists", Q_LPB_RAT="Q")
    assert (done.members, done.notes) == (2, ())
    (stored,) = load_lists(tmp_path / "lists").lists
    with open_lookup(stored) as lookup:
        (first,) = lookup.find_by_id("90000001")
        (second,) = lookup.find_by_id("90000002")
    assert first.name == "Inventá, Ada"
    assert second.name == 'Example, Otto "Oz"'
    assert [rating.rating for _, rating in first.ratings] == [1001.0, 901.0]


@pytest.mark.parametrize(
    ("text", "place", "said", "fix"),
    load_cases(
        "test_reading_lists", "a_csv_list_that_cannot_be_read_is_refused_with_its_line"
    ),
)
def test_a_bad_csv_list_is_refused_with_its_line(tmp_path, text, place, said, fix):
    file = put(tmp_path / "list.csv", text)
    with pytest.raises(FormatError) as caught:
        imported(file, tmp_path / "lists")
    assert (caught.value.path, caught.value.place) == (file, place)
    assert said in caught.value.message
    assert fix in caught.value.remedy


def test_every_documented_title_is_recognized():
    said = list_roles.describe_wanted_titles()
    for words in ("Also read: ", "Headings needed in a text file: ", ")"):
        said = said.replace(words, "")
    said = said.replace("and a rating, for example ", "").replace(". ", ", ")
    titles = said.replace(" (or ", ", ").split(", ")
    assert len(titles) > 10
    for title in titles:
        assert list_roles.guess_roles([title]) != (None,), title


def test_an_import_with_open_questions_is_refused(tmp_path):
    titles = ("MEM_ID", "MEM_NAME", "R_RATING1", "R_RATING2")
    for roles, said in (
        (("id", "name", None, "Q"), 'select the contents of the column "R_RATING1"'),
        (("id", "name", "Q", "Q"), "two columns"),
        (("id", "name", "unused", "unused"), "select a rating, for example"),
        (("unused", "name", "R", "Q"), "Member ID"),
    ):
        assert said in list_roles.find_role_problems(titles, roles)[0]
    assert list_roles.find_role_problems(titles, ("id", "name", "R", "B")) == ()
    file = put(tmp_path / "a.dbf", lists.dbf([lists.member(1)]))
    with pytest.raises(FormatError, match="Q_LPB_RAT"):
        imported(file, tmp_path / "lists")
    assert not list((tmp_path / "lists").iterdir())


def test_unreadable_values_are_counted_in_a_note(tmp_path):
    rows = [
        lists.member(1, R_LPB_RAT="15x4"),
        lists.member(2, R_LPB_RAT="9999"),
        lists.member(2),
        {"R_LPB_RAT": "1500"},
    ]
    file = put(tmp_path / "a.dbf", lists.dbf(rows))
    data = bytearray(file.read_bytes())
    length = struct.unpack_from("<H", data, 10)[0]
    header = struct.unpack_from("<H", data, 8)[0]
    found = imported(file, tmp_path / "lists", Q_LPB_RAT="Q")
    assert found.members == 3
    said = " ".join(found.notes)
    assert "2 ratings aren't valid (" in said
    assert "1 row has no member ID or name" in said
    assert "1 member ID occurs more than once (90000002)" in said
    data[header + length] = 0x2A
    put(file, bytes(data))
    said = " ".join(imported(file, tmp_path / "lists", Q_LPB_RAT="Q").notes)
    assert "1 row is marked as deleted" in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "neither a dBASE table nor tab-delimited"),
        (b"\tone\ttwo\n1\t2\n", "no heading row"),
        (b"90000001\tINVENTA, ADA\t1500\n", "no heading row"),
        (b"MEM_ID\tMEM_NAME\tR\n" + b"x" * 70_000, "a line that is too long"),
        (lists.dbf(ONE)[:260], "its header counts 1 member, and it holds 0"),
        (lists.dbf([])[:4] + b"\xff\xff\xff\xff" + lists.dbf([])[8:], "4,294,967,295"),
        (b"PK\x03\x04 and nothing else", "the ZIP file is incomplete"),
    ],
)
def test_other_files_are_refused_with_a_fix(tmp_path, content, said):
    file = put(tmp_path / "list.txt", content)
    with pytest.raises(FormatError) as caught:
        imported(file, tmp_path / "lists")
    assert said in str(caught.value)
    assert str(file) in str(caught.value)
    assert caught.value.remedy


def test_damaged_or_large_archives_are_refused(tmp_path):
    file = put(tmp_path / "A.DBF", lists.dbf([lists.member(i) for i in range(5000)]))
    path = lists.write_zip(tmp_path / "a.zip", file)
    data = bytearray(path.read_bytes())
    data[3000] ^= 255
    put(path, bytes(data))
    folder = tmp_path / "lists"
    with pytest.raises(FormatError, match="damaged"):
        imported(path, folder, Q_LPB_RAT="Q")
    assert not folder.exists() or not list(folder.iterdir())
    path = tmp_path / "a.zip"
    content = lists.dbf([lists.member(i) for i in range(2000)])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("A.DBF", content)
    data = path.read_bytes()
    place = data.rindex(b"INVENTA")
    put(path, data[:place] + b"X" + data[place + 1 :])
    with pytest.raises(FormatError, match="damaged"):
        imported(path, tmp_path / "lists", Q_LPB_RAT="Q")
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(1001):
            archive.writestr(f"{number}.txt", "")
    with pytest.raises(FormatError, match="too many files"):
        analyze_file(path)


def test_games_in_a_column_of_their_own_are_kept(tmp_path):
    figures = ("1500\t7", "1500/4\t9", "1500\t", "\t0", "1500\tmany")
    text = "ID\tName\tReg\tReg games\n" + "".join(
        f"9000000{number}\tInventa, P{number}\t{rated}\n"
        for number, rated in enumerate(figures, 1)
    )
    folder = tmp_path / "lists"
    found = imported(put(tmp_path / "list.txt", text), folder)
    assert "1 rating isn't valid" in " ".join(found.notes)
    (one,) = load_lists(folder).lists
    with open_lookup(one) as lookup:
        entries = [lookup.find_by_id(f"9000000{number}")[0] for number in range(1, 6)]
    ratings = [str(entry.get_rating("R")) for entry in entries]
    assert ratings == ["1500/7", "1500/4", "1500", "unrated", "not readable"]


# A list's date comes from its name, a header or an archive, if there is one.

MEMBERS = [lists.member(1), lists.member(2)]


@pytest.mark.parametrize(
    ("name", "day"),
    [
        *(("ratings-2026-04.dbf", "2026-04-01"), ("2026_4_15.txt", "2026-04-15")),
        *(("list202604.zip", "2026-04-01"), ("20260430.dbf", "2026-04-30")),
        *(("April 2026.dbf", "2026-04-01"), ("2026 sept.dbf", "2026-09-01")),
        ("SUPPLEMENT-dec-2025-2025-12.dbf", "2025-12-01"),
        *((name, "None") for name in ("TARATSUP.DBF", "2026.dbf", "2026-13.dbf")),
        *((name, "None") for name in ("20123456.dbf", "market 2026.dbf")),
        *((name, "None") for name in ("2026-04 and 2026-05.dbf", "20260231.dbf")),
    ],
)
def test_a_name_dates_a_list_only_with_a_month(name, day):
    assert str(parse_day_in_name(name)) == day


@pytest.mark.parametrize(
    ("header", "day"),
    [
        ((125, 10, 15), dt.date(2025, 10, 15)),
        ((25, 10, 15), dt.date(2025, 10, 15)),
        ((99, 12, 31), dt.date(1999, 12, 31)),
        ((0, 0, 0), None),
        ((125, 2, 30), None),
        ((255, 255, 255), None),
    ],
)
def test_a_header_dates_a_table_where_it_has_a_day(header, day):
    assert read_header_date(bytes([3, *header])) == day


def test_archives_date_texts_and_tables_by_rank(tmp_path):
    table = tmp_path / "TARATSUP.DBF"
    table.write_bytes(lists.dbf(MEMBERS))
    dated = analyze_file(table).dated
    assert (dated.day, "header" in dated.source) == (dt.date(2025, 11, 1), True)
    packed = tmp_path / "2025-12.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(table, table.name)
    dated = analyze_file(packed).dated
    assert dated.day == dt.date(2025, 12, 1)
    assert dated.source == "from the file's name, 2025-12.zip"
    for info, day in (
        (zipfile.ZipInfo("all.txt", (2025, 10, 20, 9, 0, 0)), dt.date(2025, 10, 20)),
        (zipfile.ZipInfo("all.txt"), None),
    ):
        path = tmp_path / f"all{day}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(info, lists.tsv(MEMBERS))
        dated = analyze_file(path).dated
        assert (dated.day if dated else None) == day
    path = tmp_path / "all.txt"
    path.write_text(lists.tsv(MEMBERS), encoding="utf-8")
    assert analyze_file(path).dated is None
