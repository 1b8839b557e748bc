"""The command list: import, show and search rating supplements."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ratinglist import list_files as lists
from uscalc.cli.commands import run_command_line


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "own"
    monkeypatch.setenv("USCALC_STATE", str(folder))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "TARATSUP.DBF"
    path.write_bytes(lists.dbf([lists.member(1, MEM_NAME="INVENTA, ADA")]))
    return path


def bring_in(file: Path, *more: str, day: str = "2025-11-01") -> int:
    return run_command_line(["list", "import", str(file), "--date", day, *more])


def run_list_command(capsys: pytest.CaptureFixture[str], *args: str) -> list[Any]:
    capsys.readouterr()
    run_command_line(["list", *args, "--json"])
    return json.loads(capsys.readouterr().out)


def test_titles_and_dates_are_asked_for_if_the_file_has_none(
    own, file, capsys, tmp_path
):
    assert bring_in(file) == 2
    error = capsys.readouterr().err
    assert 'select the contents of the column "Q_LPB_RAT"' in error
    assert '--column "Q_LPB_RAT=R"' in error
    assert bring_in(file, "--column", "Q_LPB_RAT=Z") == 2
    assert bring_in(file, "--column", "NONE=Q") == 2
    assert not list(own.glob("lists/*"))
    named = file.rename(tmp_path / "ratings-2025-12.dbf")
    plain = tmp_path / "all.txt"
    plain.write_text(lists.tsv([lists.member(1)]), encoding="utf-8")
    for path, code, said in (
        (named, 0, "effective date 12/1/2025, from the file's name"),
        (plain, 2, "add one with --date"),
    ):
        words = ["list", "import", str(path), "--column", "Q_LPB_RAT=Q"]
        assert run_command_line(words) == code
        assert said in capsys.readouterr().err


def test_a_supplement_is_imported_shown_and_searched(own, file, capsys):
    assert bring_in(file, "--column", "Q_LPB_RAT=Q", day="2025-10-01") == 0
    assert bring_in(file, "--column", "Q_LPB_RAT=b") == 0
    assert "11/1/2025  1 member  R, B" in capsys.readouterr().out
    dates = [(one["date"], one["systems"]) for one in run_list_command(capsys, "show")]
    assert dates == [("2025-11-01", ["R", "B"]), ("2025-10-01", ["R", "Q"])]
    (entry,) = run_list_command(capsys, "find", "ada", "inv")
    blitz = {"rating": 901.0, "games": 2}
    assert entry == {
        **{"id": "90000001", "name": "Inventa, Ada", "state": "ZZ"},
        **{"expires": "20261231", "birth_year": None, "as_of": "2025-11-01"},
        "ratings": {"R": {"rating": 1001.0, "games": None}, "B": blitz},
    }
    (older,) = run_list_command(capsys, "find", "90000001", "--date", "10/1/2025")
    assert set(older["ratings"]) == {"R", "Q"}
    assert run_command_line(["list", "find", "inventa"]) == 0
    assert "901/2" in capsys.readouterr().out
    assert run_command_line(["list", "find", "nobody"]) == 1
    assert run_command_line(["list", "find", "ada", "--date", "2001-01-01"]) == 2
    assert "11/1/2025, 10/1/2025" in capsys.readouterr().err


def test_a_csv_list_is_imported_and_a_bad_row_named(own, tmp_path, capsys):
    assert run_command_line(["list", "find", "ada"]) == 2
    assert "uscalc list import" in capsys.readouterr().err
    assert run_command_line(["list", "show"]) == 0
    path = tmp_path / "list.csv"
    path.write_text("Member ID,Name,Regular\n90000001,Inventa, Ada,1500\n")
    assert bring_in(path) == 2
    error = capsys.readouterr().err
    assert f"{path}: line 2: the row has 4 columns" in error
    assert "quotation marks" in error
    path.write_text('Member ID;Name;Regular\n90000001;"Inventa; Ada";1500\n')
    assert bring_in(path) == 0
    assert capsys.readouterr().out.startswith("11/1/2025  1 member  R")


def test_an_archive_of_several_lists_asks_which(own, file, tmp_path, capsys):
    other = tmp_path / "TARATBL.DBF"
    other.write_bytes(lists.dbf([lists.member(2), lists.member(3)]))
    path = lists.write_zip(tmp_path / "a.zip", file, other)
    assert bring_in(path, "--column", "Q_LPB_RAT=Q") == 2
    said = "select one with --table: TARATSUP.DBF, TARATBL.DBF"
    assert said in capsys.readouterr().err
    column = ("--column", "Q_LPB_RAT=B")
    assert bring_in(path, *column, "--table", "TARATBL.DBF") == 0
    assert bring_in(path, *column, "--table", "other") == 2
    (one,) = run_list_command(capsys, "show")
    assert (one["title"], one["members"]) == ("TARATBL.DBF", 2)


def test_a_damaged_supplement_is_reported(own, file, capsys):
    bring_in(file, "--column", "Q_LPB_RAT=Q")
    (made,) = (own / "lists").iterdir()
    made.write_bytes(b"nothing of a list " * 300)
    capsys.readouterr()
    assert run_command_line(["list", "show"]) == 1
    assert "was renamed to" in capsys.readouterr().err
