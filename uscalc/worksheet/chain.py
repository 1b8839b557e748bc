"""Build an exercise whose answers are the same with and without rounding on the way.

A student who rounds every value as asked, and continues with the rounded values, must
get the same answers as one who keeps all digits, and the same as the engine. If the
worksheet prints a table or a rounded value, only the final rating must be the engine's,
to the point. A value that fails, or that is close to a rounding boundary, gets another
decimal, or its inputs do. If that doesn't help, there is no exercise. All values in a
table column have the same number of decimals.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import copysign, trunc
from typing import Final

from uscalc.explain.numbers import MINUS, format_number, format_rating
from uscalc.worksheet.model import (
    CLEAR,
    CLEAR_IN_COLUMN,
    Cell,
    Exercise,
    ExerciseBlank,
    ExerciseLine,
    ExerciseTable,
    Item,
    Mistake,
    PrintedFigure,
    is_clear,
    round_half_up,
)

_MORE: Final = 2
"""At most this many decimals are added to keep a value clear of a rounding boundary."""
FINEST: Final = 3
"""At most this many decimals are added to a value so that later values are exact enough."""
ANY_DECIMALS: Final = 99
"""A number of decimals that no value reaches."""
_TRIES: Final = 40
_EXACT: Final = 1e-9
ABOUT: Final = "\N{ALMOST EQUAL TO}"
Figures = Mapping[str, float]
ByHand = Callable[[Figures], float]
Slip = tuple[float | ByHand, str]
"""A wrong value, or a function that computes it, and the mistake behind it as a clause.

A mistake with a value that the exercise doesn't ask for cannot be made there.
"""


class AmbiguousError(Exception):
    """The rounding of a value would not be clear; `inputs` need more decimals."""

    def __init__(self, key: str, inputs: frozenset[str] = frozenset()) -> None:
        super().__init__(key)
        self.key = key
        self.inputs = inputs


class TooFineError(Exception):
    """A value would need more decimals than the exercise may ask for."""


class ExerciseBuilder:
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
        self._names: dict[str, str] = {}
        self._column_of: dict[str, str] = {}
        self._given: list[PrintedFigure] = []
        self._printed: list[str] = []
        self._items: list[Item] = []
        self._topics: list[str] = []

    def add_rules(self, *topics: str) -> None:
        """Add rules that the exercise uses."""
        self._topics += [topic for topic in topics if topic not in self._topics]

    def add_table(
        self, heads: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], words: int = 1
    ) -> None:
        """Add a table; the heads of its blanks state their decimals."""
        stated = list(heads)
        for place, head in enumerate(heads):
            asked = {
                c.digits for row in rows if isinstance(c := row[place], ExerciseBlank)
            }
            if asked:
                (digits,) = asked
                stated[place] = f"{head} ({digits})"
        self._items.append(ExerciseTable(tuple(stated), rows, words))

    def note_printed_figure(self, person: str, key: str, value: float) -> None:
        """Note that the exercise prints a value of another player."""
        self._given.append(PrintedFigure(person, key, value))

    def format_given(self, symbol: str, key: str, value: float, decimals: int) -> str:
        """Return a given value as text, after "=" if it is exact, else after "≈"."""
        said = self.print_given(key, value, decimals)
        self._printed.append(key)
        if key not in self._inexact:
            return f"{symbol} = {said}"
        self._rounds = True
        return f"{symbol} {ABOUT} {said}"

    def print_given(self, key: str, value: float, decimals: int) -> str:
        """Print a given value; return its text."""
        places = decimals + self._finer.get(key, 0)
        if places > self._most:
            raise TooFineError(key)
        self.written[key] = self.full[key] = round_half_up(value, places)
        self.said[key] = format_number(self.written[key], places)
        if abs(self.written[key] - value) > _EXACT:
            self._inexact.add(key)
        return self.said[key]

    def make_blank(
        self,
        key: str,
        name: str,
        topics: tuple[str, ...],
        exact: float,
        by_hand: ByHand,
        decimals: int,
        hint: str,
        working: str,
        *,
        signed: bool = False,
        column: str = "",
        slips: Sequence[Slip] = (),
    ) -> ExerciseBlank:
        """Make a blank, with the values that typical mistakes lead to."""
        self.add_rules(*topics)
        assert key not in self.written, key
        used = _UsageTracker(self.written)
        full, hand = by_hand(self.full), by_hand(used)
        values = (full, hand) if self._rounds else (full, hand, exact)
        margin = CLEAR_IN_COLUMN if column and abs(full - hand) < _EXACT else CLEAR
        finer = self._finer.get(column or key, 0)
        least = decimals + finer
        if least > self._most:
            raise TooFineError(key)
        finest = min(self._most, least + (0 if column else _MORE))
        for places in range(least, finest + 1):
            clear = all(is_clear(value, places, margin) for value in values)
            if clear and len({round_half_up(value, places) for value in values}) == 1:
                every = (*slips, *self._list_roundings(used.keys_used, by_hand))
                mistakes = tuple(self._list_mistakes(every, hand, places))
                made = ExerciseBlank(
                    key, name, topics, hand, places, hint, working, signed, mistakes
                )
                self.written[key] = round_half_up(hand, places)
                self.full[key] = full
                self.said[key] = made.answer
                self._names[key] = name
                self._column_of[key] = column or key
                if abs(self.written[key] - full) > _EXACT:
                    self._inexact.add(key)
                return made
        clear = all(is_clear(value, least, margin) for value in values)
        if column and finer < _MORE and not clear:
            raise AmbiguousError(column)
        raise AmbiguousError(column or key, self._list_rounded_inputs(used.keys_used))

    def _list_roundings(self, used: Iterable[str], by_hand: ByHand) -> Iterator[Slip]:
        """Yield the values of earlier answers that are rounded too much."""
        for key in sorted(set(used) & set(self._names)):
            least = int(abs(self.written[key]) < 1.0)
            reason = f"you rounded an earlier answer too much ({self._names[key]})"
            for places in range(least, len(self.said[key].partition(".")[2])):
                rounded = round_half_up(self.written[key], places)
                # Two values of f that are rounded to the same have no 0 between them.
                with suppress(ZeroDivisionError):
                    yield by_hand({**self.written, key: rounded}), reason

    def _list_mistakes(
        self, slips: Iterable[Slip], right: float, places: int
    ) -> Iterator[Mistake]:
        """Return the mistakes that lead to another value than the right one."""
        answer = round_half_up(right, places)
        scale = 10.0**places
        cut = trunc(right * scale + copysign(_EXACT, right)) / scale
        for value, reason in (
            *slips,
            (cut, "you cut digits off; round to the nearest"),
        ):
            with suppress(KeyError, ZeroDivisionError):
                wrong = value(self.written) if callable(value) else value
                if round_half_up(wrong, places) != answer:
                    yield Mistake(round_half_up(wrong, places), reason)

    def require_agreement(self, key: str, engine: float) -> None:
        """Raise AmbiguousError unless a rating equals the engine's to the point."""
        if round_half_up(self.full[key], 0) != round_half_up(engine, 0):
            raise AmbiguousError(key, self._list_rounded_inputs(self.written.keys()))

    def _list_rounded_inputs(self, keys: Iterable[str]) -> frozenset[str]:
        """Return the values or columns that are rounded."""
        return frozenset(self._column_of.get(k, k) for k in keys if k in self._inexact)

    def add_line(self, label: str, blank: ExerciseBlank) -> None:
        """Write a line that ends in a blank, and state its decimals."""
        self._items.append(ExerciseLine(f"{label} ({blank.digits})", blank))

    def make_exercise(self, title: str, question: str, person: str) -> Exercise:
        """Return the exercise."""
        own = [PrintedFigure(person, key, self.written[key]) for key in self._printed]
        return Exercise(
            title,
            question,
            tuple(self._items),
            tuple(self._topics),
            person,
            (*own, *self._given),
        )


class _UsageTracker(Mapping[str, float]):
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


def build_exercise(
    make: Callable[[ExerciseBuilder], Exercise],
    by_table: bool = False,
    most: int = ANY_DECIMALS,
) -> Exercise | None:
    """Return an exercise with the fewest decimals that keep every rounding clear, if any."""
    finer: dict[str, int] = {}
    for _ in range(_TRIES):
        try:
            return make(ExerciseBuilder(finer, by_table, most))
        except TooFineError:
            return None
        except AmbiguousError as error:
            for key in error.inputs or {error.key}:
                finer[key] = finer.get(key, 0) + 1
            if max(finer.values()) > FINEST:
                return None
    return None


def format_rating_column(values: Sequence[float]) -> list[str]:
    """Return printed ratings for a column, all with the same number of decimals."""
    places = max(len(format_rating(value).partition(".")[2]) for value in values)
    return [f"{round_as_printed(value):.{places}f}" for value in values]


def round_as_printed(value: float) -> float:
    """Return a rating as printed on the worksheet, for computation by hand."""
    return float(format_rating(value).replace(MINUS, "-"))
