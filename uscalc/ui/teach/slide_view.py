"""One slide on the screen: its picture, the guess, and the animated answer."""

import re
from typing import Final

from PySide6.QtCore import QEasingCurve, QPointF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from uscalc.explain.lesson.model import (
    BarChart,
    ChoiceGuess,
    Guesses,
    LessonSlide,
    NumberGuess,
    find_guess_axis,
)
from uscalc.explain.lesson.words import (
    describe_answer,
    describe_guesses,
    describe_picture,
    describe_question,
    describe_sums_at,
    format_guess,
    parse_guess,
)
from uscalc.ui.teach.brush import SlideBrush
from uscalc.ui.teach.layout import NO_IDEA, SlideLayout, lay_out
from uscalc.ui.teach.paint import (
    SlideScene,
    has_plot,
    paint_before_answer,
    paint_with_answer,
)
from uscalc.ui.theme.theme import Theme, is_motion_reduced
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.controls import NextNumberField
from uscalc.ui.widgets.grabbing import IMAGE, announce

OWN: Final = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}
TAKE: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
"""The keys that accept the typed number."""
LONGEST: Final = 40
"""The greatest number of characters that can be typed."""


def is_number_key(event: QKeyEvent) -> bool:
    """Return whether a key types a character that may belong to a number, or a likely typo."""
    text = event.text()
    if not text or not text.isprintable() or text.isspace():
        return False
    # Ctrl with a letter is a shortcut, not typing.
    return not event.modifiers() & Qt.KeyboardModifier.ControlModifier


class NumberField(NextNumberField):
    """The field for the number of the class; it passes the keys of a clicker to the lesson."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, frame=False, maxLength=LONGEST)
        name_widget(self, name)
        self.setStyleSheet(
            "QLineEdit { border: 0; background: transparent; padding: 0; }"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle digits and corrections, and Enter after a new number; pass on other keys."""
        key = event.key()
        if key in TAKE:
            typed = self.isModified() and not self.isReadOnly()
            if typed:
                self.returnPressed.emit()
            event.setAccepted(typed)
            return
        if (
            key in OWN
            or event.modifiers() & Qt.KeyboardModifier.ControlModifier
            or (is_number_key(event) and not self._is_for_lesson(event.text()))
        ):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _is_for_lesson(self, letter: str) -> bool:
        """Return whether a letter is a lesson key: ?, or B or N unless a word is being typed."""
        typed = self.text() if self.isModified() else ""
        return letter == "?" or (letter in "bBnN" and not re.search("[^\\W\\d]", typed))


class AnswerOption(QAbstractButton):
    """A transparent button over an option that the slide paints."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, checkable=True)
        name_widget(self, name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw nothing: the slide shows the control and its focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the option on Enter; pass a second Enter and all other keys to the lesson."""
        if event.key() in TAKE and not self.isChecked():
            self.click()
        else:
            event.ignore()


GUESSED: Final = "{}: {}. Press Space or Show answer."
LASTS: Final = 1800
"""The length of an answer's animation, in milliseconds."""
AROUND: Final = 0.6
"""The distance from an axis within which a click counts, in heights of the type."""


class SlideView(QWidget):
    """Shows one slide. `changed` is emitted after a guess and when the answer appears.

    The object names of the controls start with `name`.
    """

    changed = Signal()
    accessible_role = IMAGE

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self.claims_focus = False
        """True if each new slide takes the focus, even from another control."""
        self.slide: LessonSlide | None = None
        """The shown slide."""
        self.guesses: Guesses | None = None
        """The guesses of the class; empty if it had no idea, None if it has not guessed yet."""
        self.shows_answer = False
        """True if the answer is shown, or its animation is running."""
        self.problem = self._hint = ""
        """`problem` is the message about an invalid or missing guess."""
        self._done = 0.0
        self._held = False
        self._layout: SlideLayout | None = None
        name_widget(self, f"{name}Slide", "Slide")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field = NumberField(f"{name}Guess", self)
        self.field.setAccessibleName("Your guess")
        self.field.returnPressed.connect(self.take_number)
        self.field.textEdited.connect(self._handle_typing)
        self.options: list[AnswerOption] = []
        self.no_idea = AnswerOption(f"{name}NoIdea", self)
        self.no_idea.setText(NO_IDEA)
        self.no_idea.setAccessibleName(f"{NO_IDEA}: show the answer without a guess")
        self.no_idea.clicked.connect(self.pass_question)
        self._motion = QVariantAnimation(
            self,
            startValue=0.0,
            endValue=1.0,
            duration=LASTS,
            easingCurve=QEasingCurve(QEasingCurve.Type.InOutCubic),
        )
        self._motion.valueChanged.connect(lambda _value: self.update())
        self._motion.finished.connect(self._handle_animation)
        theme.changed.connect(self._fit_controls)
        # The slide paints the frame of the focused option.
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._show_focus)

    def _show_focus(self) -> None:
        self.update()

    # Display

    @property
    def shows_plot(self) -> bool:
        """True if a plot of several guesses replaces the field."""
        return (
            self.shows_answer
            and self.slide is not None
            and has_plot(self.slide.question, self.guesses)
        )

    @property
    def moving(self) -> bool:
        """True while the answer's animation is running."""
        return self._motion.state() == QVariantAnimation.State.Running

    def show_slide(
        self,
        slide: LessonSlide,
        guesses: Guesses | None,
        shows_answer: bool,
        done: float,
        hint: str,
    ) -> None:
        """Show a slide in the state that the class left it in.

        `done` is the finished part of the lesson, from 0 to 1.
        """
        self._motion.stop()
        self.slide, self.guesses, self.shows_answer = slide, guesses, shows_answer
        self._done, self._hint, self.problem = done, hint, ""
        self._held = False
        self._set_controls(slide)
        self._fit_controls()
        self._update_accessible_text()

    def _set_controls(self, slide: LessonSlide) -> None:
        guess = slide.question.guess
        number = isinstance(guess, NumberGuess)
        focus = QApplication.focusWidget()
        here = focus is not None and (focus is self or self.isAncestorOf(focus))
        self.field.setReadOnly(self.shows_answer)
        names = guess.options if isinstance(guess, ChoiceGuess) else ()
        while len(self.options) < len(names):
            option = AnswerOption(f"{self._name}Option{len(self.options) + 1}", self)
            place = len(self.options)
            option.clicked.connect(lambda _on, i=place: self.choose_option(i))
            self.options.append(option)
            QWidget.setTabOrder(option, self.no_idea)
        for i, option in enumerate(self.options):
            option.setVisible(i < len(names))
            option.setEnabled(not self.shows_answer)
        if self.claims_focus or here:
            (self.field if number and not self.shows_answer else self).setFocus()
        self._show_guesses()
        self.field.setVisible(number and not self.shows_plot)

    def _show_guesses(self) -> None:
        """Show the last guess in the controls; its text is selected, so that typing replaces it."""
        guess, made = self._guess, self.guesses or ()
        for i, option in enumerate(self.options):
            option.setChecked(i in made and isinstance(guess, ChoiceGuess))
        self.no_idea.setChecked(self.guesses == ())
        self.no_idea.setVisible(not self.shows_answer)
        if isinstance(guess, NumberGuess):
            self.field.setText(format_guess(guess, made[-1]) if made else "")
            self.field.setModified(False)
            if not self.shows_answer:
                self.field.selectAll()

    def make_brush(self) -> SlideBrush:
        """Return the brush for the current size."""
        return SlideBrush.from_colors(
            self._theme.colors, float(max(self.height(), 1)), QApplication.font()
        )

    def get_layout(self) -> SlideLayout | None:
        """Return the layout; None without a slide."""
        if self.slide is None or self.width() < 2 or self.height() < 2:
            return None
        if self._layout is None:
            self._layout = lay_out(
                self.slide.question,
                float(self.width()),
                float(self.height()),
                self.make_brush(),
            )
        return self._layout

    def _fit_controls(self) -> None:
        self._layout = None
        layout, brush = self.get_layout(), self.make_brush()
        if layout is not None:
            pad = round(0.4 * brush.em)
            box = layout.field
            self.field.setFont(brush.make_font("strong"))
            self.field.setGeometry(
                round(box.x) + pad,
                round(box.y) + 2,
                round(box.width) - 2 * pad,
                round(box.height) - 4,
            )
            options = zip(self.options, layout.options, strict=False)
            for option, place in (*options, (self.no_idea, layout.no_idea)):
                option.setGeometry(
                    round(place.x),
                    round(place.y),
                    round(place.width),
                    round(place.height),
                )
        self.update()

    def _update_accessible_text(self) -> None:
        """Describe the slide for screen readers; the answer only if it is shown."""
        slide = self.slide
        if slide is None:
            return
        question = slide.question
        said = describe_guesses(question.guess, self.guesses)
        self.setAccessibleName(describe_question(question))
        if self.shows_answer:
            said = describe_answer(slide, self.guesses)
        else:
            said = f"{describe_picture(question)} {said[:1].upper()}{said[1:]}."
            bars = find_guess_axis(question.picture)
            if isinstance(bars, BarChart) and bars.form == "axis":
                r = float(self.guesses[-1]) if self.guesses else bars.r
                said = f"{said} R {describe_sums_at(bars, r)}."
        if self.problem:
            said = f"{self.problem} {said}"
        answered = self.shows_answer or self.problem or self.guesses is not None
        if answered and said != self.accessibleDescription():
            announce(self, said)
        self.setAccessibleDescription(said)
        guess = question.guess
        if isinstance(guess, NumberGuess):
            self.field.setAccessibleName(f"Our guess: {guess.name}")
            self.field.setAccessibleDescription(said)
        else:
            for option, name in zip(self.options, guess.options, strict=False):
                option.setAccessibleName(name)
                option.setText(name)

    # The guess

    @property
    def _guess(self) -> NumberGuess | ChoiceGuess | None:
        return None if self.slide is None else self.slide.question.guess

    def take_number(self) -> bool:
        """Add the typed number to the guesses; if it isn't valid, show why and return False."""
        guess = self._guess
        if not isinstance(guess, NumberGuess) or not self.field.isModified():
            return True
        typed, made = self.field.text(), self.guesses or ()
        if not typed.strip():
            self._set_guesses(made[:-1] or None)
            return True
        found = parse_guess(guess, typed)
        if isinstance(found, str):
            self.problem = found
            self._update_accessible_text()
            self.update()
            return False
        self._set_guesses((*made, found))
        return True

    def _handle_typing(self) -> None:
        if self.problem:
            self.problem = ""
            self._update_accessible_text()
        self.update()

    def choose_option(self, place: int) -> None:
        """Make an option the guess; if it already is the guess, clear the guess."""
        choice = self._guess
        if self.shows_answer or not isinstance(choice, ChoiceGuess):
            return
        if place < len(choice.options):
            self._set_guesses(None if self.guesses == (place,) else (place,))

    def pass_question(self) -> None:
        """Record that the class has no idea, or undo this."""
        given = isinstance(self._guess, NumberGuess) and self.guesses
        if self.slide is not None and not self.shows_answer and not given:
            self._set_guesses(None if self.guesses == () else ())
            if not isinstance(self._guess, NumberGuess):
                # Move the focus away from the options, because Enter would select one.
                self.setFocus()

    def ask_for_guess(self) -> None:
        """Show that a guess is needed, and focus the control for it."""
        slide, number = self.slide, isinstance(self._guess, NumberGuess)
        has_axis = slide is not None and find_guess_axis(slide.question.picture)
        how = "a number, click the axis," if has_axis else "a number"
        self.problem = (
            f"Guess first: type {how} or press ? for no idea."
            if number
            else "Guess first: press a number or click an answer; press ? for no idea."
        )
        (self.field if number else self.options[0]).setFocus()
        self._update_accessible_text()
        self.update()

    def nudge_number(self, by: float) -> None:
        """Change the last guess by `by` steps; without one, start from the middle of the axis."""
        slide, guess = self.slide, self._guess
        if self.shows_answer or not isinstance(guess, NumberGuess):
            return
        axis = find_guess_axis(slide.question.picture) if slide else None
        low, high = (axis.low, axis.high) if axis else (guess.low, guess.high)
        here = float(self.guesses[-1]) if self.guesses else (low + high) / 2
        if not self.guesses and isinstance(axis, BarChart) and axis.form == "axis":
            here = axis.r
        self._put_number(here + by * guess.step)

    def _put_number(self, value: float, another: bool = False) -> None:
        """Replace the last guess, or add another one."""
        guess, made = self._guess, self.guesses or ()
        if isinstance(guess, NumberGuess):
            number = round(min(max(value, guess.low), guess.high), guess.decimals)
            self._set_guesses((*(made if another else made[:-1]), number))

    def _set_guesses(self, made: Guesses | None) -> None:
        self.guesses, self.problem = made, ""
        self._show_guesses()
        self._update_accessible_text()
        self.update()
        self.changed.emit()

    # The answer

    def reveal_answer(self) -> bool:
        """Show the answer and return True; if there is no guess yet, ask for one."""
        if self.slide is None or self.shows_answer or not self.take_number():
            return False
        if self.guesses is None:
            self.ask_for_guess()
            return False
        self.shows_answer = True
        self._set_controls(self.slide)
        self._update_accessible_text()
        self._motion.setDuration(0 if is_motion_reduced() else LASTS)
        self._motion.start()
        self.changed.emit()
        return True

    def finish_animation(self) -> None:
        """Skip to the end of the animation."""
        if self.moving:
            self._motion.stop()
            self._handle_animation()

    def _handle_animation(self) -> None:
        self.update()
        self.changed.emit()

    @property
    def _t(self) -> float:
        if not self.moving:
            return 1.0
        value = self._motion.currentValue()
        return float(value) if isinstance(value, float) else 0.0

    # Painting

    def make_scene(self) -> SlideScene:
        """Return the current guess, message and focus for painting."""
        focus = next((i for i, o in enumerate(self.options) if o.hasFocus()), None)
        guess, hint = self._guess, self._hint
        if self.guesses and isinstance(guess, NumberGuess):
            count = len(self.guesses)
            words = "Your guess" if count == 1 else f"{count} guesses, the last one"
            hint = GUESSED.format(words, format_guess(guess, self.guesses[-1]))
        return SlideScene(
            self.guesses,
            "field",
            self.problem,
            hint,
            self._done,
            focus,
            self.no_idea.hasFocus(),
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the slide in its current state."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.colors.surface))
            layout, slide = self.get_layout(), self.slide
            if layout is not None and slide is not None:
                brush, scene = self.make_brush(), self.make_scene()
                if self.shows_answer:
                    paint_with_answer(painter, layout, slide, brush, scene, self._t)
                else:
                    paint_before_answer(painter, layout, slide.question, brush, scene)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the slide for the new size."""
        super().resizeEvent(event)
        self._fit_controls()

    # The mouse

    def value_at(self, place: QPointF) -> float | None:
        """Return the number on the axis at a position; None outside the axis."""
        layout, slide = self.get_layout(), self.slide
        if layout is None or slide is None:
            return None
        brush = self.make_brush()
        found, part = (
            layout.place_axis(slide.question, brush),
            find_guess_axis(slide.question.picture),
        )
        if found is None or part is None:
            return None
        x0, x1, box = found
        reach = AROUND * brush.em
        inside = x0 - reach <= place.x() <= x1 + reach
        if not self._held and not (inside and box.y <= place.y() <= box.bottom):
            return None
        share = (place.x() - x0) / (x1 - x0)
        return part.low + min(max(share, 0.0), 1.0) * (part.high - part.low)

    def _is_last_guess(self, value: float) -> bool:
        """Return whether a number is so near the last guess that a click means this guess."""
        layout, slide = self.get_layout(), self.slide
        found = (
            layout and slide and layout.place_axis(slide.question, self.make_brush())
        )
        part = find_guess_axis(slide.question.picture) if slide else None
        if not found or part is None or not self.guesses:
            return False
        points = (part.high - part.low) / (found[1] - found[0])
        return abs(self.guesses[-1] - value) <= AROUND * self.make_brush().em * points

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the last guess, or add one, where the mouse is on the axis."""
        value = self.value_at(event.position())
        left = event.button() == Qt.MouseButton.LeftButton
        if not left or value is None or self.shows_answer:
            super().mousePressEvent(event)
            return
        # A click near the last guess moves it; a click elsewhere adds a guess.
        self._held = True
        self._put_number(value, another=not self._is_last_guess(value))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the guess with the mouse."""
        if self._held:
            value = self.value_at(event.position())
            if value is not None:
                self._put_number(value)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release the guess."""
        self._held = False
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a digit select an option, Up and Down change the number, and ? pass."""
        key, text = Qt.Key(event.key()), event.text()
        digit = text.isascii() and text.isdigit() and text != "0"
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.nudge_number(1.0 if key == Qt.Key.Key_Up else -1.0)
        elif digit and isinstance(self._guess, ChoiceGuess):
            self.choose_option(int(text) - 1)
        elif text == "?":
            self.pass_question()
        else:
            super().keyPressEvent(event)
