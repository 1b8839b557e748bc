"""Collect what a merge changes, and where file and event disagree."""

import datetime as dt
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.news import ROUND_OVER, WORDS, News, NewsKind
from uscalc.document.model import BirthDate, ForeignRating
from uscalc.engine.systems import System
from uscalc.monitor import UNMONITORED, Monitor

REMEDY: Final = "keep it, or take what the file says"

T = TypeVar("T")


@dataclass(slots=True)
class MergeLedger:
    """`take_theirs` gives the file the word wherever two disagree.

    `monitor` is checked between two players.
    """

    take_theirs: bool = False
    monitor: Monitor = UNMONITORED
    findings: list[Finding] = field(default_factory=list)
    changes: dict[NewsKind, set[Hashable]] = field(default_factory=dict)
    rounds: set[int] = field(default_factory=set)
    """Counted from 1."""
    told: dict[Hashable, News] = field(default_factory=dict)
    """Every change by name."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """The new section of each person whom the file has moved."""

    def count_change(
        self,
        kind: NewsKind,
        what: Hashable,
        round_number: int | None = None,
        news: News | None = None,
    ) -> None:
        """Count a change once, and add its news."""
        self.changes.setdefault(kind, set()).add(what)
        if round_number is not None:
            self.rounds.add(round_number)
        self.add_news(what, news or News(kind, WORDS[kind][0], round=round_number))

    def add_news(self, what: Hashable, news: News) -> None:
        """Add a change's news once; the change need not be counted."""
        self.told.setdefault((news.kind, what), news)

    def resolve(
        self,
        ours: T,
        base: T,
        theirs: T,
        change: Hashable,
        disagree: Callable[[T, T], Finding],
        same: Callable[[T, T], bool] = lambda one, other: one == other,
        news: Callable[[T, T], News] | None = None,
    ) -> tuple[T, T]:
        """Return the value to use, and the one to remember as the file's.

        A change on one side wins. If both sides changed, the user's value stays and
        `disagree` makes the finding. `news` describes the change from our value to the
        file's.
        """
        if theirs == base or same(ours, theirs):
            return ours, theirs
        if ours == base or self.take_theirs:
            told = news(ours, theirs) if news is not None else News("fact")
            kind: NewsKind = ROUND_OVER if told.kind == ROUND_OVER else "fact"
            self.count_change(kind, change, None, told)
            return theirs, theirs
        self.findings.append(disagree(ours, theirs))
        return ours, base

    def name_edit(self, source: str) -> str:
        """Return the changes as the name of one edit."""
        said = [
            f"{len(found)} {WORDS[kind][len(found) != 1]}"
            for kind in WORDS
            if (found := self.changes.get(kind))
        ]
        rounds = sorted(self.rounds)
        if not rounds:
            head = "Changes"
        elif len(rounds) == 1:
            head = f"Round {rounds[0]}"
        else:
            between = "and" if rounds[1:] == [rounds[-1]] else "to"
            head = f"Rounds {rounds[0]} {between} {rounds[-1]}"
        return f"{head} from {source}" + (f": {', '.join(said)}" if said else "")


def make_disagreement(
    what: str,
    ours: Any,
    theirs: Any,
    section_name: str = "",
    player: int | None = None,
    round_number: int | None = None,
    system: System | None = None,
) -> Finding:
    """Return a finding of two values of one fact; the section's position comes later."""
    return Finding(
        LINKED_FILE_DIFFERS,
        "warns",
        f"the {what} is {describe_value(ours)} here and {describe_value(theirs)} in the file",
        REMEDY,
        None,
        section_name,
        player,
        round_number,
        system,
        what,
    )


def describe_value(value: Any) -> str:
    """Return a fact in a word or two."""
    if value is None or value in ("", ()):
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, BirthDate):
        return f"{value.date.year}" if value.year_only else value.date.isoformat()
    if isinstance(value, ForeignRating):
        return f"{value.rating:g}"
    if isinstance(value, str):
        flat = " ".join(value.split())
        return f'"{flat[:24]}"'
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    return "another value"
