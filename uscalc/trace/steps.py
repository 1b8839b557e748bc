"""Steps 2 to 5 as nodes: effective games, the standard and the special formula."""

from typing import Final

from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL, ONE_PASS, STEP_3_GAMES
from uscalc.engine.special import EPSILON, LANDING, MINIMUM, REACH
from uscalc.engine.standard import (
    LEAST_GAMES_COUNTED,
    LEAST_GAMES_FOR_BONUS,
    NUMERATOR,
)
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.trace.graph import GraphBuilder
from uscalc.trace.starting import add_start

N_STAR: Final = {
    "2001": {"a": 1.0, "b": 1e-5, "center": 2200.0, "above": 2200.0},
    "2013": {"a": 0.662, "b": 0.00000739, "center": 2569.0, "above": 2355.0},
}
"""N* = most / sqrt(a + b (center - R0)^2), and `most` above a rating, by variant."""
MOST_EFFECTIVE_GAMES: Final = 50.0
EXPECTANCY_SCALE: Final = 400.0
SEARCH: Final = {"reach": REACH, "tolerance": EPSILON, "landing": LANDING}


def add_step(build: GraphBuilder, place: int, step: int) -> str:
    """Add the result of Step 3, 4 or 5 for a player who has games."""
    player = build.get_player(place)
    trace = {3: player.step3, 4: player.step4, 5: player.step5}[step]
    assert trace is not None

    def make() -> str:
        return (
            _add_standard(build, place, step, trace)
            if isinstance(trace, StandardTrace)
            else _add_special(build, place, step, trace)
        )

    return build.reuse("result", place, step, make)


def _add_strength(build: GraphBuilder, place: int, step: int) -> str:
    """Add the rating that a step uses for an opponent."""
    player = build.get_player(place)
    if build.trace.section.kind not in ONE_PASS:
        if step == 5 and player.step4 is not None:
            return add_step(build, place, 4)
        if step >= 4 and player.step3 is not None:
            return add_step(build, place, 3)
    return add_start(build, place)[0]


def _add_strengths(build: GraphBuilder, place: int, step: int) -> tuple[str, ...]:
    opponents = build.get_player(place).entrant.opponents
    return tuple(_add_strength(build, opponent, step) for opponent in opponents)


def _add_score(build: GraphBuilder, place: int) -> str:
    entrant = build.get_player(place).entrant

    def make() -> str:
        scores = tuple(
            build.add(
                "s", game.score, "input", (), f"Score, round {game.round}", place, 2
            )
            for game in entrant.own
        )
        return build.add("S", entrant.score, "sum", scores, "Score", place, 2, "steps")

    return build.reuse("S", place, 2, make)


def _list_opponents(build: GraphBuilder, place: int) -> list[int]:
    """Return the pairing numbers of the opponents, one for each game."""
    games = build.get_player(place).entrant.own
    return [build.get_player(game.opponent).entrant.number for game in games]


def _add_game_count(build: GraphBuilder, place: int) -> str:
    entrant = build.get_player(place).entrant
    return build.reuse(
        "m",
        place,
        2,
        lambda: build.add(
            "m",
            float(entrant.m),
            "count",
            (),
            "Rated games",
            place,
            2,
            "games",
            opponents=_list_opponents(build, place),
        ),
    )


def _add_effective_games(build: GraphBuilder, place: int) -> str:
    player = build.get_player(place)

    def make() -> str:
        r0, n = add_start(build, place)
        n_star = build.add(
            "N*",
            player.effective.n_star,
            "n_star",
            (r0,),
            "Maximum number of effective games",
            place,
            2,
            "effective_games",
            most=MOST_EFFECTIVE_GAMES,
            **N_STAR[build.rules.effective_games],
        )
        if n is None:
            n = build.add_assumed(
                "N",
                player.effective.n_star,
                "Earlier games",
                place,
                1,
                "The number of games is unknown; uscalc takes it as at least N*",
            )
        return build.add(
            "N'",
            player.effective.n_eff,
            "minimum",
            (n, n_star),
            "Effective games",
            place,
            2,
            "effective",
        )

    return build.reuse("N'", place, 2, make)


def _add_formula(build: GraphBuilder, place: int) -> str:
    """Add 1 if the special formula rates the player, and 0 for the standard one."""
    player = build.get_player(place)
    _, n = add_start(build, place)
    return build.reuse(
        "formula",
        place,
        2,
        lambda: build.add(
            "special",
            float(player.formula == "special"),
            "uses_special",
            () if n is None else (n,),
            "1: special formula, 0: standard formula",
            place,
            2,
            "steps",
            most_games=float(MOST_GAMES_FOR_SPECIAL),
            record=player.record,
            foreign=build.trace.section.kind in ONE_PASS,
        ),
    )


# The standard formula


def _add_k(build: GraphBuilder, place: int, k: float) -> str:
    entrant = build.get_player(place).entrant
    rules, section = build.rules, build.trace.section
    full, topic = rules.k_numerator, build.choose_rule("k_numerator", "standard")
    effective = _add_effective_games(build, place)
    count = _add_game_count(build, place)
    if section.dual and section.system == "R" and rules.reduced_k != "none":
        r0, _ = add_start(build, place)
        numerator = build.add(
            "numerator",
            k * (build.get_player(place).effective.n_eff + entrant.m),
            "reduced_numerator",
            (r0,),
            "Numerator of K in a dual-rated section",
            place,
            2,
            "reduced_k",
            numerator=full,
            low=2200.0,
            high=2500.0,
            reduced=200.0 * (full / NUMERATOR),
            intercept=6.5,
            slope=0.0025,
        )
    else:
        numerator = build.add(
            "numerator", full, "rule_value", (), "Numerator of K", place, 2, topic,
        )  # fmt: skip
    return build.add(
        "K", k, "k_factor", (numerator, effective, count), "K factor", place, 2,
        "standard",
    )  # fmt: skip


def _add_bonus_flag(build: GraphBuilder, place: int) -> str:
    """Add 1 if a bonus is possible, else 0."""
    player = build.get_player(place)
    return build.reuse(
        "bonus possible",
        place,
        2,
        lambda: build.add(
            "bonus possible",
            float(player.no_bonus is None),
            "allows_bonus",
            (_add_game_count(build, place),),
            "1: a bonus is possible, 0: not",
            place,
            2,
            "bonus_repeats",
            opponents=_list_opponents(build, place),
            match=player.match is not None,
            least_games=float(LEAST_GAMES_FOR_BONUS),
            most_meetings=2.0,
            once_in_least_games=build.rules.bonus_repeats != "more-than-twice",
        ),
    )


def _add_threshold(build: GraphBuilder, place: int, threshold: float) -> str:
    return build.reuse(
        "threshold",
        place,
        2,
        lambda: build.add(
            "threshold",
            threshold,
            "bonus_threshold",
            (_add_game_count(build, place),),
            "Gain above which there is a bonus",
            place,
            2,
            "bonus_multiplier",
            multiplier=build.rules.bonus_multiplier,
            least_games=float(LEAST_GAMES_COUNTED),
        ),
    )


def _add_standard(
    build: GraphBuilder, place: int, step: int, trace: StandardTrace
) -> str:
    r0, _ = add_start(build, place)
    formula = _add_formula(build, place)
    k = build.reuse("K", place, 2, lambda: _add_k(build, place, trace.k))
    score = _add_score(build, place)
    rounds = [game.round for game in build.get_player(place).entrant.own]
    expectations = tuple(
        build.add(
            "We",
            expected,
            "winning_expectancy",
            (r0, strength),
            f"Expected score, round {round_}",
            place,
            step,
            "standard",
            scale=EXPECTANCY_SCALE,
        )
        for expected, strength, round_ in zip(
            trace.expectations, _add_strengths(build, place, step), rounds, strict=True
        )
    )
    expected = build.add(
        "E", trace.expected, "sum", expectations, "Expected score", place, step,
        "standard",
    )  # fmt: skip
    gain = build.add(
        "K(S-E)", trace.gain, "gain", (k, score, expected), "Gain without bonus",
        place, step, "standard",
    )  # fmt: skip
    bonus = _add_bonus(build, place, step, trace, gain)
    raw = build.add(
        "Rs", trace.raw, "standard_rating", (r0, gain, bonus, formula),
        "Rating by the standard formula", place, step, "standard",
    )  # fmt: skip
    return _add_minimum(build, place, step, raw, trace.result)


def _add_bonus(
    build: GraphBuilder, place: int, step: int, trace: StandardTrace, gain: str
) -> str:
    possible = _add_bonus_flag(build, place)
    if trace.threshold is None:
        return build.reuse(
            "bonus",
            place,
            2,
            lambda: build.add(
                "bonus", 0.0, "no_bonus", (possible,), "Bonus", place, 2, "bonus"
            ),
        )
    threshold = _add_threshold(build, place, trace.threshold)
    return build.add(
        "bonus", trace.bonus, "bonus", (possible, gain, threshold), "Bonus", place,
        step, "bonus",
    )  # fmt: skip


def _add_minimum(
    build: GraphBuilder, place: int, step: int, raw: str, result: float
) -> str:
    return build.add(
        f"Step {step}", result, "at_least", (raw,), f"Result of Step {step}", place,
        step, "steps", minimum=MINIMUM,
    )  # fmt: skip


# The special formula


def _add_special(
    build: GraphBuilder, place: int, step: int, trace: SpecialTrace
) -> str:
    record = build.get_player(place).record
    r0, _ = add_start(build, place)
    score = _add_score(build, place)
    if step == 3:
        effective = build.add(
            "N'", STEP_3_GAMES, "rule_value", (), "Effective games in Step 3", place,
            3, "steps",
        )  # fmt: skip
        formula = build.add(
            "special", 1.0, "rule_value", (), "Step 3 uses the special formula", place,
            3, "steps",
        )  # fmt: skip
    else:
        formula = _add_formula(build, place)
        effective = _add_effective_games(build, place)
    prior = build.add(
        "R'0", trace.prior, "adjusted_prior", (r0,), "Rating of the earlier games",
        place, step, "special", record=record, reach=REACH,
    )  # fmt: skip
    target = build.add(
        "S'", trace.target, "adjusted_score", (score, effective),
        "Score with the earlier games", place, step, "special", record=record,
    )  # fmt: skip
    shared = prior, effective, target, *_add_strengths(build, place, step)
    at = prior
    for index, move in enumerate(trace.moves, 1):
        at = build.add(
            "M",
            move.to,
            "search_move",
            (at, *shared),
            f"Rating after move {index}",
            place,
            step,
            "special",
            **SEARCH,
        )
    raw = build.add(
        "R",
        trace.raw,
        "special_rating",
        (at, r0, formula, *shared),
        "Rating by the special formula",
        place,
        step,
        build.choose_rule("special_cap", "special"),
        cap=build.rules.special_cap,
        **SEARCH,
    )
    return _add_minimum(build, place, step, raw, trace.result)
