"""When the size of a file doubles, the work of every command at most doubles."""

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.build import event_file
from tests.cli.running import import_everything
from tests.counting import count_apart, grows_linearly
from tests.ratinglist.list_files import dbf, tsv
from tests.ratinglist.list_files import members as members_of
from tests.shared_data import load_cases
from uscalc.cli import forecast
from uscalc.cli.commands import run_command_line
from uscalc.document.audit import search
from uscalc.document.cells import MOST_GAMES
from uscalc.document.rate import members, people
from uscalc.document.reporting import check
from uscalc.report.audit_results import LIMITED

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes branch off")
COMMANDS = load_cases("test_odd_files_and_outputs", "commands")
MORE = {
    "rate leniently": ("rate", "{file}", "--lenient"),
    "explain as a page": ("explain", "{file}", "--player", "1", "--format", "html"),
    "explain json": ("explain", "{file}", "--player", "1", "--json"),
    "sheets csv": ("sheets", "{file}", "{out}.csv"),
    "sheets xlsx": ("sheets", "{file}", "{out}.xlsx"),
    "convert trf": ("convert", "{file}", "{out}.trf"),
    "convert xlsx": ("convert", "{file}", "{out}.xlsx"),
    "audit carry": ("audit", "{file}", "--carry"),
}
APART = {"verify", "list import", "lesson"}
"""Commands with a test of their own below, and `lesson`, which needs Qt."""
EVERY = {name: words for name, words in (COMMANDS | MORE).items() if name not in APART}


def player(number: int, *results: str, **more: Any) -> dict[str, Any]:
    rating = {"R": {"rating": 1200 + number * 37 % 900, "games": 30}}
    named = {"number": number, "name": f"Inventa, P{number}", "ratings": rating}
    return {**named, "results": results, **more}


def whole(*rows: dict[str, Any]) -> dict[str, Any]:
    return event_file(*rows, systems=["R"])


def each(count: int, *results: str, **more: Any) -> dict[str, Any]:
    return whole(*(player(place, *results, **more) for place in range(1, count + 1)))


def players(count: int) -> dict[str, Any]:
    """Return groups of four players who all play each other."""
    rows = []
    for place in range(count):
        others = [place ^ step for step in (1, 2, 3)]
        results = [f"{'WL'[place > other]}{other + 1}" for other in others]
        rows.append(player(place + 1, *results))
    return whole(*rows)


def contradicting(count: int) -> dict[str, Any]:
    """Return two players, both of whom claim to have won every round."""
    return whole(player(1, *["W2"] * count), player(2, *["W1"] * count))


def sections(count: int) -> dict[str, Any]:
    event = whole(player(1, "W2", id="90000001"), player(2, "L1", id="90000002"))
    (section,) = event["sections"]
    several = [{**section, "name": f"S{place}"} for place in range(count)]
    return event | {"sections": several, "chain_sections": True}


def to_play(count: int) -> dict[str, Any]:
    numbers = range(1, count + 1)
    return whole(*(player(n, f"?{n + n % 2 * 2 - 1}") for n in numbers))


SHAPES: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "players": (16, players),
    "waiting": (20, lambda count: each(count, "H")),
    "contradicting": (60, contradicting),
    "all against one": (20, lambda count: each(count, "W1")),
    "one ID": (14, lambda count: each(count, "H", id="90000001")),
    "sections": (8, sections),
}
"""The smallest of three sizes, and the event of a size."""


@pytest.fixture(scope="module", autouse=True)
def _prepared():
    """Import everything first, and compare only few entries of one ID."""
    import_everything()
    with pytest.MonkeyPatch.context() as patch:
        for module in (members, people, check):
            patch.setattr(module, "MOST_ENTRIES", 10)
        yield


def commands(words, shape, size, folder: Path):
    """Run a command on three files, each twice as large as the one before."""
    for times in (1, 2, 4):
        file = folder / f"{size * times}.uscalc"
        file.write_text(json.dumps(shape(size * times)))
        out = folder / f"out{times}"
        named = [word.format(file=file, out=out) for word in words]
        named += ["--force"] * ("{out}" in str(words) and words[0] != "report")
        yield partial(run_command_line, named)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", EVERY)
def test_twice_the_file_is_at_most_twice_the_work(name, shape, tmp_path):
    size, make = SHAPES[shape]
    size //= 2 if name == "editions" else 1
    check_linear(*commands(EVERY[name], make, size, tmp_path))


def check_linear(*does):
    counts = count_apart(does)
    assert grows_linearly(counts), counts


def test_a_trace_twice_as_long_is_verified_with_twice_the_work(tmp_path, capsys):
    traces = [tmp_path / f"trace{times}.json" for times in (1, 2, 4)]
    file = tmp_path / "event.uscalc"
    for times, trace in zip((1, 2, 4), traces, strict=True):
        rows = player(1, *["W2"] * 16 * times), player(2, *["L1"] * 16 * times)
        file.write_text(json.dumps(whole(*rows)))
        run_command_line(["explain", str(file), "--player", "1", "--json"])
        trace.write_text(capsys.readouterr().out)
    assert traces[2].stat().st_size > 2 * traces[0].stat().st_size
    checks = [partial(run_command_line, ["verify", str(file)]) for file in traces]
    assert checks[0]() == 0
    check_linear(*checks)


@pytest.mark.parametrize("write", [dbf, lambda rows: tsv(rows).encode()])
def test_a_supplement_twice_as_long_is_imported_with_twice_the_work(
    write, tmp_path, monkeypatch
):
    monkeypatch.setenv("USCALC_STATE", str(tmp_path / "state"))
    files = [tmp_path / f"list{times}.dbf" for times in (1, 2, 4)]
    for times, file in zip((1, 2, 4), files, strict=True):
        file.write_bytes(write(list(members_of(400 * times))))
    words = ["--date", "11/1/2025", "--column", "Q_LPB_RAT=Q"]
    imports = [
        partial(run_command_line, ["list", "import", str(file), *words])
        for file in files
    ]
    assert imports[0]() == 0
    check_linear(*imports)


@pytest.mark.parametrize("only", [None, 3])
def test_a_list_of_forecasts_is_bounded_and_says_so(only, tmp_path, capsys):
    """Each forecast of a list goes through every unplayed game."""
    file = tmp_path / "to_play.uscalc"
    file.write_text(json.dumps(to_play(12)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forecast, "MOST_GAMES_GONE_THROUGH", 30)
        chosen = [] if only is None else ["--player", str(only)]
        run_command_line(["forecast", str(file), *chosen, "--scenarios", "100"])
        said = capsys.readouterr().out
        run_command_line(["forecast", str(file), *chosen, "--json"])
    left = json.loads(capsys.readouterr().out)["players_left_out"]
    sentence = "Only the first 5 of 12 players are listed. Use --player for any other."
    assert (sentence in said) is (only is None)
    assert left == (7 if only is None else 0)


def published(count: int) -> dict[str, Any]:
    """Return players whose published ratings all differ from the computed ones."""
    event = players(count)
    for row in event["sections"][0]["players"]:
        row["published"] = {"R": {"rating": 1200 + row["number"] * 53 % 900}}
    return event


@pytest.mark.parametrize("count", [8, 32])
def test_a_contradictory_page_is_searched_for_a_limited_time(count, tmp_path, capsys):
    """Nearly every rating differs, so nearly every correction helps a little."""
    most, tried = 3_000, []
    file = tmp_path / "published.uscalc"
    file.write_text(json.dumps(published(count)))
    with pytest.MonkeyPatch.context() as patch:
        plain = search.score_alternatives

        def score(base, targets, changes, *more):
            tried.append(len(changes))
            return plain(base, targets, changes, *more)

        patch.setattr(search, "score_alternatives", score)
        patch.setattr(search, "MOST_TRIED", most)
        assert run_command_line(["audit", str(file), "--json"]) == 1
        (rating,) = json.loads(capsys.readouterr().out)["sections"][0]["ratings"]
        assert rating["limited"]
        assert 0 < sum(tried) <= 2 * most
        run_command_line(["audit", str(file)])
    assert LIMITED in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("count", "code"), [(MOST_GAMES, 0), (MOST_GAMES + 1, 2)])
def test_a_player_can_have_a_limited_number_of_games_in_a_round(
    count, code, tmp_path, capsys
):
    file = tmp_path / "games.uscalc"
    games = player(1, "|".join(["W2"] * count)), player(2, "|".join(["L1"] * count))
    file.write_text(json.dumps(whole(*games)))
    assert run_command_line(["rate", str(file)]) in (code, 1 - code)
    if code:
        assert f"the limit is {MOST_GAMES} games in a round" in capsys.readouterr().err
