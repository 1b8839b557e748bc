"""Write a section as a FIDE tournament report: TRF16 with the national records of TRF26."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from uscalc.document.cells import Entry, Outcome, parse_entries, read_cell, score_cell
from uscalc.document.findings import to_single_line
from uscalc.document.model import Document, Player, Section
from uscalc.engine.rounding import round_for_display
from uscalc.formats.opened import check
from uscalc.formats.shared.pairing import MOST_PLAYERS
from uscalc.formats.trf.reader import MOST_ROUNDS, NAME_AT

_GAMES: Final[dict[Outcome, str]] = {
    "win": "1",
    "draw": "=",
    "loss": "0",
    "forfeit-win": "+",
    "forfeit-loss": "-",
    "to-play": " ",
}
_ALONE: Final[dict[Outcome, str]] = {
    "full-bye": "F",
    "half-bye": "H",
    "unpaired": "Z",
    "forfeit-win": "F",
    "forfeit-loss": "Z",
    "no-result": "Z",
}
"""The codes without an opponent; the layout has fewer of them than the event."""
_NAME_WIDTH: Final = NAME_AT.stop - NAME_AT.start


def make_report(document: Document, path: Path | None = None) -> bytes:
    """Return the report of an event's only section. Raise FormatError if it can't have one.

    A round in which players have several games becomes several rounds.
    """
    (section,) = document.sections
    check(section.players, "there are no players", "Add players", path=path)
    check(
        max(player.number for player in section.players) <= MOST_PLAYERS,
        f"a tournament report has no pairing numbers above {MOST_PLAYERS}",
        "Number the players again",
        path=path,
    )
    rounds = sum(_measure_rounds(section))
    check(
        rounds <= MOST_ROUNDS,
        f"a tournament report has at most {MOST_ROUNDS} rounds",
        "Choose another format",
        path=path,
    )
    rows = _spread_games(section)
    planned = section.planned_rounds
    lines = list(_make_head(document, section))
    if planned is not None:
        planned += rounds - section.rounds
        lines += [f"XXR {planned}", f"142 {planned}"]
    scores = [sum(map(score_cell, player.results)) for player in section.players]
    rank_of: dict[float, int] = {}
    for rank, score in enumerate(sorted(scores, reverse=True), 1):
        rank_of.setdefault(score, rank)
    lines += [
        _make_line(player, row, score, rank_of[score])
        for player, row, score in zip(section.players, rows, scores, strict=True)
    ]
    lines += [
        _make_start("USA", player, player.facts("R").rating or 0.0, player.id or "", "")
        for player in section.players
    ]
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode("utf-8", "replace")


def _spread_games(section: Section) -> list[list[Entry | None]]:
    """Return for each player one entry a round; rounds of several games are repeated."""
    rows: list[list[Entry | None]] = [[] for _ in section.players]
    for place, width in enumerate(_measure_rounds(section)):
        for row, player in zip(rows, section.players, strict=True):
            cell = parse_entries(read_cell(player, place))
            row += [*cell, *[None] * (width - len(cell))]
    return rows


def _measure_rounds(section: Section) -> list[int]:
    """Return the most games that a player has in each round, at least 1."""
    widths = [1] * section.rounds
    for player in section.players:
        for place, text in enumerate(player.results):
            widths[place] = max(widths[place], len(parse_entries(text)))
    return widths


def _make_head(document: Document, section: Section) -> Iterator[str]:
    end = document.end_date_of(section)
    yield f"012 {_make_line_text(document.name)}"
    if section.start_date is not None:
        yield f"042 {section.start_date:%Y/%m/%d}"
    yield f"052 {end:%Y/%m/%d}"
    if section.time_control:
        yield f"122 {_make_line_text(section.time_control)}"


def _make_line(player: Player, row: list[Entry | None], score: float, rank: int) -> str:
    birth = ""
    if player.birth is not None:
        day = player.birth.date
        birth = f"{day.year:04}" if player.birth.year_only else f"{day:%Y/%m/%d}"
    fide = 0.0 if player.fide is None else player.fide.rating
    head = _make_start("001", player, fide, "", birth)
    return f"{head} {score:4.1f} {rank:4}  {'  '.join(map(_make_round, row))}"


def _make_start(
    tag: str, player: Player, rating: float, member: str, birth: str
) -> str:
    name = _make_line_text(player.name)[:_NAME_WIDTH]
    figure = f"{round_for_display(rating):.0f}" if rating else ""
    member = _make_line_text(member)[:11]
    number = f"{player.number:4}"
    return f"{tag} {number}      {name:{_NAME_WIDTH}} {figure:>4}     {member:>11} {birth:10}"


def _make_line_text(text: str) -> str:
    return " ".join(to_single_line(text).split())


def _make_round(entry: Entry | None) -> str:
    if entry is None:
        return " " * 8
    if entry.outcome in _GAMES and 0 < (entry.opponent or 0) <= MOST_PLAYERS:
        return f"{entry.opponent:4} {entry.color or '-'} {_GAMES[entry.outcome]}"
    code = _ALONE.get(entry.outcome)
    return f"0000 - {code}" if code else " " * 8
