"""Sentences in which words of the glossary are marked, where they are written."""

from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary in a sentence: its key there, and how it stands here."""

    key: str
    shown: str


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence in pieces: plain text, and the words that the glossary explains."""

    pieces: tuple[str | Term, ...]

    def __str__(self) -> str:
        return "".join(
            piece.shown if isinstance(piece, Term) else piece for piece in self.pieces
        )

    def __add__(self, other: "Words | str") -> "Words":
        return Words((*self.pieces, *words(other).pieces))

    def __radd__(self, other: str) -> "Words":
        return words(other) + self

    @property
    def terms(self) -> tuple[str, ...]:
        """The keys of the marked words, in their order."""
        return tuple(piece.key for piece in self.pieces if isinstance(piece, Term))

    def changed(self, change: Callable[[str], str]) -> "Words":
        """Return the same with its plain text changed; marked words stay as they are."""
        return Words(
            tuple(
                piece if isinstance(piece, Term) else change(piece)
                for piece in self.pieces
            )
        )


def words(text: Words | str) -> Words:
    """Return a sentence as it is, or a plain one."""
    return text if isinstance(text, Words) else Words((text,) if text else ())


def say(template: str, **given: Words | str) -> Words:
    """Return a sentence from a template that stands in the code.

    `{name}` is what is given under that name, put in as it is; any other `{key}` is
    that word of the glossary, and `{key:another form}` the word as it stands here.
    What is given is never read as a template, so a player's name cannot mark anything.
    """
    pieces: list[str | Term] = []
    for literal, name, form, _ in Formatter().parse(template):
        if literal:
            pieces.append(literal)
        if name is None:
            continue
        if name in given:
            pieces += words(given[name]).pieces
        else:
            pieces.append(Term(name, form or SYMBOLS.get(name, name)))
    return Words(tuple(pieces))


SYMBOLS = {
    "r0": "R0",
    "n": "N",
    "n_star": "N*",
    "n_eff": "N'",
    "s": "S",
    "m": "m",
    "prior": "prior",
    "s_prime": "S'",
    "m_walk": "M",
    "pwe": "PWe",
    "we": "We",
    "e": "E",
    "k": "K",
    "b": "B",
    "m_prime": "m'",
}
"""How a word stands in a sentence where its key cannot say it."""
