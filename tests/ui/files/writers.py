"""Write a tournament as each pairing program does, for the same day."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.formats import wintd_files
from tests.formats.pairing_files import sjson
from tests.ui.files.played import Cell, Entrant, Part, Played


@dataclass(frozen=True)
class Writer:
    """A program: its name in the undo list, its file extension, and how it writes."""

    program: str
    suffix: str
    write: Callable[[Played], bytes]


_SIGNS: Final = {
    **{"win": "+", "draw": "=", "loss": "-", "to play": "~"},
    **{"full bye": "B", "half bye": "H", "unpaired": "U"},
}


def _sjson_cell(cell: Cell) -> str:
    color = {"w": "W", "b": "B", None: "-"}[cell.color]
    return f"{_SIGNS[cell.outcome]};{cell.opponent or 0};{color};1;0;0;0"


def _sjson_player(part: Part, entrant: Entrant) -> dict[str, Any]:
    return {
        "Pair number": entrant.number,
        "Name": entrant.name,
        "ID": entrant.member,
        **({} if entrant.rating is None else {"Rating": entrant.rating}),
        "Results": [_sjson_cell(cells[entrant.number]) for cells in part.rounds],
    }


def _sjson(played: Played) -> bytes:
    sections = (
        {
            "Section name": part.name,
            "Type": 0,
            "Section time control": part.control,
            "Final round": part.planned,
            "Rounds paired": len(part.rounds),
            "Rounds played": part.played,
            "Players": [_sjson_player(part, e) for e in part.entrants],
        }
        for part in played.parts
    )
    return sjson(
        *sections,
        Tournament_title=played.title,
        Starting_date=played.begins,
        Ending_date=played.ends,
    )


SJSON: Final = Writer("SwissSys", ".sjson", _sjson)


_RESULTS: Final = {"win": 1, "draw": 0, "loss": -1, "to play": 99}
_BYES: Final = {"full bye": 3, "half bye": 0, "unpaired": -1}


def _ptoz(played: Played) -> bytes:
    """Write a PTOZ file: positions replace numbers, and a game is stored once for both players."""
    everybody = [(at, e) for at, part in enumerate(played.parts) for e in part.entrants]
    place = {(at, e.number): row for row, (at, e) in enumerate(everybody)}
    games: list[dict[str, Any]] = []
    rows = []
    refs: dict[tuple[int, int, int], int] = {}
    for at, entrant in everybody:
        own = []
        for number, cells in enumerate(played.parts[at].rounds, 1):
            cell = cells[entrant.number]
            if (at, number, entrant.number) not in refs:
                refs[at, number, entrant.number] = len(games)
                if cell.opponent is not None:
                    refs[at, number, cell.opponent] = len(games)
                games.append(_ptoz_game(cell, number, at, entrant.number, place))
            own.append(refs[at, number, entrant.number])
        facts = {"name": entrant.name, "id": entrant.member, "section": at}
        facts |= {"rating": entrant.rating or 0, "status": int(not entrant.active)}
        rows.append(wintd_files.player(entrant.number, *own, **facts))
    sections = [
        wintd_files.section(
            part.name,
            id=at,
            TC=part.control,
            maxRounds=part.planned,
            roundsPaired=len(part.rounds),
        )
        for at, part in enumerate(played.parts)
    ]
    days = {"beginDate": played.begins, "endDate": played.ends}
    return wintd_files.ptoz(
        wintd_files.tournament(rows, sections, games, title=played.title, **days)
    )


def _ptoz_game(
    cell: Cell, number: int, at: int, own: int, place: Mapping[tuple[int, int], int]
) -> dict[str, Any]:
    if cell.opponent is None:
        return wintd_files.game(place[at, own], -1, _BYES[cell.outcome], number)
    color = {"w": 1, "b": -1, None: 0}[cell.color]
    both = place[at, own], place[at, cell.opponent]
    result = _RESULTS[cell.outcome]
    return wintd_files.game(*both, result, number, color1=color, color2=-color)


PTOZ: Final = Writer("WinTD", ".ptoz", _ptoz)
WRITERS: Final = (SJSON, PTOZ)
"""Every program whose day is tried."""
