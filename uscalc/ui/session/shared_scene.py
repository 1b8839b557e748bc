"""The scene that the explorer, the knot path, the explanation and the challenges share."""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Final

from PySide6.QtCore import QObject, Signal

from uscalc.document.model import Document, Section
from uscalc.document.queries.scenario import Outcome
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.numbers import PlayerDirectory
from uscalc.explain.scene.guesses import find_answer
from uscalc.explain.scene.scene import Scene, SceneSubject
from uscalc.ui.session.rated_event import RatedEvent
from uscalc.ui.session.what_if_model import WhatIfModel

LETTERS: Final = {1.0: "W", 0.5: "D", 0.0: "L"}


def make_directory(trace: SectionTrace, section: Section) -> PlayerDirectory:
    """Return a section's players with their names."""
    names = {player.number: player.name for player in section.players}
    return PlayerDirectory(trace, lambda number: names.get(number, ""))


class SharedScene(QObject):
    """Holds the scene of the selected player; `changed` is emitted after each change.

    The scene never changes the event. A tried result becomes a what-if result of the
    session. `get_step` returns the step that all views show.
    """

    changed = Signal()

    def __init__(
        self,
        session: RatedEvent,
        get_step: Callable[[], int],
        get_what_if: Callable[[], WhatIfModel],
    ) -> None:
        super().__init__(session)
        self._session = session
        self._get_step = get_step
        self._get_what_if = get_what_if
        self._asks_guess = False
        self.value: Scene | None = None
        """The scene; None if no rated player with games is selected."""
        self._kept: tuple[PlayerTrace, Section] | None = None
        self._question: Hashable = None
        self._guesses: dict[Hashable, tuple[float, ...]] = {}
        """The guesses, by the question that they answer."""
        self._answered: set[Hashable] = set()
        """The players whose solution the user asked for while teaching."""
        session.opened.connect(self._forget_guesses)
        session.opened.connect(self._answered.clear)
        self._document: Document | None = None
        self._step_seen = get_step()

    def ask_for_guess(self, asks: bool) -> None:
        """Hide solutions until the user asks for them, as teaching does, or show them."""
        if asks != self._asks_guess:
            self._asks_guess = asks
            if self.value is not None:
                self.put(self._hide_solution(self.value))

    def _forget_guesses(self) -> None:
        self._guesses.clear()
        self._question = None

    def show_answer(self) -> None:
        """Show this player's solution from now on, after guesses or without an idea.

        Trial ratings are reset, because the guesses were about the player's own values.
        """
        if self.value is not None:
            self._answered.add(self.value.subject.whose)
            self.put(self.value.reset_causes().show_answer())

    def skip_guess(self, row: int) -> None:
        """Ask for no guess of a player whose result is already shown, by row."""
        selection = self._session.selection
        self._answered.add((selection.section, selection.system, row))

    @property
    def is_answered(self) -> bool:
        """True if the user asked for the solution of this player while teaching."""
        scene = self.value
        answered = scene is not None and scene.subject.whose in self._answered
        return self._asks_guess and answered

    def _hide_solution(self, scene: Scene) -> Scene:
        """Return the scene, which waits for a guess if one is due."""
        due = self._asks_guess and scene.subject.whose not in self._answered
        return scene.wait_for_guess(due)

    def put(self, scene: Scene | None) -> None:
        """Show another scene."""
        if scene is self.value:
            return
        if scene is None:
            self._question = None
        else:
            # Another step, or a what-if result, asks for another rating.
            question = scene.subject.whose, scene.step, find_answer(scene)
            if question != self._question:
                self._question = question
                scene = scene.set_guesses(self._guesses.get(question, ()))
            self._guesses[question] = scene.guesses
        self.value = scene
        self.changed.emit()

    def follow(self) -> Scene | None:
        """Return the scene of the selected player and the shown step.

        A view calls this before it paints. For the same player, R and the search stay;
        trial ratings stay until an edit.
        """
        session, before = self._session, self.value
        selection = session.selection
        whose = selection.section, selection.system, selection.row
        if before is not None and before.held and before.subject.whose == whose:
            return before
        subject = self._make_subject()
        shown = self._get_step()
        if subject is None:
            self._kept = None
            self.put(None)
            return None
        section = session.with_what_if.section
        assert section is not None
        kept = subject.player, section
        unchanged = self._kept is not None and all(map(is_, self._kept, kept))
        if before is not None and unchanged and before.subject.whose == subject.whose:
            if shown != self._step_seen:
                self._step_seen = shown
                self.put(before.select_step(_choose_step(subject, shown)))
            return self.value
        step = _choose_step(subject, shown)
        same = before is not None and before.subject.whose == subject.whose
        if before is not None and shown == self._step_seen:
            # Keep the explorer's step, even for another player.
            step = before.step if before.step in subject.steps else step
        scene = subject.make_scene(step)
        scene = (
            scene.come_from(before, session.document is self._document)
            if same and before is not None
            else self._hide_solution(scene)
        )
        self._kept, self._step_seen = kept, shown
        self._document = session.document
        self.put(scene)
        return self.value

    def _make_subject(self) -> SceneSubject | None:
        """Return the selected player; None if the player has no rating or no games."""
        session = self._session
        seen, player = session.with_what_if, session.player
        section, found = seen.section, seen.rating
        if section is None or player is None or found is None:
            return None
        place = found.places.get(player.number)
        if place is None:
            return None
        selection = session.selection
        subject = SceneSubject(
            found.trace,
            place,
            make_directory(found.trace, section),
            self._find_scores_without_what_if(found.trace.players[place]),
            (selection.section, selection.system, selection.row),
        )
        return subject if subject.steps else None

    def _find_scores_without_what_if(
        self, trace: PlayerTrace
    ) -> dict[int, float | None]:
        """Return the actual scores, by game, of a rating with what-if results."""
        real = self._session.find_system_rating()
        if real is None or not self._session.shows_what_if:
            return {}
        played = real.find_trace(trace.entrant.number).entrant.own
        scores = {(game.round, game.opponent): game.score for game in played}
        return {
            place: scores.get((game.round, game.opponent))
            for place, game in enumerate(trace.entrant.own)
        }

    def select_opponent(self, game: int) -> None:
        """Select the opponent of a game of the scene."""
        scene = self.value
        if scene is not None:
            _, number = scene.subject.games[game]
            self._session.select_number(number)

    # What-if results

    def share_result(self, game: int) -> None:
        """Turn a tried result of the scene into a what-if result of the session."""
        scene, session = self.value, self._session
        row = None if scene is None else scene.find_row(game)
        if scene is None or row is None or session.player is None:
            return
        what_if = self._get_what_if()
        player, (round_, _) = session.player.number, scene.subject.games[game]
        if row.score == row.true_score:
            what_if.remove_result(player, round_)
        else:
            what_if.set_result(Outcome(round_, player, LETTERS[row.score]))

    def reset_causes(self) -> None:
        """Reset all tried values and what-if results to the event's own."""
        if self.value is not None:
            self.put(self.value.reset_causes())
        self._get_what_if().clear_results()


def _choose_step(subject: SceneSubject, shown: int) -> int:
    """Return the step that all views show, or the last one before it that the player has."""
    steps = subject.steps
    return max((step for step in steps if step <= shown), default=min(steps))
