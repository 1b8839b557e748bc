"""What the stand-ins for pairing programs write is read as it was played."""

import random

import pytest

from tests.ui.files.played import Cell, Part, tournament
from tests.ui.files.writers import WRITERS
from uscalc.document.cells import Entry, parse_cell
from uscalc.document.model import Section
from uscalc.document.queries.rounds import rounds_over
from uscalc.formats import open_event

WORDS = {"to-play": "to play", "full-bye": "full bye", "half-bye": "half bye"}


def cells(section: Section, number: int) -> list[Cell]:
    player = next(p for p in section.players if p.number == number)
    found = []
    for text in player.results:
        cell = parse_cell(text)
        assert isinstance(cell, tuple)
        (entry,) = cell
        assert isinstance(entry, Entry)
        outcome = WORDS.get(entry.outcome, entry.outcome)
        found.append(Cell(outcome, entry.opponent, entry.color))  # type: ignore[arg-type]
    return found


def played_on(part: Part, lot: random.Random) -> None:
    part.pair(lot)
    for white, black in part.open_boards():
        part.decide(1, white, black, lot.choice(["win", "draw", "loss"]))  # type: ignore[arg-type]
    part.withdraw(2)
    part.pair(lot)


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.program)
def test_a_written_tournament_is_read_as_it_was_played(writer, tmp_path):
    lot = random.Random(7)
    played = tournament(lot)
    for part in played.parts:
        played_on(part, lot)
    part.enter(played.somebody(len(part.entrants) + 1, lot))
    path = tmp_path / f"club{writer.suffix}"
    path.write_bytes(writer.write(played))
    document = open_event(path).document
    assert document.name == played.title
    assert document.end_date.isoformat() == played.ends
    for part, section in zip(played.parts, document.sections, strict=True):
        assert (section.name, section.planned_rounds) == (part.name, part.planned)
        assert rounds_over(section) == part.played == 1
        for entrant in part.entrants:
            player = next(p for p in section.players if p.number == entrant.number)
            assert (player.name, player.id) == (entrant.name, entrant.member)
            assert player.facts("R").rating == entrant.rating
            assert cells(section, entrant.number) == [
                rounds[entrant.number] for rounds in part.rounds
            ]
