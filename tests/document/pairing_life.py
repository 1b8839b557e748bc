"""An invented event that a pairing program keeps saving while a person types."""

import datetime as dt
from collections.abc import Callable

from hypothesis import strategies as st
from msgspec.structs import replace

from uscalc.document import model
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.edit import structure
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.settings import set_facts, set_player, set_section
from uscalc.engine.inputs import System

END = dt.date(2025, 9, 1)
FILE_CHANGES = (
    *("pair", "pair", "results", "results", "correct", "late", "withdraw", "take-out"),
    *("renumber", "rename", "rating", "section", "other-section", "control"),
)
TYPED = (
    *("result", "result", "games", "floor", "birth", "rating", "name", "number"),
    *("player", "move", "round", "remove", "renumber", "control"),
)


def person(number: int, serial: int) -> model.Player:
    name, member = f"Inventa, Person{serial}", f"{90_000_000 + serial}"
    return model.Player(number, name, member, ratings=_rated(1000.0 + serial))


def beginning(sizes: tuple[int, ...]) -> model.Document:
    """Return an event that is not paired yet."""
    serial = 0
    sections = []
    for index, size in enumerate(sizes):
        people = tuple(person(n + 1, serial + n) for n in range(size))
        serial += size
        new = model.Section(f"Section {index}", time_control="G/90;d5", players=people)
        sections.append(new)
    return model.Document("Lantern Open", END, tuple(sections), True)


def file_change(document: model.Document, what: str, dice: int) -> model.Document:
    """Return the event after a change in the pairing program."""
    if what == "section":
        if len(document.sections) > 3:
            return document
        serial = 1000 * (len(document.sections) + 1)
        two = person(1, serial + 1), person(2, serial + 2)
        new = model.Section(f"Extra {serial}", players=two)
        return replace(document, sections=(*document.sections, new))
    index = dice % len(document.sections)
    section = document.sections[index]
    players = list(section.players)
    if what == "control":
        new = replace(section, time_control=f"G/{30 + dice % 60};d5")
        return model.with_section(document, index, new)
    if what == "other-section":
        return _into_another(document, index, dice)
    change: Callable[[list[model.Player], int], list[model.Player]] = {
        "pair": _pair,
        "results": _results,
        "correct": _correct,
        "late": _late,
        "withdraw": _withdraw,
        "take-out": _take_out,
        "renumber": _renumber,
        "rename": lambda p, d: _replace_player(p, d, name=f"Renamed, Person{d}"),
        "rating": lambda p, d: _replace_player(p, d, ratings=_rated(900.0 + d)),
    }[what]
    return model.with_players(document, index, change(players, dice))


def _into_another(document: model.Document, index: int, dice: int) -> model.Document:
    """Move a player without a game to the next section."""
    to = (index + 1) % len(document.sections)
    here, there = document.sections[index].players, document.sections[to].players
    person = here[dice % len(here)]
    left = _take_out(list(here), dice)
    if to == index or person in left or any(p.id == person.id for p in there):
        return document
    missed = ("H",) * _rounds(list(there))
    number = max(p.number for p in there) + 1
    moved = (*there, replace(person, number=number, results=missed))
    return model.with_players(model.with_players(document, index, left), to, moved)


def _rated(rating: float) -> tuple[tuple[System, model.RatingFacts], ...]:
    return ("R", model.RatingFacts(rating)), ("Q", model.RatingFacts(unknown=True))


def _replace_player(players: list[model.Player], dice: int, **fields: object):
    place = dice % len(players)
    players[place] = replace(players[place], **fields)
    return players


def _rounds(players: list[model.Player]) -> int:
    return max(len(player.results) for player in players)


def _pair(players: list[model.Player], dice: int) -> list[model.Player]:
    rounds = _rounds(players)
    order = list(range(len(players)))
    shift = dice % len(order)
    order = order[shift:] + order[:shift]
    cells = {}
    while len(order) > 1:
        one, other = order.pop(), order.pop()
        cells[one] = f"?{players[other].number}w"
        cells[other] = f"?{players[one].number}b"
    for left in order:
        cells[left] = "B"
    return [
        replace(p, results=p.results + ("",) * (rounds - len(p.results)) + (cells[i],))
        for i, p in enumerate(players)
    ]


def _game(players: list[model.Player], place: int, round_index: int, letter: str):
    cell = parse_cell(players[place].results[round_index])
    if isinstance(cell, BadCell) or not cell or cell[0].opponent is None:
        return
    other = {p.number: i for i, p in enumerate(players)}.get(cell[0].opponent)
    if other is None:
        return
    mirror = {"W": "L", "L": "W", "D": "D"}
    for here, there, said in ((place, other, letter), (other, place, mirror[letter])):
        results = list(players[here].results)
        results += [""] * (round_index + 1 - len(results))
        color = "w" if results[round_index].endswith("w") else "b"
        results[round_index] = f"{said}{players[there].number}{color}"
        players[here] = replace(players[here], results=tuple(results))


def _results(players: list[model.Player], dice: int) -> list[model.Player]:
    last = _rounds(players) - 1
    for place, player in enumerate(players):
        if 0 <= last < len(player.results) and player.results[last].startswith("?"):
            _game(players, place, last, "WDL"[(dice + place) % 3])
    return players


def _correct(players: list[model.Player], dice: int) -> list[model.Player]:
    place = dice % len(players)
    if players[place].results:
        _game(players, place, dice % len(players[place].results), "WDL"[dice % 3])
    return players


def _late(players: list[model.Player], dice: int) -> list[model.Player]:
    new = person(max(p.number for p in players) + 1, 5000 + dice)
    if any(p.id == new.id for p in players):
        return players
    return [*players, replace(new, results=("H",) * _rounds(players))]


def _withdraw(players: list[model.Player], dice: int) -> list[model.Player]:
    place = dice % len(players)
    results = players[place].results
    if results and results[-1] in ("", "B"):
        players[place] = replace(players[place], results=(*results[:-1], "U"))
    return players


def _take_out(players: list[model.Player], dice: int) -> list[model.Player]:
    place = dice % len(players)
    played = {text.strip() for text in players[place].results} - {"", "H", "U", "B"}
    if not played and len(players) > 2:
        players.pop(place)
    return players


def _renumber(players: list[model.Player], dice: int) -> list[model.Player]:
    shift = 1 + dice % 3
    numbers = {p.number: p.number % len(players) + shift for p in players}
    if len(set(numbers.values())) < len(players):
        return players

    def followed(text: str) -> str:
        cell = parse_cell(text)
        if isinstance(cell, BadCell):
            return text
        opponents = (numbers.get(e.opponent or 0, e.opponent) for e in cell)
        pairs = zip(cell, opponents, strict=True)
        return "|".join(str(replace(e, opponent=number)) for e, number in pairs)

    rows = ((numbers[p.number], tuple(map(followed, p.results))) for p in players)
    pairs = zip(players, rows, strict=True)
    new = [replace(p, number=number, results=row) for p, (number, row) in pairs]
    return sorted(new, key=lambda p: p.number)


def typing(document: model.Document, what: str, dice: int) -> model.Edit:
    """Return what a person types in the window."""
    index = dice % len(document.sections)
    section = document.sections[index]
    place = document, index
    if not section.players:
        return structure.add_player(*place, name=f"Typed, Somebody{dice}")
    row = dice // 3 % len(section.players)
    if what == "result":
        number = section.players[(row + 1) % len(section.players)].number
        text = ("W{}", "d{}", "L{}", "H", "")[dice % 5].format(number)
        return set_result(*place, row, dice % max(section.rounds, 1), text)
    if what == "games":
        return set_facts(*place, row, "R", games=dice)
    if what == "floor":
        return set_facts(*place, row, "R", floor=1000 + dice % 1000)
    if what == "birth":
        year = dt.date(1950 + dice % 60, 7, 1)
        return set_player(*place, row, birth=model.BirthDate(year, True))
    if what == "rating":
        return set_facts(*place, row, "Q", rating=1000.5 + dice % 1000)
    if what == "name":
        return set_player(*place, row, name=f"Typed, Name{dice}")
    if what == "number":
        return structure.set_number(*place, row, 100 + dice)
    if what == "player":
        return structure.add_player(*place, name=f"Typed, Somebody{dice}")
    if what == "move":
        return structure.move_player(*place, row, 0)
    if what == "round":
        return structure.add_round(*place)
    if what == "remove":
        return structure.remove_players(*place, [row])
    if what == "renumber":
        return structure.renumber_players(*place)
    return set_section(*place, time_control=f"G/{5 + dice % 20};d0")


dice = st.integers(0, 999)
file_changes = st.lists(st.tuples(st.sampled_from(FILE_CHANGES), dice), max_size=6)
typed_edits = st.lists(st.tuples(st.sampled_from(TYPED), dice), max_size=5)
beginnings = st.lists(st.integers(2, 6), min_size=1, max_size=2).map(
    lambda sizes: beginning(tuple(sizes))
)


def changed_file(document: model.Document, changes: list[tuple[str, int]]):
    for what, rolled in changes:
        document = file_change(document, what, rolled)
    return document


def by_person(section: model.Section) -> dict[str, list[object]]:
    """Return every row's cells with opponents by name, without numbers and colors."""
    called = {p.number: p.id or p.name for p in section.players}

    def read(text: str) -> object:
        cell = parse_cell(text)
        if isinstance(cell, BadCell):
            return text
        return tuple((e.outcome, called.get(e.opponent or 0, e.opponent)) for e in cell)

    rows: dict[str, list[object]] = {}
    for player in section.players:
        cells = list(map(read, player.results))
        while cells and cells[-1] == ():
            cells.pop()
        rows[player.id or player.name] = cells
    return rows
