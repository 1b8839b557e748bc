"""A list's date is what its file says: a name, a header, an archive, or nothing."""

import datetime as dt
import zipfile

import pytest

from tests.ratinglist import list_files as lists
from uscalc.formats.shared.dbf import read_header_date
from uscalc.ratinglist.understand import analyze_file, parse_day_in_name

MEMBERS = [lists.member(1), lists.member(2)]


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("ratings-2026-04.dbf", "2026-04-01"),
        ("2026_4_15.txt", "2026-04-15"),
        ("list202604.zip", "2026-04-01"),
        ("20260430.dbf", "2026-04-30"),
        ("April 2026.dbf", "2026-04-01"),
        ("2026 sept.dbf", "2026-09-01"),
        ("SUPPLEMENT-dec-2025-2025-12.dbf", "2025-12-01"),
        ("TARATSUP.DBF", None),
        ("2026.dbf", None),
        ("2026-13.dbf", None),
        ("20123456.dbf", None),
        ("market 2026.dbf", None),
        ("2026-04 and 2026-05.dbf", None),
        ("20260231.dbf", None),
    ],
)
def test_a_name_dates_a_list_only_with_a_month(name, day):
    assert parse_day_in_name(name) == (
        None if day is None else dt.date.fromisoformat(day)
    )


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
    assert (dated.day, dated.source) == (
        dt.date(2025, 12, 1),
        "from the file's name, 2025-12.zip",
    )
    for number, (time, day) in enumerate(
        (((2025, 10, 20, 9, 0, 0), dt.date(2025, 10, 20)), (None, None))
    ):
        path = tmp_path / f"all{number}.zip"
        info = zipfile.ZipInfo("all.txt", *([time] if time else []))
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(info, lists.tsv(MEMBERS))
        dated = analyze_file(path).dated
        assert (dated.day if dated else None) == day
    path = tmp_path / "all.txt"
    path.write_text(lists.tsv(MEMBERS), encoding="utf-8")
    assert analyze_file(path).dated is None
