"""The six rating systems and what they are called."""

from typing import Final, Literal

System = Literal["R", "Q", "B", "OR", "OQ", "OB"]

SYSTEMS: Final[tuple[System, ...]] = ("R", "Q", "B", "OR", "OQ", "OB")

SYSTEM_NAMES: Final[dict[System, str]] = {
    "R": "Regular",
    "Q": "Quick",
    "B": "Blitz",
    "OR": "Online Regular",
    "OQ": "Online Quick",
    "OB": "Online Blitz",
}

ONLINE: Final[frozenset[System]] = frozenset({"OR", "OQ", "OB"})
