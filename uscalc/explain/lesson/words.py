"""A slide read aloud: before the answer of what is asked alone, afterwards of both."""

from dataclasses import replace
from typing import Final

from uscalc.explain.lesson.judge import difference, guess_words, with_unit
from uscalc.explain.lesson.model import Asked, Choice, Guess, Guessed, Slide
from uscalc.explain.lesson.parts import Axis, Bars, Games, Part
from uscalc.explain.numbers import number, points, rating
from uscalc.explain.people import RESULTS

MOST: Final = 12
"""So many rows are read; the others are counted."""


def asked_words(asked: Asked) -> str:
    """Return the title, the fact and the question."""
    return f"{asked.title}. {asked.fact} {asked.question}"


def picture_words(asked: Asked) -> str:
    """Return what the picture shows before the answer."""
    return " ".join(said for part in asked.picture if (said := _part(part)))


def _part(part: Part) -> str:
    if isinstance(part, Games):
        said = [
            f"{RESULTS[game.score]} against {game.name} {game.rating}"
            for game in part.rows
        ]
        return f"{'; '.join(said)}." if said else f"{part.words}."
    marks = [mark.text for mark in part.marks if mark.text and mark.strength]
    if isinstance(part, Axis):
        scale = f"An axis from {rating(part.low)} to {rating(part.high)} {part.name}"
        named = f": {', '.join(marks)}" if marks else ""
        return f"{scale}{named}." if part.ticks else f"{', '.join(marks)}."
    if part.form == "range":
        return f"{'. '.join(row.name for row in part.rows)}."
    said = [_row(part, i) for i in range(min(len(part.rows), MOST))]
    if len(part.rows) > MOST:
        said.append(f"and {len(part.rows) - MOST} more")
    return f"{'; '.join((*said, *marks))}."


def _row(part: Bars, place: int) -> str:
    row = part.rows[place]
    if part.form == "dots":
        return f"{row.name} {rating(row.at)}"
    worth = f" of {number(row.worth, 2)}" if row.worth != 1.0 else ""
    return f"{row.name} {rating(row.at)}: scored {number(row.score, 2)}{worth}"


def handle_words(bars: Bars, r: float) -> str:
    """Return what the bars hold at a rating: "at 1500 expected 2.9 of 4, scored 3.5"."""

    held = replace(bars, r=r).held
    return (
        f"at {rating(r)} expected {number(held, 2)} of {number(bars.worth, 2)}, "
        f"scored {points(bars.scored)}"
    )


def guessed_words(guess: Guess, guessed: Guessed | None) -> str:
    """Return what the room has guessed."""
    if guessed is None:
        return "no guess yet"
    if isinstance(guess, Choice):
        return f"our guess: {guess.options[int(guessed)]}"
    return f"our guess: {with_unit(guess, guess_words(guess, guessed))}"


def told_words(slide: Slide, guessed: Guessed | None) -> str:
    """Return the answer, after the guess and what the two are apart."""
    apart = difference(slide.asked, slide.told, guessed)
    before = f"{guessed_words(slide.asked.guess, guessed)}: {apart}. " if apart else ""
    return f"{before[:1].upper()}{before[1:]}{slide.told.answer}"
