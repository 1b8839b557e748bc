"""Cards about any player, the list of all cards, and the tasks of a section."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, log
from typing import Final, NamedTuple

from uscalc.engine.rounding import round_for_display
from uscalc.engine.special import CAP
from uscalc.engine.standard import compute_winning_expectancy
from uscalc.engine.trace import StandardTrace
from uscalc.explain.numbers import PlayerDirectory
from uscalc.explain.picture import (
    SpecialPicture,
    StandardPicture,
    StepPicture,
    TriedValues,
)
from uscalc.worksheet.challenge import (
    LAST_STEP,
    LEVELS,
    AnyCard,
    Attempt,
    Card,
    PlayerCase,
    Task,
    Verdict,
    describe_printed_change,
    find_printed_change,
    list_scores,
)
from uscalc.worksheet.formula_cards import SPECIAL_CARDS, STANDARD_CARDS

HUNDRED: Final = 100
LEAST_ABOVE: Final = 5
LEAST_APART: Final = 10
LEAST_HELP: Final = 4.0
"""If an estimated gain is at least this many points, the exact gain is at least one point."""
LOGISTIC: Final = 400.0 / log(10.0)
SAME: Final = 0.005
ANY: Final = (StandardPicture, SpecialPicture)


def _compare_ratings(before: float, picture: StepPicture) -> Verdict:
    """Judge whether the rating is higher than before."""
    after = round_for_display(picture.result)
    same = "stays" if after == before else "is now"
    said = f"The rating was {before:.0f} and {same} {after:.0f}."
    return Verdict(after > before, said)


def _raisable_rating(case: PlayerCase, picture: StepPicture) -> float | None:
    before = round_for_display(picture.result)
    return before if round_for_display(case.try_strongest().result) > before else None


def _judge_raise(attempt: Attempt, picture: StepPicture, before: float) -> Verdict:
    causes = attempt.scene.causes
    return (
        _compare_ratings(before, picture)
        if causes.r0 is None and causes.games is None
        else Verdict(False, f"Set the own values of {attempt.case.name} back.")
    )


def _helped_rating(case: PlayerCase, picture: StepPicture) -> float | None:
    return (
        round_for_display(picture.result)
        if _estimate_help(case) >= LEAST_HELP
        else None
    )


def _judge_raise_by_others(
    attempt: Attempt, picture: StepPicture, before: float
) -> Verdict:
    return (
        _compare_ratings(before, picture)
        if attempt.is_untouched
        else Verdict(
            False, "Reset the ratings. Only results of other players may change."
        )
    )


def _estimate_help(case: PlayerCase) -> float:
    """Estimate the points that wins of the opponents in their other games could add."""
    players, picture = case.people.section.players, case.picture
    opponents = case.subject.player.entrant.opponents
    own = {case.place, *opponents}
    helps = []
    for row, opponent in zip(picture.rows if picture else (), opponents, strict=False):
        step, met = players[opponent].step4, players[opponent].entrant.own
        k = step.k if isinstance(step, StandardTrace) else 0.0
        lost = sum(1.0 - game.score for game in met if game.opponent not in own)
        slope = 1.0
        if isinstance(picture, StandardPicture):
            fill = compute_winning_expectancy(picture.r0, row.rating)
            slope = picture.done.k * fill * (1.0 - fill) / LOGISTIC
        helps.append(k * lost * slope)
    return (
        sum(helps)
        if isinstance(picture, StandardPicture)
        else sum(helps) / max(len(helps), 1)
    )


def _next_hundred(case: PlayerCase, picture: StepPicture) -> float | None:
    wanted = ceil((round_for_display(picture.result) + LEAST_ABOVE) / HUNDRED) * HUNDRED
    if (floors := picture.player.floors) is not None and floors.ceiling is not None:
        return None
    special = isinstance(picture, SpecialPicture)
    if special and case.try_strongest().result < wanted + HUNDRED:
        return None
    return wanted if 2 * HUNDRED <= wanted <= CAP - HUNDRED else None


def _judge_hundred(_attempt: Attempt, picture: StepPicture, wanted: float) -> Verdict:
    after = round_for_display(picture.result)
    return Verdict(after == wanted, f"The rating is {after:.0f}; make it {wanted}.")


def _largest_swing(case: PlayerCase, picture: StepPicture) -> float | None:
    """Return how far one result can move the rating of a player with several games."""
    games = range(len(list_scores(picture)))
    swings = [
        _compute_swing(case, game, to) for game in games for to in (0.0, 0.5, 1.0)
    ]
    return max(swings) if len(games) >= 3 else None


def _compute_swing(case: PlayerCase, game: int, score: float) -> float:
    """Return how far one other result moves the rating."""
    tried = TriedValues(scores=((game, score),))
    assert case.picture is not None
    return abs(case.subject.make_picture(LAST_STEP, tried).result - case.picture.result)


def _judge_most_important(
    attempt: Attempt, picture: StepPicture, most: float
) -> Verdict:
    real, tried = list_scores(attempt.case.picture), list_scores(picture)
    pairs = enumerate(zip(real, tried, strict=False))
    changed = [game for game, (before, after) in pairs if before != after]
    if len(changed) != 1 or len(tried) != len(real) or not attempt.is_untouched:
        return Verdict(False, "Change one result, and nothing else.")
    swing = _compute_swing(attempt.case, changed[0], tried[changed[0]])
    said = f"That moves the rating by {swing:.0f}"
    return (
        Verdict(True, f"{said}: no other result moves it further.")
        if swing >= most - SAME
        else Verdict(False, f"{said}. Another result moves it further.")
    )


Change = tuple[str, tuple[float, int], float]


class Pair(NamedTuple):
    """The rating changes of a section's players, and the two changes that the task asks for."""

    changes: "Mapping[int, Change]"
    low: float
    high: float

    def __format__(self, _form: str) -> str:
        """Write the two changes in words: "loses 12 points, the other gains 3 points"."""
        low, high = (
            describe_printed_change("", change).strip()
            for change in (self.low, self.high)
        )
        return f"{low}, the other {high}"


def _judge_pair(attempt: Attempt, _picture: StepPicture, pair: Pair) -> Verdict:
    changes = pair.changes
    seen = [changes[number] for number in attempt.visited[-2:] if number in changes]
    if not seen:
        return Verdict(False, "Select a player, and then another one.")
    name, score, change = seen[-1]
    said = f"{describe_printed_change(name, change)} with {score[0]:g} of {score[1]}"
    solved = len(seen) == 2 and seen[0][1] == score
    solved = solved and {seen[0][2], change} == {pair.low, pair.high}
    return Verdict(solved, f"{said}." if solved else f"{said}. Keep looking.")


def _list_changes(people: PlayerDirectory) -> dict[int, Change]:
    """Return name, score and printed change of each rated player, by pairing number."""
    found = {}
    for place in range(len(people.section.players)):
        case = PlayerCase(people, place)
        picture = case.picture
        if isinstance(picture, StandardPicture):
            score = picture.scored, len(picture.rows)
            found[case.number] = case.name, score, find_printed_change(picture)
    return found


def _find_pair(case: PlayerCase, _picture: StepPicture) -> Pair | None:
    """Return the two most different changes of players with the same score; None without any."""
    changes = _list_changes(case.people)
    pairs = [
        Pair(changes, low, high)
        for _, score, low in changes.values()
        for _, other, high in changes.values()
        if score == other and high - low >= LEAST_APART and 0 not in (low, high)
    ]
    return max(pairs, key=lambda pair: pair.high - pair.low, default=None)


CARDS: Final[tuple[AnyCard, ...]] = (
    *STANDARD_CARDS,
    *SPECIAL_CARDS,
    Card(
        "raise",
        "Easy",
        ANY,
        "Raise the rating of {name} without changing one of the player's own results.",
        _raisable_rating,
        _judge_raise,
        "What would the same result be worth against a stronger opponent?",
        "The rating depends on the opponents' ratings as much as on the results.",
        keeps_results=True,
    ),
    Card(
        "hundred",
        "Medium",
        ANY,
        "Make {name} end at exactly {goal} with {score}.",
        _next_hundred,
        _judge_hundred,
        "Go past it, and then come back slowly.",
        "The result changes evenly with an opponent's rating, so each rating in "
        "between can be reached.",
    ),
    Card(
        "most-important",
        "Medium",
        ANY,
        "Change the one result of {name} that moves the rating most.",
        _largest_swing,
        _judge_most_important,
        "Which game could have been the largest surprise?",
        "The result furthest from the expected score moves the rating most.",
    ),
    Card(
        "raise-by-others",
        "Hard",
        ANY,
        "Raise the rating of {name} by changing only results of games that {name} "
        "didn't "
        "play.",
        _helped_rating,
        _judge_raise_by_others,
        "The opponents' ratings depend on their other games. Let them win in the "
        "crosstable "
        "of What if.",
        "The second pass uses the opponents' new ratings, so their other games "
        "count for you, too.",
        keeps_results=True,
    ),
    Card(
        "pair",
        "Hard",
        ANY,
        "Find two players with the same score: one {goal}. Select them one after the "
        "other.",
        _find_pair,
        _judge_pair,
        "The same score is worth more against stronger opponents, and for a new "
        "player.",
        "The same score means different things against different opponents.",
        anyone=True,
    ),
)


def list_cards() -> Iterator[AnyCard]:
    """Yield all cards by level."""
    for level in LEVELS:
        yield from (card for card in CARDS if card.level == level)


def make_tasks(people: PlayerDirectory, first: int | None) -> dict[str, Task]:
    """Return the task of each card that fits a player, by key; `first` is preferred."""
    places: Sequence[int] = range(len(people.section.players))
    order = sorted(places, key=lambda place: place != first)
    cases = [PlayerCase(people, place) for place in order]
    tasks: dict[str, Task] = {}
    for card in CARDS:
        fitting = cases[:1] if card.anyone else cases
        made = (card.make_task(case) for case in fitting)
        if task := next((task for task in made if task is not None), None):
            tasks[card.key] = task
    return tasks
