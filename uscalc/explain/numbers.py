"""How figures are written: enough digits to check them, no more."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, log10

MINUS = "\N{MINUS SIGN}"
ABOUT = "\N{ALMOST EQUAL TO}"
MOST_DECIMALS = 13


def _signless(text: str) -> str:
    """Return a negative sign as a minus; minus nothing is nothing."""
    if text.startswith("-"):
        digits = text[1:]
        return digits if not digits.strip("0.") else MINUS + digits
    return text


def deciding(value: float, decimals: int) -> str:
    """Return a figure with at least so many decimals, and as many more as settle its rounding.

    Rounding what is printed to a whole number gives the same as rounding the figure
    itself: a reader of 1397.49996 must not be shown 1397.50 beside 1397.
    """
    for places in range(decimals, MOST_DECIMALS):
        text = f"{value:.{places}f}"
        if floor(float(text) + 0.5) == floor(value + 0.5):
            return text
    return repr(value)


def rating(value: float, extra: int = 0) -> str:
    """Write a rating with two decimals, without them when they are zero.

    It has more where two would round to another whole number than the rating does, and
    `extra` more where a formula needs them.
    """
    text = deciding(value, 2 + extra)
    whole_part, _, decimals = text.partition(".")
    return _signless(text if decimals.strip("0") else whole_part)


def even(values: Sequence[float]) -> list[str]:
    """Write the ratings of a column, all with as many decimals as one of them needs."""
    needed = max((len(rating(v).partition(".")[2]) for v in values), default=0)
    return even_numbers(values, needed)


def even_numbers(values: Sequence[float], decimals: int) -> list[str]:
    """Write the figures of a column, all with the same number of decimals."""
    return [_signless(f"{value:.{decimals}f}") for value in values]


def even_weights(values: Sequence[float]) -> list[str]:
    """Write a column of figures of any size: two digits of the smallest count."""
    least = min((abs(value) for value in values if value), default=1.0)
    decimals = min(max(2, 1 - floor(log10(least))), MOST_DECIMALS)
    return even_numbers(values, decimals)


def whole(value: float) -> str:
    """Return a rating as it is shown officially: half a point goes up."""
    return _signless(str(floor(value + 0.5)))


def points(value: float) -> str:
    """Return a score: 2, 2.5."""
    return _signless(f"{value:g}")


def number(value: float, decimals: int = 3) -> str:
    """Return a figure with so many decimals at most; trailing zeros are dropped."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _signless(text)


def fine(value: float, extra: int = 0) -> str:
    """Write a figure to multiply by hundreds: at most five decimals, and `extra`."""
    return number(value, 5 + extra)


def weight(value: float, extra: int = 0) -> str:
    """Return a figure of any size with six digits that count, four decimals at least."""
    size = floor(log10(abs(value))) if value else 0
    return number(value, min(max(4, 5 - size) + extra, MOST_DECIMALS))


def exact(text: str) -> Fraction:
    """Return the value of a printed figure, without any rounding."""
    return Fraction(text.replace(MINUS, "-"))


def gives(worked: Fraction | float, text: str) -> bool:
    """Return whether a worked value rounds to a printed figure, as far as it goes."""
    half = 0.5 * 10.0 ** -len(text.partition(".")[2])
    return abs(float(worked) - float(exact(text))) <= half + 1e-12


def relation(worked: Fraction | float, text: str) -> str:
    """Return "=" where a worked value is exactly the printed figure, else "≈"."""
    return "=" if isinstance(worked, Fraction) and worked == exact(text) else ABOUT


def decimals_for(
    least: int, fits: Callable[[int], bool], most: int = MOST_DECIMALS
) -> int:
    """Return the fewest decimals, `least` or more, with which printed parts fit."""
    return next((places for places in range(least, most) if fits(places)), most)


def change(value: float, decimals: int = 2) -> str:
    """Return a difference, with its sign."""
    text = number(value, decimals)
    return text if text.startswith(MINUS) or text == "0" else f"+{text}"


def even_change(value: float, decimals: int = 2) -> str:
    """Return a difference with its sign and always so many decimals, for a column."""
    text = _signless(f"{value:.{decimals}f}")
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


def games(count: float) -> str:
    """So many games, in words."""
    text = number(count)
    return f"{text} game" if text == "1" else f"{text} games"
