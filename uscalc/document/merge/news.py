"""Describe the changes of a file: each change by name, and all of them in a line."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from uscalc.document.cells import LONE_OUTCOME_WORDS, OUTCOME_VERBS, Entry
from uscalc.document.merge.differences import CellContent, Opponent, TableState
from uscalc.document.model import Player, Section
from uscalc.document.names import get_family_name

NewsKind = Literal[
    "result",
    "correction",
    "pairing",
    "bye",
    "unpaired",
    "entry",
    "gone",
    "moved",
    "number",
    "new-section",
    "gone-section",
    "round-over",
    "fact",
]
WORDS: Final[dict[NewsKind, tuple[str, str]]] = {
    "result": ("result", "results"),
    "correction": ("corrected result", "corrected results"),
    "pairing": ("pairing", "pairings"),
    "bye": ("bye", "byes"),
    "unpaired": ("not paired", "not paired"),
    "entry": ("new player", "new players"),
    "gone": ("player removed", "players removed"),
    "moved": ("player moved", "players moved"),
    "number": ("player renumbered", "players renumbered"),
    "new-section": ("new section", "new sections"),
    "gone-section": ("section removed", "sections removed"),
    "round-over": ("round finished", "rounds finished"),
    "fact": ("other change", "other changes"),
}
ROUND_OVER: Final = "round-over"
ExtraNewsKind = Literal["withdrawn", "absent", "color", "order"]
"""Kinds that are listed but not counted in the edit's name."""

_IN_ROUND: Final[tuple[NewsKind, ...]] = ("result", "correction", "pairing", "bye")
_OF_PEOPLE: Final[dict[NewsKind | ExtraNewsKind, str]] = {
    "entry": "entered",
    "withdrawn": "withdrew",
    "gone": "withdrew",
    "unpaired": "not paired",
}
_MOST_NAMED: Final = 3


class News(Struct, frozen=True):
    """One change: its place, its player, and a sentence about it.

    `about` names the changed thing in two words; empty for a result.
    """

    kind: NewsKind | ExtraNewsKind
    sentence: str = ""
    section: str = ""
    round: int | None = None
    name: str = ""
    about: str = ""

    @property
    def place(self) -> str:
        """The section and the round of the change; None for a change of the whole event."""
        round_ = "" if self.round is None else f"round {self.round}"
        return ", ".join(filter(None, (self.section, round_)))

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}" if self.place else self.sentence


ORDER: Final = News("order", "the players are in a different order", about="the order")
"""The news if only the order of the players changed."""


def make_move_news(who: str, sentence: str, section: str, to: str) -> News:
    """Return the news that the file moved a player to another section."""
    return News("moved", f"{who} {sentence}", section, None, who, f"moved to {to}")


def sort_news(news: Iterable[News]) -> tuple[News, ...]:
    """Return the news by section: arrivals and departures, then each round and its end."""
    known = list(news)
    sections = list(dict.fromkeys(n.section for n in known))
    return tuple(
        sorted(
            known,
            key=lambda n: (
                sections.index(n.section),
                n.round or 0,
                n.kind == ROUND_OVER,
            ),
        )
    )


def summarize_news(news: Sequence[News]) -> str:
    """Describe all news in a line: round 4: 12 results; Ortiz entered; Lee withdrew."""
    called = _shorten_names(news)
    rounds = sorted({n.round for n in news if n.kind in _IN_ROUND and n.round})
    parts = [_summarize_round(news, number) for number in rounds]
    # If a player who left wasn't paired before, name the player only once. Players who
    # moved have not left.
    named: set[str] = set()
    moved = [n for n in news if n.kind == "moved"]
    for about in dict.fromkeys(n.about for n in moved):
        who = dict.fromkeys(n.name for n in moved if n.about == about)
        named |= set(who)
        parts.append(f"{_join_names([called[name] for name in who])} {about}")
    for words in dict.fromkeys(_OF_PEOPLE.values()):
        kinds = [kind for kind, other in _OF_PEOPLE.items() if other == words]
        found = dict.fromkeys(n.name for n in news if n.kind in kinds)
        names = [called[who] for who in found if who not in named]
        named |= set(found)
        if names:
            parts.append(f"{_join_names(names)} {words}")
    if over := [n.round for n in news if n.kind == "round-over" and n.round]:
        parts.append(f"round {max(over)} is finished")
    parts += [n.about for n in news if n.kind in ("new-section", "gone-section")]
    for kind, one, many in (
        ("number", "renumbered", "players renumbered"),
        ("absent", "still not paired", "still not paired"),
        ("color", "color", "colors"),
    ):
        # Players who moved or entered couldn't have been paired.
        found_here = [n for n in news if n.kind == kind]
        if kind == "absent":
            found_here = [n for n in found_here if n.name not in named]
        if len(found_here) == 1 and kind != "color":
            parts.append(f"{called[found_here[0].name]} {one}")
        elif found_here:
            parts.append(f"{len(found_here)} {one if len(found_here) == 1 else many}")
    facts = [n for n in news if n.kind in ("fact", "order")]
    if len(facts) == 1:
        (fact,) = facts
        parts.append(f"{fact.about}{f' of {called[fact.name]}' if fact.name else ''}")
    elif facts:
        parts.append(f"{len(facts)} other changes")
    return "; ".join(parts)


def _summarize_round(news: Iterable[News], number: int) -> str:
    count = Counter(n.kind for n in news if n.round == number)
    counts = [
        f"{count[kind]} {WORDS[kind][count[kind] != 1]}"
        for kind in _IN_ROUND
        if count[kind]
    ]
    return f"round {number}: {', '.join(counts)}"


def _shorten_names(news: Iterable[News]) -> dict[str, str]:
    """Return short names: the family name if it is unique."""
    names = dict.fromkeys(n.name for n in news)
    short = {name: get_family_name(name) or name for name in names}
    count = Counter(short.values())
    return {
        name: family if count[family] == 1 else name for name, family in short.items()
    }


def _join_names(names: Sequence[str]) -> str:
    """Return names as a list: Ortiz, Lee and 3 more."""
    shown = list(names)
    if len(names) > _MOST_NAMED + 1:
        shown = [*names[:_MOST_NAMED], f"{len(names) - _MOST_NAMED} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class SectionReporter:
    """Describes the changes of a section, with the names that the file has.

    A person is searched in `states`, one after the other.
    """

    def __init__(self, name: str, theirs: Section, *states: TableState) -> None:
        self._name = name
        self._newest = theirs.rounds
        self._states = states

    def report_player(self, kind: NewsKind, who: int, became: str) -> News:
        """Describe a change of a player, for example an entry or a new number."""
        return News(
            kind,
            f"{self._name_person(who)} {became}",
            self._name,
            None,
            self._name_person(who),
        )

    def report_cell(
        self, kind: NewsKind, who: int, place: int, content: CellContent
    ) -> News:
        """Describe the new content of a player's cell."""
        correction = "corrected: " if kind == "correction" else ""
        words = correction + _describe_cell(who, content, self._name_person)
        shown_kind = self._classify_absence(who, place) if kind == "unpaired" else kind
        return News(shown_kind, words, self._name, place + 1, self._name_person(who))

    def report_color(self, who: int, place: int, content: CellContent) -> News:
        """Describe the new colors of a known game."""
        words = f"colors: {_describe_cell(who, content, self._name_person)}"
        return News("color", words, self._name, place + 1, self._name_person(who))

    def _name_person(self, who: int) -> str:
        players = (state.players.get(who) for state in self._states)
        return next((name_player(p) for p in players if p is not None), "a player")

    def _classify_absence(self, who: int, place: int) -> NewsKind | ExtraNewsKind:
        """Return the kind of news for a missing pairing.

        A player of earlier rounds without a pairing in two consecutive rounds has
        withdrawn. A single round may be a requested bye without points, including the
        last round.
        """
        if place + 1 != self._newest:
            return "unpaired"
        out = [self._is_unpaired(who, at) for at in range(place + 1)]
        run = next((n for n, u in enumerate(reversed(out)) if not u), len(out))
        if run > 2 or run == len(out):
            return "absent"
        return "withdrawn" if run == 2 else "unpaired"

    def _is_unpaired(self, who: int, place: int) -> bool:
        content = self._states[0].read_cell(who, place)
        return isinstance(content, tuple) and all(
            entry.outcome == "unpaired" for entry, _ in content
        )


def name_player(player: Player) -> str:
    """Return a player's name, or the number if the name is missing."""
    return player.name or f"number {player.number}"


def _describe_cell(who: int, content: CellContent, called: Callable[[int], str]) -> str:
    """Describe the content of a player's cell."""
    if isinstance(content, str):
        return f'{called(who)} has the text "{content[:24]}"'
    if not content:
        return f"{called(who)} no longer has an entry"
    return ", ".join(
        _describe_entry(who, entry, other, called) for entry, other in content
    )


def _describe_entry(
    who: int, entry: Entry, other: Opponent, called: Callable[[int], str]
) -> str:
    name = called(who)
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"{name} is to play an opponent rated {low} to {high}"
    if other is None:
        return f"{name} {LONE_OUTCOME_WORDS.get(entry.outcome, 'plays')}"
    against = called(other) if isinstance(other, int) else f"number {other[1]}"
    alone = f", rated for {name} only" if entry.one_sided else ""
    return f"{name} {OUTCOME_VERBS[entry.outcome]} {against}{alone}"
