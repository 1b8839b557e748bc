"""The public Python API: what its examples promise, and what it never does."""

import dataclasses
import doctest
import inspect
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import uscalc
from tests.cli.running import SAMPLE, run_json
from uscalc import api

SNAPSHOT = Path(__file__).parent / "data" / "api.txt"
ROOT = Path(__file__).parents[1]


def describe_signature(value: Callable[..., object]) -> str:
    """The parameters that a user may give, with their types."""
    signature = inspect.signature(value)
    public = [one for name, one in signature.parameters.items() if name[0] != "_"]
    return str(signature.replace(parameters=public)).replace("'", "")


def describe_api() -> str:
    """Every public name with its signature or fields, and its methods."""
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
        "import sys, uscalc; loaded = set(sys.modules); "
        "print(sorted(loaded & {'PySide6', 'numpy', 'pydantic', 'click', 'rich'})); "
        "uscalc.rate(sys.argv[1]); print('PySide6' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(SAMPLE)], capture_output=True, text=True
    )
    assert done.stdout.split() == ["[]", "False"], done.stderr


def test_values_are_frozen_and_examples_give_their_results(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(api).failed == 0
    for name in uscalc.__all__:
        assert ">>>" in (inspect.getdoc(getattr(uscalc, name)) or "")
    event = uscalc.read(SAMPLE)
    player = uscalc.rate(event)["Open"]["R"].player(1)
    for value, name in (
        (event, "name"),
        (player, "post"),
        (uscalc.Player("A"), "rating"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)


def test_ratings_and_traces_are_those_of_the_command_line():
    rated = uscalc.rate(SAMPLE)
    assert rated.to_dict() == run_json("rate", SAMPLE, "--json")
    ada = rated["Open"]["R"].player("Castle, Ada")
    assert ada.trace() == run_json("explain", SAMPLE, "--player", "1", "--json")
    changed = rated["Open"]["R"].what_if({(5, 1): "W"})
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
    event = uscalc.Event("Club night", "10/12/2025").with_section("Open", players)
    rated = uscalc.rate(event)["Open"]["R"]
    assert rated.player(1).change == pytest.approx(
        -rated.player(1).pre + rated.player(1).post
    )
    assert rated.player(1).change > 0 > rated.player(2).change
    assert rated.player(3).post is None
    target = tmp_path / "club.uscalc"
    uscalc.write(event, target)
    assert uscalc.read(target) == dataclasses.replace(event, file=str(target))
    with pytest.raises(uscalc.Error, match="overwrite=True"):
        uscalc.write(event, target)


CLUB = uscalc.Event("Club", "2025-10-12")
A_SECTION = uscalc.rate(SAMPLE)["Open"]["R"]
A_SEASON = uscalc.season([SAMPLE])
HOSTILE = [None, "", "x", 0, -1, 1e300, math.nan, b"\0", [], {}, object(), "\0", (1,)]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "call",
    [
        uscalc.read,
        uscalc.rate,
        uscalc.rule_set,
        uscalc.verify,
        lambda value: uscalc.Event("Club", value),
        lambda value: uscalc.write(CLUB, value),
        lambda value: uscalc.write(value, "x.uscalc"),
        lambda value: uscalc.rate(SAMPLE, rules=value or "x"),
        lambda value: uscalc.rule_set("2025-09-01", value),
        lambda value: uscalc.estimate(rating=value, results=[(1500, value)]),
        lambda value: uscalc.estimate(rating=1500, results=value),
        lambda value: CLUB.players(value),
        lambda value: CLUB.with_section("Open", [value]),
        lambda value: CLUB.with_section("Open", [], time_control=value),
        lambda value: CLUB.with_section(
            "Open", [uscalc.Player("A", rating=value or -5)]
        ),
        lambda value: A_SECTION.player(value),
        lambda value: A_SECTION.what_if({(1, 1): value}),
        lambda value: A_SECTION.what_if({value if value.__hash__ else 0: "W"}),
        lambda value: A_SECTION.forecast(value),
        lambda value: A_SECTION.player(1).explain(value),
        uscalc.season,
        lambda value: A_SEASON.history(value),
        lambda value: A_SEASON.with_event(value),
        lambda value: A_SEASON.with_event(CLUB, replacing=value or "x"),
        lambda value: A_SEASON.with_results(value, "Open", {}),
        lambda value: A_SEASON.with_results("Autumn Open", "Open", {(1, 1): value}),
    ],
)
def test_only_error_escapes_from_a_wrong_value(call, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = None
    try:
        call(value)
    except uscalc.Error as error:
        found = error
    if found is not None:
        assert found.problem
        assert found.fix
        assert "\n" not in str(found)


if __name__ == "__main__":
    SNAPSHOT.write_text(describe_api())
