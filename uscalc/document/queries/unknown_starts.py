"""Find the possible starting ratings of an unrated player with unknown facts.

The starting rating is computed for each possible value of a fact. The values that give
the lowest and the highest rating for each number of games are used.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from uscalc.analysis.assumptions import SectionChange, UnknownFact
from uscalc.counted import group_by_key
from uscalc.document.cells import describe_assumed_games
from uscalc.document.dates import subtract_days
from uscalc.document.model import Player
from uscalc.document.rate.members import Member
from uscalc.document.rate.rated import SystemRating
from uscalc.engine.floors import PRIZE_FLOOR
from uscalc.engine.inputs import (
    SYSTEM_NAMES,
    Entrant,
    FloorFacts,
    InitialRatingFacts,
    SourceRating,
)
from uscalc.engine.match import FURTHEST_APART
from uscalc.engine.rules import Rules
from uscalc.engine.trace import StartTrace

ESTABLISHED_SOURCES: Final = ("official", "published")
YOUNGEST_DAYS: Final = 1096
OLDEST_DAYS: Final = 9862
"""Ages in days, three and twenty-seven years, where the age rule begins and has ended."""
YEAR: Final = 365.25
LONG_AGO_DAYS: Final = 7305
"""Twenty years in days; a rating of that age has almost no weight."""
AGES_OF_SOURCES: Final = (
    *(0, 30, 91, 183, 274, 365, 548, 731, 1096, 1461, 1826, 2557, 3652, 5479),
    *(LONG_AGO_DAYS, 10957, 14610, 21915, 29220),
)
"""The ages in days at which an undated rating is tried."""
SOURCE_GAMES: Final = (*range(1, 10), 10, 25)
"""The values to try for an unknown number of games; more means established."""

StartOf = Callable[[InitialRatingFacts], StartTrace]
"""Gives the rating and games of Step 1."""
SEVERAL: Final = 2
"""From this number of ratings on, the starting rating depends on their weights."""


class TriedDay(NamedTuple):
    """A possible day of an unknown fact, the facts with it, and the start that they give."""

    day: dt.date
    facts: InitialRatingFacts
    start: StartTrace


TryDay = Callable[[dt.date], TriedDay]
Height = Callable[[TriedDay], float]


UnknownStart = tuple[str, str, tuple[InitialRatingFacts, ...]]
"""An unknown fact of a start: its kind, the assumption, and the facts with its values."""


def list_unknown_starts(
    player: Player, facts: InitialRatingFacts, end: dt.date, start_of: StartOf
) -> Iterator[UnknownStart]:
    """Yield each unknown fact that would change the start, with its extreme values."""
    given = start_of(facts)
    if given.how == "office":
        return
    for kind, taken, values in (
        *_list_sources(player, facts, end, given, start_of),
        *_list_births(player, facts, end, given, start_of),
    ):
        found = find_extremes(given, values, start_of)
        if found:
            yield kind, taken, tuple(found)


def find_extremes(
    given: StartTrace, values: Sequence[InitialRatingFacts], start_of: StartOf
) -> list[InitialRatingFacts]:
    """Return the values that give the extremes, in their order.

    Values that give the same rating and number of games as `given` are left out.
    """
    starts = [start_of(value) for value in values]
    by_games = group_by_key(
        (start.n or 0, (start.r0, at)) for at, start in enumerate(starts)
    )
    # If the lowest rating is also the highest, one value is enough.
    extremes = [
        at
        for n, found in by_games.items()
        for r0, at in dict((max(found), min(found))).items()
        if (r0, n) != (given.r0, given.n)
    ]
    return [values[at] for at in sorted(extremes)]


def _list_births(
    player: Player,
    facts: InitialRatingFacts,
    end: dt.date,
    given: StartTrace,
    start_of: StartOf,
) -> Iterator[tuple[str, str, Sequence[InitialRatingFacts]]]:
    """Yield the unknown age of a player, with its possible values."""
    if facts.birth_date is None and not facts.adult:
        days = _list_birth_dates(given, end)
        taken = "the birth date is unknown, and the player is assumed to be a child"
    elif player.birth is not None and player.birth.year_only:
        year = player.birth.date.year
        days = [dt.date(year, 1, 1), dt.date(year, 12, 31)]
        three = subtract_days(end, YOUNGEST_DAYS)
        if days[0] < three < days[1]:
            # The starting rating is lowest at the age of three.
            days.insert(1, three)
        taken = "only the birth year is known, so July 1 is assumed"
    else:
        days, taken = [], ""
    if days and given.sources:
        try_day = _make_day_trial(lambda day: replace(facts, birth_date=day), start_of)
        yield "start", taken, _list_with_changes(days, try_day)
    elif days:
        yield "start", taken, [replace(facts, birth_date=day) for day in days]
    if facts.birth_date is not None and facts.adult is None:
        taken = "it is unknown whether the player is an adult, so a child is assumed"
        yield "adult", taken, [replace(facts, adult=True)]


def _list_birth_dates(given: StartTrace, end: dt.date) -> list[dt.date]:
    """Return the birth dates to try, one for every year if other ratings depend on the age."""
    if not given.sources:
        return [subtract_days(end, YOUNGEST_DAYS), subtract_days(end, OLDEST_DAYS)]
    # The age on the date of another rating counts, so be an adult even on that date.
    oldest = OLDEST_DAYS + max(source.d for source in given.sources)
    years = [round(age * YEAR) for age in range(4, int(oldest / YEAR))]
    return [subtract_days(end, days) for days in (YOUNGEST_DAYS, *years, oldest)]


def _list_sources(
    player: Player,
    facts: InitialRatingFacts,
    end: dt.date,
    given: StartTrace,
    start_of: StartOf,
) -> Iterator[tuple[str, str, Sequence[InitialRatingFacts]]]:
    """Yield other ratings whose date or number of games is unknown."""
    # Only the average of all ratings depends on their dates, not a priority list.
    dates_count = bool(given.sources)
    for system, source in facts.others:
        name = SYSTEM_NAMES[system]
        if source.as_of is None and dates_count:
            taken = f"the {name} rating has no date and is assumed to be current"
            yield "source", taken, _list_dated(facts, system, source, end, start_of)
        known = player.facts(system).source in ESTABLISHED_SOURCES
        if source.games is None and not known:
            taken = describe_assumed_games(f"number of games of the {name} rating")
            yield (
                "source",
                taken,
                [
                    with_source(facts, system, replace(source, games=games))
                    for games in SOURCE_GAMES
                ],
            )
    for key, foreign in (("fide", facts.fide), ("cfc", facts.cfc)):
        if foreign is not None and foreign.as_of is None and dates_count:
            taken = f"the {key.upper()} rating has no date and is assumed to be current"
            yield "source", taken, _list_dated(facts, key, foreign, end, start_of)


def _list_dated(
    facts: InitialRatingFacts,
    key: str,
    source: SourceRating,
    end: dt.date,
    start_of: StartOf,
) -> list[InitialRatingFacts]:
    """Return the facts with a rating at each of its possible ages."""
    days = [subtract_days(end, age) for age in AGES_OF_SOURCES]
    try_day = _make_day_trial(
        lambda day: with_source(facts, key, replace(source, as_of=day)), start_of
    )
    return _list_with_changes(days, try_day)


def _make_day_trial(
    with_day: Callable[[dt.date], InitialRatingFacts], start_of: StartOf
) -> TryDay:
    """Return a function that tries a day; `with_day` returns the facts with it."""

    def try_day(day: dt.date) -> TriedDay:
        facts = with_day(day)
        return TriedDay(day, facts, start_of(facts))

    return try_day


def _list_with_changes(
    days: Sequence[dt.date], try_day: TryDay
) -> list[InitialRatingFacts]:
    """Return the facts of each day, with those next to each change of the number of games."""
    first, *others = map(try_day, days)
    found = [first]
    for tried in others:
        found += _list_changes_between(found[-1], tried, try_day)
        found.append(tried)
    if len(first.start.sources) >= SEVERAL:
        # Days between those tried may give even lower or higher ratings. With a single
        # rating, its weight doesn't change the result.
        found += [
            _find_highest(found, _make_measure(n, sign), try_day)
            for n in dict.fromkeys(tried.start.n for tried in found)
            for sign in (1.0, -1.0)
        ]
    return [tried.facts for tried in found]


def _make_measure(n: int | None, sign: float) -> Height:
    """Return a function that gives the rating times `sign`, if it is based on `n` games."""

    def height(tried: TriedDay) -> float:
        start = tried.start
        exact = start.r0 if start.exact_r0 is None else start.exact_r0
        return sign * exact if start.n == n else -inf

    return height


def _find_highest(
    tried: Sequence[TriedDay], height: Height, try_day: TryDay
) -> TriedDay:
    """Return the day with the highest measure, also among days between those tried."""
    heights = [height(one) for one in tried]
    top = max(heights)
    at = heights.index(top)
    best = tried[at]
    low, high = tried[max(at - 1, 0)], tried[min(at + 1, len(tried) - 1)]
    while True:
        before_it = _try_middle(low, best, try_day)
        after_it = _try_middle(best, high, try_day)
        if before_it is None and after_it is None:
            return best
        if before_it is not None and height(before_it) > top:
            best, high = before_it, best
        elif after_it is not None and height(after_it) > top:
            low, best = best, after_it
        else:
            low, high = before_it or best, after_it or best
        top = height(best)


def _list_changes_between(
    one: TriedDay, other: TriedDay, try_day: TryDay
) -> list[TriedDay]:
    """Return the days next to each change of the number of games between two days."""
    if one.start.n == other.start.n:
        return []
    middle = _try_middle(one, other, try_day)
    if middle is None:
        return []
    return [
        *_list_changes_between(one, middle, try_day),
        middle,
        *_list_changes_between(middle, other, try_day),
    ]


def _try_middle(one: TriedDay, other: TriedDay, try_day: TryDay) -> TriedDay | None:
    """Try the day halfway between two days; return None if there is none."""
    first, last = one.day.toordinal(), other.day.toordinal()
    return (
        None
        if abs(first - last) < len((one, other))
        else try_day(dt.date.fromordinal((first + last) // 2))
    )


def with_source(
    facts: InitialRatingFacts, key: str, source: SourceRating
) -> InitialRatingFacts:
    """Return the facts with another rating of a system, or of "fide" or "cfc"."""
    if key == "fide":
        return replace(facts, fide=source)
    if key == "cfc":
        return replace(facts, cfc=source)
    others = tuple((k, source if k == key else s) for k, s in facts.others)
    return replace(facts, others=others)


BEYOND: Final = 1.0
"""A difference this many points above the limit is too large for a match."""
LISTED: Final = "official"
"""The source of a rating that is already the last published rating."""


def list_match_unknowns(
    members: tuple[Member, ...], rating: SystemRating
) -> Iterator[UnknownFact]:
    """Yield the unknown facts of a match: published ratings and earlier matches."""
    players = rating.trace.players
    if rating.trace.section.kind != "match" or len(players) != 2:
        return
    for place, (member, player) in enumerate(zip(members, players, strict=False)):
        facts = member.player.facts(rating.system)
        other = players[1 - place].entrant
        level = (
            other.rating if other.matches.official is None else other.matches.official
        )
        entrant = player.entrant
        if facts.official is None and facts.source != LISTED and level is not None:
            yield UnknownFact(
                "official",
                place,
                "the last published rating is unknown and assumed to be the pre-match "
                "rating",
                (),
                tuple(
                    SectionChange(
                        {
                            place: entrant.with_facts(
                                matches=replace(entrant.matches, official=official)
                            )
                        }
                    )
                    for official in (level, level + FURTHEST_APART + BEYOND)
                ),
            )
        if player.match is not None:
            yield from _list_earlier_match_unknowns(place, entrant, rating.trace.rules)


def _list_earlier_match_unknowns(
    place: int, entrant: Entrant, rules: Rules
) -> Iterator[UnknownFact]:
    """Yield the earlier net changes that would limit this match."""
    limits = {
        "net_180_days": rules.match_net_180_days,
        "net_3_years": rules.match_net_3_years,
    }
    cut: list[Mapping[int, Entrant]] = []
    for name, limit in limits.items():
        if limit is not None and getattr(entrant.matches, name) is None:
            earlier = [
                replace(entrant.matches, **{name: net}) for net in (-limit, limit)
            ]
            cut += [{place: entrant.with_facts(matches=one)} for one in earlier]
    if cut:
        yield UnknownFact(
            "net",
            place,
            "the net rating change in earlier matches is unknown and assumed to be too "
            "small to limit this match",
            (),
            tuple(map(SectionChange, cut)),
        )


def list_prize_unknowns(
    place: int, entrant: Entrant, rules: Rules
) -> Iterator[UnknownFact]:
    """Yield the unknown facts of a prize that sets a floor: its amount, or its date."""
    prize = entrant.floors.prize
    if prize is None:
        return
    others: list[FloorFacts] = []
    if prize.amount is None:
        taken = "the prize amount is unknown and assumed to be enough for a floor"
        others = [replace(entrant.floors, prize=None)]
    elif prize.rule is None:
        taken = "the date of the prize is unknown, so this section's rule is assumed"
        others = [
            replace(entrant.floors, prize=replace(prize, rule=rule))
            for rule in PRIZE_FLOOR
            if rule != rules.prize_floor
        ]
    if others:
        changes = tuple({place: entrant.with_facts(floors=floors)} for floors in others)
        yield UnknownFact("prize", place, taken, changes)
