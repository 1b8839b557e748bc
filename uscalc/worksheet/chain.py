"""Figures that follow from one another, each found from those written before it.

A pupil who rounds every figure to the decimals asked for, and goes on with that, must
get the same answers as one who keeps all digits, and both must get the engine's. Where
a table or a rounded figure is printed, the engine has more digits than the sheet. Then
only the rating must be the same, to the point. A figure that fails, or that lies at a
border of rounding, gets another decimal, or its sources do. If that does not help,
there is no such exercise. The figures of one column of a table have one number of
decimals.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from uscalc.explain.numbers import MINUS, number, rating
from uscalc.worksheet.model import (
    CLEAR,
    CLEAR_IN_COLUMN,
    Ask,
    Blank,
    Cell,
    Exercise,
    Given,
    Grid,
    Group,
    Item,
    is_clear,
    rounded,
)

_MORE: Final = 2
"""The most decimals beyond the plan that a value may have for its own sake."""
FINEST: Final = 3
"""The most decimals beyond the plan that a value may have for the sake of others."""
ANY_DECIMALS: Final = 99
"""A limit of decimals that no figure reaches."""
_TRIES: Final = 40
_EXACT: Final = 1e-9
ABOUT: Final = "\N{ALMOST EQUAL TO}"
Figures = Mapping[str, float]
ByHand = Callable[[Figures], float]


class AmbiguousError(Exception):
    """The rounding of a value would not be clear; `inputs` need more decimals."""

    def __init__(self, key: str, inputs: frozenset[str] = frozenset()) -> None:
        super().__init__(key)
        self.key = key
        self.inputs = inputs


class TooFineError(Exception):
    """A value would need more decimals than the exercise may ask for."""


class Chain:
    """An exercise under construction."""

    def __init__(
        self,
        finer: Mapping[str, int],
        by_table: bool = False,
        most: int = ANY_DECIMALS,
    ) -> None:
        self.written: dict[str, float] = {}
        self.full: dict[str, float] = {}
        self.said: dict[str, str] = {}
        self._finer = finer
        self._rounds = by_table
        self._most = most
        self._inexact: set[str] = set()
        self._column_of: dict[str, str] = {}
        self._given: list[Given] = []
        self._printed: list[str] = []
        self._items: list[Item] = []
        self._topics: list[str] = []

    def needs(self, *topics: str) -> None:
        """Add rules that the exercise uses."""
        self._topics += [topic for topic in topics if topic not in self._topics]

    def table(
        self, heads: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], words: int = 1
    ) -> None:
        """Add a table; the heads of its blanks state their decimals."""
        stated = list(heads)
        for place, head in enumerate(heads):
            asked = {c.digits for row in rows if isinstance(c := row[place], Blank)}
            if asked:
                (digits,) = asked
                stated[place] = f"{head} ({digits})"
        self._items.append(Grid(tuple(stated), rows, words))

    def print_of(self, person: str, key: str, value: float) -> None:
        """Note that the exercise prints a value of another player."""
        self._given.append(Given(person, key, value))

    def given(self, symbol: str, key: str, value: float, decimals: int) -> str:
        """Return a given value as text, after "=" if it is exact, else after "≈"."""
        said = self.tell(key, value, decimals)
        self._printed.append(key)
        if key not in self._inexact:
            return f"{symbol} = {said}"
        self._rounds = True
        return f"{symbol} {ABOUT} {said}"

    def tell(self, key: str, value: float, decimals: int) -> str:
        """Print a given value; return its text."""
        places = decimals + self._finer.get(key, 0)
        if places > self._most:
            raise TooFineError(key)
        self.written[key] = self.full[key] = rounded(value, places)
        self.said[key] = number(self.written[key], places)
        if abs(self.written[key] - value) > _EXACT:
            self._inexact.add(key)
        return self.said[key]

    def blank(
        self,
        key: str,
        name: str,
        group: Group,
        exact: float,
        by_hand: ByHand,
        decimals: int,
        hint: str,
        working: str,
        *,
        signed: bool = False,
        column: str = "",
    ) -> Blank:
        """Make a blank."""
        assert key not in self.written, key
        used = _Used(self.written)
        full, hand = by_hand(self.full), by_hand(used)
        values = (full, hand) if self._rounds else (full, hand, exact)
        margin = CLEAR_IN_COLUMN if column and abs(full - hand) < _EXACT else CLEAR
        finer = self._finer.get(column or key, 0)
        least = decimals + finer
        if least > self._most:
            raise TooFineError(key)
        finest = min(self._most, least + (0 if column else _MORE))
        for places in range(least, finest + 1):
            if not all(is_clear(value, places, margin) for value in values):
                continue
            if len({rounded(value, places) for value in values}) == 1:
                made = Blank(key, name, group, hand, places, hint, working, signed)
                self.written[key] = rounded(hand, places)
                self.full[key] = full
                self.said[key] = made.answer
                self._column_of[key] = column or key
                if abs(self.written[key] - full) > _EXACT:
                    self._inexact.add(key)
                return made
        clear = all(is_clear(value, least, margin) for value in values)
        if column and finer < _MORE and not clear:
            raise AmbiguousError(column)
        raise AmbiguousError(column or key, self._inputs(used.keys_used))

    def must_agree(self, key: str, engine: float) -> None:
        """Raise AmbiguousError unless a rating equals the engine's to the point."""
        if rounded(self.full[key], 0) != rounded(engine, 0):
            raise AmbiguousError(key, self._inputs(self.written.keys()))

    def _inputs(self, keys: Iterable[str]) -> frozenset[str]:
        """Return the values or columns that are rounded."""
        return frozenset(self._column_of.get(k, k) for k in keys if k in self._inexact)

    def line(self, label: str, blank: Blank) -> None:
        """Write a line that ends in a blank, and state its decimals."""
        self._items.append(Ask(f"{label} ({blank.digits})", blank))

    def done(self, title: str, question: str, person: str) -> Exercise:
        """Return the exercise."""
        own = [Given(person, key, self.written[key]) for key in self._printed]
        return Exercise(
            title,
            question,
            tuple(self._items),
            tuple(self._topics),
            person,
            (*own, *self._given),
        )


class _Used(Mapping[str, float]):
    """A mapping of values that records which of them were read."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self.keys_used: set[str] = set()

    def __getitem__(self, key: str) -> float:
        self.keys_used.add(key)
        return self._figures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)


def chained(
    make: Callable[[Chain], Exercise],
    by_table: bool = False,
    most: int = ANY_DECIMALS,
) -> Exercise | None:
    """Return an exercise with the fewest decimals that keep every rounding clear, if any."""
    finer: dict[str, int] = {}
    for _ in range(_TRIES):
        try:
            return make(Chain(finer, by_table, most))
        except TooFineError:
            return None
        except AmbiguousError as error:
            for key in error.inputs or {error.key}:
                finer[key] = finer.get(key, 0) + 1
            if max(finer.values()) > FINEST:
                return None
    return None


def ratings_column(values: Sequence[float]) -> list[str]:
    """Return printed ratings for a column, all with the same number of decimals."""
    places = max(len(rating(value).partition(".")[2]) for value in values)
    return [f"{as_printed(value):.{places}f}" for value in values]


def as_printed(value: float) -> float:
    """Return a rating as printed on the worksheet, for computation by hand."""
    return float(rating(value).replace(MINUS, "-"))
