"""Describe a section's changes for the list of updates."""

from collections.abc import Callable

from uscalc.document.cells import Entry
from uscalc.document.compare.games import Opponent
from uscalc.document.merge.cells import CellContent, TableState
from uscalc.document.merge.news import ExtraNewsKind, News, NewsKind
from uscalc.document.model import Player, Section
from uscalc.document.words import LONE_OUTCOME_WORDS, OUTCOME_VERBS


class SectionReporter:
    """Makes sentences of what changes in a section, with the names that the file has.

    `states` are where a person is looked for, one after the other.
    """

    def __init__(self, name: str, theirs: Section, *states: TableState) -> None:
        self._name = name
        self._newest = theirs.rounds
        self._states = states

    def report_player(self, kind: NewsKind, who: int, became: str) -> News:
        """Describe a change of a player, such as an entry or a new number."""
        return News(
            kind,
            f"{self._name_person(who)} {became}",
            self._name,
            None,
            self._name_person(who),
        )

    def report_cell(
        self, kind: NewsKind, who: int, place: int, said: CellContent
    ) -> News:
        """Describe the new content of a player's cell."""
        words = _describe_cell(who, said, self._name_person)
        if kind == "correction":
            words = f"corrected: {words}"
        told = self._classify_absence(who, place) if kind == "unpaired" else kind
        return News(told, words, self._name, place + 1, self._name_person(who))

    def report_color(self, who: int, place: int, said: CellContent) -> News:
        """Describe the new colors of a known game."""
        words = f"the colours: {_describe_cell(who, said, self._name_person)}"
        return News("colour", words, self._name, place + 1, self._name_person(who))

    def _name_person(self, who: int) -> str:
        players = (state.players.get(who) for state in self._states)
        return next((name_player(p) for p in players if p is not None), "somebody")

    def _classify_absence(self, who: int, place: int) -> NewsKind | ExtraNewsKind:
        """Decide what a missing pairing means.

        A player of earlier rounds without a pairing in two rounds running has
        withdrawn. A single round may be a requested bye without points, the last round
        included.
        """
        if place + 1 != self._newest:
            return "unpaired"
        out = [self._is_unpaired(who, at) for at in range(place + 1)]
        run = next((n for n, u in enumerate(reversed(out)) if not u), len(out))
        if run > 2 or run == len(out):
            return "absent"
        return "withdrawn" if run == 2 else "unpaired"

    def _is_unpaired(self, who: int, place: int) -> bool:
        said = self._states[0].read_cell(who, place)
        return isinstance(said, tuple) and all(
            entry.outcome == "unpaired" for entry, _ in said
        )


def name_player(player: Player) -> str:
    """Return a player's name, or the number if the name is missing."""
    return player.name or f"number {player.number}"


def _describe_cell(who: int, said: CellContent, called: Callable[[int], str]) -> str:
    """Describe the content of a player's cell."""
    if isinstance(said, str):
        return f'"{said[:24]}" stands for {called(who)}'
    if not said:
        return f"nothing stands for {called(who)} any more"
    return ", ".join(
        _describe_entry(who, entry, other, called) for entry, other in said
    )


def _describe_entry(
    who: int, entry: Entry, other: Opponent, called: Callable[[int], str]
) -> str:
    name = called(who)
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"{name} is to play somebody rated {low} to {high}"
    if other is None:
        return f"{name} {LONE_OUTCOME_WORDS.get(entry.outcome, 'plays')}"
    against = called(other) if isinstance(other, int) else f"number {other[1]}"
    alone = f", rated for {name} alone" if entry.one_sided else ""
    return f"{name} {OUTCOME_VERBS[entry.outcome]} {against}{alone}"
