"""Missing data: for each kind of assumption, which facts settle it, and how to type them.

The kinds are those of `uscalc.analysis.assumptions`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from uscalc.document.facts.table import fact_of
from uscalc.document.facts.typed import (
    TypedError,
    parse_level,
    parse_number,
    parse_optional_date,
)
from uscalc.document.model import WIN_RECORDS, MatchNetChanges, Player, RatingFacts

Parser = Callable[[str, RatingFacts], dict[str, Any]]
"""The changes that a text makes to a player's facts in the system. Raises TypedError."""


@dataclass(frozen=True, slots=True)
class MissingData:
    """One kind of missing data, and how to enter it.

    A text gives the facts of `keys`, one value each, or those that `parse` makes of it.
    Without either, the data is entered elsewhere, as `hint` says.
    """

    title: str
    hint: str
    keys: tuple[str, ...] = ()
    parse: Parser | None = None
    owner: type = RatingFacts

    @property
    def is_elsewhere(self) -> bool:
        """True if it can't be typed in the list."""
        return not self.keys and self.parse is None

    def parse_changes(self, text: str, facts: RatingFacts) -> dict[str, Any]:
        """Return the changed facts that a typed text means. Raise TypedError."""
        if self.parse is not None:
            return self.parse(text, facts)
        parts = [text] if len(self.keys) == 1 else re.split(r"[\s,;/]+", text)
        if len(parts) != len(self.keys):
            *most, last = self.keys
            example = self.hint.rpartition("such as ")[2]
            words = f"{', '.join(most)} and {last}"
            raise TypedError(f"enter {words}, such as {example}")
        return {
            key: fact_of(self.owner, key).kind.parse(part)
            for key, part in zip(self.keys, parts, strict=True)
        }


def _parse_record(text: str, facts: RatingFacts) -> dict[str, Any]:
    if text not in WIN_RECORDS:
        raise TypedError("select mixed, won every game, or lost every game")
    return {"record": text}


def _parse_floor(text: str, facts: RatingFacts) -> dict[str, Any]:
    word, _, level = text.rpartition(" ")
    if word.lower() == "floor":
        return {"floor": parse_level(level)}
    return {"peak": parse_number(text, "1720")}


def _parse_adult(text: str, facts: RatingFacts) -> dict[str, Any]:
    if text.lower() not in ("adult", "child"):
        raise TypedError("enter adult or child")
    return {"adult": text.lower() == "adult"}


def _parse_official(text: str, facts: RatingFacts) -> dict[str, Any]:
    return {"official": parse_number(text, "1640")}


def _parse_net(text: str, facts: RatingFacts) -> dict[str, Any]:
    parts = re.split(r"[\s;/]+", text)
    if len(parts) != len(("180 days", "3 years")):
        raise TypedError("enter two net changes, such as 0 40")
    return {"matches": MatchNetChanges(*(parse_number(part, "40") for part in parts))}


def _parse_prize(text: str, facts: RatingFacts) -> dict[str, Any]:
    if facts.prize_floor is None:
        raise TypedError("no prize is entered")
    if re.fullmatch(r"[$\d.,\s]+", text):
        amount = parse_number(text.replace("$", "").replace(",", ""), "4000")
        return {"prize_floor": replace(facts.prize_floor, amount=amount)}
    return {"prize_floor": replace(facts.prize_floor, date=parse_optional_date(text))}


MISSING_DATA: Final[Mapping[str, MissingData]] = {
    "games": MissingData("number of games", "number of games, such as 12", ("games",)),
    "record": MissingData(
        "earlier results", "select mixed, all wins, or all losses", parse=_parse_record
    ),
    "start": MissingData("birth date", "5/17/2009, or 2009", ("birth",), owner=Player),
    "counts": MissingData(
        "earlier wins, draws, events",
        "wins draws events, such as 14 5 8",
        ("wins", "draws", "events"),
    ),
    "floor": MissingData("highest rating", "1720, or floor 1500", parse=_parse_floor),
    "adult": MissingData(
        "adult or child", "adult, or child", parse=_parse_adult, owner=Player
    ),
    "official": MissingData("last published rating", "1640", parse=_parse_official),
    "net": MissingData(
        "earlier matches", "180 days, 3 years, such as 0 40", parse=_parse_net
    ),
    "prize": MissingData("prize", "amount, or date, such as 4000", parse=_parse_prize),
    "source": MissingData(
        "another rating's date or games", "Enter it in Player details"
    ),
    "days": MissingData(
        "first or last day", "Enter the dates in Event and section settings"
    ),
    "time_control": MissingData(
        "time control", "Enter it in Event and section settings"
    ),
    "rounded": MissingData("exact ratings", ""),
}


def find_missing_data(kind: str) -> MissingData:
    """Return how an assumption is settled; an unlisted one is entered elsewhere."""
    return MISSING_DATA.get(kind) or MissingData(kind.replace("_", " "), "")
