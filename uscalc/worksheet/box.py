"""The rules that a sheet needs, each in a sentence of ours, with where it is printed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

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
_ROOT: Final = "\N{SQUARE ROOT}"


class _Topic(NamedTuple):
    title: str
    text: str | Callable[[Rules], str]
    cited: Callable[[Citations], Citation]


def list_rules(
    topics: Iterable[str], rules: Rules, editions: Mapping[str, Edition]
) -> tuple[WorksheetRule, ...]:
    """Return the rules of the topics, in the order in which they are used."""
    needed = set(topics)
    found = []
    for name, topic in _TOPICS.items():
        if name in needed:
            cited = topic.cited(rules.citations)
            edition = editions[cited.edition]
            place = cited.section
            found.append(
                WorksheetRule(
                    topic.title,
                    topic.text if isinstance(topic.text, str) else topic.text(rules),
                    f"{edition.title}, {edition.date}",
                    f"section {place}" if place[:1].isdigit() else place,
                )
            )
    return tuple(found)


def make_expectation_table() -> ExerciseTable:
    """Return the expectations of the higher and the lower rated, by hundreds."""
    apart = [100 * i for i in range(9)]
    higher = [f"{look_up_expectation(-d):.2f}" for d in apart]
    lower = [f"{look_up_expectation(d):.2f}" for d in apart]
    return ExerciseTable(
        ("Ratings apart", *map(str, apart)),
        (("The higher rated expects", *higher), ("The lower rated expects", *lower)),
    )


def look_up_expectation(apart: float) -> float:
    """Return the printed expectation of a player rated `apart` below an opponent."""
    return round_half_up(compute_winning_expectancy(0.0, apart), TABLE_DECIMALS)


def _state_effective_games(rules: Rules) -> str:
    return (
        f"{describe_effective_games_rule(rules.effective_games)} N' is the smaller "
        f"of N*, and N, the number "
        "of earlier games: it says how much the past weighs."
    )


def _state_bonus(rules: Rules) -> str:
    b = format_number(rules.bonus_multiplier)
    since = describe_validity("bonus_multiplier", rules)
    return (
        f"What of K(S {MINUS} E) lies above the mark B{_ROOT}m' is added once more. m' is the "
        f"number of games, but at least 4. B is {b}, {since}."
    )


_TOPICS: Final[dict[str, _Topic]] = {
    "steps": _Topic(
        "Two passes",
        "Everybody is rated twice. In Step 4 the opponents count what they came with, in "
        "Step 5 what Step 4 has made of them. The player's own rating before the event is "
        "the beginning both times.",
        lambda c: c.steps,
    ),
    "effective": _Topic(
        "Effective games", _state_effective_games, lambda c: c.effective
    ),
    TABLE_TOPIC: _Topic(
        "Expectation",
        "The expected score of a game depends on the rating difference. The table gives "
        "it for multiples of 100, to 2 decimals. Calculate with the table's figures.",
        lambda c: c.standard,
    ),
    "we": _Topic(
        "Expectation",
        "Against an opponent rated Ri a player rated R can expect "
        f"We = 1 / (1 + 10^((Ri {MINUS} R) / 400)) of the point.",
        lambda c: c.standard,
    ),
    "expected": _Topic(
        "Expected score",
        "E is the sum of what is expected of all the games.",
        lambda c: c.standard,
    ),
    "k": _Topic(
        "K", "K = 800 / (N' + m), where m is the number of games.", lambda c: c.standard
    ),
    "k_reduced": _Topic(
        "K above 2200",
        "In the Regular half of a section that counts for Regular and Quick, above 2200, "
        f"K = 800 {_MIDDLE} (6.5 {MINUS} 0.0025 {_MIDDLE} R0) / (N' + m), and from 2500 on "
        "K = 200 / (N' + m).",
        lambda c: c.standard,
    ),
    "gain": _Topic(
        "Change",
        f"S is the score. K(S {MINUS} E) is added to the rating before the event, R0; it is "
        "taken off where it is negative.",
        lambda c: c.standard,
    ),
    "bonus": _Topic("Bonus", _state_bonus, lambda c: c.bonus),
    "no_bonus": _Topic(
        "No bonus",
        "There is no bonus in fewer than three games, in a match, or where somebody was met "
        "too often: then the bonus is 0.",
        lambda c: c.bonus,
    ),
    "prior": _Topic(
        "The past",
        "The earlier games count as N' games against R'0, of which half was scored: R'0 is "
        "the rating before the event, and S' = S + N' / 2. If all of them were won, R'0 is "
        "400 less and S' = S + N'; if all were lost, R'0 is 400 more and S' = S.",
        lambda c: c.special,
    ),
    "pwe": _Topic(
        "Expectation on the walk",
        "Here a player rated R expects of an opponent rated Ri PWe = 0.5 + (R "
        f"{MINUS} Ri) / 800, but 0 from 400 below Ri down, and 1 from 400 above it up.",
        lambda c: c.special,
    ),
    "f": _Topic(
        "f",
        f"f(M) = N' {_MIDDLE} PWe against R'0, plus PWe against every opponent, {MINUS} S', all "
        "for a player rated M. The rating looked for is the M at which f is 0.",
        lambda c: c.special,
    ),
    "knots": _Topic(
        "Knots",
        "f is straight but at the knots: 400 above and 400 below each opponent and R'0.",
        lambda c: c.special,
    ),
    "walk": _Topic(
        "The walk",
        "M begins at R'0. Where f(M) is negative, look at the next knot z above, where it is "
        "positive at the next below. If f has the same sign there, M goes to z. If not, M "
        f"goes to M {MINUS} f(M) {_MIDDLE} (M {MINUS} z) / (f(M) {MINUS} f(z)). On it goes until f "
        "is 0.",
        lambda c: c.special,
    ),
}
