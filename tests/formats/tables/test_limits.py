"""Tables beyond what an event can have: just within is read, one more is one line."""

import datetime as dt
from pathlib import Path

import pytest

from uscalc.formats import open_event
from uscalc.formats.errors import FormatError
from uscalc.formats.shared.pairing import MOST_PLAYERS, MOST_SECTIONS, reject_excess
from uscalc.formats.tables.layout import MOST_ROUNDS

END = dt.date(2025, 9, 1)


def test_the_limits_are_what_an_event_can_have() -> None:
    assert (MOST_PLAYERS, MOST_SECTIONS, MOST_ROUNDS) == (9999, 300, 99)


@pytest.mark.parametrize(
    ("count", "fits"), [(0, True), (9998, True), (9999, True), (10000, False)]
)
def test_one_more_than_there_may_be_is_refused(count: int, fits: bool) -> None:
    if fits:
        reject_excess(count, "players in a section", MOST_PLAYERS, Path("x.csv"))
        return
    with pytest.raises(FormatError) as refused:
        reject_excess(count, "players in a section", MOST_PLAYERS, Path("x.csv"))
    assert "\n" not in str(refused.value)
    assert "10,000" in str(refused.value) or "10000" in str(refused.value)


def table(players: int, rounds: int) -> str:
    head = ["Number", "Name", "Rating", *(f"Round {n + 1}" for n in range(rounds))]
    rows = [
        ",".join([str(n + 1), f"Inventa {n + 1}", "1500", *["H"] * rounds])
        for n in range(players)
    ]
    return "\n".join([",".join(head), *rows, ""])


@pytest.mark.parametrize(("players", "fits"), [(9999, True), (10000, False)])
def test_a_section_has_so_many_players(
    players: int, fits: bool, tmp_path: Path
) -> None:
    path = tmp_path / "event.csv"
    path.write_text(table(players, 1))
    if not fits:
        with pytest.raises(FormatError, match="players in a section"):
            open_event(path, END)
        return
    (section,) = open_event(path, END).document.sections
    assert len(section.players) == players


@pytest.mark.parametrize("rounds", [98, 99, 100])
def test_a_table_has_so_many_rounds(rounds: int, tmp_path: Path) -> None:
    path = tmp_path / "event.csv"
    path.write_text(table(2, rounds))
    (section,) = open_event(path, END).document.sections
    assert section.rounds == min(rounds, MOST_ROUNDS)


@pytest.mark.parametrize(("sections", "fits"), [(300, True), (301, False)])
def test_an_event_has_so_many_sections(
    sections: int, fits: bool, tmp_path: Path
) -> None:
    path = tmp_path / "event.csv"
    parts = [f"Section {n}\n{table(2, 1)}" for n in range(sections)]
    path.write_text("\n".join(parts))
    if not fits:
        with pytest.raises(FormatError, match="sections"):
            open_event(path, END)
        return
    assert len(open_event(path, END).document.sections) == sections
