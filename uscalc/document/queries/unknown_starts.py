"""Find the possible starting ratings of an unrated player with unknown facts.

The starting rating is computed for each possible value of a fact. The values that give
the lowest and the highest rating for each number of games are used.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from uscalc.analysis.assumptions import SectionChange, UnknownFact
from uscalc.counted import group_by_key
from uscalc.document.cells import describe_assumed_games
from uscalc.document.dates import subtract_days
from uscalc.document.model import Player, RatingFacts
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
Between = Callable[[InitialRatingFacts, InitialRatingFacts], InitialRatingFacts | None]
"""A function that returns the value halfway between two values; None if there is none."""
Height = Callable[[InitialRatingFacts], float]
SEVERAL: Final = 2
"""From this number of ratings on, the starting rating depends on their weights."""


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
        *_list_sources(player, facts, end, start_of),
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
    extremes: set[int] = {
        at
        for n, found in by_games.items()
        for r0, at in (min(found), max(found))
        if (r0, n) != (given.r0, given.n)
    }
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
    if days:
        values = [replace(facts, birth_date=day) for day in days]
        if given.sources:
            values = _with_changes(values, start_of, _between_births)
        yield "start", taken, values
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
    player: Player, facts: InitialRatingFacts, end: dt.date, start_of: StartOf
) -> Iterator[tuple[str, str, Sequence[InitialRatingFacts]]]:
    """Yield other ratings whose date or number of games is unknown."""
    for system, source in facts.others:
        name = SYSTEM_NAMES[system]
        if source.as_of is None:
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
        if foreign is not None and foreign.as_of is None:
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
    values = [
        with_source(facts, key, replace(source, as_of=subtract_days(end, days)))
        for days in AGES_OF_SOURCES
    ]

    def between(
        one: InitialRatingFacts, other: InitialRatingFacts
    ) -> InitialRatingFacts | None:
        day = _find_middle(_date_of(one, key), _date_of(other, key))
        if day is None:
            return None
        return with_source(facts, key, replace(source, as_of=day))

    return _with_changes(values, start_of, between)


def _with_changes(
    values: Sequence[InitialRatingFacts],
    start_of: StartOf,
    between: Between,
) -> list[InitialRatingFacts]:
    """Return the values, and the values next to each change of the number of games."""
    found = list(values[:1])
    for value in values[1:]:
        found += _start_differs(found[-1], value, start_of, between)
        found.append(value)
    if len(start_of(values[0]).sources) < SEVERAL:
        # With a single rating, its weight doesn't change the result.
        return found
    # Values between those tried may give even lower or higher ratings.
    nearer = [
        _find_highest(found, _make_measure(start_of, n, sign), between)
        for n in dict.fromkeys(start_of(value).n for value in found)
        for sign in (1.0, -1.0)
    ]
    return [*found, *nearer]


def _make_measure(start_of: StartOf, n: int | None, sign: float) -> Height:
    """Return a function that gives the rating times `sign`, if it is based on `n` games."""

    def height(value: InitialRatingFacts) -> float:
        start = start_of(value)
        exact = start.r0 if start.exact_r0 is None else start.exact_r0
        return sign * exact if start.n == n else -inf

    return height


def _find_highest(
    values: Sequence[InitialRatingFacts], height: Height, between: Between
) -> InitialRatingFacts:
    """Return the value with the highest measure, also among values between those tried."""
    heights = [height(value) for value in values]
    top = max(heights)
    at = heights.index(top)
    best = values[at]
    low, high = values[max(at - 1, 0)], values[min(at + 1, len(values) - 1)]
    while True:
        before_it, after_it = between(low, best), between(best, high)
        if before_it is None and after_it is None:
            return best
        if before_it is not None and height(before_it) > top:
            best, high = before_it, best
        elif after_it is not None and height(after_it) > top:
            low, best = best, after_it
        else:
            low, high = before_it or best, after_it or best
        top = height(best)


def _start_differs(
    one: InitialRatingFacts,
    other: InitialRatingFacts,
    start_of: StartOf,
    between: Between,
) -> list[InitialRatingFacts]:
    if start_of(one).n == start_of(other).n:
        return []
    middle = between(one, other)
    if middle is None:
        return []
    return [
        *_start_differs(one, middle, start_of, between),
        middle,
        *_start_differs(middle, other, start_of, between),
    ]


def _between_births(
    one: InitialRatingFacts, other: InitialRatingFacts
) -> InitialRatingFacts | None:
    day = _find_middle(one.birth_date, other.birth_date)
    return None if day is None else replace(one, birth_date=day)


def _find_middle(one: dt.date | None, other: dt.date | None) -> dt.date | None:
    """Return the day halfway between two days; None if there is none."""
    if one is None or other is None or abs((one - other).days) < len((one, other)):
        return None
    return dt.date.fromordinal((one.toordinal() + other.toordinal()) // 2)


def _date_of(facts: InitialRatingFacts, key: str) -> dt.date | None:
    """Return the date of a system's rating, or of the rating "fide" or "cfc"."""
    found: dict[str, SourceRating | None] = {"fide": facts.fide, "cfc": facts.cfc}
    found.update(facts.others)
    source = found[key]
    return None if source is None else source.as_of


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
                    SectionChange({place: _find_published(entrant, official)})
                    for official in (level, level + FURTHEST_APART + BEYOND)
                ),
            )
        if player.match is not None:
            yield from _list_earlier_match_unknowns(
                place, entrant, facts, rating.trace.rules
            )


def _find_published(entrant: Entrant, official: float) -> Entrant:
    return entrant.with_facts(matches=replace(entrant.matches, official=official))


def _list_earlier_match_unknowns(
    place: int, entrant: Entrant, facts: RatingFacts, rules: Rules
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
