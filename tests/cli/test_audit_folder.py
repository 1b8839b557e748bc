"""A folder audited: counted as a whole, and in order of date with what is known."""

import json

import pytest

from tests.cli.running import refused, run
from tests.document.audit.test_in_order import FIRST, SECOND, after, printed, true_event
from uscalc.formats.native.reader import save_event


@pytest.fixture
def folder(tmp_path):
    """Two events in a row; by their names the later one comes first."""
    there = tmp_path / "year"
    there.mkdir()
    first = true_event(FIRST)
    save_event(printed(first), there / "b.uscalc")
    save_event(printed(after(first, SECOND)), there / "a.uscalc")
    return there


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def exact(line):
    return line["sections"][0]["ratings"][0]["exact"]


def test_carry_finds_the_error_in_the_later_event_and_writes_it(folder, tmp_path):
    done = run("audit", folder, "--json", "--facts", "0")
    assert done.returncode == 1
    assert [exact(line) for line in lines(done)] == [3, 3]
    done = run("audit", folder, "--carry", "--json")
    assert done.returncode == 1
    first, second = lines(done)
    assert [first["file"], second["file"]] == [
        str(folder / "b.uscalc"),
        str(folder / "a.uscalc"),
    ]
    assert (exact(first), exact(second)) == (3, 4)
    assert (first["carried"], second["carried"]) == (0, 4)
    assert second["disagreements"] == []
    out = tmp_path / "adopted"
    run("audit", folder, "--carry", "--adopt", out)
    found = lines(run("audit", out, "--json", "--facts", "0"))
    assert [exact(line) for line in found] == [4, 4]


def test_disagreements_are_listed_with_both_figures_and_the_event(folder):
    later = after(after(true_event(FIRST), SECOND), SECOND.replace(month=7))
    save_event(printed(later), folder / "c.uscalc")
    (folder / "a.uscalc").unlink()
    done = run("audit", folder, "--carry", "--json")
    found = lines(done)[1]["disagreements"]
    assert [one["player"] for one in found] == [1, 2, 3, 4]
    assert found[0]["key"] == "rating"
    assert found[0]["file"] != found[0]["carried"]
    assert (found[0]["event"], found[0]["date"]) == (f"Event of {FIRST}", str(FIRST))
    text = run("audit", folder, "--carry").stdout
    assert f"Event of {FIRST}" in text
    assert "0 members are known from earlier events" in text


def test_an_event_without_published_ratings_is_a_link_between_others(folder):
    path = folder / "b.uscalc"
    event = json.loads(path.read_text("utf-8"))
    for player in event["sections"][0]["players"]:
        del player["published"]
        player["ratings"]["R"]["games"] = 30 if player["number"] == 1 else 90
    path.write_text(json.dumps(event), "utf-8")
    done = run("audit", folder, "--carry", "--json")
    assert done.returncode == 0
    assert [line["carried"] for line in lines(done)] == [0, 4]


def test_an_unreadable_file_does_not_stop_the_others_and_options_must_fit(folder):
    (folder / "0.uscalc").write_text("nothing", "utf-8")
    done = run("audit", folder, "--carry", "--json")
    broken, *others = lines(done)
    assert "error" in broken
    assert len(others) == 2
    assert "remove --section" in refused(
        "audit", folder, "--carry", "--section", "Open"
    )
    assert "--summary" in refused("audit", folder, "--format", "html")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_summary_counts_every_file(folder, jobs):
    (folder / "0.uscalc").write_text("nothing", "utf-8")
    done = run("audit", folder, "--summary", "--json", "--jobs", jobs)
    (found,) = lines(done)
    assert found["sections"]["count"] == 2
    assert found["sections"]["one"] == 2
    assert found["ratings"] == {
        "published": 8,
        "exact": 6,
        "rounding": 0,
        "explained": 2,
        "left": 0,
    }
    assert found["kinds"]["games"]["facts"] == 2
    assert found["skipped"] == 1
    assert "0.uscalc" in done.stderr


def test_the_summary_follows_the_files_and_is_a_page_if_asked_for(folder):
    text = run("audit", folder).stdout
    assert text.index("b.uscalc") < text.index("match with one correction")
    page = run("audit", folder, "--summary", "--format", "html").stdout
    assert page.startswith("<!DOCTYPE html>")
    assert "match with one correction" in page
    assert str(folder) in page
