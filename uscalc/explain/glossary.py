"""The words of the rating system: what each means, and a small drawing of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from uscalc.explain.model import Derivation
from uscalc.explain.sketch import Sketch


@dataclass(frozen=True, slots=True)
class Entry:
    """A word: its key, how it is written, its meaning, and the drawing."""

    key: str
    word: str
    meaning: str
    sketch: Sketch


Glossary = Mapping[str, Entry]


def marked_in(derivation: Derivation) -> tuple[str, ...]:
    """Return the keys of the words that a derivation marks, in the order of their first use."""
    found: dict[str, None] = {}
    for chapter in derivation.chapters:
        sentences: Iterable[tuple[str, ...]] = (
            chapter.words.terms,
            *(line.words.terms for line in chapter.lines),
        )
        for terms in sentences:
            found.update(dict.fromkeys(terms))
    return tuple(found)
