"""A slide in words: reading a typed guess, text for screen readers, and the handout."""

import re
from collections.abc import Iterator
from statistics import median
from typing import Final

from msgspec.structs import replace

from uscalc.explain.lesson.model import (
    BarChart,
    ChoiceGuess,
    Guess,
    Guessed,
    Guesses,
    Lesson,
    LessonGames,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    Part,
    SlideAnswer,
    SlideQuestion,
)
from uscalc.explain.numbers import (
    MINUS,
    RESULTS,
    format_number,
    format_points,
    format_rating,
)

_NUMBER: Final = re.compile(r"[+-]?([0-9]{1,6}(\.[0-9]{0,6})?|\.[0-9]{1,6})")
_THOUSANDS: Final = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+")
LONGEST: Final = 24
"""The most characters of a typed text that a message repeats."""


def parse_guess(guess: NumberGuess, typed: str) -> float | str:
    """Return the number that was typed, or why it isn't valid."""
    text = typed.strip().replace(MINUS, "-").replace("½", ".5")
    if _THOUSANDS.fullmatch(text) and guess.high >= 1000.0:
        text = text.replace(",", "")
    elif "." not in text:
        text = text.replace(",", ".", 1)
    if not _NUMBER.fullmatch(text):
        shown = typed.strip()
        if len(shown) > LONGEST:
            shown = f"{shown[:LONGEST]}\N{HORIZONTAL ELLIPSIS}"
        return f"“{shown}” isn't a number. {_describe_range(guess)}"
    value = round(float(text), guess.decimals)
    return (
        value
        if guess.low <= value <= guess.high
        else f"{format_guess(guess, value)} is out of range. {_describe_range(guess)}"
    )


def _describe_range(guess: NumberGuess) -> str:
    low, high = (
        format_number(edge, guess.decimals) for edge in (guess.low, guess.high)
    )
    return f"Type a number from {low} to {high}."


def format_guess(guess: NumberGuess, value: float) -> str:
    """Return a guessed number as text."""
    return format_number(value, guess.decimals)


def add_unit(guess: NumberGuess, text: str) -> str:
    """Return a number with its unit."""
    return f"{text} {guess.unit}" if guess.unit else text


def describe_difference(
    question: SlideQuestion, answer: SlideAnswer, guessed: Guessed | None
) -> str:
    """Return how far a guess is from the answer."""
    guess = question.guess
    if guessed is None:
        return ""
    if isinstance(guess, ChoiceGuess):
        return "Right" if answer.is_correct_choice(int(guessed)) else "Not quite"
    off = round(guessed - answer.right, 9)
    if answer.fits is not None and answer.fits[0] <= guessed <= answer.fits[1]:
        return "That fits too" if off else "Exactly right"
    return describe_distance(guess, off)


def describe_distance(guess: NumberGuess, off: float) -> str:
    """Return how far a guess is off, for example "262 too low"."""
    apart = format_number(abs(off), max(guess.decimals, 1 if 0 < abs(off) < 1 else 0))
    return (
        "Exactly right"
        if abs(off) < 0.5 * guess.least or apart == "0"
        else f"{apart} too {'high' if off > 0 else 'low'}"
    )


MOST: Final = 12
"""The most rows that are read aloud; further ones are only counted."""


def describe_question(question: SlideQuestion) -> str:
    """Return the title, the fact and the question."""
    return f"{question.title}. {question.fact} {question.text}"


def describe_picture(question: SlideQuestion) -> str:
    """Return a description of the picture before the answer."""
    return " ".join(
        said for part in question.picture if (said := _describe_picture_part(part))
    )


def _describe_picture_part(part: Part) -> str:
    if isinstance(part, LessonGames):
        said = [
            f"{RESULTS[game.score]} against {game.name} {game.rating}"
            for game in part.rows
        ]
        return f"{'; '.join(said)}." if said else f"{part.words}."
    marks = [mark.text for mark in part.marks if mark.text and mark.strength]
    if isinstance(part, NumberAxis):
        scale = f"An axis from {format_rating(part.low)} to {format_rating(part.high)} {part.name}"
        named = f": {', '.join(marks)}" if marks else ""
        return f"{scale}{named}." if part.ticks else f"{', '.join(marks)}."
    if part.form == "range":
        return f"{'. '.join(row.name for row in part.rows)}."
    said = [_describe_row(part, i) for i in range(min(len(part.rows), MOST))]
    if len(part.rows) > MOST:
        said.append(f"and {len(part.rows) - MOST} more")
    return f"{'; '.join((*said, *marks))}."


def _describe_row(part: BarChart, place: int) -> str:
    row = part.rows[place]
    if part.form == "dots":
        return f"{row.name} {format_rating(row.at)}"
    worth = f" of {format_number(row.worth, 2)}" if row.worth != 1.0 else ""
    return f"{row.name} {format_rating(row.at)}: scored {format_number(row.score, 2)}{worth}"


def describe_sums_at(bars: BarChart, r: float) -> str:
    """Describe the bars at a rating: "at 1500 expected 2.9 of 4, scored 3.5"."""
    return (
        f"at {format_rating(r)} expected "
        f"{format_number(replace(bars, r=r).expected_points, 2)} of "
        f"{format_number(bars.worth, 2)}, scored {format_points(bars.scored)}"
    )


def summarize_guesses(
    question: SlideQuestion, answer: SlideAnswer, made: Guesses
) -> str:
    """Return how far a guess, or the median of several, is from the answer."""
    if len(made) < 2 or not isinstance(question.guess, NumberGuess):
        return describe_difference(question, answer, made[-1] if made else None)
    middle = round(median(made), question.guess.decimals)
    return (
        f"Median {format_guess(question.guess, middle)}: "
        f"{describe_difference(question, answer, middle).lower()}"
    )


def list_distances(
    question: SlideQuestion, answer: SlideAnswer, made: Guesses
) -> Iterator[str]:
    """Yield each guessed number with its distance: "1500 is 40 too low"."""
    assert isinstance(question.guess, NumberGuess)
    for one in made:
        apart = describe_difference(question, answer, one).lower()
        yield f"{format_guess(question.guess, one)} is {apart}"


def describe_guesses(guess: Guess, made: Guesses | None) -> str:
    """Describe the class's guesses."""
    if not made:
        return "no guess yet" if made is None else "our guess: no idea"
    if isinstance(guess, ChoiceGuess):
        return f"our guess: {guess.options[int(made[-1])]}"
    count = "our guess" if len(made) == 1 else f"our {len(made)} guesses"
    listed = ", ".join(format_guess(guess, one) for one in made)
    return f"{count}: {add_unit(guess, listed)}"


def describe_answer(slide: LessonSlide, made: Guesses | None) -> str:
    """Return the answer, after the guesses and their distances."""
    question, answer = slide.question, slide.answer
    if not made:
        return answer.text
    apart = summarize_guesses(question, answer, made)
    said = f"{describe_guesses(question.guess, made)}: {apart}"
    if len(made) > 1 and isinstance(question.guess, NumberGuess):
        each = ", ".join(list_distances(question, answer, made[:MOST]))
        said = f"our {len(made)} guesses: {each}. {apart}"
    return f"{said[:1].upper()}{said[1:]}. {answer.text}"


BLANK: Final = "____"
OPEN: Final = frozenset({"way", "formula"})
"""The slides whose answers later questions reveal: a bonus question implies a gain."""


def make_handout(lesson: Lesson) -> Iterator[LessonSlide]:
    """Yield the slides so that none reveals the answer of another, because all are visible."""
    yield from (
        replace(slide, question=blank_question(slide.question))
        for slide in lesson.slides
        if slide.key not in OPEN
    )


def blank_question(question: SlideQuestion) -> SlideQuestion:
    """Return the question with blanks for numbers that are answers of earlier slides."""
    if not question.carried:
        return question
    return replace(
        question,
        fact=_blank_numbers(question.fact, question.carried),
        text=_blank_numbers(question.text, question.carried),
        picture=tuple(
            kept
            for part in question.picture
            if (kept := _keep_unrevealed_part(part, question.carried))
        ),
    )


def _blank_numbers(text: str, carried: tuple[str, ...]) -> str:
    for figure in sorted(carried, key=len, reverse=True):
        text = re.sub(rf"(?<![\d.]){re.escape(figure)}(?!\.?\d)", BLANK, text)
    return text


def _keep_unrevealed_part(part: Part, carried: tuple[str, ...]) -> Part | None:
    """Return a part of the picture, or None if it reveals an earlier answer."""
    if isinstance(part, LessonGames):
        return part
    if (
        not isinstance(part, BarChart)
        or part.form not in ("axis", "column")
        or any(format_rating(row.at) in carried for row in part.rows)
    ):
        return None
    # The height of the bar of earlier games is an earlier answer.
    rows = tuple(
        row
        for row in part.rows
        if row.worth == 1.0 or format_number(row.worth, 1) not in carried
    )
    return replace(part, rows=rows, summed=False) if rows else None
