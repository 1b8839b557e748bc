"""A second implementation of the five steps, straight from the text, for comparison.

Each player is a small mutable record. The special rating comes from the exact set of
zeros, not from the search. Starting ratings are given, not computed.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from tests.engine.oracle import problem, roots


@dataclass
class Person:
    """One player: facts before the event, games, and the results of the steps."""

    rating: float | None
    n: int | None
    history: str = "mixed"
    start: tuple[float, int] = (750.0, 0)
    games: list[tuple[int, float]] = field(default_factory=list)
    peak: float | None = None
    counts: tuple[int, int, int] = (0, 0, 0)

    r0: float = 0.0
    effective: float = 0.0
    step3: float | None = None
    step4: float | None = None
    step5: float | None = None
    final: float | None = None

    @property
    def score(self) -> float:
        """The score S."""
        return math.fsum(score for _, score in self.games)


@dataclass(frozen=True)
class Text:
    """The differences between the documents in these steps."""

    newer_games_formula: bool = True
    bonus: float = 10.0
    three_games_repeat: bool = True
    reduced_above_2200: bool = False
    whole_numbers: bool = False
    floors_from: int = 1200
    round_peak: bool = True
    strictly_below: bool = False


def rate(people: list[Person], text: Text) -> None:
    """Compute every step of every player."""
    for person in people:
        if person.rating is None:
            person.r0, person.n = person.start
        else:
            person.r0 = person.rating
        person.effective = _effective(person.r0, person.n, text)
    playing = [person for person in people if person.games]

    strength = {i: person.r0 for i, person in enumerate(people)}
    for person in playing:
        if person.rating is None and person.n == 0:
            person.step3 = max(100.0, _special(person, strength, 1.0, "mixed"))
    for i, person in enumerate(people):
        if person.step3 is not None:
            strength[i] = person.step3
    for person in playing:
        person.step4 = _formula(person, strength, text)
    second = {
        i: strength[i] if person.step4 is None else person.step4
        for i, person in enumerate(people)
    }
    for person in playing:
        person.step5 = _formula(person, second, text)
    for person in people:
        person.final = _stored(person, text)


def _effective(r0: float, n: int | None, text: Text) -> float:
    if text.newer_games_formula:
        low = r0 <= 2355
        inside = 0.662 + 0.00000739 * (2569 - r0) ** 2
    else:
        low = r0 <= 2200
        inside = 1 + (2200 - r0) ** 2 / 100000
    star = 50 / math.sqrt(inside) if low else 50.0
    return star if n is None else min(n, star)


def _history(person: Person) -> str:
    return person.history if person.rating is not None and person.n != 0 else "mixed"


def _formula(person: Person, strength: dict[int, float], text: Text) -> float:
    history = _history(person)
    if (person.n is not None and person.n <= 8) or history != "mixed":
        value = _special(person, strength, person.effective, history)
    else:
        value = _standard(person, strength, text)
    return max(100.0, value)


def _special(person, strength, n_eff, history) -> float:
    opponents = [strength[opponent] for opponent, _ in person.games]
    exact = problem(person.r0, n_eff, opponents, person.score, history)
    return min(2700.0, float(roots(exact).clamp(Fraction(exact.prior))))


def _standard(person: Person, strength: dict[int, float], text: Text) -> float:
    m = len(person.games)
    k = 800 / (person.effective + m)
    if text.reduced_above_2200 and person.r0 > 2200:
        if person.r0 < 2500:
            k *= 6.5 - 0.0025 * person.r0
        else:
            k = 200 / (person.effective + m)
    expected = math.fsum(
        1 / (1 + math.pow(10, -(person.r0 - strength[opponent]) / 400))
        for opponent, _ in person.games
    )
    change = k * (person.score - expected)
    meetings = max(Counter(opponent for opponent, _ in person.games).values())
    repeated = meetings > 2 or (text.three_games_repeat and m == 3 and meetings > 1)
    if m >= 3 and not repeated:
        change += max(0.0, change - text.bonus * math.sqrt(max(m, 4)))
    return person.r0 + change


def _stored(person: Person, text: Text) -> float | None:
    if person.step5 is None:
        return person.rating
    value = person.step5
    if text.whole_numbers:
        if value > person.r0 + 1e-9:
            value = math.ceil(value - 1e-9)
        elif value < person.r0 - 1e-9:
            value = math.floor(value + 1e-9)
        else:
            value = math.floor(person.r0 + 0.5)
    return max(value, _floor(person, text))


def _floor(person: Person, text: Text) -> float:
    wins, draws, events = person.counts
    wins += sum(score == 1 for _, score in person.games)
    draws += sum(score == 0.5 for _, score in person.games)
    events += len(person.games) >= 3
    floor = min(100 + 4 * wins + 2 * draws + events, 150)
    if person.rating is not None and (person.n is None or person.n > 25):
        peak = person.rating if person.peak is None else person.peak
        if text.round_peak:
            peak = math.floor(peak + 0.5)
        for level in range(text.floors_from, 2101, 100):
            if level < peak - 200 or (level == peak - 200 and not text.strictly_below):
                floor = level
    return floor
