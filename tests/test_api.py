"""The public Python API: its examples run, and no call has a forbidden effect."""

import copy
import dataclasses
import datetime as dt
import doctest
import inspect
import itertools
import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import numpy
import pytest
from msgspec.structs import replace

import uscalc
from tests.cli.running import SAMPLE, run, run_json, run_python
from uscalc import api

SNAPSHOT = Path(__file__).parent / "data" / "api.txt"
ROOT = Path(__file__).parents[1]


def describe_signature(value: Callable[..., object]) -> str:
    signature = inspect.signature(value)
    public = [one for name, one in signature.parameters.items() if name[0] != "_"]
    return str(signature.replace(parameters=public)).replace("'", "")


def describe_api() -> str:
    lines = []
    for name in uscalc.__all__:
        value = getattr(uscalc, name)
        lines.append(f"{name}{describe_signature(value)}")
        if inspect.isclass(value):
            for key, member in vars(value).items():
                if not key.startswith("_") and (
                    inspect.isfunction(member) or isinstance(member, property)
                ):
                    function = getattr(member, "fget", member)
                    lines.append(f"  {key}{describe_signature(function)}")
    return "\n".join(lines) + "\n"


def test_the_api_is_the_snapshot_and_loads_no_large_library():
    assert describe_api() == SNAPSHOT.read_text()
    assert len(uscalc.__all__) <= 15
    folders = {path.name for path in (ROOT / "uscalc").iterdir() if path.is_dir()}
    assert not folders & set(uscalc.__all__)
    code = (
        "import sys; before = set(sys.modules); "
        "import uscalc; print(*sorted(set(sys.modules) - before)); "
        "uscalc.rate(sys.argv[1]); "
        "print(sorted({'PySide6', 'numpy', 'click', 'rich'} & set(sys.modules)))"
    )
    done = run_python("-c", code, SAMPLE)
    assert done.stdout.split() == ["uscalc", "uscalc.version", "[]"], done.stderr


def test_values_are_frozen_and_examples_give_their_results(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(api).failed == 0
    for name in uscalc.__all__:
        assert ">>>" in (inspect.getdoc(getattr(uscalc, name)) or "")
    for value, name in ((CLUB, "name"), (OPEN.player(1), "post"), (PLAYER, "rating")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)


def test_ratings_and_traces_are_those_of_the_command_line():
    assert RATED.to_dict() == run_json("rate", SAMPLE, "--json")
    ada = OPEN.player("Castle, Ada")
    assert ada.trace() == run_json("explain", SAMPLE, "--player", "1", "--json")
    printed = run("explain", SAMPLE, "--player", "1").stdout
    assert ada.explain().split() == printed.split()
    changed = OPEN.what_if({(5, 1): "W"})
    found = run_json("what-if", SAMPLE, "--set", "5:1=W", "--json")
    ripples = next(one for one in found["ratings"] if one["system"] == "R")
    assert changed.changes == pytest.approx(
        {one["number"]: one["after"] - one["before"] for one in ripples["players"]}
    )


def test_an_event_made_by_code_is_rated_and_written(tmp_path):
    players = [
        uscalc.Player("Castle, Ada", 1800, results="W2"),
        uscalc.Player("Knightly, Ben", 1700, 12, results="L1"),
        uscalc.Player("Pawn, Iris", results=""),
    ]
    event = uscalc.Event("Club night", "10/12/2025").section("Open", players)
    rated = uscalc.rate(event)["Open"]["R"]
    ada = rated.player(1)
    assert ada.change == pytest.approx(ada.post - ada.pre)
    assert ada.change > 0 > rated.player(2).change
    assert rated.player(3).post is None
    target = tmp_path / "club.uscalc"
    uscalc.write(event, target)
    assert uscalc.read(target) == dataclasses.replace(event, file=str(target))
    with pytest.raises(uscalc.Error, match="overwrite=True"):
        uscalc.write(event, target)


def test_sections_with_the_same_name_are_found_by_number(tmp_path):
    rows = [uscalc.Player("A", 1800, results="W2"), uscalc.Player("B", 1700)]
    event = uscalc.Event("Club night", "2025-10-12").section("Open", rows)
    event = event.section("Blitz", rows[:1], time_control="G/5;d0")
    first, second = event.document.sections
    sections = (first, replace(second, name="Open"))
    same = replace(event.document, sections=sections)
    event = uscalc.Event(event.name, event.end, _document=same)
    rated = uscalc.rate(event, lenient=True)
    assert list(rated) == ["1", "2"]
    assert [list(systems) for systems in rated.values()] == [["R"], ["B"]]
    assert len(event.players("1")) == 2
    assert uscalc.write(event, tmp_path / "one.uscalc", section="2") == ()
    assert uscalc.read(tmp_path / "one.uscalc").document.sections == sections[1:]
    with pytest.raises(uscalc.Error, match="Use the number of the section, '1' or '2'"):
        rated["Open"]
    with pytest.raises(uscalc.Error, match="there is no section '3'"):
        rated["3"]


def test_a_season_has_a_file_once(tmp_path):
    late = tmp_path / "late.uscalc"
    uscalc.write(CLUB, late)
    club = uscalc.season([SAMPLE, late])
    for wrong in (late, tmp_path / ".." / tmp_path.name / "late.uscalc"):
        with pytest.raises(uscalc.Error, match=r"late.uscalc: .*already in the season"):
            club.with_event(wrong)
    with pytest.raises(uscalc.Error, match="already in the season"):
        uscalc.season([CLUB, CLUB])
    assert len(club.with_event(late, replacing=str(late)).events) == 2
    assert len(club.with_event(dataclasses.replace(CLUB, name="Other")).events) == 3


def test_values_can_be_looked_up_hashed_and_pickled():
    """Process pools pickle values and errors; a mapping has `get` and `in`."""
    rules, section = uscalc.rule_set("2025-09-01"), OPEN
    error = uscalc.Error("wrong", "right it", file="a.uscalc", place="round 1")
    for value in (RATED, section, section.player(1), rules, A_SEASON):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(copy.copy(value)) == hash(value)
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
    for lookup in (RATED, RATED["Open"], section.changes, A_SEASON.members, rules):
        assert "no such name" not in lookup
        assert lookup.get("no such name") is None
        with pytest.raises(uscalc.Error, match=r"there is no .* Use|There are none"):
            lookup["no such name"]
    assert not hasattr(rules, "no_such_name")
    assert rules.bonus_multiplier == rules["bonus_multiplier"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.bonus_multiplier = 12
    assert section.player(numpy.int64(1)) == section.player(1)


def test_what_the_reader_found_is_a_problem(tmp_path):
    path = tmp_path / "club.csv"
    path.write_text("No,Name,Rating,Rd 1\n1,Castle Ada,1800,W2\n2,Knightly Ben,,L1\n")
    rated = uscalc.rate(uscalc.read(path, end="2025-10-12"))
    found = run_json("rate", path, "--end-date", "2025-10-12", "--json")
    assert rated.to_dict() == found
    read = uscalc.read(path, end="2025-10-12").problems
    assert read
    assert set(read) <= set(rated.problems)
    assert len(rated.problems) == len(set(rated.problems))


CLUB = uscalc.Event("Club", "2025-10-12")
RATED = uscalc.rate(SAMPLE)
OPEN = RATED["Open"]["R"]
A_SEASON = uscalc.season([SAMPLE])
TRACE = OPEN.player(1).trace()
PLAYER = uscalc.Player("A", 1500)
CALLS = {
    uscalc.read: {"file": SAMPLE, "end": "2025-10-12"},
    uscalc.write: {"event": CLUB, "file": "x.uscalc", "overwrite": True},
    uscalc.rate: {"event": SAMPLE, "rules": "2015", "lenient": True},
    uscalc.rule_set: {"day": "2025-10-12", "system": "R"},
    uscalc.verify: {"trace": TRACE},
    uscalc.season: {"events": [CLUB]},
    uscalc.estimate: {
        **{"rating": 1500, "results": [(1500, "W")], "games": 7},
        **{"system": "R", "end": "2025-10-12"},
    },
    uscalc.Event: {"name": "Club", "end": "2025-10-12", "file": "x"},
    uscalc.Player: {
        **{"name": "A", "rating": 1500, "games": 7, "results": "W2"},
        **{"id": "12345678", "birth_date": "2001-10-12"},
    },
    uscalc.read(SAMPLE).players: {"section": "Open"},
    CLUB.section: {
        **{"name": "Open", "players": [PLAYER], "time_control": "G/90;d5"},
        **{"systems": "R", "end": "2025-10-12"},
    },
    RATED.__getitem__: {"name": "Open"},
    RATED["Open"].__getitem__: {"key": "R"},
    OPEN.player: {"key": 1},
    OPEN.what_if: {"results": {(1, 1): "W"}},
    OPEN.forecast: {"player": 1, "target": 1900, "seed": 1},
    OPEN.player(1).explain: {"form": "text", "full": True},
    A_SEASON.history: {"member": "99000011"},
    A_SEASON.with_event: {"event": CLUB, "replacing": "Autumn Open"},
    A_SEASON.with_results: {
        **{"event": "Autumn Open", "section": "Open", "results": {(1, 1): "W"}}
    },
}
"""Every public function and method with arguments, each of which is replaced in turn."""
HOSTILE = [
    *(None, True, 0, -1, 10**400, 1e300, math.nan, math.inf, 3j, Decimal(1500)),
    *("", "x", "\0", "\ud800", "W" * 9999, b"W2", "2031", "2001-guide"),
    *("0000-00-00", dt.date.min),
    *(dt.datetime(2025, 1, 1, tzinfo=dt.UTC), Path("missing"), Path()),
    *((), [None], [[]], ["x"], [(1,)], [(1500, "X")], [("x", "W")], [(math.nan, "W")]),
    *({}, {1: 2}, {"nodes": [{}]}, {(99, 1): "W"}, {(1, 99): "W"}, {(1, 1): "X"}),
    *(object(), len, int, iter([PLAYER]), OPEN, CLUB, PLAYER),
]


def test_every_function_and_method_is_tried():
    tried = {getattr(one, "__name__", "") for one in CALLS}
    for name in uscalc.__all__:
        value = getattr(uscalc, name)
        assert name in tried or inspect.isclass(value)
        for key, member in vars(value).items() if inspect.isclass(value) else ():
            if key[0] != "_" and inspect.isfunction(member):
                alone = len(inspect.signature(member).parameters) == 1
                assert alone or key in tried, key


def find_error(function, arguments) -> uscalc.Error | None:
    try:
        function(**arguments)
    except uscalc.Error as error:
        return error
    return None


@pytest.mark.parametrize("function", CALLS, ids=lambda one: one.__name__)
def test_only_error_escapes_from_a_wrong_value(function, tmp_path, monkeypatch):
    """Each error has its own message; "unexpected" would be an error in the program."""
    monkeypatch.chdir(tmp_path)
    known = CALLS[function]
    assert find_error(function, known) is None
    for name, value in itertools.product(known, HOSTILE):
        error = find_error(function, known | {name: value})
        if error is not None:
            assert error.problem, (name, value)
            assert error.fix, (name, value)
            assert "unexpected" not in error.problem, (name, value)
            assert "\n" not in str(error), (name, value)


def test_a_call_with_other_parameters_is_an_error():
    for function in (uscalc.read, uscalc.estimate, uscalc.Player, CLUB.section):
        with pytest.raises(uscalc.Error, match=r"arguments: .* Use "):
            function(nothing=1)


if __name__ == "__main__":
    SNAPSHOT.write_text(describe_api())
