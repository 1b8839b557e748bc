"""Results that a person should see, though they are rated as the rules say."""

from uscalc.document.findings import Finding
from uscalc.document.model import Section
from uscalc.engine.floors import PRIZE_FLOOR
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System
from uscalc.engine.trace import PlayerTrace, SectionTrace


def results_to_see(
    section: Section, trace: SectionTrace, index: int, system: System, rules: Rules
) -> list[Finding]:
    """A finding for each floor a match asks to lower, and each prize that sets none."""
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
