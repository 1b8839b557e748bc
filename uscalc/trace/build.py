"""The graph of one player: Steps 1 to 5, then match limits, rounding, floors and ceiling."""

from typing import Any

from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    GAMES_OF_AN_EVENT,
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    HIGHEST_PRIZE_FLOOR,
    LIFE_MASTER_FLOOR,
    select_absolute_floors,
)
from uscalc.engine.inputs import Entrant
from uscalc.engine.rounding import SLACK
from uscalc.engine.rules import INTEGER, PASSES
from uscalc.engine.trace import MatchTrace, PlayerTrace, SectionTrace
from uscalc.trace.graph import LAST_STEP, GraphBuilder, TraceGraph
from uscalc.trace.starting import add_start
from uscalc.trace.steps import add_step

PRIZES: dict[str, dict[str, Any]] = {
    "over-2000-dollars": {"amount": 2000.0, "inclusive": False},
    "4000-dollars-or-more": {"amount": 4000.0, "inclusive": True},
}
"""The prizes that set a floor, by variant of the rule."""
UNKNOWN_COUNT = "The number is unknown; uscalc takes 0"


def build_graph(trace: SectionTrace, place: int, section: str) -> TraceGraph:
    """Return every figure behind the rating of one player.

    `section` is the section's name. Raises ValueError for a player without a post-event
    rating, and for changed rules with more passes than Steps 4 and 5.
    """
    rules, build = trace.rules, GraphBuilder(trace)
    if rules.passes > PASSES:
        raise ValueError(f"a trace has {PASSES} passes, these rules {rules.passes}")
    player = build.get_player(place)
    if player.post is None:
        raise ValueError("an unrated player without rated games has no rating")
    result = (
        _add_unchanged(build, place, player.post)
        if player.step5 is None
        else _add_result(build, place, player)
    )
    return TraceGraph(
        section,
        trace.section.system,
        player.entrant.number,
        rules.edition + ("" if rules.changes is None else f", with {rules.changes}"),
        tuple(build.nodes),
        result,
    )


def _add_unchanged(build: GraphBuilder, place: int, post: float) -> str:
    r0, _ = add_start(build, place)
    return build.add(
        "Post", post, "unchanged", (r0,), "Post-event rating: no rated games", place,
        LAST_STEP, "games",
    )  # fmt: skip


def _add_result(build: GraphBuilder, place: int, player: PlayerTrace) -> str:
    at = add_step(build, place, 5)
    r0, _ = add_start(build, place)
    if player.match is not None:
        at = _add_match_limits(build, place, at, player.match)
    floors = player.floors
    assert floors is not None
    if build.rules.storage == INTEGER:
        at = build.add(
            "rounded", floors.before, "round_away", (at, r0), "Rounded result", place,
            LAST_STEP, "storage", slack=SLACK,
        )  # fmt: skip
    levels = tuple(
        _add_floor(build, place, name, level)
        for name, level in (
            floors.candidates
            if floors.held == (floors.name, floors.floor)
            else select_absolute_floors(floors.candidates)
        )
    )
    floored = float(floors.held[1]) if floors.acted else floors.before
    at = build.add(
        "floored", floored, "maximum", (at, *levels), "Result, not below a floor",
        place, LAST_STEP, "floors",
    )  # fmt: skip
    if floors.ceiling is None:
        return build.add(
            "Post", floors.after, "unchanged", (at,), "Post-event rating", place,
            LAST_STEP, "storage",
        )  # fmt: skip
    ceiling = build.add_input("ceiling", floors.ceiling, "Ceiling", place, LAST_STEP)
    return build.add(
        "Post", floors.after, "minimum", (at, ceiling), "Post-event rating", place,
        LAST_STEP, "floors",
    )  # fmt: skip


def _add_match_limits(
    build: GraphBuilder, place: int, result: str, match: MatchTrace
) -> str:
    """Add the result of a match after the limits of one match, 180 days and three years."""
    facts = build.get_player(place).entrant.matches
    nets = {"180 days": facts.net_180_days, "3 years": facts.net_3_years}
    caps = {
        "match": build.rules.match_change_cap,
        "180 days": build.rules.match_net_180_days,
        "3 years": build.rules.match_net_3_years,
    }
    pre, _ = add_start(build, place)
    args = [result, pre]
    for name, _, _ in match.limits:
        if (net := nets.get(name)) is not None:
            label = f"Net change by matches in the last {name}"
            args.append(build.add_input("net", net, label, place, LAST_STEP))
    return build.add(
        "match result",
        match.result,
        "limit_match",
        tuple(args),
        "Result after the limits of matches",
        place,
        LAST_STEP,
        "match",
        limits=[caps[name] for name, _, _ in match.limits],
        single=bool(match.limits) and match.limits[0][0] == "match",
        unchecked=list(match.unchecked),
    )


def _add_floor(build: GraphBuilder, place: int, name: str, level: int) -> str:
    value, step = float(level), LAST_STEP
    earned = {
        "personal": _add_personal_floor,
        "peak": _add_peak_floor,
        "prize": _add_prize_floor,
    }
    if name in earned:
        return earned[name](build, place, build.get_player(place).entrant, value)
    if name == "given":
        return build.add_input("floor", value, "Floor shown by US Chess", place, step)
    label, rule, known = (
        ("Floor of an Original Life Master", "life_master_floor", LIFE_MASTER_FLOOR)
        if name == "life-master"
        else ("Absolute floor", "floors", ABSOLUTE)
    )
    assert level == known
    return build.add("floor", value, "rule_value", (), label, place, step, rule)


def _add_personal_floor(
    build: GraphBuilder, place: int, entrant: Entrant, level: float
) -> str:
    facts, step = entrant.floors, LAST_STEP
    counts = (
        ("wins", facts.wins, entrant.wins),
        ("draws", facts.draws, entrant.draws),
        ("events", facts.events, int(entrant.m >= GAMES_OF_AN_EVENT)),
    )
    args: list[str] = []
    for name, before, now in counts:
        earlier, here = f"Earlier {name}", f"{name.capitalize()} in this section"
        args += [
            build.add_assumed(name, 0.0, earlier, place, step, UNKNOWN_COUNT)
            if before is None
            else build.add_input(name, float(before), earlier, place, step),
            build.add_input(name, float(now), here, place, step),
        ]
    return build.add(
        "floor", level, "personal_floor", tuple(args), "Personal absolute floor", place,
        step, "personal_floor", base=float(ABSOLUTE), win=4.0, draw=2.0, event=1.0,
        most=float(HIGHEST_PERSONAL),
    )  # fmt: skip


def _add_peak_floor(
    build: GraphBuilder, place: int, entrant: Entrant, level: float
) -> str:
    r0, _ = add_start(build, place)
    peak = entrant.floors.peak
    args = [r0]
    if peak is not None:
        args.append(
            build.add_input(
                "peak", peak, "Highest established rating", place, LAST_STEP
            )
        )
    rules = build.rules
    return build.add(
        "floor", level, "peak_floor", tuple(args), "Floor by the peak rating", place,
        LAST_STEP, "peak_level", below=float(BELOW_PEAK),
        rounds_peak=rules.peak_rounding == "nearest",
        strictly_below=rules.peak_level == "just-below",
        lowest=float(rules.peak_floor_lowest), highest=float(HIGHEST_PEAK_FLOOR),
    )  # fmt: skip


def _add_prize_floor(
    build: GraphBuilder, place: int, entrant: Entrant, level: float
) -> str:
    prize = entrant.floors.prize
    assert prize is not None
    args = [
        build.add_input(
            "prize", float(prize.level), "Floor by a cash prize", place, LAST_STEP
        )
    ]
    parameters: dict[str, Any] = {"most": float(HIGHEST_PRIZE_FLOOR)}
    if prize.amount is not None:
        args.append(
            build.add_input(
                "amount", prize.amount, "Prize in US dollars", place, LAST_STEP
            )
        )
        parameters |= PRIZES[prize.rule or build.rules.prize_floor]
    return build.add(
        "floor", level, "prize_floor", tuple(args), "Floor by a cash prize", place,
        LAST_STEP, "prize_floor", **parameters,
    )  # fmt: skip
