"""Whole sheets: drawn by lot, or from the players of a section."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

from uscalc.engine.pause import Pause, go_on
from uscalc.engine.rules import Rules
from uscalc.engine.table import Edition
from uscalc.engine.trace import SectionTrace, StandardTrace
from uscalc.worksheet.box import TABLE_TOPIC, rules_of, table
from uscalc.worksheet.case import Case, case_of
from uscalc.worksheet.draw import cases
from uscalc.worksheet.kinds import (
    KINDS,
    MOST_DECIMALS,
    Kind,
    Level,
    exercise,
    whole_way,
)
from uscalc.worksheet.leaks import gives_away
from uscalc.worksheet.model import Exercise, Worksheet

MOST_DRAWS: Final = 50_000
"""After so many cases without an exercise something is wrong."""


def invented(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    rules: Rules,
    day: dt.date,
    editions: Mapping[str, Edition],
    most: int | None = None,
    pause: Pause = go_on,
) -> Worksheet:
    """Return a sheet of invented players; the same seed gives the same sheet.

    `rules` are those of `day`. One kind fills a sheet, or gives `most` exercises; of
    several there is one each.
    """
    found: list[Exercise] = []
    for kind in kinds:
        rng = Random(f"{seed}/{kind}/{level}")
        for place in range(most or _count(kinds, level)):
            drawn = cases(kind, level, rng, rules, day)
            found.append(_drawn(kind, level, drawn, place, found, pause))
    return _sheet(found, kinds, level, seed, "Invented players.", rules, editions)


def _count(kinds: Sequence[Kind], level: Level) -> int:
    return KINDS[kinds[0]].counts[level - 1] if len(kinds) == 1 else 1


def _drawn(
    kind: Kind,
    level: Level,
    drawn: Iterator[Case],
    place: int,
    others: Sequence[Exercise],
    pause: Pause,
) -> Exercise:
    for case in islice(drawn, MOST_DRAWS):
        pause()
        if not _wanted(kind, case, place):
            continue
        made = exercise(kind, case, level, MOST_DECIMALS[level])
        if made is not None and not gives_away(made, others):
            return made
    raise LookupError(f"no exercise of the kind {kind} at level {level}")


def _wanted(kind: Kind, case: Case, place: int) -> bool:
    """Return whether a case drawn by lot has something to teach.

    A score must differ from what was expected; on a sheet about the bonus it is reached
    and, after a gain, missed in turn.
    """
    first = case.passes[0]
    if not isinstance(first, StandardTrace):
        return True
    if kind == "bonus":
        return first.gain > 0 and (first.bonus > 0) == (place % 2 == 0)
    return abs(first.gain) >= 1.0


def from_section(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    trace: SectionTrace,
    name_of: Callable[[int], str],
    about: str,
    editions: Mapping[str, Edition],
    pause: Pause = go_on,
) -> Worksheet | None:
    """Return a sheet of a section's own figures, its players in a random order.

    A kind that nobody in the section gives is left out, and an exercise that would give
    away an answer of another; None where nothing is left.
    """
    players = [
        case
        for place in range(len(trace.players))
        if (case := case_of(trace, place, name_of)) is not None
    ]
    found: list[Exercise] = []
    for kind in kinds:
        order = Random(f"{seed}/{kind}/{level}").sample(players, len(players))
        most = len(found) + _count(kinds, level)
        for one in _made(kind, level, order, pause):
            if not gives_away(one, found):
                found.append(one)
            if len(found) == most:
                break
    if not found:
        return None
    if level == 1:
        about += " For work by hand the ratings are rounded to hundreds."
    return _sheet(found, kinds, level, seed, about, trace.rules, editions)


def of_player(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    about: str,
    editions: Mapping[str, Edition],
) -> Worksheet | None:
    """Return one player's whole way as an exercise; None where it gives none."""
    case = case_of(trace, place, name_of)
    made = None if case is None else whole_way(case)
    if made is None:
        return None
    rules = rules_of(made.topics, trace.rules, editions)
    return Worksheet(made.title, about, "", rules, None, (made,))


def _made(
    kind: Kind, level: Level, order: Sequence[Case], pause: Pause
) -> Iterator[Exercise]:
    """Yield exercises; those that need many decimals only after all the others."""
    left = []
    for case in order:
        pause()
        one = exercise(kind, case, level, MOST_DECIMALS[level])
        if one is None:
            left.append(case)
        else:
            yield one
    for case in left:
        pause()
        one = exercise(kind, case, level)
        if one is not None:
            yield one


def _sheet(
    found: list[Exercise],
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    about: str,
    rules: Rules,
    editions: Mapping[str, Edition],
) -> Worksheet:
    topics = [topic for one in found for topic in one.topics]
    return Worksheet(
        title=KINDS[kinds[0]].words if len(kinds) == 1 else "How a rating is computed",
        about=about,
        mark=f"{kinds[0] if len(kinds) == 1 else 'all'}, level {level}, seed {seed}",
        rules=rules_of(topics, rules, editions),
        table=table() if TABLE_TOPIC in topics else None,
        exercises=tuple(found),
    )
