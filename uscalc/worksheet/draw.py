"""Cases drawn by lot: invented players, in round figures or in a section of their own."""

import datetime as dt
from collections.abc import Iterator
from random import Random
from typing import Final

from uscalc.engine.effective import EFFECTIVE_GAMES
from uscalc.engine.inputs import Entrant, Record, SectionInput
from uscalc.engine.inputs import Game as Played
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.standard import NUMERATOR, bonus_obstacle
from uscalc.worksheet.case import Case, Game, case_of, worked
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.standard import HAND

NAMES: Final = (
    *("Ada Rookwell", "Ben Pawnley", "Cleo Castleford", "Dan Forkham", "Eve Gambitson"),
    *("Finn Knightly", "Gwen Bishopton", "Hal Checkland", "Ida Queensbury"),
    *("Jon Matewell", "Kay Pinborough", "Leo Skewerton", "Mia Tempofield"),
    *("Ned Zugzwangler", "Ola Fianchetti", "Pip Blunderby", "Quin Endgamer"),
    *("Rita Stalemate", "Sam Outpostle", "Tess Doubleton", "Udo Passant"),
    *("Vic Openfile", "Wanda Darksquare", "Yan Promotsky"),
)
"""Plainly invented, every one of them."""
LOWEST: Final = 110
HIGHEST: Final = 2450
_SCORES: Final = (1.0, 0.5, 0.0)
_NEAR: Final = (-200, -100, 0, 100, 200)


def cases(
    kind: Kind, level: Level, rng: Random, rules: Rules, day: dt.date
) -> Iterator[Case]:
    """Yield cases without end, many of which are of the kind."""
    special = kind.startswith("special")
    moves = int(kind.rpartition("-")[2]) if special else 0
    while True:
        names = rng.sample(NAMES, len(NAMES))
        if level == HAND and special:
            yield _round_special(rng, names, rules, moves)
        elif level == HAND:
            yield _round_standard(kind, rng, names, rules)
        else:
            made = _section(rng, names, rules, day, kind, moves)
            if made is not None:
                yield made


def _round_standard(kind: Kind, rng: Random, names: list[str], rules: Rules) -> Case:
    """Return ratings in hundreds, no difference above 200, and a whole N'."""
    r0 = rng.randrange(9, 19) * 100.0
    m = {"bonus": rng.choice((3, 4, 4, 5, 6, 9)), "two-passes": 2}.get(
        kind, rng.randrange(2, 5)
    )
    most = int(EFFECTIVE_GAMES[rules.effective_games](r0))
    whole = [n for n in range(9, max(most, 9) + 1) if NUMERATOR % (n + m) == 0]
    n_eff = float(rng.choice(whole or [most]))
    games = []
    for name in names[1 : m + 1]:
        before = r0 + rng.choice(_NEAR)
        after = before + rng.choice((-100, 0, 100))
        after = min(max(after, r0 - 200), r0 + 200)
        games.append(Game(name, rng.choice(_SCORES), (before, after)))
    return worked(
        name=names[0],
        r0=r0,
        n_eff=n_eff,
        record="mixed",
        games=tuple(games),
        rules=rules,
        no_bonus=bonus_obstacle(m, 1, False, rules),
        special=False,
    )


def _round_special(rng: Random, names: list[str], rules: Rules, moves: int) -> Case:
    """Return ratings in hundreds, as far apart as the moves need."""
    r0 = rng.randrange(6, 16) * 100.0
    m = rng.randrange(2, 4) + moves // 2
    reach = 3 + moves
    games = []
    for name in names[1 : m + 1]:
        strength = max(r0 + rng.randrange(-reach, reach + 1) * 100.0, 100.0)
        games.append(Game(name, rng.choice(_SCORES), (strength, strength)))
    return worked(
        name=names[0],
        r0=r0,
        n_eff=float(rng.randrange(0, 7)),
        record="mixed",
        games=tuple(games),
        rules=rules,
        no_bonus=None,
        special=True,
    )


def _section(
    rng: Random, names: list[str], rules: Rules, day: dt.date, kind: Kind, moves: int
) -> Case | None:
    """Return one player against everybody else of a small section, rated as any other."""
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
        own=tuple(Played(i, score, i) for i, score in enumerate(scores, 1)),
    )
    others = tuple(
        Entrant(
            numbers=(i + 1,),
            rating=_within(round(r0) + rng.randrange(-reach, reach + 1)),
            games=rng.randrange(9, 80),
            own=(Played(0, 1.0 - score, i),),
        )
        for i, score in enumerate(scores, 1)
    )
    section = SectionInput("R", day, (hero, *others))
    trace = rate_section(section, rules)
    return case_of(trace, 0, lambda number: names[number - 1])


def _within(strength: int) -> float:
    """Return a rating that somebody might have."""
    return float(min(max(strength, LOWEST), HIGHEST))
