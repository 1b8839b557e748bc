"""A stand-in for SwissSys: an invented tournament, saved in every way that SwissSys does."""

import json
from pathlib import Path
from typing import Any

from tests.formats.pairing_files import sjson, sjson_player, sjson_section

Json = dict[str, Any]


class Tournament:
    """Six players in a section, and the other program's changes to them."""

    def __init__(self, path: Path, players: int = 6) -> None:
        self.path = path
        self.sections: dict[str, list[Json]] = {
            "Open": [sjson_player(n) for n in range(1, players + 1)]
        }

    @property
    def players(self) -> list[Json]:
        return self.sections["Open"]

    def number(self, number: int) -> Json:
        return next(p for p in self.players if p["Pair number"] == number)

    def pair(self, *games: tuple[int, int]) -> None:
        """Pair a new round; players who are not named have a bye."""
        rounds = max(len(p["Results"]) for p in self.players)
        paired = {n: (m, c) for a, b in games for n, m, c in ((a, b, "W"), (b, a, "B"))}
        for player in self.players:
            results = player["Results"]
            results += ["U;0;-;0;0;0;0"] * (rounds - len(results))
            other = paired.get(player["Pair number"])
            results.append(
                f"~;{other[0]};{other[1]};1;0;0;0" if other else "B;0;-;0;0;0;0"
            )

    def result(
        self, round_number: int, winner: int, loser: int, drawn: bool = False
    ) -> None:
        for number, other, sign in ((winner, loser, "+"), (loser, winner, "-")):
            results = self.number(number)["Results"]
            color = results[round_number - 1].split(";")[2]
            said = "=" if drawn else sign
            results[round_number - 1] = f"{said};{other};{color};1;0;0;0"

    def save_result(
        self, round_number: int, winner: int, loser: int, drawn: bool = False
    ) -> None:
        self.result(round_number, winner, loser, drawn)
        self.save()

    def content(self) -> bytes:
        return sjson(
            *(sjson_section(*rows, name=n) for n, rows in self.sections.items())
        )

    def save(self) -> None:
        """Save the complete file in place."""
        self.path.write_bytes(self.content())

    def save_half(self) -> None:
        """Save only the first half, as while the file is being written."""
        content = self.content()
        self.path.write_bytes(content[: len(content) // 2])

    def as_json(self) -> Json:
        value: Json = json.loads(self.content())
        return value
