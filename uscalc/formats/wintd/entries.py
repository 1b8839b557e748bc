"""Find the players of each section of a WinTD tournament, their numbers and games."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from uscalc.counted import group_by_key
from uscalc.formats.opened import FormatError
from uscalc.formats.shared import loose
from uscalc.formats.wintd.arrays import (
    NOBODY,
    SEVERAL,
    SINGLE,
    TEAMS,
    Json,
    WinTDGame,
    WinTDTournament,
)

DELETED: Final = -1
"""The status of a deleted player, and the ID of a deleted section."""
MEMBER: Final = -2
"""The section of a team's member, which is the team's."""
MOST_ROUNDS: Final = 99
_AGAIN: Final = "Save the tournament again in WinTD"
_Key = frozenset[tuple[int, int]]


class SectionEntry(NamedTuple):
    """A player of a section: the position in the array, and the pairing number."""

    position: int
    number: int


class TournamentEntries:
    """The tournament's players by section, with the games of each."""

    def __init__(self, tournament: WinTDTournament, path: Path | None) -> None:
        self.tournament = tournament
        self.path = path
        self.unnumbered: set[int] = set()
        "The sections in which some players have no pairing number yet."
        self._games = [
            self._read_game_list(position)
            for position in range(len(tournament.players))
        ]
        self.of_section = [
            self._list_section_entries(index)
            for index in range(len(tournament.sections))
        ]
        self.number_of = {
            entry.position: (index, entry.number)
            for index, entries in enumerate(self.of_section)
            for entry in entries
        }

    # Players

    def get_person(self, position: int) -> Json:
        """Return the file's data about the person."""
        person: Json = self.tournament.players[position]["base"]
        return person

    def get_name(self, position: int) -> str:
        """Return a player's or a team's name."""
        return loose.clean_text(self.get_person(position).get("name"))

    def get_entry_facts(self, position: int) -> Json:
        """Return the file's data about the entry."""
        facts: Json = self.tournament.players[position]["tnmt"]
        return facts

    def is_team(self, position: int) -> bool:
        """Return whether it is a team, whose members play."""
        return self.get_person(position).get("type") == "T" or bool(
            self._list_members(position)
        )

    def find_first_entry(self, position: int) -> int | None:
        """Return the position of the first entry if this one is a re-entry, or None."""
        first = loose.parse_whole_number(
            self.get_entry_facts(position).get("reentryFor")
        )
        if first is None or first == NOBODY:
            return None
        if not 0 <= first < len(self.tournament.players):
            raise self._make_error(
                (f"a re-entry refers to player position {first}, which doesn't exist"),
                self._describe_place(position),
            )
        return first

    def _list_members(self, position: int) -> list[int]:
        named = self.get_entry_facts(position).get("members")
        members = []
        for value in named if isinstance(named, list) else []:
            member = loose.parse_whole_number(value)
            if member == NOBODY:
                continue
            if member is None or not 0 <= member < len(self.tournament.players):
                raise self._make_error(
                    (
                        f"team member {loose.clean_text(value)[:20]} isn't a player "
                        "position"
                    ),
                    self._describe_place(position),
                )
            members.append(member)
        return members

    @cached_property
    def _team_of(self) -> dict[int, int]:
        players = range(len(self.tournament.players))
        return {member: team for team in players for member in self._list_members(team)}

    def _is_entered(self, position: int) -> bool:
        return (
            loose.parse_whole_number(self.get_entry_facts(position).get("status"))
            != DELETED
        )

    def _list_section_entries(self, index: int) -> list[SectionEntry]:
        """Return a section's players in order of their numbers, then those without one."""
        if (
            loose.parse_whole_number(self.tournament.sections[index].get("id"))
            == DELETED
        ):
            return []
        numbered: list[SectionEntry] = []
        others: list[int] = []
        for position in range(len(self.tournament.players)):
            if not self._is_entered(position) or self._find_section(position) != index:
                continue
            if self.is_team(position):
                others += [
                    m for m in self._list_members(position) if self._is_entered(m)
                ]
                continue
            number = loose.parse_whole_number(
                self.get_entry_facts(position).get("pairno")
            )
            if number is None or number == NOBODY:
                others.append(position)
                self.unnumbered.add(index)
            elif 1 <= number <= loose.HIGHEST_NUMBER:
                numbered.append(SectionEntry(position, number))
            else:
                raise self._make_error(
                    f"{number} isn't a pairing number", self._describe_place(position)
                )
        numbered.sort(key=lambda entry: entry.number)
        last = numbered[-1].number if numbered else 0
        added = [
            SectionEntry(position, last + i) for i, position in enumerate(others, 1)
        ]
        return [*numbered, *added]

    def _find_section(self, position: int) -> int | None:
        """Return the section's position; None for a player in no section or in a team's."""
        section_id = self.get_entry_facts(position).get("sectionID", NOBODY)
        index = loose.parse_whole_number(section_id)
        if index in (NOBODY, MEMBER):
            return None
        if index is None or not 0 <= index < len(self.tournament.sections):
            raise self._make_error(
                f"section {loose.clean_text(section_id)[:20]} doesn't exist",
                self._describe_place(position),
            )
        return index

    # Games

    def find_games(
        self, position: int, round_index: int
    ) -> list[tuple[int, WinTDGame]]:
        """Return a player's games of a round, each with the opponent's position."""
        reference = self._get_game_index(position, round_index)
        if reference is None and (team := self._team_of.get(position)) is not None:
            reference = self._get_game_index(team, round_index)
        if reference is None:
            return []
        game = self.tournament.games[reference]
        found = [game]
        if game.kind in (TEAMS, SEVERAL):
            singles = sorted(
                self._find_match_games(reference), key=lambda one: one.sequence
            )
            if singles or game.kind == TEAMS:
                found = [one for one in singles if position in (one.p1, one.p2)]
        return [(one.p2 if position == one.p1 else one.p1, one) for one in found]

    def count_rounds(self, index: int) -> int:
        """Return the number of paired rounds; byes requested for later ones don't count."""
        paired = loose.parse_whole_number(
            self.tournament.sections[index].get("roundsPaired")
        )
        longest = 0
        for round_index, game in self._iterate_section_games(index):
            if paired is None or NOBODY not in (game.p1, game.p2):
                longest = max(longest, round_index + 1)
        return max(longest, min(paired or 0, MOST_ROUNDS))

    def is_in_same_round(self, other: int, round_index: int, game: WinTDGame) -> bool:
        """Return whether a game is in the same round for the other player."""
        return any(one is game for _, one in self.find_games(other, round_index))

    def count_matches_without_games(self, index: int) -> int:
        """Return the number of team matches whose games are not in the file."""
        matches = {
            id(game): position
            for position, game in enumerate(self.tournament.games)
            if game.kind == TEAMS
        }
        found = {
            id(game)
            for _, game in self._iterate_section_games(index)
            if id(game) in matches
            and NOBODY not in (game.p1, game.p2)
            and not self._find_match_games(matches[id(game)])
        }
        return len(found)

    def count_teams_without_members(self, index: int) -> int:
        """Return the number of teams without players in the file."""
        return sum(
            self._is_entered(position)
            and self._find_section(position) == index
            and self.is_team(position)
            and not self._list_members(position)
            for position in range(len(self.tournament.players))
        )

    @cached_property
    def unlisted(self) -> int:
        """The number of games that no player has, for example after a round was paired again."""
        listed = {one for games in self._games for one in games if one is not None}
        return sum(
            position not in listed and game.kind != SINGLE
            for position, game in enumerate(self.tournament.games)
        )

    def _iterate_section_games(self, index: int) -> Iterator[tuple[int, WinTDGame]]:
        """Yield every game of a section's players and teams, with its round from 0."""
        teams = {self._team_of.get(p) for p, _ in self.of_section[index]}
        of_players = [entry.position for entry in self.of_section[index]]
        for position in (*of_players, *(team for team in teams if team is not None)):
            yield from (
                (round_index, self.tournament.games[reference])
                for round_index, reference in enumerate(self._games[position])
                if reference is not None
            )

    def _get_game_index(self, position: int, round_index: int) -> int | None:
        games = self._games[position]
        return games[round_index] if round_index < len(games) else None

    def _read_game_list(self, position: int) -> list[int | None]:
        """Return a player's games by rounds, after checking that the player is in each."""
        games = self.get_entry_facts(position).get("games")
        values: list[Any] = games if isinstance(games, list) else []
        while values and values[-1] == NOBODY:
            values = values[:-1]
        if len(values) > MOST_ROUNDS:
            raise self._make_error(
                f"{len(values):,} rounds; the limit is {MOST_ROUNDS}",
                self._describe_place(position),
            )
        return [
            self._check_own_game(position, i, value) for i, value in enumerate(values)
        ]

    def _check_own_game(
        self, position: int, round_index: int, value: Any
    ) -> int | None:
        games = self.tournament.games
        reference = loose.parse_whole_number(value)
        if reference == NOBODY:
            return None
        place = f"{self._describe_place(position)}, round {round_index + 1}"
        if reference is None or not 0 <= reference < len(games):
            raise self._make_error(
                (
                    f"refers to game {loose.clean_text(value)[:20] or '?'}, but there "
                    f"are only {len(games):,}"
                ),
                place,
            )
        game = games[reference]
        if position not in (game.p1, game.p2):
            raise self._make_error(f"game {reference} is not this player's", place)
        return reference

    @cached_property
    def _by_key(self) -> dict[_Key, list[WinTDGame]]:
        return group_by_key(
            (self._make_match_key(game), game)
            for game in self.tournament.games
            if game.kind == SINGLE
        )

    @cached_property
    def _by_parent(self) -> dict[int, list[WinTDGame]]:
        """The games by the match that they name."""
        return group_by_key(
            (parent, game)
            for game in self.tournament.games
            if game.kind == SINGLE
            and (parent := loose.parse_whole_number(game.match)) is not None
            and parent != NOBODY
        )

    def _find_match_games(self, reference: int) -> list[WinTDGame]:
        """Return the games of a match: those it names, those that name it, or its players'."""
        match = self.tournament.games[reference]
        linked = match.match
        lists = list(linked.values()) if isinstance(linked, dict) else [linked]
        named = [
            self.tournament.games[at]
            for values in lists
            if isinstance(values, list)
            for at in map(loose.parse_whole_number, values)
            if at is not None and 0 <= at < len(self.tournament.games)
        ]
        return (
            [game for game in named if game.kind == SINGLE]
            or self._by_parent.get(reference)
            or self._by_key.get(self._make_match_key(match), [])
        )

    def _make_match_key(self, game: WinTDGame) -> _Key:
        """Return the key that a match and its games share: their players and round."""
        return frozenset(
            (self._team_of.get(player, player), game.get_round(player))
            for player in (game.p1, game.p2)
        )

    def _describe_place(self, position: int) -> str:
        name = self.get_name(position)
        return f'"{name}"' if name else f"players, position {position}"

    def _make_error(self, message: str, place: str) -> FormatError:
        return FormatError(message, _AGAIN, path=self.path, place=place)
