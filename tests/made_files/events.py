"""Invented events with colors, byes, forfeits, and entries without a typed rating."""

import random
from dataclasses import dataclass

from msgspec.structs import replace

from uscalc.document import model
from uscalc.document.cells import score_cell
from uscalc.engine.inputs import System

FIRST = (
    *("Ada", "Bea", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal", "Ines", "Joss"),
    "Kit",
)
LAST = (
    *("Inventa", "Novella", "Fabler", "Quill", "Storia", "Makepeace", "Figment"),
    "Yarn",
)
REPORT = model.EventReport(
    **{"affiliate": "A6000001", "chief_td": "90000001", "city": "Sampletown"},
    **{"zip": "00000", "country": "USA", "state": "MA", "program": "SWISSSYS11"},
)


@dataclass(frozen=True)
class Shape:
    """The shape of a section; `level` is about the middle of its ratings."""

    name: str
    players: int
    rounds: int
    level: int
    time_control: str = "G/90; d5"
    blank: int = 0
    provisional: int = 0
    quick: bool = False
    """True if the Quick ratings were typed too."""


def invented_event(name, start, end, shapes) -> model.Document:
    """Return an event that is the same each time: the name is the seed."""
    rng = random.Random(name)
    sections = tuple(
        _section(shape, 100 * place, rng) for place, shape in enumerate(shapes, 1)
    )
    dated = tuple(replace(each, start_date=start, end_date=end) for each in sections)
    return model.Document(name, end, dated, report=REPORT)


def _section(shape: Shape, first_id: int, rng: random.Random) -> model.Section:
    levels = sorted(rng.gauss(shape.level, 120) for _ in range(shape.players))[::-1]
    results: list[list[str]] = [[] for _ in levels]
    met: set[tuple[int, int]] = set()
    for round_number in range(shape.rounds):
        _play_round(round_number, levels, results, met, rng)
    blank = set(range(shape.players)[-shape.blank :]) if shape.blank else set()
    players = tuple(
        model.Player(
            row + 1,
            f"{LAST[row % 8]}, {FIRST[row % 11]} {chr(64 + first_id // 100)}",
            f"9{first_id + row:07}",
            state="MA",
            ratings=_ratings(_typed(row, level, row in blank, shape), shape),
            results=tuple(results[row]),
        )
        for row, level in enumerate(levels)
    )
    return model.Section(
        shape.name,
        time_control=shape.time_control,
        players=players,
        report=model.SectionReport(type="S", system="R"),
    )


def _ratings(regular, shape) -> tuple[tuple[System, model.RatingFacts], ...]:
    return tuple((system, regular) for system in ("RQ" if shape.quick else "R"))


def _typed(row: int, level: float, blank: bool, shape: Shape) -> model.RatingFacts:
    if blank:
        return model.RatingFacts(source="blank")
    games = 4 + row if row < shape.provisional else None
    return model.RatingFacts(float(max(100, round(level))), games=games, source="typed")


def _play_round(round_number, levels, results, met, rng) -> None:
    """Pair by points, and play; some games are byes and forfeits."""
    away = {row for row in range(len(levels)) if rng.random() < 0.06}
    points = [sum(score_cell(text) for text in own) for own in results]
    here = set(range(len(levels))) - away
    waiting = sorted(here, key=lambda row: (-points[row], row))
    for row in away:
        results[row].append("H" if round_number < 2 else "U")
    while waiting:
        one = waiting.pop(0)
        free = [row for row in waiting if (one, row) not in met] or waiting
        if not free:
            results[one].append("B")
            continue
        other = free[0]
        waiting.remove(other)
        met |= {(one, other), (other, one)}
        white, black = (one, other) if rng.random() < 0.5 else (other, one)
        edge = (levels[white] - levels[black]) / 800
        kinds = (max(0.05, 0.4 + edge), max(0.05, 0.4 - edge), 0.2)
        (won,) = rng.choices("WLD", kinds)
        lost = {"W": "L", "L": "W", "D": "D"}[won]
        results[white].append(f"{won}{black + 1}w")
        results[black].append(f"{lost}{white + 1}b")
