"""Mistakes planted in a hand-typed event, each with the difference that must be found."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase, digits

from msgspec.structs import replace

from tests.document.overlay.retype import entries_of
from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.structure import remove_players
from uscalc.document.model import Document, Player, RatingFacts, Section, with_player

FEW = 8
WHO = ("id", "name")
Expected = tuple[str, frozenset[object], int | None]


@dataclass
class Garden:
    """An event with mistakes in its first section, and the difference expected for each."""

    document: Document
    page: Document
    rng: random.Random
    expected: list[Expected] = field(default_factory=list)
    """The kind, one of the numbers (for a missing player, the name), and the round."""
    touched: set[tuple[int, int]] = field(default_factory=set)
    """The numbers and rounds whose cells already have a mistake."""
    facts: set[tuple[str, int]] = field(default_factory=set)

    @property
    def section(self) -> Section:
        return self.document.sections[0]

    def plant(self, kind: str) -> bool:
        """Plant one mistake of a kind, if there is room for it."""
        return KINDS[kind](self)

    def shuffled_rows(self) -> list[int]:
        rows = list(range(len(self.section.players)))
        self.rng.shuffle(rows)
        return rows

    def find_free_games(self) -> list[tuple[int, int, int, Entry]]:
        """Return row, opponent's row, round and entry of games without a mistake."""
        at = {player.number: row for row, player in enumerate(self.section.players)}
        found = []
        for row in self.shuffled_rows():
            player = self.section.players[row]
            for place, text in enumerate(player.results):
                cell = parse_cell(text)
                if isinstance(cell, BadCell) or len(cell) != 1:
                    continue
                (entry,) = cell
                other = entry.opponent
                if other is None or not entry.is_game or entry.one_sided:
                    continue
                if not {(player.number, place), (other, place)} & self.touched:
                    found.append((row, at[other], place, entry))
        self.rng.shuffle(found)
        return found

    def unmarked_rows(self, kind: str) -> list[int]:
        """Return the rows of members who are entered once and have no such mistake."""
        ids = [player.id for player in self.section.players]
        return [
            row
            for row in self.shuffled_rows()
            if ids.count(ids[row]) == 1
            and (kind, self.section.players[row].number) not in self.facts
            and not (kind in WHO and self._known_by_one(row, kind))
        ]

    def _known_by_one(self, row: int, kind: str) -> bool:
        """Return whether the few games of a player would not identify the player."""
        number = self.section.players[row].number
        other = any((one, number) in self.facts for one in WHO if one != kind)
        return other and len(self.section.players) < FEW

    def expect(self, kind: str, whose: Sequence[object], at: int | None = None) -> bool:
        self.expected.append((kind, frozenset(whose), None if at is None else at + 1))
        return True


def other_way(garden: Garden) -> bool:
    """Reverse a result, in both cells or in one of them."""
    games = [game for game in garden.find_free_games() if game[3].outcome != "draw"]
    if not games:
        return False
    row, against, place, entry = games[0]
    players = garden.section.players
    mine, theirs = players[row].number, players[against].number
    letter = "L" if entry.outcome == "win" else "W"
    garden.touched |= {(mine, place), (theirs, place)}
    text = f"{letter}{theirs}"
    if garden.rng.random() < 0.7:
        garden.document = set_result(garden.document, 0, row, place, text).document
    else:
        _write(garden, row, place, text)
    return garden.expect("result", (mine, theirs), place)


def wrong_opponent(garden: Garden) -> bool:
    """Give a result another opponent, as typed or as the editor would write it."""
    for row, against, place, entry in garden.find_free_games():
        players = garden.section.players
        mine, theirs = players[row].number, players[against].number
        met = {
            one.opponent for text in players[row].results for one in entries_of(text)
        }
        for third in garden.shuffled_rows():
            other = players[third]
            if other.number in met or third == row:
                continue
            cell = entries_of(other.results[place])
            around = {other.number, *(one.opponent for one in cell)} - {None}
            spots = {(one, place) for one in (mine, theirs, *around)}
            if spots & garden.touched or any(one.one_sided for one in cell):
                continue
            garden.touched |= spots
            letter = {"win": "W", "draw": "D", "loss": "L"}[entry.outcome]
            text = f"{letter}{other.number}"
            if garden.rng.random() < 0.5:
                edit = set_result(garden.document, 0, row, place, text)
                garden.document = edit.document
            else:
                _write(garden, row, place, text)
            return garden.expect("result", (mine, theirs, *around), place)
    return False


def left_out(garden: Garden) -> bool:
    """Leave a game out of a round that was entered."""
    games = garden.find_free_games()
    if len(garden.section.players) < FEW or not games:
        # The round would look as if nobody had entered it yet.
        return False
    row, against, place, _ = games[0]
    players = garden.section.players
    numbers = players[row].number, players[against].number
    garden.touched |= {(number, place) for number in numbers}
    garden.document = set_result(garden.document, 0, row, place, "").document
    return garden.expect("result", numbers, place)


def other_bye(garden: Garden) -> bool:
    """Replace a forfeit by a bye, or a bye by one with other points."""
    becomes = {"X": ("B", "H"), "F": ("H", "B"), "B": ("H", "X"), "H": ("B", "X")}
    for row in garden.shuffled_rows():
        player = garden.section.players[row]
        for place, text in enumerate(player.results):
            spot = player.number, place
            if text[:1] in becomes and spot not in garden.touched:
                garden.touched.add(spot)
                _write(garden, row, place, garden.rng.choice(becomes[text[:1]]))
                return garden.expect("result", (player.number,), place)
    return False


def pre_rating(garden: Garden) -> bool:
    """Set another pre-event rating, or none."""

    def other_rating(facts: RatingFacts) -> RatingFacts:
        if facts.rating is None:
            return replace(facts, rating=812.0)
        others = facts.rating + 9.0, facts.rating + 100.0, None
        return replace(facts, rating=garden.rng.choice(others))

    return _facts(garden, "rating", other_rating, lambda facts: True)


def game_count(garden: Garden) -> bool:
    """Set another number of games for a correct rating."""

    def other_game_count(facts: RatingFacts) -> RatingFacts:
        if facts.games is None or facts.games > 25:
            return replace(facts, games=garden.rng.choice((4, 25)))
        return replace(facts, games=garden.rng.choice((facts.games + 1, None, 99)))

    return _facts(garden, "rating", other_game_count, lambda facts: facts.rating)


def _facts(garden, kind, other, fits) -> bool:
    for row in garden.unmarked_rows(kind):
        player = garden.section.players[row]
        for system, facts in player.ratings:
            ratings = [p.facts(system).rating for p in garden.section.players]
            rated = len(ratings) - ratings.count(None)
            if rated < 2 or facts.unknown or not fits(facts):
                continue
            new = other(facts)
            if new.rating is None:
                new = RatingFacts()
            ratings = tuple((s, new if s == system else f) for s, f in player.ratings)
            _set_player(garden, row, replace(player, ratings=ratings))
            garden.facts.add((kind, player.number))
            return garden.expect(kind, (player.number,))
    return False


def missing_player(garden: Garden) -> bool:
    """Leave out a player; the opponents have nothing in those rounds."""
    if len(garden.section.players) < 4:
        return False
    for row in garden.unmarked_rows("entry"):
        player = garden.section.players[row]
        spots = {(player.number, place) for place in range(len(player.results))}
        games = [(e, p) for p, t in enumerate(player.results) for e in entries_of(t)]
        spots |= {(e.opponent, p) for e, p in games if e.opponent is not None}
        known = any(number == player.number for _, number in garden.facts)
        if spots & garden.touched or known or not games:
            continue
        garden.touched |= spots
        garden.document = remove_players(garden.document, 0, [row]).document
        return garden.expect("entry", (player.id,))
    return False


def misspelled(garden: Garden) -> bool:
    """Change one letter of a name."""
    for row in garden.unmarked_rows("name"):
        player = garden.section.players[row]
        letters = list(player.name)
        at = garden.rng.choice([i for i, c in enumerate(letters) if c.isalnum()])
        while letters[at] == player.name[at]:
            alphabet = digits if letters[at].isdigit() else ascii_lowercase
            letters[at] = garden.rng.choice(alphabet)
        if letters[-2:] in (["J", "."], ["j", "."]) and at == len(letters) - 2:
            continue
        if "".join(letters).casefold() == player.name.casefold():
            continue
        if at == len(letters) - 2 and letters[-1] == ".":
            # The page doesn't have this initial.
            continue
        _set_player(garden, row, replace(player, name="".join(letters)))
        garden.facts.add(("name", player.number))
        return garden.expect("name", (player.number,))
    return False


def wrong_id(garden: Garden) -> bool:
    """Change one digit of an ID, or use another player's ID."""
    for row in garden.unmarked_rows("id"):
        player = garden.section.players[row]
        if player.id is None:
            continue
        others = [p.id for p in garden.section.players if p.id not in (None, player.id)]
        few = len(garden.section.players) < FEW
        planted = [kind for kind, _ in garden.facts].count("id")
        if few and 2 * planted >= len(others):
            continue
        wrong = player.id[:4] + str((int(player.id[4]) + 3) % 10) + player.id[5:]
        if not few and garden.rng.random() < 0.3:
            wrong = str(garden.rng.choice(others))
        _set_player(garden, row, replace(player, id=wrong))
        garden.facts.add(("id", player.number))
        return garden.expect("id", (player.number,))
    return False


KINDS: dict[str, Callable[[Garden], bool]] = {
    "other way": other_way,
    "wrong opponent": wrong_opponent,
    "left out": left_out,
    "bye": other_bye,
    "rating": pre_rating,
    "games": game_count,
    "missing": missing_player,
    "name": misspelled,
    "id": wrong_id,
}


def _set_player(garden: Garden, row: int, player: Player) -> None:
    garden.document = with_player(garden.document, 0, row, player)


def _write(garden: Garden, row: int, place: int, text: str) -> None:
    player = garden.section.players[row]
    results = list(player.results)
    results[place] = text
    _set_player(garden, row, replace(player, results=tuple(results)))
