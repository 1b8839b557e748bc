"""List the unknown facts of a section, and the possible values of each.

The extremes of a fact suffice, because all other values give ratings between theirs. In
a published list or crosstable, a missing number of games means established; elsewhere
it may be any number.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from uscalc.analysis.assumptions import (
    RelevantAssumption,
    SectionChange,
    UnknownFact,
    find_relevant_assumptions_of_sections,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.counted import choose_plural, count_in_words, format_day
from uscalc.document.cells import describe_assumed_games
from uscalc.document.model import FOREIGN, RatingFacts
from uscalc.document.queries.unknown_starts import (
    ESTABLISHED_SOURCES,
    StartOf,
    list_match_unknowns,
    list_prize_unknowns,
    list_unknown_starts,
)
from uscalc.document.rate.engine_input import find_start_facts
from uscalc.document.rate.members import Member, find_members
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.document.rate.systems import has_dual_time
from uscalc.engine.floors import (
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    LIFE_MASTER,
    LIFE_MASTER_FLOOR,
    PERSONAL_FLOOR,
    is_established,
)
from uscalc.engine.inputs import Entrant
from uscalc.engine.match import BELOW_FLOOR
from uscalc.engine.standard import NUMERATOR, REDUCED_K
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor

LEAST_ESTABLISHED: Final = 26
GAME_COUNTS: Final = (1, 8, 9)
"""The first and last N of the special formula, and the first of the standard one."""
GAMES_TAKEN: Final = describe_assumed_games("number of games")
MOST_GAMES_WITH_ONE_RESULT: Final = 8
"""With more games, a record of only wins or only losses is too unlikely to ask about."""
WINS_FOR_THE_HIGHEST: Final = 13
BELOW_HALF: Final = 0.5
ABOVE_HALF: Final = 0.499999


def find_relevant_assumptions(
    section: SectionRating,
    rating: SystemRating,
    monitor: Monitor = UNMONITORED,
) -> tuple[RelevantAssumption, ...]:
    """Return the assumptions that change a displayed rating, the largest change first.

    Stops early once `monitor` is canceled; the result is then incomplete. `monitor`
    receives the progress.
    """
    (found,) = find_assumptions_of_each([(section, rating)], monitor)
    return found


def find_assumptions_of_each(
    asked: Iterable[tuple[SectionRating, SystemRating]],
    monitor: Monitor = UNMONITORED,
) -> list[tuple[RelevantAssumption, ...]]:
    """Return the assumptions of several ratings, much faster than one by one.

    See `find_relevant_assumptions`.
    """
    return find_relevant_assumptions_of_sections(
        [
            (
                base,
                takewhile(
                    lambda _: not monitor.is_canceled(),
                    list_unknowns(section, rating, base),
                ),
            )
            for section, rating in asked
            for base in (RatedBase(rating.trace),)
        ],
        monitor,
    )


def list_unknowns(
    section: SectionRating, rating: SystemRating, base: RatedBase | None = None
) -> Iterator[UnknownFact]:
    """Yield every unknown fact, whether or not it matters.

    `base` is that of the rating, if it exists already.
    """
    start_of = (base or RatedBase(rating.trace)).start_of
    found = _list_section_unknowns(section, rating, start_of)
    if rating.trace.section.kind != "match":
        return found
    # Any fact of the players may decide whether the section is a match.
    return (
        replace(
            unknown,
            alternatives=(),
            remade=(*map(SectionChange, unknown.alternatives), *unknown.remade),
        )
        for unknown in found
    )


def _list_section_unknowns(
    section: SectionRating, rating: SystemRating, start_of: StartOf
) -> Iterator[UnknownFact]:
    members = find_members(section.section)
    players = rating.trace.players
    met = set().union(*[player.entrant.opponents for player in players])
    for place, (member, player) in enumerate(zip(members, players, strict=False)):
        if player.formula != "none" or place in met:
            facts = member.player.facts(rating.system)
            if player.entrant.rating is None:
                yield from _list_starts(place, member, section, rating, start_of)
            else:
                yield from _list_member_unknowns(place, facts, player, section, rating)
    yield from _list_fixed_unknowns(section, rating, len(members), start_of)
    yield from list_match_unknowns(members, rating)
    yield from _list_date_unknowns(section, members, rating)
    yield from _list_time_control_unknowns(section, rating)
    yield from list_rounding_unknowns(members, rating)


def _list_member_unknowns(
    place: int,
    facts: RatingFacts,
    player: PlayerTrace,
    section: SectionRating,
    rating: SystemRating,
) -> Iterator[UnknownFact]:
    entrant = player.entrant
    assert entrant.rating is not None
    if facts.games is None:
        known = facts.source in ESTABLISHED_SOURCES
        counts: tuple[int, ...] = () if known else GAME_COUNTS
        if player.effective.n_star > LEAST_ESTABLISHED:
            # Otherwise N' is N* with all numbers of games of an established rating.
            counts += (LEAST_ESTABLISHED,)
        if rating.trace.section.kind == "match" and not known:
            # With this number of games or fewer, a player is provisional, and there is no match.
            counts += (LEAST_ESTABLISHED - 1,)
        changed = [entrant.with_facts(games=count) for count in counts]
        rule = rating.trace.rules.foreign_fide
        if section.section.kind in FOREIGN and rule == "established":
            # With fewer games, such an event isn't rated for the player.
            changed = [entrant.with_facts(games=LEAST_ESTABLISHED)]
            if not known:
                changed.append(replace(entrant, games=LEAST_ESTABLISHED - 1, own=()))
        if changed:
            alternatives = tuple([{place: other} for other in changed])
            yield UnknownFact("games", place, GAMES_TAKEN, alternatives)
    elif facts.record is None and 0 < facts.games <= MOST_GAMES_WITH_ONE_RESULT:
        yield UnknownFact(
            "record",
            place,
            "the earlier results are unknown and assumed to be mixed, neither all wins nor "
            "all losses",
            (
                {place: entrant.with_facts(record="all_wins")},
                {place: entrant.with_facts(record="all_losses")},
            ),
        )
    if player.post is None or player.formula == "none":
        return
    earns = rating.system in PERSONAL_FLOOR[rating.trace.rules.personal_floor]
    counts_known = None not in (facts.wins, facts.draws, facts.events)
    if earns and not counts_known and player.post < HIGHEST_PERSONAL:
        floors = replace(entrant.floors, wins=WINS_FOR_THE_HIGHEST)
        yield UnknownFact(
            "counts",
            place,
            "the earlier wins, draws and events are unknown and assumed to be 0",
            ({place: entrant.with_facts(floors=floors)},),
        )
    rules = rating.trace.rules
    yield from list_prize_unknowns(place, entrant, rules)
    titled = rating.system in LIFE_MASTER[rules.life_master_floor]
    highest = LIFE_MASTER_FLOOR if titled else HIGHEST_PEAK_FLOOR
    level = min(int(entrant.rating // 100 * 100), highest)
    waived = player.match is not None and BELOW_FLOOR[rules.match_below_floor]
    if (
        facts.floor is None
        and facts.peak is None
        and is_established(facts.games)
        and not waived
        and player.post < level >= rules.peak_floor_lowest
    ):
        yield UnknownFact(
            "floor",
            place,
            "the highest rating is unknown and assumed to be the pre-event rating",
            ({place: entrant.with_facts(floors=replace(entrant.floors, given=level))},),
        )


def _list_starts(
    place: int,
    member: Member,
    section: SectionRating,
    rating: SystemRating,
    start_of: StartOf,
) -> Iterator[UnknownFact]:
    """Yield the unknown facts that decide an unrated player's start."""
    entrant = rating.trace.players[place].entrant
    for kind, taken, others in list_unknown_starts(
        member.player, entrant.start, section.end_date, start_of
    ):
        starts = [{place: entrant.with_facts(start=facts)} for facts in others]
        yield UnknownFact(kind, place, taken, tuple(starts))


def _list_fixed_unknowns(
    section: SectionRating, rating: SystemRating, first: int, start_of: StartOf
) -> Iterator[UnknownFact]:
    """Yield the unknown facts that decide the unrated opponents of an estimate."""
    if section.section.kind != "estimate":
        return
    players = {player.number: player for player in section.section.players}
    for place, player in enumerate(rating.trace.players[first:], first):
        entrant = player.entrant
        if entrant.rating is not None:
            continue
        for kind, taken, others in list_unknown_starts(
            players[entrant.number], entrant.start, section.end_date, start_of
        ):
            alternatives = tuple(
                [
                    {place: entrant.with_facts(start=facts, fixed=start_of(facts).r0)}
                    for facts in others
                ]
            )
            yield UnknownFact(kind, place, taken, alternatives)


def _list_date_unknowns(
    section: SectionRating, members: tuple[Member, ...], rating: SystemRating
) -> Iterator[UnknownFact]:
    """Yield the unknown day that decides the rules, if other rules may have been in force."""
    day = format_day(section.end_date)
    if section.section.end_date is None:
        taken = (
            f"the section's end date is unknown and assumed to be the event's, {day}"
        )
    elif section.section.start_date is None:
        taken = f"the start date is unknown, so the end date, {day}, decides the rules"
    else:
        taken = f"the rules changed during the section, so its end date, {day}, decides"
    remade = []
    for rules, ended in rating.other_days:
        entrants = {}
        for place, member in enumerate(members if ended is not None else ()):
            entrant = rating.trace.players[place].entrant
            if entrant.rating is None and ended is not None:
                entrants[place] = entrant.with_facts(
                    start=find_start_facts(member.player, rating.system, ended)
                )
        remade.append(SectionChange(entrants, rules, ended))
    if remade:
        yield UnknownFact("days", None, taken, (), tuple(remade))


def _list_time_control_unknowns(
    section: SectionRating, rating: SystemRating
) -> Iterator[UnknownFact]:
    """Yield the unknown time control, if it would decide whether K above 2200 is reduced."""
    rules, dual = rating.trace.rules, rating.trace.section.dual
    if rating.system != "R":
        return
    reduced = REDUCED_K[rules.reduced_k]
    if all(reduced(player.start.r0) == NUMERATOR for player in rating.trace.players):
        return
    if has_dual_time(section.section, rules) is None:
        which = "Regular and Quick" if dual else "Regular only"
        taken = f"the time control is unknown and assumed to count for {which}"
        yield UnknownFact(
            "time_control", None, taken, (), (SectionChange({}, dual=not dual),)
        )


def list_rounding_unknowns(
    members: tuple[Member, ...], rating: SystemRating
) -> Iterator[UnknownFact]:
    """Yield the rounding of each whole-number rating, whose decimals are unknown."""
    rules = rating.trace.rules
    if rules.had_integer_ratings or rules.has_integer_ratings:
        return
    low: dict[int, Entrant] = {}
    high: dict[int, Entrant] = {}
    for place, member in enumerate(members):
        facts = member.player.facts(rating.system)
        entrant = rating.trace.players[place].entrant
        if entrant.rating is not None and facts.rating is not None and facts.is_rounded:
            low[place] = entrant.with_facts(
                rating=max(100.0, entrant.rating - BELOW_HALF)
            )
            high[place] = entrant.with_facts(rating=entrant.rating + ABOVE_HALF)
    if low:
        yield UnknownFact(
            "rounded",
            None,
            "pre-event ratings are rounded and used as shown",
            (low, high),
        )


SUMMARY: Final = {
    "games": ("game count", "game counts"),
    "record": ("earlier record", "earlier records"),
    "start": ("birth date", "birth dates"),
    "adult": ("adult status", "adult statuses"),
    "source": ("detail of another rating", "details of other ratings"),
    "counts": ("career total", "career totals"),
    "floor": ("highest rating", "highest ratings"),
    "prize": ("prize detail", "prize details"),
    "official": ("last published rating", "last published ratings"),
    "net": ("earlier match change", "earlier match changes"),
}
OF_EVERYBODY: Final = {
    "rounded": "rounded pre-event ratings",
    "days": "a different date for the rules",
    "time_control": "a different time control",
}
"""Facts of a whole section that may move ratings, as subjects of a sentence."""


def summarize_assumptions(assumptions: tuple[RelevantAssumption, ...]) -> list[str]:
    """Return a sentence for each kind of missing data, the largest effect first."""
    lines = []
    for kind in dict.fromkeys(a.unknown.kind for a in assumptions):
        of_kind = [a for a in assumptions if a.unknown.kind == kind]
        ratings = len({moved.place for a in of_kind for moved in a.moved})
        most = max(a.points for a in of_kind)
        moved = f"{count_in_words(ratings, 'rating')} by up to {count_in_words(most, 'point')}"
        n = len(of_kind)
        what = OF_EVERYBODY.get(kind) or (
            f"{n:,} unknown {choose_plural(n, *SUMMARY[kind])}"
        )
        lines.append(f"{what} could change {moved}")
    return lines
