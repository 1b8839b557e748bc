"""The steps that the coach shows for each of the three tasks on the start page."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from PySide6.QtWidgets import QAbstractButton, QLineEdit, QListWidget

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Document
from uscalc.explain.picture import SpecialPicture
from uscalc.ui.teach.coach import CoachStep
from uscalc.ui.window.window import Window

Task = Literal["tournament", "estimate", "ratings"]
PLAYED: Final = frozenset(("win", "draw", "loss"))


def list_steps(window: Window, task: Task) -> tuple[CoachStep, ...]:
    """Return the steps of a task, at most four."""
    return {
        "tournament": _list_tournament_steps,
        "estimate": _list_estimate_steps,
        "ratings": _list_rating_steps,
    }[task](window)


def _list_tournament_steps(window: Window) -> tuple[CoachStep, ...]:
    session = window.session

    def has_saved() -> bool:
        return session.path is not None and session.history.saved

    return (
        _make_step(
            window,
            "desk",
            "Register players: press {key}, type a name or a member ID, and press Enter.",
            lambda: _has_names(session.document),
        ),
        _make_step(
            window,
            "boards",
            "Enter the results of round 1 board by board: press {key}. Or type w2 into a "
            "cell of the crosstable if the player beat number 2.",
            lambda: _has_results(session.document),
        ),
        _make_step(
            window,
            "missing",
            "See the problems: press {key}. The list shows what US Chess would reject, and "
            "the fix.",
            partial(_is_view_shown, window, "view-problems"),
        ),
        _make_step(window, "save", "Save the event: press {key}.", has_saved),
    )


def _list_estimate_steps(window: Window) -> tuple[CoachStep, ...]:
    def has_result() -> bool:
        buttons = (
            window.findChild(QAbstractButton, f"myResult1{letter}") for letter in "WDL"
        )
        return any(button is not None and button.isChecked() for button in buttons)

    steps = (
        (
            "Type your rating before the event.",
            partial(_has_text, window, "myRatingBefore"),
        ),
        ("Type the rating of an opponent.", partial(_has_text, window, "myOpponent1")),
        ("Select loss, draw or win. Your new rating appears.", has_result),
        (
            "Type the rating that you want to reach as the target.",
            partial(_has_text, window, "myTarget"),
        ),
    )
    return tuple(_make_step(window, "myRating", *step) for step in steps)


def _list_rating_steps(window: Window) -> tuple[CoachStep, ...]:
    started: set[str] = set()
    for name in ("basics", "lesson"):
        window.named_actions[name].triggered.connect(lambda: started.add("lesson"))
    return (
        _make_step(
            window,
            "showIdea",
            "Drag the marker R until the expected points meet the points scored.",
            partial(_has_found_rating, window),
        ),
        _make_step(
            window,
            "showLesson",
            "Read the lesson: guess, select Show answer, and then Next.",
            lambda: "lesson" in started or _is_slide_turned(window),
        ),
        _make_step(
            window,
            "showExercise",
            "Open Practice, and answer its question.",
            partial(_is_view_shown, window, "view-practice"),
        ),
    )


def _make_step(
    window: Window, action: str, words: str, done: Callable[[], bool]
) -> CoachStep:
    """Return a step that an action shows; `{key}` in its text becomes the action's key."""
    command = window.named_actions[action]
    return CoachStep(
        lambda: words.format(key=command.shortcut().toString()), done, command.trigger
    )


def _has_names(document: Document) -> bool:
    return any(
        player.name for section in document.sections for player in section.players
    )


def _has_results(document: Document) -> bool:
    cells = (
        parse_cell(text)
        for section in document.sections
        for player in section.players
        for text in player.results
    )
    return any(
        entry.outcome in PLAYED
        for cell in cells
        if not isinstance(cell, BadCell)
        for entry in cell
    )


def _has_text(window: Window, name: str) -> bool:
    line = window.findChild(QLineEdit, name)
    return line is not None and bool(line.text().strip())


def _is_view_shown(window: Window, name: str) -> bool:
    panel = window.panel_of(name)
    return panel.isVisible() and panel.front == name


def _is_slide_turned(window: Window) -> bool:
    slides = window.findChild(QListWidget, "lessonSlides")
    return slides is not None and slides.currentRow() > 0


def _has_found_rating(window: Window) -> bool:
    scene = window.session.scene.value
    if scene is None or not isinstance(scene.picture, SpecialPicture):
        return False
    # Before a guess, R doesn't stop at the solution.
    return scene.found or abs(scene.at - scene.picture.catch_rating) < 1.0
