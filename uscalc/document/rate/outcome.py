"""Results that a person should see, though they are rated as the rules say."""

from dataclasses import replace
from typing import Final

from uscalc.counted import count_in_words
from uscalc.document.findings import Finding
from uscalc.document.model import Section
from uscalc.engine.floors import PRIZE_FLOOR
from uscalc.engine.match import describe_match_obstacle
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.systems import System
from uscalc.engine.trace import PlayerTrace, SectionTrace

SEVERAL: Final = 2
"""The number of games from which two players may have played a match."""


def perhaps_a_match(trace: SectionTrace) -> tuple[str, str] | None:
    """Return the problem of an ordinary section that may be a match, and the fix.

    Two players play in it, match rules allow the match, and they met several times or
    a rating would be different by these rules.
    """
    section, rules = trace.section, trace.rules
    if section.kind != "event" or len(section.entrants) != 2:
        return None
    games = section.entrants[0].m
    match = replace(section, kind="match")
    if not games or describe_match_obstacle(match, rules) is not None:
        return None
    if games < SEVERAL:
        ratings = _round_ratings(trace), _round_ratings(rate_section(match, rules))
        if ratings[0] == ratings[1]:
            return None
    return (
        f"only two players play in it, {count_in_words(games, 'game')}, and it is rated as an "
        "ordinary section",
        'if it is a match, select the section type match (kind: "match" in the file)',
    )


def _round_ratings(trace: SectionTrace) -> list[float | None]:
    return [
        p.post if p.post is None else round_for_display(p.post) for p in trace.players
    ]


def results_to_see(
    section: Section, trace: SectionTrace, index: int, system: System, rules: Rules
) -> list[Finding]:
    """Return a finding for each floor a match asks to lower, and each prize that sets none."""
    found = []
    for player in trace.players:
        if player.entrant.floors.prize is None and not (
            player.floors is not None and player.floors.waived
        ):
            continue
        for code, message, remedy in _of_player(player, rules):
            found.append(
                Finding(
                    code,
                    "warns",
                    message,
                    remedy,
                    index,
                    section.name,
                    player.entrant.number,
                    None,
                    system,
                )
            )
    return found


def _of_player(player: PlayerTrace, rules: Rules) -> list[tuple[str, str, str]]:
    found = []
    floors = player.floors
    if floors is not None and floors.waived:
        found.append(
            (
                "floor-request",
                f"the match takes the rating to {floors.after:.0f}, below the floor "
                f"{floors.floor}: a request to lower the floor by 100",
                f"ask US Chess: if it grants the request, the rating is "
                f"{max(floors.after, floors.floor - 100):.0f} and the floor "
                f"{floors.floor - 100}; if not, both are {floors.floor}",
            )
        )
    prize = player.entrant.floors.prize
    if prize is not None and prize.amount is not None:
        rule = prize.rule or rules.prize_floor
        if not PRIZE_FLOOR[rule](prize.amount):
            found.append(
                (
                    "prize-too-small",
                    f"a prize of {prize.amount:g} dollars sets no floor; the rule of its "
                    f"day asks for {rule.replace('-', ' ')}",
                    "correct prize_floor, or leave it out",
                )
            )
    return found
