"""How figures are written: enough digits to check them, no more."""

from math import floor

MINUS = "\N{MINUS SIGN}"


def _signless(text: str) -> str:
    """A negative sign as a minus; minus nothing is nothing."""
    if text.startswith("-"):
        digits = text[1:]
        return digits if not digits.strip("0.") else MINUS + digits
    return text


def rating(value: float) -> str:
    """A rating with two decimals, without them when they are zero."""
    text = f"{value:.2f}"
    return _signless(text[:-3] if text.endswith(".00") else text)


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
