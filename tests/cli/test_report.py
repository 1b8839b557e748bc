"""uscalc report: the findings of a report, and its three files or none."""

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import pytest
from dbfread import DBF

from tests.cli.running import event, player
from tests.ratinglist import list_files as lists
from tests.rights import without_root_rights
from uscalc.cli.commands import run_command_line
from uscalc.document.rate.check import check_section
from uscalc.formats import open_event
from uscalc.formats.report2c.writer import FILE_NAMES

SAID: dict[str, Any] = {
    **{"affiliate": "A6000001", "chief_td": "90000099", "city": "Sampletown"},
    **{"state": "MA", "zip": "00000", "country": "USA"},
}
TODAY = dt.date.today()
FILES = sorted(FILE_NAMES.values())


def pair(**more: Any) -> list[dict[str, Any]]:
    return [
        player(1, 1700, "W2", id="90000001"),
        player(2, 1600, "L1", **({"id": "90000002"} | more)),
    ]


def written(folder: Path, players: list[dict[str, Any]], **said: Any) -> Path:
    """Return an event that ended today, so that the report isn't late."""
    body = json.loads(event(players, time_control="G/90;d5"))
    del body["sections"][0]["systems"]
    body |= {"end_date": str(TODAY), "report": SAID | said}
    path = folder / "event.uscalc"
    path.write_text(json.dumps(body), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USCALC_STATE", str(tmp_path / "own"))


Say = pytest.CaptureFixture[str]


def command(capsys: Say, *words: object) -> tuple[int, str, str]:
    capsys.readouterr()
    code = run_command_line(["report", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


READY = "Ready to submit. No errors or warnings.\n"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_event_without_errors_is_written_silently(tmp_path, capsys):
    file, folder = written(tmp_path, pair()), tmp_path / "report"
    assert command(capsys, file, "--check") == (0, READY, "")
    assert command(capsys, file, folder)[:2] == (0, "")
    assert names_in(folder) == FILES
    rows = list(DBF(folder / "TDEXPORT.DBF"))
    assert [row["D_RND01"] for row in rows] == ["W2", "L1"]
    assert [row["D_MEM_ID"] for row in rows] == ["90000001", "90000002"]
    body = json.loads(file.read_text())
    body["sections"].append({"name": "Skittles", "kind": "unrated", "players": []})
    file.write_text(json.dumps(body))
    code, out, _ = command(capsys, file, "--check")
    assert code == 0
    assert 'Section "Skittles" is not in the report' in out
    assert command(capsys, file, folder, "--force")[0] == 0
    assert len(list(DBF(folder / "TSEXPORT.DBF"))) == 1


def test_a_double_forfeit_is_a_loss_on_both_sides(tmp_path, capsys):
    players = [
        player(1, 1700, "W2", "F2", id="90000001"),
        player(2, 1600, "L1", "F1", id="90000002"),
        player(3, 1500, "B", "H", id="90000003"),
    ]
    file = written(tmp_path, players)
    assert command(capsys, file, "--check") == (0, READY, "")
    assert command(capsys, file, tmp_path / "report")[0] == 0
    rows = list(DBF(tmp_path / "report" / "TDEXPORT.DBF"))
    assert [row["D_RND02"] for row in rows] == ["F2", "F1", "H0"]
    again = open_event(tmp_path / "report" / FILE_NAMES["H"]).document
    assert [p.results[1] for p in again.sections[0].players] == ["F2", "F1", "H"]
    assert not check_section(again.sections[0], 0)


def test_a_report_with_errors_is_explained_and_needs_anyway(tmp_path, capsys):
    file = written(tmp_path, pair(id="25000000"), city="")
    code, out, err = command(capsys, file, tmp_path / "report", "--check")
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "Warning: City is missing. Enter it in Rating report details.",
        'Error: section "Open", player 2: 25000000 is a placeholder, not a member ID. '
        "Enter the player's own ID.",
        "1 error to fix, 1 warning to confirm.",
    ]
    assert not (tmp_path / "report").exists()
    file, folder = written(tmp_path, pair(id=None)), tmp_path / "report"
    code, out, err = command(capsys, file, folder)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "player 2: Member ID is missing" in err
    assert "--anyway" in err
    assert not folder.exists()
    code, _, err = command(capsys, file, folder, "--anyway")
    assert code == 1
    assert "1 error to fix" in err
    assert names_in(folder) == FILES


def test_missing_data_is_listed_and_supplied_by_options(tmp_path, capsys):
    file = written(tmp_path, pair(results=["D1"]))
    code, out, _ = command(capsys, file, "--check", "--json")
    said = json.loads(out)
    assert code == 1
    assert (said["event"], said["written"]) == ("Spring Swiss", [])
    keys = ("grade", "address", "section", "player", "round")
    found = [tuple(one[key] for key in keys) for one in said["findings"]]
    assert found == [("will be refused", "game", "Open", n, 1) for n in (1, 2)]
    assert all(f["message"] and f["remedy"] for f in said["findings"])
    file = written(tmp_path, pair(), affiliate="", chief_td="", city="")
    assert command(capsys, file, "--check")[0] == 1
    facts = (
        *("--affiliate", "a6000001", "--chief-td", "90000099", "--city", "Sampletown"),
    )
    assert command(capsys, file, tmp_path / "report", *facts)[0] == 0
    (head,) = DBF(tmp_path / "report" / "THEXPORT.DBF")
    assert (head["H_AFF_ID"], head["H_CITY"]) == ("A6000001", "Sampletown")


@pytest.mark.parametrize("name", [FILES[0], "tsexport.dbf"])
def test_nothing_is_written_over_a_report(name, tmp_path, capsys):
    file, folder = written(tmp_path, pair()), tmp_path / "report"
    folder.mkdir()
    (folder / name).write_bytes(b"mine")
    code, _, err = command(capsys, file, folder)
    assert (code, err.count("\n")) == (2, 1)
    assert "already exists" in err
    assert [(p.name, p.read_bytes()) for p in folder.iterdir()] == [(name, b"mine")]
    assert command(capsys, file, folder, "--force")[0] == 0
    assert len(names_in(folder)) == 3
    assert (folder / name).read_bytes() != b"mine"


@pytest.mark.parametrize("given", ["", *FILES])
def test_the_input_is_never_overwritten(given, tmp_path, capsys):
    file, folder = written(tmp_path, pair()), tmp_path / "report"
    command(capsys, file, folder)
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    code, _, err = command(capsys, folder / given, folder, "--force")
    assert code == 2
    assert "output is the same as the input" in err
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


def test_a_report_file_is_checked_unchanged(tmp_path, capsys):
    file, folder = written(tmp_path, pair()), tmp_path / "report"
    command(capsys, file, folder)
    for name, old, new, said in (
        ("TSEXPORT.DBF", b"1 2   ", b"1 3   ", "last pairing number"),
        ("THEXPORT.DBF", b"%d" % TODAY.year, b"99xx", "H_BEG_DATE"),
    ):
        data = (folder / name).read_bytes()
        assert old in data
        (folder / name).write_bytes(data.replace(old, new, 1))
        code, out, _ = command(capsys, folder, "--check")
        assert code == 1
        assert re.search(f"^Error: .*{said}", out, re.MULTILINE)
        (folder / name).write_bytes(data)


def import_members(folder: Path, *members: dict[str, str]) -> None:
    listed = folder / "TARATSUP.DBF"
    listed.write_bytes(lists.dbf(members))
    words = ("list", "import", str(listed), "--date", "2025-11-01")
    assert run_command_line([*words, "--column", "Q_LPB_RAT=Q"]) == 0


def test_membership_and_name_are_compared_with_the_list(tmp_path, capsys):
    days = (f"{TODAY - dt.timedelta(n):%Y%m%d}" for n in (0, 1))
    expired = [lists.member(n, EXPIRED=day) for n, day in enumerate(days, 1)]
    names = ("EXAMPLE, ADA B", "Plainfield, Otto")
    named = [lists.member(n, MEM_NAME=name) for n, name in enumerate(names, 1)]
    players = pair()
    players[0]["name"], players[1]["name"] = "Ada Example", "Invented, Roy"
    belongs = (
        "belongs to Plainfield, Otto, not Invented, Roy. Correct the ID or the name"
    )
    for rows, members, said in (
        (pair(), expired, "player 2: Membership expired "),
        (players, named, f"player 2: In the rating supplement, ID 90000002 {belongs}"),
    ):
        import_members(tmp_path, *members)
        code, out, _ = command(capsys, written(tmp_path, rows), "--check")
        assert code == 1
        assert said in out
        assert "player 1" not in out


def two_people(first: str, second: str) -> list[dict[str, Any]]:
    one, other = pair(id=second, name="Invented, Roy")
    return [one | {"id": first, "name": "Example, Kay"}, other]


SAME = "Example, Kay and Invented, Roy have the same member ID 90000001"


def test_two_people_with_one_id_are_an_error_and_no_report(tmp_path, capsys):
    file, folder = written(tmp_path, two_people(*["90000001"] * 2)), tmp_path / "report"
    said = f'section "Open", player 1: {SAME}. Correct the ID of one of them.\n'
    code, out, _ = command(capsys, file, "--check")
    assert code == 1
    assert f"Error: {said}" in out
    for words in ((), ("--anyway",), ("--anyway", "--force")):
        assert command(capsys, file, folder, *words) == (
            2,
            "",
            f"uscalc: {file}: {said}",
        )
        assert not folder.exists()
    right = written(tmp_path, two_people("90000001", "90000002"))
    assert command(capsys, right, folder)[0] == 0
    assert names_in(folder) == FILES


def test_no_report_for_two_people_with_equal_written_ids(tmp_path, capsys):
    for typed in (
        "90000001 ",
        " 90000001",
        "900000012",
        "90000001-7",
        "９０００００01",
    ):
        file = written(tmp_path, two_people("90000001", typed))
        code, _, err = command(capsys, file, tmp_path / "report", "--anyway")
        assert code == 2
        assert err.startswith(f'uscalc: {file}: section "Open", player 1: {SAME}')
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("typed", ["0", "00000000", " 25000000"])
def test_players_without_an_own_id_are_not_two_people_with_one_id(
    typed, tmp_path, capsys
):
    file, folder = written(tmp_path, two_people(typed, typed)), tmp_path / "report"
    code, out, _ = command(capsys, file, folder, "--anyway")
    assert (code, "same member ID" in out) == (1, False)
    assert names_in(folder) == FILES


def test_two_people_with_one_id_in_two_sections_prevent_a_report(tmp_path, capsys):
    file = written(tmp_path, two_people("90000001", "90000002"))
    body = json.loads(file.read_text())
    second = {"name": "Reserve", "players": two_people("90000003", "90000001")[::-1]}
    for number, one in enumerate(second["players"], 1):
        one |= {"number": number, "results": [f"{'WL'[number - 1]}{3 - number}"]}
    second["players"][1]["name"] = "Extra, Emil"
    body["sections"][0]["players"][1]["name"] = "Plain, Otto"
    body["sections"].append(body["sections"][0] | second)
    file.write_text(json.dumps(body))
    code, _, err = command(capsys, file, tmp_path / "report", "--anyway")
    assert code == 2
    assert SAME in err
    assert not (tmp_path / "report").exists()


def check_refused_in_one_line(capsys, file, folder, said) -> None:
    """Check that nothing is written, and that one line gives the reason and the fix."""
    code, out, err = command(capsys, file, folder)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert said in err
    assert "folder" in err.rpartition("; ")[2] or "DIR" in err


def test_an_unusable_folder_is_one_line(tmp_path, capsys):
    file = written(tmp_path, pair())
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    for folder, said in (
        (file, "this is a file, not a folder"),
        (file / "new", "this is a file, not a folder"),
        (tmp_path / "no" / "such", f"{tmp_path / 'no'}: the folder doesn't exist"),
        (tmp_path / "link", "the folder doesn't exist"),
        (tmp_path / ("long" * 100), "file name too long"),
        ("", "DIR is empty"),
        (" ", "DIR is empty"),
    ):
        check_refused_in_one_line(capsys, file, folder, said)
    code, _, err = command(capsys, file)
    assert (code, err.count("\n"), "folder" in err) == (2, 1, True)
    assert set(names_in(tmp_path)) - {"own"} == {"event.uscalc", "link"}


def test_without_permission_nothing_is_written(tmp_path, capsys):
    file, folder = written(tmp_path, pair()), tmp_path / "report"
    folder.mkdir(mode=0o500)
    with without_root_rights():
        for given in (folder, folder / "new"):
            check_refused_in_one_line(
                capsys, file, given, f"{folder}: can't write to this folder"
            )
    assert list(folder.iterdir()) == []


def test_a_full_disk_leaves_no_part_of_a_report(tmp_path, capsys):
    resource = pytest.importorskip("resource")
    players = [
        player(n, 1700, f"W{n + 1}" if n % 2 else f"L{n - 1}", id=f"900000{n:02}")
        for n in range(1, 21)
    ]
    file, there = written(tmp_path, players), tmp_path / "there"
    there.mkdir()
    (there / "mine.txt").write_text("mine")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    # There is no room for the third file after two are written.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1200, usual[1]))
    try:
        for folder in (there, tmp_path / "new"):
            said = "can't write to this folder"
            check_refused_in_one_line(capsys, file, folder, said)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert names_in(there) == ["mine.txt"]
    assert not (tmp_path / "new").exists()
    assert command(capsys, file, there)[0] in (0, 1)
    assert len(names_in(there)) == 4
