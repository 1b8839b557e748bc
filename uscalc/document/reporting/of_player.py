"""Check each player, as US Chess would: ID, name, number, and unusual values."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from uscalc.counted import format_day
from uscalc.document.cells import parse_entries
from uscalc.document.findings import Finding
from uscalc.document.model import (
    PLACEHOLDER_ID,
    Document,
    Player,
    RatingFacts,
    Section,
)
from uscalc.document.names import rate_similarity
from uscalc.document.rate.check import map_rows_by_number
from uscalc.document.rate.members import find_members
from uscalc.document.reporting import fields
from uscalc.document.reporting.findings import (
    Placed,
    check_text,
    make_error,
    make_warning,
)
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.special import compute_performance_rating

FAR_BELOW: Final = 600
"""A performance this many points below the rating gives a Warning."""
LEAST_GAMES: Final = 3
"""The minimum number of rated opponents for a performance to count."""
FAR_ABOVE: Final = 200
LEAST_OTHERS: Final = 3
"""A player is compared with others only if there are at least this many."""
ALIKE: Final = 10
"""Largest age difference in years within one age group."""
APART: Final = 12
"""A player this many years younger or older than all others has an unusual age."""

PROVINCES: Final = frozenset(
    ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]
)
"""The provinces and territories of Canada, as a report's state."""

Expiries = Mapping[str, dt.date]
"""By member ID, the day that a membership ends, from a rating list."""
Owners = Mapping[str, str]
"""By member ID, the name that a rating supplement has for it."""


def check_players(
    document: Document,
    at: Placed,
    systems: tuple[System, ...],
    expiries: Expiries,
    owners: Owners,
) -> Iterator[Finding]:
    """Yield the findings about a section's players; `systems` are those it is rated in."""
    section = at[1]
    yield from _check_numbers(at)
    nobody = len(section.players) > 1 and not any(p.id for p in section.players)
    if nobody:
        yield make_error(
            "member ID",
            "None of the section's players has a member ID",
            "Enter the IDs, or fill them in from a rating supplement",
            at,
        )
    for player in section.players:
        if player.id or not nobody:
            yield from _check_member_id(at, player)
        yield from _check_name(at, player)
        yield from _check_membership(document, at, player, expiries)
        yield from check_owner(at, player, owners)
        yield from _check_cfc_rating(at, player, systems)
        if section.kind == "match":
            yield from _check_established(at, player, systems)
    if systems:
        yield from _check_performances(at, systems[0])
        yield from _check_rating_limit(at, systems[0])
    yield from _check_state(at)
    yield from _check_age(document, at)


def _check_numbers(at: Placed) -> Iterator[Finding]:
    """Yield repeated numbers, and numbers that are not 1 to n."""
    section = at[1]
    counted = Counter(player.number for player in section.players)
    yield from (
        make_error(
            "pairing number",
            f"{count} players have the number {number}",
            "Give each player a unique pairing number",
            at,
            number,
        )
        for number, count in counted.items()
        if count > 1
    )
    most = len(section.players)
    beyond = [number for number in counted if number > most]
    if beyond and len(counted) == most:
        free = min(set(range(1, most + 1)) - set(counted))
        yield make_error(
            "pairing number",
            f"The pairing numbers aren't 1 to {most}: no player has {free}",
            "Renumber players without gaps",
            at,
            min(beyond),
        )


def _check_member_id(at: Placed, player: Player) -> Iterator[Finding]:
    here = (at, player.number)
    if not player.id:
        yield make_error(
            "member ID", "Member ID is missing", "Enter the eight digits", *here
        )
    elif player.id == PLACEHOLDER_ID:
        yield make_error(
            "member ID",
            f"{player.id} is a placeholder, not a member ID",
            "Enter the player's own ID",
            *here,
        )
    elif not fields.is_member(player.id):
        yield make_error(
            "member ID",
            f'"{player.id}" isn\'t a valid member ID',
            "Enter the eight digits",
            *here,
        )


def _check_name(at: Placed, player: Player) -> Iterator[Finding]:
    here = (at, player.number)
    if not player.name.strip():
        yield make_warning("name", "Name is missing", "Enter the player's name", *here)
    yield from check_text("name", player.name, fields.PLAYER_NAME, *here)
    yield from check_text("state", player.state or "", fields.STATE, *here)


def _check_membership(
    document: Document, at: Placed, player: Player, expiries: Expiries
) -> Iterator[Finding]:
    last = expiries.get(player.id or "")
    end = document.end_date_of(at[1])
    if last is not None and last < end:
        yield make_warning(
            "membership",
            f"Membership expired {format_day(last)}, before the section ended "
            f"({format_day(end)})",
            "Renew it before you submit the report",
            at,
            player.number,
        )


def check_all_owners(document: Document, owners: Owners) -> tuple[Finding, ...]:
    """Return the Warnings of `check_owner` for every rated section."""
    return tuple(
        finding
        for index, section in enumerate(document.sections)
        if section.kind != "unrated"
        for player in section.players
        for finding in check_owner((index, section), player, owners)
    )


def check_owner(at: Placed, player: Player, owners: Owners) -> Iterator[Finding]:
    """Yield a Warning for an ID that the supplement has under a different name."""
    name = owners.get(player.member or "", "")
    if rate_similarity(player.name, name) == "different":
        yield make_warning(
            "member ID",
            (
                f"In the rating supplement, ID {player.member} belongs to {name}, "
                f"not {player.name.strip()}"
            ),
            "Correct the ID or the name",
            at,
            player.number,
        )


def _check_established(
    at: Placed, player: Player, systems: tuple[System, ...]
) -> Iterator[Finding]:
    lacking = [
        SYSTEM_NAMES[system]
        for system in systems
        if not _can_be_established(player.facts(system))
    ]
    if lacking:
        yield make_error(
            "match",
            f"A match needs an established {' and '.join(lacking)} rating",
            (
                "Correct the rating or its number of games, or set the section "
                "type to event"
            ),
            at,
            player.number,
        )


def _can_be_established(facts: RatingFacts) -> bool:
    """Return whether no known fact contradicts an established rating."""
    return facts.unknown or (facts.rating is not None and is_established(facts.games))


def _check_cfc_rating(
    at: Placed, player: Player, systems: tuple[System, ...]
) -> Iterator[Finding]:
    """Yield a Warning for a CFC rating to report to US Chess, or a missing one.

    Only residents of Canada start from it. US Chess converts it by hand and asks
    directors for an alert (2020 and 2025, section 2.2; 2015, section 2.6).
    """
    state = (player.state or "").strip().upper()
    unrated = any(
        (facts := player.facts(system)).rating is None and not facts.unknown
        for system in systems
    )
    here = (at, player.number)
    if player.cfc is not None and state and state not in PROVINCES:
        yield make_warning(
            "CFC rating",
            (
                "A CFC rating can start only a resident of Canada, but the state "
                f"is {state}"
            ),
            "Correct the state, or delete the CFC rating",
            *here,
        )
    elif player.cfc is not None and unrated:
        yield make_warning(
            "CFC rating",
            f"This unrated player has a CFC rating ({player.cfc.rating:g})",
            (
                "Tell US Chess when you submit the report. It converts CFC "
                "ratings by hand"
            ),
            *here,
        )
    elif player.cfc is None and unrated and state in PROVINCES:
        yield make_warning(
            "CFC rating",
            f"This unrated player from {state}, Canada, has no CFC rating",
            "If there is a CFC rating, enter it and tell US Chess about it",
            *here,
        )


# Performance


def _check_performances(at: Placed, system: System) -> Iterator[Finding]:
    section = at[1]
    rows = map_rows_by_number(section)
    for player in section.players:
        rating = player.facts(system).rating
        if rating is None:
            continue
        strengths, score = _score_against_rated(section, rows, player, system)
        found = compute_performance_rating(strengths, score, rating)
        enough = len(strengths) >= LEAST_GAMES
        if enough and found is not None and rating - found.rating > FAR_BELOW:
            yield make_warning(
                "performance",
                f"The player is rated {rating:.0f}, but the performance rating is "
                f"{found.words}",
                "Check that this is the right member ID",
                at,
                player.number,
            )


def _score_against_rated(
    section: Section, rows: Mapping[int, int], player: Player, system: System
) -> tuple[list[float], float]:
    """Return the ratings of the rated opponents, and the score against them."""
    strengths: list[float] = []
    score = 0.0
    for text in player.results:
        for entry in parse_entries(text):
            row = rows.get(entry.opponent or 0)
            rating = None if row is None else section.players[row].facts(system).rating
            if rating is not None and entry.is_game:
                strengths.append(rating)
                score += entry.points
    return strengths, score


def _check_rating_limit(at: Placed, system: System) -> Iterator[Finding]:
    rated = [
        (rating, member.player)
        for member in find_members(at[1])
        if (rating := member.player.facts(system).rating) is not None
    ]
    if len(rated) <= LEAST_OTHERS:
        return
    (first, player), (second, _) = sorted(rated, key=lambda one: one[0], reverse=True)[
        :2
    ]
    if first - second > FAR_ABOVE:
        yield make_warning(
            "rating",
            (
                f"The player is rated {first:.0f}, {first - second:.0f} points above "
                "all "
                "other players in the section"
            ),
            "Check that this is the right member ID",
            at,
            player.number,
        )


def _check_state(at: Placed) -> Iterator[Finding]:
    """Yield the only player whose state differs, if all others have the same state."""
    known = [player for player in at[1].players if player.state]
    counted = Counter((player.state or "").upper() for player in known)
    if len(counted) != 2 or len(known) <= LEAST_OTHERS:
        return
    (home, _), (other, count) = counted.most_common()
    if count > 1:
        return
    player = next(p for p in known if (p.state or "").upper() == other)
    yield make_warning(
        "state",
        f"The player is from {other}, but all other players are from {home}",
        "Check that this is the right member ID",
        at,
        player.number,
    )


def _check_age(document: Document, at: Placed) -> Iterator[Finding]:
    """Yield the only player whose age differs, if all others have a similar age."""
    end = document.end_date_of(at[1])
    ages = sorted(
        (end.year - player.birth.date.year, player.number, row)
        for row, player in enumerate(at[1].players)
        if player.birth is not None
    )
    if len(ages) <= LEAST_OTHERS:
        return
    for alone, others in ((ages[-1], ages[:-1]), (ages[0], ages[1:])):
        youngest, oldest = others[0][0], others[-1][0]
        apart = max(alone[0] - oldest, youngest - alone[0])
        if oldest - youngest <= ALIKE and apart >= APART:
            yield make_warning(
                "age",
                (
                    f"The player is {alone[0]} years old, but all other players are "
                    f"{youngest} "
                    f"to {oldest}"
                ),
                "Check that the member ID and birth date are right",
                at,
                alone[1],
            )
            return
