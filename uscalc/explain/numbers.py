"""How figures are written: enough digits to check them, no more."""

from collections.abc import Sequence
from math import floor, log10

MINUS = "\N{MINUS SIGN}"
MOST_DECIMALS = 13


def _signless(text: str) -> str:
    """A negative sign as a minus; minus nothing is nothing."""
    if text.startswith("-"):
        digits = text[1:]
        return digits if not digits.strip("0.") else MINUS + digits
    return text


def deciding(value: float, decimals: int) -> str:
    """A figure with at least so many decimals, and as many more as settle its rounding.

    Rounding what is printed to a whole number gives the same as rounding the figure
    itself: a reader of 1397.49996 must not be shown 1397.50 beside 1397.
    """
    for places in range(decimals, MOST_DECIMALS):
        text = f"{value:.{places}f}"
        if floor(float(text) + 0.5) == floor(value + 0.5):
            return text
    return repr(value)


def rating(value: float) -> str:
    """A rating with two decimals, without them when they are zero.

    It has more where two would round to another whole number than the rating does.
    """
    text = deciding(value, 2)
    return _signless(text[:-3] if text.endswith(".00") else text)


def even(values: Sequence[float]) -> list[str]:
    """Ratings for a column: all with two decimals where one needs them."""
    texts = [rating(value) for value in values]
    if all("." not in text for text in texts):
        return texts
    return [text if "." in text else f"{text}.00" for text in texts]


def whole(value: float) -> str:
    """A rating as it is shown officially: half a point goes up."""
    return _signless(str(floor(value + 0.5)))


def points(value: float) -> str:
    """A score: 2, 2.5."""
    return _signless(f"{value:g}")


def number(value: float, decimals: int = 3) -> str:
    """A figure with so many decimals at most; trailing zeros are dropped."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _signless(text)


def fine(value: float) -> str:
    """A figure that is multiplied by hundreds: five decimals at most."""
    return number(value, 5)


def weight(value: float) -> str:
    """A figure of any size with six digits that count, four decimals at least."""
    size = floor(log10(abs(value))) if value else 0
    return number(value, min(max(4, 5 - size), MOST_DECIMALS))


def change(value: float, decimals: int = 2) -> str:
    """A difference, with its sign."""
    text = number(value, decimals)
    return text if text.startswith(MINUS) or text == "0" else f"+{text}"


def even_change(value: float, decimals: int = 2) -> str:
    """A difference with its sign and always so many decimals, for a column."""
    text = _signless(f"{value:.{decimals}f}")
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


def games(count: float) -> str:
    """So many games, in words."""
    text = number(count)
    return f"{text} game" if text == "1" else f"{text} games"
