"""What pairing programs make of a tournament: one writer each, for the same day."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.formats.pairing_files import sjson
from tests.ui.follow.played import Cell, Entrant, Part, Played


@dataclass(frozen=True)
class Writer:
    """A program: its name in the list of undo, its files' ending, and how it writes."""

    program: str
    suffix: str
    write: Callable[[Played], bytes]


_SIGNS: Final = {
    "win": "+",
    "draw": "=",
    "loss": "-",
    "to play": "~",
    "full bye": "B",
    "half bye": "H",
    "unpaired": "U",
}


def _sjson_cell(cell: Cell) -> str:
    colour = {"w": "W", "b": "B", None: "-"}[cell.colour]
    return f"{_SIGNS[cell.outcome]};{cell.opponent or 0};{colour};1;0;0;0"


def _sjson_player(part: Part, entrant: Entrant) -> dict[str, Any]:
    rating = {} if entrant.rating is None else {"Rating": entrant.rating}
    return {
        "Pair number": entrant.number,
        "Name": entrant.name,
        "ID": entrant.member,
        **rating,
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
        **{
            "Tournament title": played.title,
            "Starting date": played.begins,
            "Ending date": played.ends,
        },
    )


SJSON: Final = Writer("SwissSys", ".sjson", _sjson)
WRITERS: Final = (SJSON,)
"""Every program whose day is tried."""
