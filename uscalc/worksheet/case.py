"""One player's values as an exercise uses them: from a trace, or rounded."""

from collections.abc import Callable
from math import floor
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.engine.inputs import Record
from uscalc.engine.rules import Rules
from uscalc.engine.special import compute_special_rating
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    NUMERATOR,
    REDUCED_K,
    compute_bonus_threshold,
    compute_effective_games,
    compute_standard_rating,
)
from uscalc.engine.trace import (
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.worksheet.chain import round_as_printed

MOST_GAMES: Final = 12
"""With more games, one exercise would fill several pages."""
ROUNDING: Final = 1e-6
"""A numerator of K that is less than this below 800 counts as 800."""
_HUNDRED: Final = 100.0
_FURTHEST: Final = 800.0


class ExerciseGame(Struct, frozen=True):
    """A game: the opponent, the result, and the opponent's strength in each pass."""

    opponent: str
    score: float
    strengths: tuple[float, ...]


class ExerciseCase(Struct, frozen=True):
    """The subject of an exercise. `passes` are the traces of Steps 4 and 5, or of one pass.

    `numerator` divided by N' + m is K. An unrated player's `r0` and `n` are from Step 1.
    """

    name: str
    r0: float
    n: int | None
    n_star: float
    n_eff: float
    record: Record
    games: tuple[ExerciseGame, ...]
    numerator: float
    no_bonus: str | None
    passes: tuple[StepTrace, ...]
    rules: Rules
    unrated: bool = False

    @property
    def m(self) -> int:
        """The number of games."""
        return len(self.games)

    @property
    def score(self) -> float:
        """The score in these games."""
        return sum(game.score for game in self.games)

    @property
    def standard(self) -> StandardTrace | None:
        """The first pass by the standard formula; None for the special formula."""
        first = self.passes[0]
        return first if isinstance(first, StandardTrace) else None

    @property
    def special(self) -> SpecialTrace | None:
        """The first pass by the special formula; None for the standard formula."""
        first = self.passes[0]
        return first if isinstance(first, SpecialTrace) else None


def make_case(
    trace: SectionTrace, place: int, name_of: Callable[[int], str]
) -> ExerciseCase | None:
    """Return the case of an entrant; None if there is nothing to compute."""
    player = trace.players[place]
    passes = tuple(step for step in (player.step4, player.step5) if step is not None)
    if (
        not passes
        or player.entrant.m > MOST_GAMES
        or not all(map(_is_plain_step, passes))
    ):
        return None
    n_star, n_eff = player.effective
    first = passes[0]
    return _round_case_as_printed(
        ExerciseCase(
            name=_get_name(trace, place, name_of),
            r0=player.start.r0,
            n=player.start.n,
            n_star=n_star,
            n_eff=n_eff,
            record=player.record,
            games=tuple(
                ExerciseGame(
                    _get_name(trace, game.opponent, name_of),
                    game.score,
                    tuple(done.strengths[i] for done in passes),
                )
                for i, game in enumerate(player.entrant.own)
            ),
            numerator=(
                first.k * (n_eff + player.entrant.m)
                if isinstance(first, StandardTrace)
                else NUMERATOR
            ),
            no_bonus=player.no_bonus,
            passes=passes,
            rules=trace.rules,
            unrated=player.entrant.rating is None,
        )
    )


def _round_case_as_printed(case: ExerciseCase) -> ExerciseCase | None:
    """Return the case with its ratings as printed, and all values computed from those.

    A hundredth of a point must not change the result; where it does, there is no
    exercise.
    """
    r0 = round_as_printed(case.r0)
    games = tuple(
        ExerciseGame(
            game.opponent, game.score, tuple(map(round_as_printed, game.strengths))
        )
        for game in case.games
    )
    n_star, n_eff = compute_effective_games(
        r0, case.n, EFFECTIVE_GAMES[case.rules.effective_games]
    )
    reduced = case.numerator < NUMERATOR - ROUNDING
    numerator = REDUCED_K[case.rules.reduced_k](r0) if reduced else case.numerator
    k = numerator / (n_eff + case.m)
    passes = tuple(
        compute_special_rating(r0, n_eff, strengths, case.score, case.record)
        if isinstance(done, SpecialTrace)
        else compute_standard_rating(r0, strengths, case.score, k, done.threshold)
        for done, strengths in zip(
            case.passes,
            zip(*(game.strengths for game in games), strict=True),
            strict=True,
        )
    )
    if any(
        type(before) is not type(after)
        or not _is_plain_step(after)
        or floor(before.result + 0.5) != floor(after.result + 0.5)
        for before, after in zip(case.passes, passes, strict=True)
    ):
        return None
    return replace(
        case,
        r0=r0,
        n_star=n_star,
        n_eff=n_eff,
        games=games,
        numerator=numerator,
        passes=passes,
    )


def _is_plain_step(step: StepTrace) -> bool:
    """Return whether a pass ends without a limit or a tie-break."""
    return step.result == step.raw and (
        isinstance(step, StandardTrace) or not (step.capped or step.tie_break)
    )


def _get_name(trace: SectionTrace, place: int, name_of: Callable[[int], str]) -> str:
    number = trace.players[place].entrant.number
    return name_of(number) or f"Player {number}"


def make_case_from_figures(
    name: str,
    r0: float,
    n_eff: float,
    record: Record,
    games: tuple[ExerciseGame, ...],
    rules: Rules,
    no_bonus: str | None,
    special: bool,
) -> ExerciseCase:
    """Return a case of given values, rated by the engine; N' is given and counts as N."""
    m, score = len(games), sum(game.score for game in games)
    threshold = None if no_bonus else compute_bonus_threshold(m, rules.bonus_multiplier)
    passes = tuple(
        compute_special_rating(r0, n_eff, strengths, score, record)
        if special
        else compute_standard_rating(
            r0, strengths, score, NUMERATOR / (n_eff + m), threshold
        )
        for strengths in zip(*(game.strengths for game in games), strict=True)
    )
    return ExerciseCase(
        name=name,
        r0=r0,
        n=int(n_eff),
        n_star=n_eff,
        n_eff=n_eff,
        record=record,
        games=games,
        numerator=NUMERATOR,
        no_bonus=no_bonus,
        passes=passes,
        rules=rules,
    )


def round_case_to_hundreds(case: ExerciseCase) -> ExerciseCase | None:
    """Return the same games with ratings in hundreds and a whole N', for work by hand."""

    def near(value: float) -> float:
        return floor(value / _HUNDRED + 0.5) * _HUNDRED

    r0 = near(case.r0)
    games = tuple(
        ExerciseGame(game.opponent, game.score, tuple(map(near, game.strengths)))
        for game in case.games
    )
    special = case.special is not None
    furthest = max(abs(s - r0) for game in games for s in game.strengths)
    if not special and furthest > _FURTHEST:
        return None
    n_eff = float(floor(case.n_eff + 0.5))
    made = make_case_from_figures(
        case.name, r0, n_eff, case.record, games, case.rules, case.no_bonus, special
    )
    plain = all(map(_is_plain_step, made.passes))
    return replace(made, unrated=case.unrated) if plain else None


def describe_step(case: ExerciseCase, place: int) -> str:
    """Name the step if there are two."""
    return f", Step {4 + place}" if len(case.passes) > 1 else ""


def make_rating_heading(case: ExerciseCase, place: int) -> str:
    """Return the heading of the opponents' ratings."""
    return f"Rating in Step {4 + place}" if len(case.passes) > 1 else "Rating"


def name_new_rating(case: ExerciseCase, place: int) -> str:
    """Return the name of a pass's result."""
    one = len(case.passes) == 1
    return "New rating" if one else f"Rating after Step {4 + place}"
