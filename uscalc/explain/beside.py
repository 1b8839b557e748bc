"""Two derivations of one player's rating, line by line, where they part."""

from collections.abc import Iterator
from typing import NamedTuple

from uscalc.explain.model import Chapter, Derivation, Line
from uscalc.explain.words import words


class Parted(NamedTuple):
    """A line or a game that is not the same in both; None where one of them lacks it."""

    before: Line | None
    after: Line | None

    @property
    def said(self) -> str:
        """The sentence, where it is the same in both."""
        if self.before is None or self.after is None:
            return ""
        return self.before.text if self.before.text == self.after.text else ""


class PartedChapter(NamedTuple):
    """A step of which something is not the same in both."""

    title: str
    lines: tuple[Parted, ...]


def where_parted(before: Derivation, after: Derivation) -> tuple[PartedChapter, ...]:
    """Return every step with the lines that differ, in the order of the derivations."""
    olds = {chapter.key: chapter for chapter in before.chapters}
    news = {chapter.key: chapter for chapter in after.chapters}
    found = []
    for key in _in_order(list(olds), list(news)):
        old, new = olds.get(key), news.get(key)
        lines = tuple(_parted(old, new))
        shown = new or old
        if lines and shown is not None:
            found.append(PartedChapter(shown.title, lines))
    return tuple(found)


def _parted(before: Chapter | None, after: Chapter | None) -> Iterator[Parted]:
    olds = {line.key: line for line in _lines(before)}
    news = {line.key: line for line in _lines(after)}
    for key in _in_order(list(olds), list(news)):
        old, new = olds.get(key), news.get(key)
        if old is None or new is None or _said(old) != _said(new):
            yield Parted(old, new)


def _lines(chapter: Chapter | None) -> Iterator[Line]:
    """Yield the games of a step, each as a line, and its lines."""
    if chapter is None:
        return
    for at, game in enumerate(chapter.games):
        yield Line(
            f"game.{game.round}.{at}",
            words(
                f"Round {game.round}: {game.result} against {game.opponent} "
                f"{game.name}, who counts {game.strength}; expected"
            ),
            value=game.expectation,
        )
    yield from chapter.lines


def _said(line: Line) -> tuple[str, str, str]:
    return line.text, line.formula, line.value


def _in_order(one: list[str], other: list[str]) -> list[str]:
    """Return both orders as one: what only the first has stays behind what it stood behind."""
    found = list(dict.fromkeys(other))
    for at, key in enumerate(one):
        if key not in found:
            place = 0 if at == 0 else found.index(one[at - 1]) + 1
            found.insert(place, key)
    return found
