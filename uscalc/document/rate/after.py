"""A player's facts after a section: the facts the next event starts from."""

import datetime as dt

from uscalc.document.model import RatingFacts, WinRecord
from uscalc.engine.floors import (
    ABSOLUTE,
    GAMES_OF_AN_EVENT,
    PERSONAL_FLOOR,
    compute_earned_floor,
    compute_peak_floor,
    is_established,
)
from uscalc.engine.inputs import System
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace


def facts_after(facts: RatingFacts, trace: PlayerTrace, end: dt.date) -> RatingFacts:
    """Return a player's facts in one system after a section that ended on `end`.

    Without a rated game nothing changes. Counts that were unknown before stay so,
    but for a player who was unrated: then they begin here.
    """
    if trace.formula == "none" or trace.post is None:
        return facts
    entrant = trace.entrant
    new = entrant.rating is None
    scores = [game.score for game in entrant.own]
    games = trace.post_games
    peak = facts.peak
    if peak is None and not new and is_established(facts.games):
        peak = facts.rating
    if is_established(games):
        peak = trace.post if peak is None else max(peak, trace.post)
    # Not by `replace`, which costs three times as much: folders have thousands.
    return RatingFacts(
        rating=trace.post,
        unknown=facts.unknown,
        games=games,
        as_of=end,
        source="latest",
        rounded=False,
        record=_update_record(facts.record, new or facts.games == 0, scores),
        peak=peak,
        wins=_count_games(facts.wins, new, entrant.wins),
        draws=_count_games(facts.draws, new, entrant.draws),
        events=_count_games(facts.events, new, int(entrant.m >= GAMES_OF_AN_EVENT)),
        floor=facts.floor,
        prize_floor=facts.prize_floor,
        life_master=facts.life_master,
        ceiling=facts.ceiling,
    )


def floor_after(facts: RatingFacts, system: System, rules: Rules) -> int:
    """Return the floor that a player's facts after an event give, in points.

    Unknown counts add nothing to the personal absolute floor.
    """
    levels = [ABSOLUTE]
    if system in PERSONAL_FLOOR[rules.personal_floor]:
        levels.append(
            compute_earned_floor(facts.wins or 0, facts.draws or 0, facts.events or 0)
        )
    by_peak = None if facts.peak is None else compute_peak_floor(facts.peak, rules)
    levels += [level for level in (facts.floor, by_peak) if level is not None]
    if facts.prize_floor is not None:
        levels.append(facts.prize_floor.level)
    return max(levels)


def _count_games(before: int | None, new: bool, here: int) -> int | None:
    if before is None:
        return here if new else None
    return before + here


def _update_record(
    before: WinRecord | None, first: bool, scores: list[float]
) -> WinRecord | None:
    if len(set(scores)) > 1 or scores[0] == 0.5:
        return "mixed"
    here: WinRecord = "all_wins" if scores[0] == 1.0 else "all_losses"
    if first or before == here:
        return here
    # Not known before: one win and one loss here settle it, nothing else does.
    return None if before is None else "mixed"
