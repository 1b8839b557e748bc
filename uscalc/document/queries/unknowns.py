"""Which facts of a section are not known, and what else each of them may be.

The extremes of a fact suffice: every figure between them lies between theirs. What a
published list or crosstable leaves out is known to be established; elsewhere an
unknown number of games may be any.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Final

from uscalc.analysis.assumptions import Assumption, Unknown, weighed
from uscalc.analysis.progress import Done, Wanted, always, nobody
from uscalc.analysis.whatif import Base
from uscalc.document.model import Player, RatingFacts
from uscalc.document.rate.members import Member, members_of
from uscalc.document.rate.rating import SectionRating, SystemRating
from uscalc.document.words import established
from uscalc.engine.floors import HIGHEST_PERSONAL, PERSONAL_FLOOR, is_established
from uscalc.engine.initial import initial_rating
from uscalc.engine.inputs import Entrant, SourceRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.trace import PlayerTrace, Start

ESTABLISHED_SOURCES: Final = ("official", "published")
LEAST_ESTABLISHED: Final = 26
GAME_COUNTS: Final = (1, 8, 9, LEAST_ESTABLISHED)
"""The first and last N of the special formula, the first of the standard one, and the
first of an established rating."""
GAMES_TAKEN: Final = established("the number of games")
MOST_GAMES_WITH_ONE_RESULT: Final = 8
"""Beyond these, having won or lost every earlier game is not worth asking about."""
YOUNGEST_DAYS: Final = 1096
OLDEST_DAYS: Final = 9862
"""Three and twenty-seven years: where the age rule begins and has ended."""
LONG_AGO_DAYS: Final = 7305
"""Twenty years: a rating as old as that weighs next to nothing."""
WINS_FOR_THE_HIGHEST: Final = 13
BELOW_HALF: Final = 0.5
ABOVE_HALF: Final = 0.499999


def assumptions_of(
    section: SectionRating,
    rating: SystemRating,
    wanted: Wanted = always,
    done: Done = nobody,
) -> tuple[Assumption, ...]:
    """The assumptions that move a displayed rating, the weightiest first.

    Looks at no more of them once `wanted` says so; what was found then is not all.
    `done` is told how far it is.
    """
    (found,) = assumptions_of_each([(section, rating)], wanted, done)
    return found


def assumptions_of_each(
    asked: Iterable[tuple[SectionRating, SystemRating]],
    wanted: Wanted = always,
    done: Done = nobody,
) -> list[tuple[Assumption, ...]]:
    """What `assumptions_of` says of each of several ratings, much quicker together."""
    return weighed(
        [
            (
                Base(rating.trace),
                takewhile(lambda _: wanted(), unknowns_of(section, rating)),
            )
            for section, rating in asked
        ],
        wanted,
        done,
    )


def unknowns_of(section: SectionRating, rating: SystemRating) -> Iterator[Unknown]:
    """Every fact that is not known, whether it matters or not."""
    members = members_of(section.section)
    players = rating.trace.players
    met = {place for player in players for place in player.entrant.opponents}
    for place, (member, player) in enumerate(zip(members, players, strict=False)):
        if player.formula != "none" or place in met:
            facts = member.player.facts(rating.system)
            yield from _of_member(place, member, facts, player, section, rating)
    yield from _of_fixed(section, rating, len(members))
    yield from rounding_of(members, rating)


def _of_member(
    place: int,
    member: Member,
    facts: RatingFacts,
    player: PlayerTrace,
    section: SectionRating,
    rating: SystemRating,
) -> Iterator[Unknown]:
    entrant = player.entrant
    if entrant.rating is None:
        yield from _start(place, member, entrant, player, section)
        return
    if facts.games is None:
        known = facts.source in ESTABLISHED_SOURCES
        counts = (LEAST_ESTABLISHED,) if known else GAME_COUNTS
        yield Unknown(
            "games",
            place,
            GAMES_TAKEN,
            tuple([{place: entrant.but(games=count)} for count in counts]),
        )
    elif facts.record is None and 0 < facts.games <= MOST_GAMES_WITH_ONE_RESULT:
        yield Unknown(
            "record",
            place,
            "the earlier results are not known; taken as mixed",
            (
                {place: entrant.but(record="all_wins")},
                {place: entrant.but(record="all_losses")},
            ),
        )
    if player.post is None or player.formula == "none":
        return
    earns = PERSONAL_FLOOR[rating.trace.rules.personal_floor](rating.system)
    counts_known = None not in (facts.wins, facts.draws, facts.events)
    if earns and not counts_known and player.post < HIGHEST_PERSONAL:
        floors = replace(entrant.floors, wins=WINS_FOR_THE_HIGHEST)
        yield Unknown(
            "counts",
            place,
            "the earlier wins, draws and events are not known; taken as none",
            ({place: entrant.but(floors=floors)},),
        )
    level = int(entrant.rating // 100 * 100)
    if (
        facts.floor is None
        and facts.peak is None
        and is_established(facts.games)
        and player.match is None
        and player.post < level >= rating.trace.rules.peak_floor_lowest
    ):
        floors = replace(entrant.floors, given=level)
        yield Unknown(
            "floor",
            place,
            "the highest rating is not known; taken as the one before the event",
            ({place: entrant.but(floors=floors)},),
        )


def _start(
    place: int,
    member: Member,
    entrant: Entrant,
    player: PlayerTrace,
    section: SectionRating,
) -> Iterator[Unknown]:
    """What an unrated player may start from where something of it is not known."""
    if player.start.how == "blend":
        yield from _blend(place, member, entrant, section)
    for days, taken in _birth_days(member.player, player.start, section.end_date):
        alternatives = tuple(
            [
                {place: entrant.but(start=replace(entrant.start, birth_date=day))}
                for day in days
            ]
        )
        yield Unknown("start", place, taken, alternatives)


def _birth_days(
    player: Player, start: Start, end: dt.date
) -> Iterator[tuple[list[dt.date], str]]:
    """The extremes of a birth date that decides and is not known, and what was taken."""
    if start.how not in ("age", "child"):
        return
    if player.birth is None:
        days = (YOUNGEST_DAYS, OLDEST_DAYS)
        yield (
            [_before(end, count) for count in days],
            "the birth date is not known; taken as a child's",
        )
    elif player.birth.year_only:
        year = player.birth.date.year
        yield (
            [dt.date(year, 1, 1), dt.date(year, 12, 31)],
            "only the year of birth is known; taken as July 1",
        )


def _before(day: dt.date, days: int) -> dt.date:
    """So many days earlier, or the first day that there is."""
    return day - min(dt.timedelta(days=days), day - dt.date.min)


def _of_fixed(
    section: SectionRating, rating: SystemRating, first: int
) -> Iterator[Unknown]:
    """What an unrated opponent of an estimate may count, when age decides."""
    if section.section.kind != "estimate":
        return
    players = {player.number: player for player in section.section.players}
    for place, player in enumerate(rating.trace.players[first:], first):
        entrant = player.entrant
        if entrant.rating is not None:
            continue
        start = _started(rating, section, entrant)
        for days, taken in _birth_days(
            players[entrant.number], start, section.end_date
        ):
            alternatives = []
            for day in days:
                other = entrant.but(start=replace(entrant.start, birth_date=day))
                strength = _started(rating, section, other).r0
                alternatives.append({place: other.but(fixed=strength)})
            yield Unknown("start", place, taken, tuple(alternatives))


def _started(rating: SystemRating, section: SectionRating, entrant: Entrant) -> Start:
    rules = rating.trace.rules
    return initial_rating(entrant.start, rating.system, section.end_date, rules)


def _blend(
    place: int, member: Member, entrant: Entrant, section: SectionRating
) -> Iterator[Unknown]:
    """Sources of a blended start whose date or number of games is not known."""
    facts = entrant.start
    old = _before(section.end_date, LONG_AGO_DAYS)
    for system, source in facts.others:
        name = SYSTEM_NAMES[system]
        if source.as_of is None:
            taken = f"the {name} rating has no date; taken as current"
            yield _with_source(
                place, entrant, system, taken, replace(source, as_of=old)
            )
        known = member.player.facts(system).source in ESTABLISHED_SOURCES
        if source.games is None and not known:
            taken = established(f"the games of the {name} rating", "are")
            yield _with_source(place, entrant, system, taken, replace(source, games=1))
    for key, foreign in (("fide", facts.fide), ("cfc", facts.cfc)):
        if foreign is not None and foreign.as_of is None:
            taken = f"the {key.upper()} rating has no date; taken as current"
            yield _with_source(place, entrant, key, taken, replace(foreign, as_of=old))


def _with_source(
    place: int, entrant: Entrant, key: str, taken: str, source: SourceRating
) -> Unknown:
    facts = entrant.start
    if key == "fide":
        facts = replace(facts, fide=source)
    elif key == "cfc":
        facts = replace(facts, cfc=source)
    else:
        others = tuple((k, source if k == key else s) for k, s in facts.others)
        facts = replace(facts, others=others)
    return Unknown("source", place, taken, ({place: entrant.but(start=facts)},))


def rounding_of(members: tuple[Member, ...], rating: SystemRating) -> Iterator[Unknown]:
    """Whole-number ratings of the floating era stand for all that round to them."""
    rules = rating.trace.rules
    if rules.integers_brought or rules.integer_ratings:
        return
    low: dict[int, Entrant] = {}
    high: dict[int, Entrant] = {}
    for place, member in enumerate(members):
        facts = member.player.facts(rating.system)
        entrant = rating.trace.players[place].entrant
        if entrant.rating is None or facts.rating is None:
            continue
        whole = facts.rating == int(facts.rating)
        if facts.rounded is False or (facts.rounded is None and not whole):
            continue
        low[place] = entrant.but(rating=max(100.0, entrant.rating - BELOW_HALF))
        high[place] = entrant.but(rating=entrant.rating + ABOVE_HALF)
    if low:
        yield Unknown(
            "rounded",
            None,
            "ratings before the event are rounded; taken as they stand",
            (low, high),
        )


SUMMARY: Final = {
    "games": ("game count", "game counts"),
    "record": ("earlier record", "earlier records"),
    "start": ("birth date", "birth dates"),
    "source": ("fact of another rating", "facts of other ratings"),
    "counts": ("count of earlier results", "counts of earlier results"),
    "floor": ("highest rating", "highest ratings"),
}


def summary(assumptions: tuple[Assumption, ...]) -> list[str]:
    """One line a kind: "3 game counts decide 11 ratings", the weightiest first."""
    lines = []
    for kind in dict.fromkeys(a.unknown.kind for a in assumptions):
        of_kind = [a for a in assumptions if a.unknown.kind == kind]
        ratings = len({moved.place for a in of_kind for moved in a.moved})
        most = max(a.points for a in of_kind)
        rated = "1 rating" if ratings == 1 else f"{ratings} ratings"
        by = f"by up to {most} point{'' if most == 1 else 's'}"
        if kind == "rounded":
            lines.append(f"rounded ratings before the event may move {rated} {by}")
            continue
        one, many = SUMMARY[kind]
        n = len(of_kind)
        verb = "decides" if n == 1 else "decide"
        lines.append(f"{n} {one if n == 1 else many} not known {verb} {rated} {by}")
    return lines
