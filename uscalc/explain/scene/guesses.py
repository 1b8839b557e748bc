"""Guesses of the rating that a scene asks for: reading one, and how far off they were."""

from statistics import median
from typing import Final

from uscalc.counted import count_in_words
from uscalc.explain.lesson.model import NumberGuess
from uscalc.explain.lesson.words import describe_distance, parse_guess
from uscalc.explain.numbers import format_whole_rating
from uscalc.explain.picture import HIGHEST, LOWEST, SpecialPicture
from uscalc.explain.scene.scene import Scene

RATING: Final = NumberGuess(LOWEST, HIGHEST, "Rating")
MOST_LISTED: Final = 40
"""The most guesses that are listed one by one."""


def read_guess(typed: str) -> float | str:
    """Return the rating that was typed, or why it isn't valid."""
    return parse_guess(RATING, typed)


def ask_for_guess(scene: Scene) -> str:
    """Return how to guess, or after a guess how to go on."""
    if scene.guesses:
        count = count_in_words(len(scene.guesses), "guess", "guesses")
        return f"{count}. Press Show answer, or add the next guess."
    if isinstance(scene.picture, SpecialPicture):
        return (
            "Guess this rating first: drag R and press Guess, or type a number and "
            "press Enter."
        )
    return "Guess the new rating first: type a number and press Enter."


def find_answer(scene: Scene) -> float:
    """Return the rating to guess in this step, without tried values.

    It is the solution or, with the standard formula, the new rating.
    """
    picture = (
        scene.picture
        if scene.causes.is_empty
        else scene.subject.true_pictures[scene.step]
    )
    return (
        picture.catch_rating if isinstance(picture, SpecialPicture) else picture.result
    )


def describe_distance_of(scene: Scene, guess: float) -> str:
    """Return how far a guess is from the answer: "262 too low"."""
    off = float(_to_whole(guess) - _to_whole(find_answer(scene)))
    return describe_distance(RATING, off).lower()


def _to_whole(rating: float) -> int:
    return int(format_whole_rating(rating))


def summarize_guesses(scene: Scene) -> str:
    """Return how far off the guess or the median was; without a guess, the answer."""
    guesses = scene.guesses
    if not guesses:
        return f"Answer: {format_whole_rating(find_answer(scene))}"
    middle = median(guesses)
    return (
        describe_one_guess(scene, middle)
        if len(guesses) == 1
        else f"Median {format_whole_rating(middle)}: {describe_distance_of(scene, middle)}"
    )


def describe_guesses(scene: Scene) -> str:
    """Return the answer, and how far off each guess was; the guesses while the scene waits."""
    guesses = scene.guesses[-MOST_LISTED:]
    if scene.waits:
        listed = ", ".join(map(format_whole_rating, guesses))
        count = count_in_words(len(scene.guesses), "guess", "guesses")
        return f"{count}: {listed}." if guesses else ""
    said = [f"Answer: {format_whole_rating(find_answer(scene))}."]
    said += [
        f"{format_whole_rating(guess)} is {describe_distance_of(scene, guess)}."
        for guess in guesses
    ]
    if len(guesses) > 1:
        said.append(f"{summarize_guesses(scene)}.")
    return " ".join(said)


def describe_one_guess(scene: Scene, guess: float) -> str:
    """Describe one guess: "Guess 1500" and, with the answer, how far off it was."""
    said = f"Guess {format_whole_rating(guess)}"
    return said if scene.waits else f"{said}: {describe_distance_of(scene, guess)}"
