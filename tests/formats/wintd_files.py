"""Invented tournaments as WinTD 5 saves them: a zip with one file of three arrays."""

import io
import json
import zipfile
from typing import Any

from tests.build import require
from uscalc.document.cells import Entry, parse_cell
from uscalc.document.model import Document

Json = dict[str, Any]

NONE, MEMBER = -1, -2
_RESULTS = {"win": 1, "draw": 0, "loss": -1, "forfeit-win": 2, "forfeit-loss": -2}
_BYES = {"full-bye": 1, "half-bye": 0, "unpaired": -1}
_COLORS = {"w": 1, "b": -1, None: 0}


def player(number: int, *games: int, section: int = 0, **more: Any) -> Json:
    """Return a player; `more` are fields of the entry, or of the person."""
    base: Json = {
        "name": f"Inventa, Player{number}",
        "type": "M",
        "id": f"{90000000 + number}",
        "rating": 1500 + number,
        "email": "nobody@example.org",
        "phone": "555-0100",
    }
    tnmt: Json = {
        "sectionID": section,
        "status": 0,
        "pairno": number,
        "reentryFor": NONE,
        "games": list(games),
    }
    persons = ("name", "type", "id", "rating", "localrate", "birthdate", "stateOrFed")
    for key, value in more.items():
        if key in persons:
            base[key] = value
        elif key not in ("USCF", "FIDE"):
            tnmt[key] = value
    records = {key: more[key] for key in ("USCF", "FIDE") if key in more}
    return {
        part: {key: value for key, value in fields.items() if value is not None}
        for part, fields in {"base": base, "tnmt": tnmt, **records}.items()
    }


def game(p1: int, p2: int, result: int, round_number: int = 1, **more: Any) -> Json:
    """Return a game of two positions, the first with White."""
    alone = NONE in (p1, p2)
    return {
        "p1": p1,
        "p2": p2,
        "r1": round_number,
        "r2": round_number,
        "color1": 0 if alone else 1,
        "color2": 0 if alone else -1,
        "board": 1,
        "result": result,
        "split": 0,
        "type": 0,
        **more,
    }


def section(title: str = "Open", **more: Any) -> Json:
    return {
        "title": title,
        "abbrev": title[:10],
        "sectionType": 0,
        "USCFratable": 1,
        "maxRounds": 4,
        "roundsPaired": 2,
        "TC": "G/90;d5",
        "gamesPerMatch": 1,
        "id": 0,
        "mainRating": 1,
        **more,
    }


def tournament(players, sections, games, **head) -> bytes:
    """Return the content of the zip; a field of the head given as None is left out."""
    value: Json = {
        "title": "Lantern Open",
        "beginDate": "2025-05-03",
        "endDate": "2025-05-04",
        **head,
        "players": list(players),
        "sections": list(sections),
        "games": list(games),
    }
    kept = {key: field for key, field in value.items() if field is not None}
    return json.dumps(kept).encode()


def ptoz(content: bytes, name: str = "Json") -> bytes:
    """Return the file itself."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return held.getvalue()


PAIR = (
    (player(1, 0, 1), player(2, 0, 1)),
    (section(),),
    (game(0, 1, 1), game(1, 0, 0, 2)),
)
"""Two players, a section and two games."""


def everything() -> bytes:
    """Return a tournament with one of everything that is possible."""
    rows = [
        player(1, 0, 1, birthdate="2009-05-17", USCF={"id": "90000001", "quick": 1400}),
        player(2, 0, 2, rating="1403/5"),
        player(3, NONE, 2, reentryFor=0, rating=0),
        player(4, 3, type="T", section=1, members=[5, 6]),
        player(5, 3, type="T", section=1, members=[7]),
        *(player(n, section=MEMBER, pairno=NONE) for n in (6, 7, 8)),
        player(9, status=-1, section=NONE),
    ]
    games = [
        game(0, 1, 1),
        game(0, NONE, 0, 2),
        game(1, 2, 99, 2, type=2),
        game(3, 4, 1, type=1),
        game(5, 7, 1, type=4, sequence=0),
        game(2, 1, -2, 2, type=4, sequence=1),
        game(1, 2, 0, 2, type=4, split=-1),
    ]
    parts = [section(), section("Teams", id=1, TC="G/45;d5", mainRating=0)]
    return tournament(rows, parts, games)


def of_document(document: Document) -> bytes:
    """Return an event of Regular ratings as WinTD would have it, cell by cell."""
    players: list[Json] = []
    sections: list[Json] = []
    games: list[Json] = []
    for index, shown in enumerate(document.sections):
        first = len(players)
        at = {one.number: first + row for row, one in enumerate(shown.players)}
        refs = _games(shown.players, at, games)
        for one in shown.players:
            players.append(
                player(
                    one.number,
                    *refs[one.number],
                    section=index,
                    name=one.name,
                    id=one.id,
                    rating=one.facts("R").rating,
                    stateOrFed=one.state,
                    birthdate=None if one.birth is None else f"{one.birth.date}",
                )
            )
        sections.append(
            section(
                shown.name,
                TC=shown.time_control,
                id=index,
                roundsPaired=shown.rounds,
                maxRounds=shown.planned_rounds or 0,
                FIDEratable=1 if shown.report.fide_rated == "Y" else 0,
                USCFratable=0 if shown.kind == "unrated" else 1,
            )
        )
    start = document.sections[0].start_date if document.sections else None
    return tournament(
        players,
        sections,
        games,
        title=document.name,
        beginDate=None if start is None else f"{start}",
        endDate=f"{document.end_date}",
    )


def _games(rows, at, games) -> dict[int, list[int]]:
    """Return each player's games by rounds; a game of two players is stored once."""
    refs: dict[int, list[int]] = {}
    known: dict[tuple[int, int, int], int] = {}
    for one in rows:
        refs[one.number] = [
            _reference(one.number, i, text, at, games, known)
            for i, text in enumerate(one.results)
        ]
    return refs


def _reference(number, round_index, text, at, games, known) -> int:
    cell = parse_cell(text)
    if not cell:
        return NONE
    partner = cell[0].opponent
    if partner is not None and (round_index, partner, number) in known:
        return known[round_index, partner, number]
    reference = len(games)
    round_number = round_index + 1
    if len(cell) > 1:
        games.append(game(at[number], at[require(partner)], 99, round_number, type=2))
        for sequence, entry in enumerate(cell):
            one = _game(entry, number, at, round_number)
            games.append(one | {"type": 4, "sequence": sequence})
    else:
        games.append(_game(cell[0], number, at, round_number))
    if partner is not None:
        known[round_index, number, partner] = reference
    return reference


def _game(entry: Entry, number: int, at: dict[int, int], round_number: int) -> Json:
    if entry.opponent is None:
        if entry.outcome in _BYES:
            return game(at[number], NONE, _BYES[entry.outcome], round_number)
        raise ValueError(f"{entry} is not said here")
    result = _RESULTS.get(entry.outcome, 99)
    color = _COLORS[entry.color]
    both = at[number], at[entry.opponent]
    return game(*both, result, round_number, color1=color, color2=-color)
