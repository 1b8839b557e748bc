"""Describe a section's changes for the list of updates."""

from collections.abc import Callable

from uscalc.document.cells import Entry
from uscalc.document.compare.games import Who
from uscalc.document.merge.cells import Said, State
from uscalc.document.merge.news import Kind, More, News
from uscalc.document.model import Player, Section
from uscalc.document.words import ALONE, VERBS


class Reporter:
    """Makes sentences of what changes in a section, with the names that the file has.

    `states` are where a person is looked for, one after the other.
    """

    def __init__(self, name: str, theirs: Section, *states: State) -> None:
        self._name = name
        self._newest = theirs.rounds
        self._states = states

    def person(self, kind: Kind, who: int, became: str) -> News:
        """Describe a change of a player, such as an entry or a new number."""
        return News(
            kind, f"{self._called(who)} {became}", self._name, None, self._called(who)
        )

    def cell(self, kind: Kind, who: int, place: int, said: Said) -> News:
        """Describe the new content of a player's cell."""
        words = _sentence(who, said, self._called)
        if kind == "correction":
            words = f"corrected: {words}"
        told = self._leaving(who, place) if kind == "unpaired" else kind
        return News(told, words, self._name, place + 1, self._called(who))

    def colour(self, who: int, place: int, said: Said) -> News:
        """Describe the new colors of a known game."""
        words = f"the colours: {_sentence(who, said, self._called)}"
        return News("colour", words, self._name, place + 1, self._called(who))

    def _called(self, who: int) -> str:
        players = (state.players.get(who) for state in self._states)
        return next((called(p) for p in players if p is not None), "somebody")

    def _leaving(self, who: int, place: int) -> Kind | More:
        """Decide what a missing pairing means.

        A player of earlier rounds without a pairing in two rounds running has
        withdrawn. A single round may be a requested bye without points, the last round
        included.
        """
        if place + 1 != self._newest:
            return "unpaired"
        out = [self._is_out(who, at) for at in range(place + 1)]
        run = next((n for n, u in enumerate(reversed(out)) if not u), len(out))
        if run > 2 or run == len(out):
            return "absent"
        return "withdrawn" if run == 2 else "unpaired"

    def _is_out(self, who: int, place: int) -> bool:
        said = self._states[0].said(who, place)
        return isinstance(said, tuple) and all(
            entry.outcome == "unpaired" for entry, _ in said
        )


def called(player: Player) -> str:
    """Return a player's name, or the number if the name is missing."""
    return player.name or f"number {player.number}"


def _sentence(who: int, said: Said, called: Callable[[int], str]) -> str:
    """Describe the content of a player's cell."""
    if isinstance(said, str):
        return f'"{said[:24]}" stands for {called(who)}'
    if not said:
        return f"nothing stands for {called(who)} any more"
    return ", ".join(_entry(who, entry, other, called) for entry, other in said)


def _entry(who: int, entry: Entry, other: Who, called: Callable[[int], str]) -> str:
    name = called(who)
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"{name} is to play somebody rated {low} to {high}"
    if other is None:
        return f"{name} {ALONE.get(entry.outcome, 'plays')}"
    against = called(other) if isinstance(other, int) else f"number {other[1]}"
    alone = f", rated for {name} alone" if entry.one_sided else ""
    return f"{name} {VERBS[entry.outcome]} {against}{alone}"
