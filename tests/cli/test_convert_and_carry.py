"""Writing event files from the command line, and how it is used wrongly."""

import json

import pytest

from tests.cli.running import SAMPLE, first_rating, refused, run, run_json
from tests.formats import pairing_files, wintd_files
from tests.made_files.samples import made
from uscalc import __version__

TABLE = [
    ["No.", "Name", "ID", "Rtng", "Rd 1", "Rd 2"],
    [1, "Inventa, Ada", 90000001, 1400, "W2w", "D2b"],
    [2, "Inventa, Bea", 90000002, 1500, "L1b", "D1w"],
]


def test_convert_writes_the_event_file_and_refuses_other_extensions(tmp_path):
    out = tmp_path / "copy.uscalc"
    assert run("convert", SAMPLE, out).returncode == 0
    assert out.read_bytes() == SAMPLE.read_bytes()
    assert ".uscalc" in refused("convert", SAMPLE, tmp_path / "copy.docx")


OTHERS = {
    "club.ptoz": wintd_files.ptoz(wintd_files.tournament(*wintd_files.PAIR)),
    "Open.S2C": pairing_files.swisssys_round(
        pairing_files.ROUND_PLAYERS, pairing_files.ROUND_RESULTS
    ),
    "table.xlsx": pairing_files.workbook({"Open": TABLE}),
    "table.xls": pairing_files.old_workbook({"Open": TABLE}),
}
SAID = ("--end-date", "2025-05-04", "--time-control", "G/90;d5")


@pytest.mark.parametrize("name", OTHERS)
def test_converted_files_give_the_same_ratings(name, tmp_path):
    path, out = tmp_path / name, tmp_path / "copy.uscalc"
    path.write_bytes(OTHERS[name])
    done = run("convert", path, out, *SAID)
    assert done.returncode == 0, done.stderr
    direct = run("rate", path, *SAID, "--json")
    # Two players who meet twice may have played a match; nothing else is found.
    match = [line for line in direct.stderr.splitlines() if 'kind: "match"' in line]
    assert direct.stderr.splitlines() == match
    assert direct.returncode == bool(match)
    rated = [
        json.loads(text)["sections"][0]["ratings"]
        for text in (direct.stdout, run("rate", out, "--json").stdout)
    ]
    assert rated[0] == rated[1]
    assert len(rated[0][0]["players"]) == 2
    assert str(path) in run("rate", tmp_path, *SAID).stdout


@pytest.mark.parametrize(
    "parts",
    [
        ("msa", "single-1.html"),
        ("msa", "dual-1-pasted.txt"),
        ("swisssys", "club-april.sjson"),
        ("trf", "club-april.trf"),
        ("dbf", "club-april"),
    ],
    ids="/".join,
)
def test_a_sample_of_each_format_is_converted(parts, tmp_path):
    path, out = made(*parts), tmp_path / "copy.uscalc"
    done = run("convert", path, out, *SAID, "--blanks-unrated")
    assert done.returncode in (0, 1), done.stderr
    direct = run_json("rate", path, *SAID, "--blanks-unrated", "--json")
    assert run_json("rate", out, "--json")["sections"] == direct["sections"]


def test_carry_and_what_if_report_two_people_with_one_id(tmp_path):
    body = json.loads(SAMPLE.read_text(encoding="utf-8"))
    first, second = body["sections"][0]["players"][:2]
    second["id"] = first["id"] = "90000001"
    file, out = tmp_path / "event.uscalc", tmp_path / "next.uscalc"
    file.write_text(json.dumps(body), encoding="utf-8")
    same = f"{first['name']} and {second['name']} have the same member ID 90000001"
    carried = run("carry", file, out, "--end-date", "2035-01-01")
    tried = run("what-if", file, "--set", "1:1=L")
    for done in (carried, tried):
        assert (done.returncode, same in done.stderr) == (1, True)
    assert out.exists()


def test_a_next_event_starts_from_the_results_or_is_refused(tmp_path):
    out = tmp_path / "next.uscalc"
    assert run("carry", SAMPLE, out, "--end-date", "2025-12-07").returncode == 0
    posts = {row["name"]: row["post"] for row in first_rating(SAMPLE)["players"]}
    following = json.loads(out.read_text(encoding="utf-8"))
    assert following["end_date"] == "2025-12-07"
    for row in following["sections"][0]["players"]:
        assert row["ratings"]["R"]["rating"] == posts[row["name"]]
        assert not row.get("results")
    refused("carry", SAMPLE, out, "--end-date", "2025-12-07")
    event = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for player in event["sections"][0]["players"]:
        player["ratings"] = {"R": {"rating": 2999, "games": 30}}
    high, out = tmp_path / "high.uscalc", tmp_path / "next.uscalc"
    high.write_text(json.dumps(event), encoding="utf-8")
    assert run("rate", high).returncode in (0, 1)
    assert "could not be opened again. Use a number from 100 to 3000" in refused(
        "carry", high, out, "--end-date", "2025-12-07"
    )
    assert not out.exists()


@pytest.mark.parametrize("day", ["12/7/2025", "12-07-25", "Dec 7, 2025"])
def test_the_end_date_may_be_a_us_date(tmp_path, day):
    out = tmp_path / "next.uscalc"
    assert run("carry", SAMPLE, out, "--end-date", day).returncode == 0
    following = json.loads(out.read_text(encoding="utf-8"))
    assert following["end_date"] == "2025-12-07"


def test_wrong_dates_and_formats_of_carry_are_refused_in_one_line(tmp_path):
    out = tmp_path / "next.uscalc"
    said = refused("carry", SAMPLE, out, "--end-date", "7/12.2025")
    assert '"7/12.2025" isn\'t a date. Write it like 11/22/2026.' in said
    table = tmp_path / "table.csv"
    table.write_text("No,Name,Rating,R1\n1,Inventa,1500,W2\n2,Madeup,1400,L1\n")
    said = refused(
        "rate", table, "--end-date", "2/30/2025", "--time-control", "G/90;d5"
    )
    assert "February 2025 has 28 days" in said
    done = run("rate", table, "--end-date", "2/28/25", "--time-control", "G/90;d5")
    assert done.returncode in (0, 1)
    refused("carry", SAMPLE, tmp_path / "next.uscalc", "--end-date", "2025-09-20")
    refused("carry", SAMPLE, tmp_path / "next.csv", "--end-date", "2025-12-20")
    assert not (tmp_path / "next.csv").exists()


@pytest.mark.parametrize(
    "args",
    [["nonsense.uscalc"], ["rate"], ["rate", "--weird", "x"], ["rate", "nowhere"]],
)
def test_wrong_usage_is_one_line_and_exit_code_2(args):
    assert "Traceback" not in refused(*args)


def test_help_and_version():
    assert run("--version").stdout.strip() == f"uscalc {__version__}"
    for command in ("", "rate", "explain", "editions", "convert", "carry"):
        done = run(*command.split(), "--help")
        assert done.returncode == 0
        assert "Usage" in done.stdout


def test_blanks_unrated_rates_players_without_a_rating():
    path = made("swisssys", "club-april.sjson")
    asked = run("rate", path)
    assert "no rating" in asked.stderr
    done = run("rate", path, "--blanks-unrated", "--json")
    value = json.loads(done.stdout)
    assert any(section["ratings"] for section in value["sections"])
    assert "blank" not in done.stderr
