"""Draw cases at random, and make whole worksheets of them or of a section's players."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

from uscalc.engine.inputs import Entrant, RatedGame, Record, SectionInput
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.standard import EFFECTIVE_GAMES, NUMERATOR, describe_bonus_obstacle
from uscalc.engine.table import Edition
from uscalc.engine.trace import SectionTrace, StandardTrace
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.worksheet.box import TABLE_TOPIC, list_rules, make_expectation_table
from uscalc.worksheet.case import (
    ExerciseCase,
    ExerciseGame,
    make_case,
    make_case_from_figures,
)
from uscalc.worksheet.kinds import (
    KINDS,
    MOST_DECIMALS,
    Kind,
    Level,
    make_exercise,
)
from uscalc.worksheet.model import Exercise, Worksheet, reveals_answer
from uscalc.worksheet.standard import HAND

NAMES: Final = (
    *("Ada Rookwell", "Ben Pawnley", "Cleo Castleford", "Dan Forkham", "Eve Gambitson"),
    *("Finn Knightly", "Gwen Bishopton", "Hal Checkland", "Ida Queensbury"),
    *("Jon Matewell", "Kay Pinborough", "Leo Skewerton", "Mia Tempofield"),
    *("Ned Zugzwangler", "Ola Fianchetti", "Pip Blunderby", "Quin Endgamer"),
    *("Rita Stalemate", "Sam Outpostle", "Tess Doubleton", "Udo Passant"),
    *("Vic Openfile", "Wanda Darksquare", "Yan Promotsky"),
)
"""Names of made-up players."""
LOWEST: Final = 110
HIGHEST: Final = 2450
_SCORES: Final = (1.0, 0.5, 0.0)
WHOLE: Final = 1e-9
"""The most by which the result of a search by hand may differ from a whole number."""
_NEAR: Final = (-200, -100, 0, 100, 200)


def draw_cases(
    kind: Kind, level: Level, rng: Random, rules: Rules, day: dt.date
) -> Iterator[ExerciseCase]:
    """Yield cases without end, many of which suit the type."""
    special = kind.startswith("special")
    moves = int(kind.rpartition("-")[2]) if special else 0
    while True:
        names = rng.sample(NAMES, len(NAMES))
        if level == HAND and special:
            case = _draw_special_figures(rng, names, rules, moves)
            result = case.passes[0].result
            if abs(result - round(result)) < WHOLE:
                yield case
        elif level == HAND:
            yield _draw_standard_figures(kind, rng, names, rules)
        else:
            if made := _draw_section_case(rng, names, rules, day, kind, moves):
                yield made


def _draw_standard_figures(
    kind: Kind, rng: Random, names: list[str], rules: Rules
) -> ExerciseCase:
    """Return a case with ratings in hundreds, at most 200 apart, and K in tens.

    For a bonus, the root of the number of games is whole, too.
    """
    m = {"bonus": rng.choice((3, 4, 9)), "two-passes": 2}.get(kind, rng.randrange(2, 5))
    whole: list[int] = []
    while not whole:
        r0 = rng.randrange(9, 19) * 100.0
        most = int(EFFECTIVE_GAMES[rules.effective_games](r0))
        whole = [n for n in range(9, most + 1) if NUMERATOR / 10 % (n + m) == 0]
    n_eff = float(rng.choice(whole))
    games = []
    for name in names[1 : m + 1]:
        before = r0 + rng.choice(_NEAR)
        after = before + rng.choice((-100, 0, 100))
        after = min(max(after, r0 - 200), r0 + 200)
        games.append(ExerciseGame(name, rng.choice(_SCORES), (before, after)))
    return make_case_from_figures(
        name=names[0],
        r0=r0,
        n_eff=n_eff,
        record="mixed",
        games=tuple(games),
        rules=rules,
        no_bonus=describe_bonus_obstacle(m, 1, False, rules),
        special=False,
    )


def _draw_special_figures(
    rng: Random, names: list[str], rules: Rules, moves: int
) -> ExerciseCase:
    """Return a case with ratings in hundreds, far enough apart for the moves."""
    r0 = rng.randrange(6, 16) * 100.0
    m = rng.randrange(2, 4) + moves // 2
    reach = 3 + moves
    games = []
    for name in names[1 : m + 1]:
        strength = max(r0 + rng.randrange(-reach, reach + 1) * 100.0, 100.0)
        games.append(ExerciseGame(name, rng.choice(_SCORES), (strength, strength)))
    return make_case_from_figures(
        name=names[0],
        r0=r0,
        n_eff=float(rng.randrange(0, 7)),
        record="mixed",
        games=tuple(games),
        rules=rules,
        no_bonus=None,
        special=True,
    )


def _draw_section_case(
    rng: Random, names: list[str], rules: Rules, day: dt.date, kind: Kind, moves: int
) -> ExerciseCase | None:
    """Return one player's section against a small field, rated like any other."""
    special = kind.startswith("special")
    r0 = float(rng.randrange(700, 1750) if special else rng.randrange(900, 1850))
    m = rng.randrange(3, 5) + moves // 2 if special else rng.randrange(3, 6)
    reach = 250 + 130 * moves if special else 300
    records: tuple[Record, ...] = ("mixed", "mixed", "mixed", "all_wins", "all_losses")
    scores = [rng.choice(_SCORES) for _ in range(m)]
    hero = Entrant(
        numbers=(1,),
        rating=r0,
        games=rng.randrange(2, 9) if special else rng.randrange(9, 60),
        record=rng.choice(records) if special else "mixed",
        own=tuple(RatedGame(i, score, i) for i, score in enumerate(scores, 1)),
    )
    others = tuple(
        Entrant(
            numbers=(i + 1,),
            # Limited to plausible ratings.
            rating=float(
                min(max(round(r0) + rng.randrange(-reach, reach + 1), LOWEST), HIGHEST)
            ),
            games=rng.randrange(9, 80),
            own=(RatedGame(0, 1.0 - score, i),),
        )
        for i, score in enumerate(scores, 1)
    )
    trace = rate_section(SectionInput("R", day, (hero, *others)), rules)
    return make_case(trace, 0, lambda number: names[number - 1])


MOST_DRAWS: Final = 50_000
"""The number of cases to try before giving up."""


def make_random_worksheet(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    rules: Rules,
    day: dt.date,
    editions: Mapping[str, Edition],
    most: int | None = None,
    monitor: Monitor = UNMONITORED,
) -> Worksheet:
    """Return a worksheet about made-up players; a seed always gives the same one."""
    found: list[Exercise] = []
    for kind in kinds:
        rng = Random(f"{seed}/{kind}/{level}")
        for place in range(most or _count_exercises(kinds, level)):
            drawn, turn = draw_cases(kind, level, rng, rules, day), place + seed
            found.append(_draw_exercise(kind, level, drawn, turn, found, monitor))
    return _make_worksheet(
        found, kinds, level, seed, "Made-up players.", rules, editions
    )


def _count_exercises(kinds: Sequence[Kind], level: Level) -> int:
    return KINDS[kinds[0]].counts[level - 1] if len(kinds) == 1 else 1


def _draw_exercise(
    kind: Kind,
    level: Level,
    drawn: Iterator[ExerciseCase],
    turn: int,
    others: Sequence[Exercise],
    monitor: Monitor,
) -> Exercise:
    for case in islice(drawn, MOST_DRAWS):
        monitor.check()
        if _is_instructive(kind, case, turn):
            made = make_exercise(kind, case, level, MOST_DECIMALS[level])
            if made is not None and not reveals_answer(made, others):
                return made
    raise LookupError(f"no exercise of type {kind} at level {level}")


def _is_instructive(kind: Kind, case: ExerciseCase, turn: int) -> bool:
    """Return whether a case drawn at random is instructive.

    The score must differ from the expected one, and Step 5 from Step 4. On a worksheet
    about the bonus, every player gains points, and every second player gets a bonus.
    """
    first = case.passes[0]
    if not isinstance(first, StandardTrace):
        return True
    if kind == "bonus":
        return first.gain > 0 and (first.bonus > 0) == (turn % 2 == 0)
    differs = kind != "two-passes" or abs(case.passes[1].result - first.result) >= 1.0
    return differs and abs(first.gain) >= 1.0


def make_worksheet_from_section(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    trace: SectionTrace,
    name_of: Callable[[int], str],
    about: str,
    editions: Mapping[str, Edition],
    monitor: Monitor = UNMONITORED,
) -> Worksheet | None:
    """Return a worksheet about a section's players, taken in random order."""
    players = [
        case
        for place in range(len(trace.players))
        if (case := make_case(trace, place, name_of)) is not None
    ]
    found: list[Exercise] = []
    for kind in kinds:
        order = Random(f"{seed}/{kind}/{level}").sample(players, len(players))
        most = len(found) + _count_exercises(kinds, level)
        for one in _make_exercises(kind, level, order, monitor):
            if not reveals_answer(one, found):
                found.append(one)
            if len(found) == most:
                break
    if not found:
        return None
    if level == 1:
        about += " For work by hand, ratings are rounded to hundreds."
    return _make_worksheet(found, kinds, level, seed, about, trace.rules, editions)


def _make_exercises(
    kind: Kind, level: Level, order: Sequence[ExerciseCase], monitor: Monitor
) -> Iterator[Exercise]:
    """Yield exercises; those that need many decimals come last."""
    left = []
    for case in order:
        monitor.check()
        one = make_exercise(kind, case, level, MOST_DECIMALS[level])
        if one is None:
            left.append(case)
        else:
            yield one
    for case in left:
        monitor.check()
        if one := make_exercise(kind, case, level):
            yield one


def _make_worksheet(
    found: list[Exercise],
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    about: str,
    rules: Rules,
    editions: Mapping[str, Edition],
) -> Worksheet:
    topics = [topic for one in found for topic in one.topics]
    return Worksheet(
        title=KINDS[kinds[0]].words if len(kinds) == 1 else "How a rating is computed",
        about=about,
        mark=f"{kinds[0] if len(kinds) == 1 else 'all'}, level {level}, version {seed}",
        rules=tuple(list_rules(topics, rules, editions)),
        table=make_expectation_table() if TABLE_TOPIC in topics else None,
        exercises=tuple(found),
    )
