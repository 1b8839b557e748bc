"""Parse and format results: `W12`, `D3b`, `B`, `?5`, `W12|L12`.

A cell is parsed into its entries. Text that isn't a result gives a `BadCell` with the
reason, so that an editor can keep it as a marked draft and a file can be corrected.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.model import Player, Section

Outcome = Literal[
    "win",
    "draw",
    "loss",
    "full-bye",
    "half-bye",
    "unpaired",
    "forfeit-win",
    "forfeit-loss",
    "no-result",
    "to-play",
]

Color = Literal["w", "b"] | None
OPPOSITE_COLOR: Final[dict[Color, Color]] = {"w": "b", "b": "w", None: None}
"""The opponent's color for each color; None if unknown."""

_GAMES: Final[dict[str, tuple[Outcome, bool]]] = {
    "W": ("win", False),
    "D": ("draw", False),
    "L": ("loss", False),
    "N": ("win", True),
    "R": ("draw", True),
    "S": ("loss", True),
}
_OTHERS: Final[dict[str, Outcome]] = {
    "B": "full-bye",
    "H": "half-bye",
    "U": "unpaired",
    "-": "unpaired",
    "X": "forfeit-win",
    "F": "forfeit-loss",
    "Z": "no-result",
}
POINTS: Final[dict[Outcome, float]] = {
    "win": 1.0,
    "draw": 0.5,
    "loss": 0.0,
    "full-bye": 1.0,
    "half-bye": 0.5,
    "unpaired": 0.0,
    "forfeit-win": 1.0,
    "forfeit-loss": 0.0,
    "no-result": 0.0,
    "to-play": 0.0,
}
MIRROR: Final[dict[Outcome, Outcome]] = {
    "win": "loss",
    "draw": "draw",
    "loss": "win",
    "forfeit-win": "forfeit-loss",
    "forfeit-loss": "forfeit-win",
    "no-result": "no-result",
    "to-play": "to-play",
}
_LETTER: Final[dict[tuple[Outcome, bool], str]] = {
    **{value: key for key, value in _GAMES.items()},
    ("full-bye", False): "B",
    ("half-bye", False): "H",
    ("unpaired", False): "U",
    ("forfeit-win", False): "X",
    ("forfeit-loss", False): "F",
    ("no-result", False): "Z",
    ("to-play", False): "?",
}
_COLORS: Final[dict[str, Color]] = {"W": "w", "B": "b", "": None}
_ENTRY = re.compile(r"(?P<code>[WDLNRSBHUXFZ?-])(?P<opponent>\d{0,5})(?P<color>[WB]?)")
_RANGE = re.compile(r"\?(?P<low>\d{3,4})-(?P<high>\d{3,4})(?P<color>[WB]?)")


class Entry(Struct, frozen=True):
    """One game, or one code for a round without a game.

    `one_sided` marks a game that is rated only for this player. `rated_between` is the
    range of an opponent known only by a range of ratings (`?1400-1600`).
    """

    outcome: Outcome
    opponent: int | None = None
    one_sided: bool = False
    color: Color = None
    rated_between: tuple[int, int] | None = None

    @property
    def is_game(self) -> bool:
        """True for a game that was played over the board and counts for a rating."""
        return self.outcome in ("win", "draw", "loss")

    @property
    def is_pairing(self) -> bool:
        """True for a played or an unplayed game over the board."""
        return self.is_game or self.outcome == "to-play"

    @property
    def points(self) -> float:
        """The points that this entry adds to the score: 0, 0.5 or 1."""
        return POINTS[self.outcome]

    def to_opponent_entry(self) -> "Entry | None":
        """Return the opponent's entry for the same game; None if none is needed."""
        if self.opponent is None or self.one_sided:
            return None
        return Entry(MIRROR[self.outcome], None, False, OPPOSITE_COLOR[self.color])

    def __str__(self) -> str:
        if self.rated_between is not None:
            low, high = self.rated_between
            return f"?{low}-{high}{self.color or ''}"
        letter = _LETTER[self.outcome, self.one_sided]
        opponent = "" if self.opponent is None else str(self.opponent)
        return f"{letter}{opponent}{self.color or ''}"


class BadCell(Struct, frozen=True):
    """Text that isn't a result, and the reason."""

    text: str
    reason: str


Cell = tuple[Entry, ...]

EXAMPLES: Final = "W12, D3, L7, B, H, U, X12, F12, ?5"


MOST_GAMES: Final = 200
"""The maximum number of games that a player can have in one round."""


@lru_cache(maxsize=65536)
def parse_cell(text: str) -> Cell | BadCell:
    """Parse a cell into its entries; an empty cell has none.

    Lower case and spaces are accepted. Opponent 0 means no opponent, as in pairing
    programs.
    """
    compact = "".join(text.split()).upper()
    if not compact:
        return ()
    entries = []
    parts = compact.split("|")
    if len(parts) > MOST_GAMES:
        return BadCell(text, f"the limit is {MOST_GAMES} games in a round")
    for part in parts:
        entry = _parse_entry(part)
        if isinstance(entry, str):
            return BadCell(text, entry)
        entries.append(entry)
    return tuple(entries)


def _parse_entry(part: str) -> Entry | str:
    """Return one entry, or the reason why the text isn't one."""
    if found := _RANGE.fullmatch(part):
        low, high = int(found["low"]), int(found["high"])
        if low > high or low < 100 or high > 3000:
            return f"{low}-{high} isn't a range of ratings"
        return Entry(
            "to-play", color=_COLORS[found["color"]], rated_between=(low, high)
        )
    found = _ENTRY.fullmatch(part)
    if found is None:
        return "not recognized"
    code = found["code"]
    opponent = int(found["opponent"] or 0) or None
    color = _COLORS[found["color"]]
    if code in _GAMES:
        outcome, one_sided = _GAMES[code]
        return (
            f"a game needs the opponent's number, as in {code}12"
            if opponent is None
            else Entry(outcome, opponent, one_sided, color)
        )
    if code == "?":
        return (
            "an unplayed game needs the opponent's number, as in ?12"
            if opponent is None
            else Entry("to-play", opponent, False, color)
        )
    outcome = _OTHERS[code]
    if opponent is not None and outcome in ("full-bye", "half-bye", "unpaired"):
        return f"{code} takes no opponent number"
    return Entry(outcome, opponent, False, color)


def format_cell(cell: Cell) -> str:
    """Format a cell in its normal spelling."""
    return "|".join(str(entry) for entry in cell)


def read_cell(player: Player, round_index: int) -> str:
    """Return the text of a player's cell; empty beyond the last round."""
    return player.results[round_index] if round_index < len(player.results) else ""


def with_cell(player: Player, round_index: int, text: str) -> Player:
    """Return the player with another text in a cell; rounds are added as needed."""
    results = list(player.results)
    results += [""] * (round_index + 1 - len(results))
    results[round_index] = text
    return replace(player, results=tuple(results))


@lru_cache(maxsize=65536)
def parse_entries(text: str) -> Cell:
    """Parse a cell into its entries; none for text that isn't a result."""
    cell = parse_cell(text)
    return () if isinstance(cell, BadCell) else cell


def score_cell(text: str) -> float:
    """Return the points that a cell adds to the score; 0 for text that isn't a result."""
    return float(sum(POINTS[entry.outcome] for entry in parse_entries(text)))


OUTCOME_VERBS: dict[Outcome, str] = {
    "win": "beats",
    "draw": "draws with",
    "loss": "loses to",
    "forfeit-win": "wins by forfeit against",
    "forfeit-loss": "loses by forfeit against",
    "no-result": "has no result against",
    "to-play": "is to play",
}
LONE_OUTCOME_WORDS: dict[Outcome, str] = {
    "full-bye": "has a full-point bye",
    "half-bye": "has a half-point bye",
    "unpaired": "is not paired",
    "forfeit-win": "wins by forfeit",
    "forfeit-loss": "loses by forfeit",
    "no-result": "has no result",
}


NO_MOVE_RULE: Final = (
    "A game in which one player made no move isn't rated, not even if it was lost on "
    "time. Enter it as a forfeit, X and F. A loss on time after a move is rated: enter "
    "L."
)
"""The documents' rule for time forfeits (2025, section 7; 2009, section 3)."""


def describe_entry(entry: Entry, names: Mapping[int, str] | None = None) -> str:
    """Describe a result without its subject: "beats 7", "beats 7, Queen, Vera".

    `names` are those of the players, by pairing number.
    """
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"is to play an opponent rated {low} to {high}"
    if entry.opponent is None:
        return LONE_OUTCOME_WORDS[entry.outcome]
    name = names.get(entry.opponent) if names else None
    who = f"{entry.opponent}, {name}" if name else str(entry.opponent)
    alone = ", rated for this player only" if names and entry.one_sided else ""
    return f"{OUTCOME_VERBS[entry.outcome]} {who}{alone}"


def describe_cell(section: Section, text: str) -> str:
    """Describe all results in a section's cell as a sentence without its subject."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return f'"{text}" isn\'t a valid result'
    names = {player.number: player.name for player in section.players}
    return (
        "; ".join(describe_entry(entry, names) for entry in cell) or "nothing entered"
    )


def describe_assumed_games(what: str) -> str:
    """Describe an unknown number of games, which is assumed to be that of an established rating."""
    return f"the {what} is unknown and assumed to be 26 or more"
