"""Turn a section of the document into the engine's input."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping

from uscalc.document.model import (
    BY_DATE,
    FOREIGN,
    ForeignRating,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.document.rate.check import Place
from uscalc.document.rate.members import Member, list_games
from uscalc.engine.floors import FOREIGN_FIDE, is_valid_prize_floor
from uscalc.engine.initial import compute_initial_rating
from uscalc.engine.inputs import (
    NO_FLOORS,
    NO_MATCHES,
    NO_START,
    SYSTEMS,
    Entrant,
    FloorFacts,
    InitialRatingFacts,
    MatchFacts,
    PrizeFloorFact,
    RatedGame,
    SectionInput,
    SourceRating,
    System,
)
from uscalc.engine.rules import Rules
from uscalc.monitor import UNMONITORED, Monitor

RuleBook = Callable[[RulesChoice, dt.date, System], Rules]
"""Gives the rules of a choice, an end date and a system."""

SCORES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def find_start_facts(
    player: Player, system: System, end: dt.date
) -> InitialRatingFacts:
    """Return the facts that Step 1 may use, without unknown ones and ones after `end`."""
    facts = player.facts(system)
    known = ((other, player.facts(other)) for other in SYSTEMS if other != system)
    others = tuple(
        (other, SourceRating(source.rating, source.games, source.as_of))
        for other, source in known
        if source.rating is not None and not _is_later(source.as_of, end)
    )
    birth = player.birth.date if player.birth else None
    fide, cfc = player.fide, player.cfc
    return InitialRatingFacts(
        birth_date=None if _is_later(birth, end) else birth,
        adult=player.adult,
        office=None
        if facts.initial is None
        else (facts.initial.rating, facts.initial.games),
        others=others,
        fide=_make_source(fide, end),
        cfc=_make_source(cfc, end),
    )


def _make_source(rating: ForeignRating | None, end: dt.date) -> SourceRating | None:
    """Return a foreign rating as a source; None for 0, which lists print for unrated players."""
    return (
        None
        if rating is None or rating.rating <= 0 or _is_later(rating.as_of, end)
        else SourceRating(rating.rating, None, rating.as_of)
    )


def _is_later(day: dt.date | None, end: dt.date) -> bool:
    return day is not None and day > end


NO_COUNTS = (None, None, None)
NO_LEVELS = (None, None, None, None)
"""The counts and levels of a player who has none of these facts, like most players."""


def _make_floor_facts(
    facts: RatingFacts, system: System, end: dt.date, rulebook: RuleBook
) -> FloorFacts:
    prize = None
    known = facts.prize_floor
    if (
        known is not None
        and is_valid_prize_floor(known.level)
        and not _is_later(known.date, end)
    ):
        rule = printed = None
        if known.date is not None:
            then = rulebook(BY_DATE, known.date, system)
            rule, printed = then.prize_floor, then.get_origin("prize_floor").cited
        prize = PrizeFloorFact(known.level, known.amount, rule, printed)
    counts = (facts.wins, facts.draws, facts.events)
    levels = (facts.peak, facts.floor, prize, facts.ceiling)
    if not facts.life_master and counts == NO_COUNTS and levels == NO_LEVELS:
        return NO_FLOORS
    return FloorFacts(
        facts.peak,
        facts.floor,
        *counts,
        prize,
        facts.life_master,
        facts.ceiling,
    )


def _make_match_facts(facts: RatingFacts) -> MatchFacts:
    if facts.official is None and facts.matches is None:
        return NO_MATCHES
    matches = facts.matches
    return MatchFacts(
        facts.official,
        None if matches is None else matches.net_180_days,
        None if matches is None else matches.net_3_years,
    )


def make_section_input(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    system: System,
    dual: bool,
    end: dt.date,
    rules: Rules,
    rulebook: RuleBook,
    monitor: Monitor = UNMONITORED,
) -> SectionInput:
    """Return the engine's input for one section in one system.

    Entrant i is member i. In foreign events and estimates the opponents, whose
    strengths are fixed, follow the members.
    """
    place = map_places(section, members)
    if section.kind in FOREIGN or section.kind == "estimate":
        entrants = _make_one_sided_entrants(
            section, members, broken, system, end, rules, rulebook, place
        )
    else:
        entrants = tuple(
            make_event_entrant(section, member, broken, system, end, rulebook, place)
            for member in monitor.watch(members)
        )
    kind = "event" if section.kind == "unrated" else section.kind
    return SectionInput(system, end, entrants, kind, dual, section.half_k)


def map_places(section: Section, members: Iterable[Member]) -> dict[int, int]:
    """Return the entrant's place for each pairing number; re-entries share a place."""
    return {
        section.players[row].number: i
        for i, member in enumerate(members)
        for row in member.rows
    }


def make_event_entrant(
    section: Section,
    member: Member,
    broken: frozenset[Place],
    system: System,
    end: dt.date,
    rulebook: RuleBook,
    place: Mapping[int, int],
) -> Entrant:
    """Return a member of a section whose opponents are all rated in it."""
    own = list_own_games(section, member, broken, place)
    return _make_entrant(section, member, system, end, rulebook, own)


def list_own_games(
    section: Section,
    member: Member,
    broken: frozenset[Place],
    place: Mapping[int, int],
) -> tuple[RatedGame, ...]:
    """Return a member's rated games against opponents who are all rated in the section."""
    return tuple(
        [
            RatedGame(place[entry.opponent], SCORES[entry.outcome], round_)
            for round_, entry in list_games(section, member, broken)
            if entry.opponent is not None
        ]
    )


def _make_entrant(
    section: Section,
    member: Member,
    system: System,
    end: dt.date,
    rulebook: RuleBook,
    own: tuple[RatedGame, ...],
) -> Entrant:
    facts = member.player.facts(system)
    unrated = facts.rating is None
    return Entrant(
        numbers=member.list_numbers(section),
        rating=facts.rating,
        games=None if unrated else facts.games,
        record=facts.record or "mixed",
        own=own,
        start=find_start_facts(member.player, system, end)
        if unrated
        else _find_named_start_facts(section, member, end),
        floors=_make_floor_facts(facts, system, end, rulebook),
        matches=_make_match_facts(facts),
    )


def _find_named_start_facts(
    section: Section, member: Member, end: dt.date
) -> InitialRatingFacts:
    """Return the facts that a derivation names: in events abroad, the FIDE rating."""
    fide = _make_source(member.player.fide, end) if section.kind in FOREIGN else None
    return NO_START if fide is None else InitialRatingFacts(fide=fide)


def _make_one_sided_entrants(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    system: System,
    end: dt.date,
    rules: Rules,
    rulebook: RuleBook,
    place: Mapping[int, int],
) -> tuple[Entrant, ...]:
    """Return the members with results, followed by each opponent with a fixed strength."""
    strengths = [
        _find_fixed_strength(m.player, section, system, end, rules) for m in members
    ]
    known = (i for i, strength in enumerate(strengths) if strength is not None)
    fixed_at = {
        i: place_of_fixed for place_of_fixed, i in enumerate(known, len(members))
    }
    rated = []
    for member in members:
        own = tuple(
            RatedGame(there, SCORES[entry.outcome], round_)
            for round_, entry in list_games(section, member, broken)
            if entry.opponent is not None
            and (there := fixed_at.get(place[entry.opponent])) is not None
        )
        entrant = _make_entrant(section, member, system, end, rulebook, own)
        if section.kind in FOREIGN and not FOREIGN_FIDE[rules.foreign_fide](entrant):
            entrant = _make_entrant(section, member, system, end, rulebook, ())
        rated.append(entrant)
    fixed = [
        _make_fixed_opponent(section, members[i], system, end, strengths[i])
        for i in fixed_at
    ]
    return (*rated, *fixed)


def _make_fixed_opponent(
    section: Section,
    member: Member,
    system: System,
    end: dt.date,
    strength: float | None,
) -> Entrant:
    """Return an opponent with a fixed strength; the facts give the source of the strength."""
    facts = member.player.facts(system)
    rating = facts.rating
    foreign = section.kind in FOREIGN
    return Entrant(
        member.list_numbers(section),
        None if foreign else rating,
        None if foreign or rating is None else facts.games,
        start=find_start_facts(member.player, system, end)
        if foreign or rating is None
        else NO_START,
        fixed=strength,
    )


def _find_fixed_strength(
    player: Player, section: Section, system: System, end: dt.date, rules: Rules
) -> float | None:
    """Return an opponent's strength for every step; None if the game doesn't count."""
    if section.kind in FOREIGN:
        fide = _make_source(player.fide, end)
        if fide is None:
            return None
        youth = section.kind == "foreign-fide-youth"
        conversion = rules.fide_youth_conversion if youth else rules.fide_conversion
        return None if conversion is None else conversion(fide.rating)
    facts = player.facts(system)
    if facts.rating is not None:
        return facts.rating
    if facts.unknown:
        return None
    return compute_initial_rating(
        find_start_facts(player, system, end), system, end, rules
    ).r0
