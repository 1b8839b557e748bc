"""A tournament as a pairing program knows it, without any file format."""

import random
from dataclasses import dataclass, field
from typing import Final, Literal

Outcome = Literal["win", "draw", "loss", "to play", "full bye", "half bye", "unpaired"]
RESULTS: Final[tuple[Outcome, ...]] = ("win", "draw", "loss")
OTHER_SIDE: Final[dict[Outcome, Outcome]] = {
    **{"win": "loss", "draw": "draw", "loss": "win", "to play": "to play"}
}
FAMILIES: Final = (
    *("Ortiza", "Leemund", "Quillby", "Brandova", "Tessaro", "Vimmel", "Yarrowin"),
    *("Hollister-Ipp", "Zandberg", "Pellworm", "Ingerud", "Castellow", "Dunmere"),
    *("Fairwick", "Grommet", "Jastrow", "Kettleby", "Mirrible", "Nettlefold"),
    *("Ombersley", "Rookwith", "Sparrowe", "Thistlewood", "Umberto-Low"),
)
"""Invented names; a person's number in the whole tournament selects one."""


@dataclass(frozen=True)
class Cell:
    """The content of one player's cell in one round."""

    outcome: Outcome
    opponent: int | None = None
    color: Literal["w", "b"] | None = None


@dataclass
class Entrant:
    """One player of a section; `number` is the pairing number."""

    number: int
    name: str
    member: str
    rating: int | None
    active: bool = True


@dataclass
class Part:
    """One section with its rounds: cells by pairing number."""

    name: str
    planned: int
    entrants: list[Entrant]
    control: str = "G/60;d5"
    rounds: list[dict[int, Cell]] = field(default_factory=list)

    @property
    def played(self) -> int:
        """Return the rounds without an unplayed game."""
        return sum(
            all(cell.outcome != "to play" for cell in cells.values())
            for cells in self.rounds
        )

    def open_boards(self) -> list[tuple[int, int]]:
        """Return White and Black of the unplayed games of the last round."""
        return [
            (number, cell.opponent)
            for number, cell in (self.rounds[-1] if self.rounds else {}).items()
            if cell.outcome == "to play" and cell.color == "w" and cell.opponent
        ]

    def decided(self) -> list[tuple[int, int, int]]:
        """Return round (from 1), White and Black of every game that has a result."""
        return [
            (at, number, cell.opponent)
            for at, cells in enumerate(self.rounds, 1)
            for number, cell in cells.items()
            if cell.outcome in RESULTS and cell.color == "w" and cell.opponent
        ]

    def pair(self, lot: random.Random) -> None:
        """Pair a new round; the odd player has a bye, and withdrawn players are not paired."""
        self.rounds.append(self._paired(lot))

    def pair_again(self, lot: random.Random) -> None:
        """Pair the last round again, before any of its games has a result."""
        self.rounds[-1] = self._paired(lot)

    def _paired(self, lot: random.Random) -> dict[int, Cell]:
        playing = [e.number for e in self.entrants if e.active]
        lot.shuffle(playing)
        cells = {e.number: Cell("unpaired") for e in self.entrants}
        if len(playing) % 2:
            cells[playing.pop()] = Cell("full bye")
        for white, black in zip(playing[::2], playing[1::2], strict=True):
            cells[white] = Cell("to play", black, "w")
            cells[black] = Cell("to play", white, "b")
        return cells

    def decide(self, at: int, white: int, black: int, outcome: Outcome) -> None:
        """Set White's result of a game in a round (from 1)."""
        cells = self.rounds[at - 1]
        cells[white] = Cell(outcome, black, "w")
        cells[black] = Cell(OTHER_SIDE[outcome], white, "b")

    def enter(self, entrant: Entrant) -> None:
        """Enter a late player, who is not paired in earlier rounds."""
        self.entrants.append(entrant)
        for cells in self.rounds:
            cells[entrant.number] = Cell("unpaired")

    def withdraw(self, number: int) -> None:
        """Withdraw a player, who is not paired any more."""
        next(e for e in self.entrants if e.number == number).active = False


@dataclass
class Played:
    """A whole tournament; dates are written 2025-05-03."""

    title: str
    begins: str
    ends: str
    parts: list[Part]
    people: int = 0
    """The number of people who have been given names."""

    def somebody(self, number: int, lot: random.Random) -> Entrant:
        """Return a new person."""
        at = self.people
        self.people += 1
        family = FAMILIES[at % len(FAMILIES)] + "x" * (at // len(FAMILIES))
        rating = None if lot.random() < 0.1 else lot.randint(600, 2100)
        return Entrant(number, f"{family}, Ada", f"{90000001 + at}", rating)


def tournament(lot: random.Random, title: str = "Lantern Open") -> Played:
    """Return two sections before their first round."""
    played = Played(title, "2025-05-03", "2025-05-04", [])
    for name, most in (("Open", 10), ("Reserve", 8)):
        part = Part(name, planned=4, entrants=[])
        for number in range(1, most + 1):
            part.entrants.append(played.somebody(number, lot))
        played.parts.append(part)
    return played


def another(lot: random.Random) -> Played:
    """Return an unrelated tournament: other people, on other days."""
    other = Played("River Classic", "2024-11-09", "2024-11-10", [], people=500)
    part = Part("Masters", planned=5, entrants=[])
    for number in range(1, 13):
        part.entrants.append(other.somebody(number, lot))
    other.parts.append(part)
    part.pair(lot)
    return other
