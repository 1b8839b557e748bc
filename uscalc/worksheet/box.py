"""The rules that a worksheet states, each in our own words with its source."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from uscalc.counted import format_day
from uscalc.engine.inputs import Citation, Citations
from uscalc.engine.rules import Rules
from uscalc.engine.standard import compute_winning_expectancy
from uscalc.engine.table import Edition
from uscalc.explain.numbers import MINUS, format_number
from uscalc.explain.since import describe_validity
from uscalc.explain.standard import describe_effective_games_rule
from uscalc.worksheet.model import ExerciseTable, WorksheetRule, round_half_up

TABLE_TOPIC: Final = "we_table"
TABLE_DECIMALS: Final = 2
_MIDDLE: Final = "\N{MULTIPLICATION SIGN}"


class _Topic(NamedTuple):
    title: str
    text: str | Callable[[Rules], str]
    cited: Callable[[Citations], Citation]


def list_rules(
    topics: Iterable[str], rules: Rules, editions: Mapping[str, Edition]
) -> Iterator[WorksheetRule]:
    """Return the rules of the topics, in the order in which they are used."""
    needed = set(topics)
    for name, topic in _TOPICS.items():
        if name in needed:
            cited = topic.cited(rules.citations)
            edition = editions[cited.edition]
            place = cited.section
            yield WorksheetRule(
                name,
                topic.title,
                topic.text if isinstance(topic.text, str) else topic.text(rules),
                f"{edition.title}, {format_day(edition.date)}",
                f"section {place}" if place[:1].isdigit() else place,
            )


def make_expectation_table() -> ExerciseTable:
    """Return the winning expectancies for rating differences in hundreds."""
    apart = [100 * i for i in range(9)]
    higher = [f"{look_up_expectation(-d):.2f}" for d in apart]
    lower = [f"{look_up_expectation(d):.2f}" for d in apart]
    return ExerciseTable(
        ("Rating difference", *map(str, apart)),
        (
            ("Higher-rated player expects", *higher),
            ("Lower-rated player expects", *lower),
        ),
    )


def look_up_expectation(apart: float) -> float:
    """Return the table's expected score of a player rated `apart` points below an opponent."""
    return round_half_up(compute_winning_expectancy(0.0, apart), TABLE_DECIMALS)


def _state_bonus(rules: Rules) -> str:
    b = format_number(rules.bonus_multiplier)
    since = describe_validity("bonus_multiplier", rules)
    return (
        f"The part of K(S {MINUS} E) above the threshold B\N{SQUARE ROOT}m' is added once "
        f"more. m' is the number of games, but at least 4. B is {b}, {since}."
    )


_TOPICS: Final[dict[str, _Topic]] = {
    "steps": _Topic(
        "Two passes",
        "Every player is rated twice. Step 4 uses the opponents' pre-event ratings; "
        "Step 5 uses their Step 4 ratings. The player's own pre-event rating is the "
        "starting point both times.",
        lambda c: c.steps,
    ),
    "effective": _Topic(
        "Effective games",
        lambda rules: (
            f"{describe_effective_games_rule(rules.effective_games)} N is the number of "
            "earlier games. N', the effective games, is the smaller of N and N*."
        ),
        lambda c: c.effective,
    ),
    TABLE_TOPIC: _Topic(
        "Winning expectancy",
        "The expected score of a game depends on the rating difference. The table "
        "gives it for multiples of 100, to 2 decimals. Calculate with the values in "
        "the table.",
        lambda c: c.standard,
    ),
    "we": _Topic(
        "Winning expectancy",
        f"A player rated R has the expected score We = 1 / (1 + 10^((Ri {MINUS} R) / "
        "400)) against an opponent rated Ri.",
        lambda c: c.standard,
    ),
    "expected": _Topic(
        "Expected score",
        "E is the sum of the expected scores of all games.",
        lambda c: c.standard,
    ),
    "k": _Topic(
        "K", "K = 800 / (N' + m), where m is the number of games.", lambda c: c.standard
    ),
    "k_reduced": _Topic(
        "K above 2200",
        "This is for the Regular rating in a dual-rated section (Regular and Quick). "
        f"Above 2200, K = 800 {_MIDDLE} (6.5 {MINUS} 0.0025 {_MIDDLE} R0) / (N' + m). "
        "From 2500 up, K = 200 / (N' + m).",
        lambda c: c.standard,
    ),
    "gain": _Topic(
        "Change",
        f"S is the score. Add K(S {MINUS} E) to the pre-event rating R0 (it may be "
        "negative).",
        lambda c: c.standard,
    ),
    "bonus": _Topic("Bonus", _state_bonus, lambda c: c.bonus),
    "no_bonus": _Topic(
        "No bonus",
        "There is no bonus for fewer than three games, in a match, or if the player "
        "met an opponent too often. The bonus is then 0.",
        lambda c: c.bonus,
    ),
    "prior": _Topic(
        "Earlier games",
        "The earlier games count as N' draws against an opponent rated R'0: R'0 is "
        "the pre-event rating, and S' = S + N' / 2. If all of them were won, R'0 is "
        "400 points lower and S' = S + N'. If all were lost, R'0 is 400 points "
        "higher and S' = S.",
        lambda c: c.special,
    ),
    "pwe": _Topic(
        "Provisional winning expectancy",
        f"A player rated R has the expected score PWe = 0.5 + (R {MINUS} Ri) / 800 "
        "against an opponent rated Ri. It is 0 if R is 400 or more below Ri, and 1 "
        "if R is 400 or more above.",
        lambda c: c.special,
    ),
    "f": _Topic(
        "f",
        f"f(M) = N' {_MIDDLE} PWe against R'0, plus PWe against every opponent, "
        f"{MINUS} S', all for a player rated M. The new rating is the M at which f is "
        "0.",
        lambda c: c.special,
    ),
    "knots": _Topic(
        "Knots",
        "f is a straight line from each knot to the next. The knots are 400 above "
        "and 400 below R'0 and each opponent's rating.",
        lambda c: c.special,
    ),
    "walk": _Topic(
        "Search",
        "Start with M = R'0. If f(M) is negative, take the next knot z above M; if "
        "positive, the next one below. If f(z) has the same sign, set M = z. "
        f"Otherwise set M = M {MINUS} f(M) {_MIDDLE} (M {MINUS} z) / (f(M) {MINUS} "
        "f(z)). Repeat until f(M) is 0.",
        lambda c: c.special,
    ),
}
