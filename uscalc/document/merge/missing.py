"""Enter missing data, one fact at a time or from pasted rows.

A paste is planned first, so that the user sees the matched rows. It is one edit.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import count_in_words, format_day
from uscalc.document.edit.settings import set_facts, set_player
from uscalc.document.facts.table import fact_of
from uscalc.document.facts.typed import (
    EXAMPLES,
    NOT_KNOWN,
    SHOWN,
    TypedError,
    parse_birth,
    parse_count,
    parse_floor,
    parse_number,
    parse_optional_date,
    parse_rating,
)
from uscalc.document.model import (
    WIN_RECORDS,
    Document,
    Edit,
    MatchNetChanges,
    Player,
    RatingFacts,
    Section,
    make_edit,
)
from uscalc.document.rate.members import find_members
from uscalc.engine.inputs import System

Parser = Callable[[str, RatingFacts], dict[str, Any]]
"""The changes that a text makes to a player's facts in the system. Raises TypedError."""


class MissingData(Struct, frozen=True):
    """One kind of missing data, and how to enter it.

    A text has one value for each fact of `keys`, or is parsed by `parse`. Without
    either, the data is entered elsewhere, as `hint` says.
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
        """Return the facts that a typed text changes. Raise TypedError."""
        if self.parse is not None:
            return self.parse(text, facts)
        parts = [text] if len(self.keys) == 1 else re.split(r"[\s,;/]+", text)
        if len(parts) != len(self.keys):
            *most, last = self.keys
            example = self.hint.rpartition("for example ")[2]
            words = f"{', '.join(most)} and {last}"
            raise TypedError(f"enter {words}, for example {example}")
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
    return (
        {"floor": parse_floor(level)}
        if word.lower() == "floor"
        else {"peak": parse_number(text, "1720")}
    )


def _parse_adult(text: str, facts: RatingFacts) -> dict[str, Any]:
    if text.lower() not in ("adult", "child"):
        raise TypedError("enter adult or child")
    return {"adult": text.lower() == "adult"}


def _parse_net(text: str, facts: RatingFacts) -> dict[str, Any]:
    parts = re.split(r"[\s;/]+", text)
    if len(parts) != len(("180 days", "3 years")):
        raise TypedError(
            "enter the net changes in 180 days and 3 years, for example 0 40"
        )
    return {"matches": MatchNetChanges(*(parse_number(part, "40") for part in parts))}


def _parse_prize(text: str, facts: RatingFacts) -> dict[str, Any]:
    if facts.prize_floor is None:
        raise TypedError("no prize is entered")
    if re.fullmatch(r"[$\d.,\s]+", text):
        amount = parse_number(text.replace("$", "").replace(",", ""), "4000")
        return {"prize_floor": replace(facts.prize_floor, amount=amount)}
    return {"prize_floor": replace(facts.prize_floor, date=parse_optional_date(text))}


MISSING_DATA: Final[Mapping[str, MissingData]] = {
    "games": MissingData(
        "number of games", "number of games, for example 12", ("games",)
    ),
    "record": MissingData(
        "earlier results", "select mixed, all wins, or all losses", parse=_parse_record
    ),
    "start": MissingData("birth date", "5/17/2009 or 2009", ("birth",), owner=Player),
    "counts": MissingData(
        "earlier wins, draws, events",
        "wins, draws and events, for example 14 5 8",
        ("wins", "draws", "events"),
    ),
    "floor": MissingData("highest rating", "1720 or floor 1500", parse=_parse_floor),
    "adult": MissingData(
        "adult or child", "adult or child", parse=_parse_adult, owner=Player
    ),
    "official": MissingData(
        "last published rating",
        "1640",
        parse=lambda text, _facts: {"official": parse_number(text, "1640")},
    ),
    "net": MissingData(
        "earlier matches",
        "180 days and 3 years, for example 0 40",
        parse=_parse_net,
    ),
    "prize": MissingData(
        "prize", "amount or date, for example 4000", parse=_parse_prize
    ),
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
    """Return how to enter the data for an assumption; an unlisted kind is entered elsewhere."""
    return MISSING_DATA.get(kind) or MissingData(kind.replace("_", " "), "")


Column = Literal["who", "rating", "games", "birth"]
ORDER: Final[tuple[Column, ...]] = ("who", "rating", "games", "birth")
TITLES: Final[dict[str, Column]] = {
    "id": "who",
    "member": "who",
    "memberid": "who",
    "name": "who",
    "player": "who",
    "rating": "rating",
    "games": "games",
    "n": "games",
    "birth": "birth",
    "born": "birth",
    "birthyear": "birth",
    "birthdate": "birth",
    "year": "birth",
}
_FIGURES = re.compile(r"(?P<who>.*?)(?P<rest>(?:[\s,]+[\d./pP?-]+)*)\s*")


def fill_in(
    document: Document, index: int, row: int, system: System, kind: str, text: str
) -> Edit:
    """Fill in one unknown value, of the kinds of `uscalc.analysis.assumptions`.

    Counts are typed as three numbers (wins, draws, events). A highest rating is a
    number, or "floor 1500" for the floor itself. Net changes in matches are two numbers
    (180 days, 3 years). A prize is its amount, or its date.
    """
    player = document.sections[index].players[row]
    clean = " ".join(text.split())
    missing = find_missing_data(kind)
    name = f"Player {player.number}: missing data"
    if not clean:
        return Edit(document, "")
    if missing.is_elsewhere:
        return Edit(
            document,
            name,
            ("this depends on all ratings and can't be entered for one player",),
        )
    try:
        changes = missing.parse_changes(clean, player.facts(system))
    except TypedError as error:
        return Edit(document, name, (str(error),))
    return (
        set_player(document, index, row, **changes)
        if missing.owner is Player
        else set_facts(document, index, row, system, **changes)
    )


class PastedRow(Struct, frozen=True):
    """One pasted row: its player, the facts it fills in, and the reason if it is refused."""

    text: str
    row: int | None
    fills: tuple[str, ...]
    refused: str | None


class PastePlan(Struct, frozen=True):
    """Pasted rows, and the one edit that fills them in."""

    rows: tuple[PastedRow, ...]
    edit: Edit

    @property
    def matched(self) -> int:
        """The number of rows that fill in facts."""
        return sum(row.refused is None for row in self.rows)


def plan_pasted_fill(
    document: Document, index: int, system: System, text: str
) -> PastePlan:
    """Plan a paste of rows with member ID or name, rating, games and birth year.

    A first row of titles may give another order. An empty cell leaves a fact unchanged.
    A row with any unreadable cell is refused as a whole.
    """
    before = document
    # An event may have no section: then no row matches a player.
    section = document.sections[index] if document.sections else Section()
    order: Sequence[Column | None] = ORDER
    rows: list[PastedRow] = []
    taken_rows: set[int] = set()
    for number, line in enumerate(text.splitlines()):
        if not line.strip():
            continue
        cells = _split_cells(line)
        titles = [TITLES.get(re.sub(r"[^a-z]", "", cell.lower())) for cell in cells]
        if not number and "who" in titles and sum(map(bool, titles)) > 1:
            order = titles
            continue
        found = dict(zip(order, cells, strict=False))
        places = _find_rows(section, found.get("who", ""))
        if isinstance(places, str):
            filled = PastedRow(line.strip(), None, (), places)
        elif places[0] in taken_rows:
            filled = PastedRow(
                line.strip(), places[0], (), "the player is in a row above"
            )
        else:
            taken_rows.update(places)
            document, filled = _fill_rows(
                document, index, places, system, found, line.strip()
            )
        rows.append(filled)
    count = sum(row.refused is None and bool(row.fills) for row in rows)
    name = f"Missing data of {count_in_words(count, 'player')} filled in"
    return PastePlan(tuple(rows), make_edit(before, document, name))


def _split_cells(line: str) -> list[str]:
    """Return the cells of a row; without tabs or semicolons, the numbers are at its end."""
    for mark in ("\t", ";"):
        if mark in line:
            return [cell.strip().strip('"') for cell in line.split(mark)]
    found = _FIGURES.fullmatch(line.strip())
    if found is None:
        return [line.strip()]
    who, rest = found["who"], re.split(r"[\s,]+", found["rest"].strip(" ,\t"))
    return [who.strip(" ,"), *[cell for cell in rest if cell]]


def _find_rows(section: Section, who: str) -> list[int] | str:
    """Return the rows of a member, or why there are none."""
    if not who:
        return "no member ID and no name"
    members = [
        member
        for member in find_members(section)
        if any(section.players[row].id == who for row in member.rows)
    ]
    if len(members) > 1:
        return f"{len(members)} players have this member ID. Use the name"
    if members:
        return list(members[0].rows)
    plain = " ".join(who.lower().split())
    rows = [row for row, p in enumerate(section.players) if p.name.lower() == plain]
    if not rows:
        return "no player has this member ID or name"
    if len(rows) > 1:
        return f"{len(rows)} players have this name. Use the member ID"
    return rows


def _fill_rows(
    document: Document,
    index: int,
    places: list[int],
    system: System,
    found: dict[Column | None, str],
    line: str,
) -> tuple[Document, PastedRow]:
    """Fill in every entry of a member from one row, or refuse the row."""
    before = document
    fills: dict[str, None] = {}
    try:
        facts, birth = _parse_facts(found), parse_birth(found.get("birth", ""))
    except TypedError as error:
        return before, PastedRow(line, places[0], (), str(error))
    for row in places:
        player = document.sections[index].players[row]
        edits = []
        if facts:
            if (
                facts.get("games") is not None
                and "rating" not in facts
                and player.facts(system).rating is None
            ):
                return before, PastedRow(
                    line, row, (), "a number of games but no rating"
                )
            edits.append(set_facts(document, index, row, system, **facts))
            document = edits[-1].document
        if birth is not None:
            edits.append(set_player(document, index, row, birth=birth))
            document = edits[-1].document
        refused = [reason for edit in edits for reason in edit.refused]
        if refused:
            return before, PastedRow(line, row, (), "; ".join(refused))
        after = document.sections[index].players[row]
        old, new = player.facts(system), after.facts(system)
        if new.rating != old.rating or new.unknown != old.unknown:
            shown = "unrated" if new.rating is None else f"{new.rating:g}"
            fills[f"rating {shown}"] = None
        if new.games != old.games and new.games is not None:
            fills[f"{new.games} games"] = None
        if after.birth != player.birth and after.birth is not None:
            year = after.birth.date.year
            born = str(year) if after.birth.year_only else format_day(after.birth.date)
            fills[f"born {born}"] = None
    return document, PastedRow(line, places[0], tuple(fills), None)


def _parse_facts(
    found: dict[Column | None, str],
) -> dict[str, float | int | bool | None]:
    """Return the facts of a row; empty cells leave theirs unchanged."""
    rating, games = found.get("rating", "").lower(), found.get("games", "")
    facts: dict[str, float | int | bool | None] = {}
    if rating not in NOT_KNOWN:
        written = parse_rating(rating)
        if written is None:
            raise TypedError(
                f'"{rating[:SHOWN]}" isn\'t a valid rating. Examples: {EXAMPLES}'
            )
        if written.kind == "unrated":
            return {"rating": None, "unknown": False}
        if written.rating is not None:
            facts["rating"] = written.rating
        if written.games is not None:
            facts["games"] = written.games
    if games.lower() not in NOT_KNOWN:
        facts["games"] = parse_count(games)
    return facts
