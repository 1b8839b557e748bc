"""A pocket calculator for printed formulas, written without the program's code."""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

TOKEN = re.compile(r"\d+(?:\.\d+)?|[a-zA-Z][\w*']*|[+−·/^²√(),]|\s+")
FUNCTIONS: dict[str, Callable[..., float]] = {"min": min, "max": max, "exp": math.exp}


class Calculator:
    """Reads one formula from left to right; its figures have the given number type."""

    def __init__(self, text: str, kind: Callable[[str], Any] = float) -> None:
        self.kind = kind
        self.tokens: list[str] = []
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            assert match is not None, f"{text[at:]!r} in {text!r}"
            at = match.end()
            if not match.group().isspace():
                self.tokens.append(match.group())

    def next(self, *wanted: str) -> bool:
        if self.tokens and self.tokens[0] in wanted:
            del self.tokens[0]
            return True
        return False

    def total(self) -> Any:
        if self.next("−"):
            value = -self.product()
        else:
            self.next("+")
            value = self.product()
        while self.tokens and self.tokens[0] in "+−":
            sign = self.tokens.pop(0)
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self) -> Any:
        value = self.power()
        while self.tokens and self.tokens[0] in "·/":
            sign = self.tokens.pop(0)
            other = self.power()
            value = value * other if sign == "·" else value / other
        return value

    def power(self) -> Any:
        value = self.operand()
        if self.next("²"):
            return value * value
        if self.next("^"):
            return value ** self.operand()
        return value

    def operand(self) -> Any:
        if self.next("("):
            return self.closed(self.total())
        if self.next("√"):
            return math.sqrt(self.operand())
        token = self.tokens.pop(0)
        if token in FUNCTIONS:
            assert self.next("(")
            parts = [self.total()]
            while self.next(","):
                parts.append(self.total())
            assert self.next(")")
            return FUNCTIONS[token](*parts)
        return self.kind(token)

    def closed(self, value: Any) -> Any:
        """Return the value in parentheses, which may end in "rounded down"."""
        if self.next("rounded"):
            value = math.floor(value) if self.next("down") else math.ceil(value)
            self.next("up")
        assert self.next(")"), self.tokens
        return value


def reckon(text: str) -> float:
    return float(_value(text, float))


def reckon_exactly(text: str) -> Fraction:
    return Fraction(_value(text, Fraction))


def _value(text: str, kind: Callable[[str], Any]) -> Any:
    calculator = Calculator(re.split(" [=≈] ", text)[-1], kind)
    value = calculator.total()
    assert not calculator.tokens, text
    return value


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))
