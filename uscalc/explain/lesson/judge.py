"""A guess as it is typed, and how far it is from the answer."""

import re
from typing import Final

from uscalc.explain.lesson.model import Asked, Choice, Guessed, Number, Told
from uscalc.explain.numbers import MINUS, number

_NUMBER: Final = re.compile(r"[+-]?([0-9]{1,6}(\.[0-9]{0,6})?|\.[0-9]{1,6})")
_THOUSANDS: Final = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+")
LONGEST: Final = 24
"""Letters of what was typed that are said again."""
THOUSAND: Final = 1000.0


def read_guess(guess: Number, typed: str) -> float | str:
    """Return the number that was typed, or why it is none."""
    text = typed.strip().replace(MINUS, "-").replace("½", ".5")
    if _THOUSANDS.fullmatch(text) and guess.high >= THOUSAND:
        text = text.replace(",", "")
    elif "." not in text:
        text = text.replace(",", ".", 1)
    if not _NUMBER.fullmatch(text):
        shown = typed.strip()
        if len(shown) > LONGEST:
            shown = f"{shown[:LONGEST]}\N{HORIZONTAL ELLIPSIS}"
        return f"“{shown}” is no number. {_range(guess)}"
    value = round(float(text), guess.decimals)
    if not guess.low <= value <= guess.high:
        return f"{guess_words(guess, value)} cannot be. {_range(guess)}"
    return value


def _range(guess: Number) -> str:
    low, high = (number(edge, guess.decimals) for edge in (guess.low, guess.high))
    return f"Type one from {low} to {high}."


def guess_words(guess: Number, value: float) -> str:
    """Return a guessed number as it is written."""
    return number(value, guess.decimals)


def with_unit(guess: Number, text: str) -> str:
    """Return a number with what it counts."""
    return f"{text} {guess.unit}" if guess.unit else text


def difference(asked: Asked, told: Told, guessed: Guessed | None) -> str:
    """Return what a guess and the answer are apart, said beside the guess."""
    guess = asked.guess
    if guessed is None:
        return ""
    if isinstance(guess, Choice):
        return "Right" if told.is_right(int(guessed)) else "Not so"
    off = round(guessed - told.right, 9)
    if told.fits is not None and told.fits[0] <= guessed <= told.fits[1]:
        return "That fits too" if off else "Exactly right"
    apart = number(abs(off), max(guess.decimals, 1 if 0 < abs(off) < 1 else 0))
    if abs(off) < 0.5 * guess.least or apart == "0":
        return "Exactly right"
    return f"{apart} too {'high' if off > 0 else 'low'}"
