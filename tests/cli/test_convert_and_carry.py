"""Convert and carry write event files, and report wrong usage."""

import csv
import json

import pytest

import uscalc
from tests.cli.running import SAMPLE, first_rating, refused, run, run_json
from tests.formats import pairing_files, wintd_files
from tests.made_files.samples import made

TABLE = [
    ["No.", "Name", "ID", "Rtng", "Rd 1", "Rd 2"],
    [1, "Inventa, Ada", 90000001, 1400, "W2w", "D2b"],
    [2, "Inventa, Bea", 90000002, 1500, "L1b", "D1w"],
]

OTHERS = {
    "club.ptoz": wintd_files.ptoz(wintd_files.tournament(*wintd_files.PAIR)),
    "Open.S2C": pairing_files.swisssys_round(
        pairing_files.ROUND_PLAYERS, pairing_files.ROUND_RESULTS
    ),
    "table.xlsx": pairing_files.workbook({"Open": TABLE}),
    "table.xls": pairing_files.old_workbook({"Open": TABLE}),
}
SAID = ("--end-date", "2025-05-04", "--time-control", "G/90;d5")

MADE = {
    *(("msa", "single-1.html"), ("msa", "dual-1-pasted.txt"), ("dbf", "club-april")),
    *(("swisssys", "club-april.sjson"), ("trf", "club-april.trf")),
}


@pytest.mark.parametrize("name", [*OTHERS, *sorted(MADE)], ids=str)
def test_converted_files_give_the_same_ratings(name, tmp_path):
    path, out = tmp_path / str(name), tmp_path / "copy.uscalc"
    if name in MADE:
        path = made(*name)
    else:
        path.write_bytes(OTHERS[name])
    done = run("convert", path, out, *SAID, "--blanks-unrated")
    assert done.returncode in (0, 1), done.stderr
    direct = run("rate", path, *SAID, "--blanks-unrated", "--json")
    sections = json.loads(direct.stdout)["sections"]
    assert run_json("rate", out, "--json")["sections"] == sections
    if name in OTHERS:
        assert done.returncode == 0
        # Two players who meet twice may have played a match; nothing else is found.
        assert all('kind: "match"' in line for line in direct.stderr.splitlines())
        assert len(sections[0]["ratings"][0]["players"]) == 2
        assert str(path) in run("rate", tmp_path, *SAID).stdout


def test_convert_and_carry_report_unrated_players_and_shared_ids(tmp_path):
    body = json.loads(SAMPLE.read_text(encoding="utf-8"))
    first, second = body["sections"][0]["players"][:2]
    second["id"] = first["id"] = "90000001"
    file, out = tmp_path / "event.uscalc", tmp_path / "next.uscalc"
    file.write_text(json.dumps(body), encoding="utf-8")
    same = f"{first['name']} and {second['name']} have the same member ID 90000001"
    carried = run("carry", file, out, "--end-date", "2035-01-01")
    for done in (carried, run("what-if", file, "--set", "1:1=L")):
        assert (done.returncode, same in done.stderr) == (1, True)
    assert out.exists()
    path = made("swisssys", "club-april.sjson")
    assert "no rating" in run("rate", path).stderr
    done = run("rate", path, "--blanks-unrated", "--json")
    assert any(section["ratings"] for section in json.loads(done.stdout)["sections"])
    assert "blank" not in done.stderr


def test_carry_starts_the_next_event_from_the_results(tmp_path):
    out = tmp_path / "next.uscalc"
    named = ("--name", "Winter Open", "--end-date", "2025-12-07")
    assert run("carry", SAMPLE, out, *named).returncode == 0
    posts = {row["name"]: row["post"] for row in first_rating(SAMPLE)["players"]}
    following = json.loads(out.read_text(encoding="utf-8"))
    assert (following["name"], following["end_date"]) == (named[1], named[3])
    for row in following["sections"][0]["players"]:
        assert row["ratings"]["R"]["rating"] == posts[row["name"]]
        assert not row.get("results")
    refused("carry", SAMPLE, out, "--end-date", "2025-12-07")


def test_a_next_event_that_could_not_be_opened_is_refused(tmp_path):
    event = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for player in event["sections"][0]["players"]:
        player["ratings"] = {"R": {"rating": 2999, "games": 30}}
    high, out = tmp_path / "high.uscalc", tmp_path / "next.uscalc"
    high.write_text(json.dumps(event), encoding="utf-8")
    assert run("rate", high).returncode in (0, 1)
    said = refused("carry", high, out, "--end-date", "2025-12-07")
    assert "could not be opened again. Use a number from 100 to 3000" in said
    assert not out.exists()


def test_wrong_dates_and_formats_of_carry_are_refused_in_one_line(tmp_path):
    out = tmp_path / "next.uscalc"
    said = refused("carry", SAMPLE, out, "--end-date", "7/12.2025")
    assert '"7/12.2025" isn\'t a date. Write it like 11/22/2026.' in said
    refused("carry", SAMPLE, out, "--end-date", "2025-09-20")
    refused("carry", SAMPLE, tmp_path / "next.csv", "--end-date", "2025-12-20")
    assert list(tmp_path.iterdir()) == []
    table = tmp_path / "table.csv"
    table.write_text("No,Name,Rating,R1\n1,Inventa,1500,W2\n2,Madeup,1400,L1\n")
    words = ("rate", table, "--time-control", "G/90;d5", "--end-date")
    assert "February 2025 has 28 days" in refused(*words, "2/30/2025")
    assert run(*words, "2/28/25").returncode in (0, 1)


def test_wrong_usage_is_one_line_and_exit_code_2():
    for words in ("nonsense.uscalc", "rate", "rate --weird x", "rate nowhere"):
        refused(*words.split())


DAYS = {"a.uscalc": "2025-03-02", "b.uscalc": "2025-04-06", "c.uscalc": "2025-05-04"}
RESULTS = {
    "a.uscalc": (["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"]),
    "b.uscalc": (["D2", "L3"], ["D1", "W4"], ["L4", "W1"], ["W3", "L2"]),
    "c.uscalc": (["W4", "W2"], ["D3", "L1"], ["D2", "W4"], ["L1", "L3"]),
}


def write_event(path, end=None):
    players = [
        uscalc.Player(f"Member {at}", 1400 + 100 * at, 40, results, str(10000000 + at))
        for at, results in enumerate(RESULTS[path.name], 1)
    ]
    event = uscalc.Event(f"Event {path.name[0]}", end or DAYS[path.name])
    event = event.section("Open", players, systems=["R"])
    uscalc.write(event, path, overwrite=True)
    return path


@pytest.fixture
def folder(tmp_path):
    there = tmp_path / "season"
    there.mkdir()
    for name in DAYS:
        write_event(there / name)
    return there


def read_posts(found):
    return {
        (member["member"], entry["event"]): entry["post"]
        for member in found["members"]
        for entry in member["history"]
    }


def test_a_season_is_the_same_by_the_api(folder):
    found = run_json("season", folder, "--json")
    assert found.pop("errors") == []
    assert found["format"] == "uscalc.season/1"
    assert uscalc.season(folder).to_dict() == found
    assert [len(one["disagreements"]) for one in found["events"]] == [0, 4, 4]


def test_the_history_of_a_member_is_shown_and_written(folder, tmp_path):
    out = tmp_path / "season.csv"
    done = run("season", folder, "--member", "10000002", "--csv", out)
    assert done.returncode == 0, done.stderr
    history = uscalc.season(folder).history("10000002")
    lines = [line.split() for line in done.stdout.splitlines() if "Event" in line]
    ends = [(line[0], line[-1]) for line in lines[1:]]
    assert ends == [(day, "2") for day in ("3/2/2025", "4/6/2025", "5/4/2025")]
    rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    found = [(float(row["Post"]), float(row["Change"])) for row in rows]
    assert found == [(one.post, one.change) for one in history]
    every = run("season", folder)
    assert "3 events, 4 members." in every.stdout
    assert "8 figures in the files differ" in every.stdout
    assert "--force" in refused("season", folder, "--csv", out)


def test_a_late_event_says_whose_ratings_change(folder, tmp_path):
    late = (folder / "b.uscalc").rename(tmp_path / "b.uscalc")
    before = read_posts(run_json("season", folder, "--json"))
    found = run_json("season", folder, "--insert", late, "--json")
    (folder / "b.uscalc").write_bytes(late.read_bytes())
    anew = read_posts(run_json("season", folder, "--json"))
    assert read_posts(found) == anew
    assert {one["member"]: one["change"] for one in found["changes"]} == {
        member: anew[member, event] - post
        for (member, event), post in before.items()
        if event == "Event c"
    }
    (folder / "b.uscalc").unlink()
    changes = uscalc.season(folder).with_event(late).changes
    told = [one._asdict() | {"change": one.change} for one in changes]
    assert told == found["changes"]
    shown = run("season", folder, "--insert", late).stdout
    assert "Changed ratings at the end of the season" in shown
    assert f"{found['changes'][0]['change']:+.2f}".replace("-", "−") in shown


def test_a_corrected_result_or_event_says_whose_ratings_change(folder, tmp_path):
    result = ("--correct", "a.uscalc", "--set", "1:1=L")
    found = run_json("season", folder, *result, "--json")
    event = json.loads((folder / "a.uscalc").read_text())
    for row, text in enumerate(("L2", "W1")):
        event["sections"][0]["players"][row]["results"][0] = text
    right = tmp_path / "right.uscalc"
    right.write_text(json.dumps(event))
    replaced = ("--insert", right, "--replace", "a.uscalc")
    other = run_json("season", folder, *replaced, "--json")
    assert read_posts(found) == read_posts(other)
    changes = {one["member"]: one["change"] for one in found["changes"]}
    assert changes["10000001"] < 0 < changes["10000002"]
    after = uscalc.season(folder).with_results("Event a", "Open", {(1, 1): "L"})
    assert {one.member: one.change for one in after.changes} == changes
    same = run("season", folder, "--correct", "a.uscalc", "--set", "1:1=W")
    assert "No ratings change." in same.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--member", "1"), "no rated event has member ID 1; run uscalc season"),
        (("--correct", "a.uscalc"), "--correct and --set belong together"),
        (("--correct", "x.uscalc", "--set", "1:1=W"), "isn't an event of the season"),
        (("--correct", "a.uscalc", "--set", "9:1=W"), "player 1 has no round 9"),
        (("--replace", "a.uscalc"), "--replace needs --insert"),
        (("--insert", "missing.uscalc"), "the file doesn't exist"),
        (("--insert", "{}/b.uscalc"), "b.uscalc: is already an event of the season"),
    ],
)
def test_a_mistake_gives_one_line(folder, options, words):
    assert words in refused("season", folder, *(one.format(folder) for one in options))


def test_an_unreadable_file_is_named_and_the_others_are_rated(folder, tmp_path):
    (folder / "0.uscalc").write_text("nothing")
    done = run("season", folder)
    assert done.returncode == 1
    assert "0.uscalc" in done.stderr
    assert "3 events" in done.stdout
    (error,) = run_json("season", folder, "--json")["errors"]
    assert error["file"] == str(folder / "0.uscalc")
    for name in DAYS:
        (folder / name).unlink()
    assert run("season", folder).returncode == 2
    with pytest.raises(uscalc.Error) as caught:
        uscalc.season(folder)
    assert caught.value.file == str(folder / "0.uscalc")
    (folder / "0.uscalc").unlink()
    assert "no readable files" in refused("season", folder)
    with pytest.raises(uscalc.Error, match="there are no events"):
        uscalc.season(folder)


def test_events_of_one_day_with_members_in_common_are_named(folder):
    write_event(folder / "b.uscalc", end=DAYS["a.uscalc"])
    done = run("season", folder)
    assert done.returncode == 1
    assert "end on the same day, 3/2/2025" in done.stderr
    events = run_json("season", folder, "--json")["events"]
    assert [one["event"] for one in events] == ["Event a", "Event b", "Event c"]


def test_events_without_member_ids_have_no_empty_table(tmp_path):
    players = [uscalc.Player("One", 1500, 40, ["W2"]), uscalc.Player("Two", 1400, 40)]
    event = uscalc.Event("Club night", "2025-03-02")
    uscalc.write(event.section("Open", players, systems=["R"]), tmp_path / "a.uscalc")
    assert run("season", tmp_path).stdout.startswith("1 event, 0 members.")
