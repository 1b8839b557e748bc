"""The what-if results, which are kept apart from the event."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal

from uscalc.document.model import Document
from uscalc.document.queries.games import select_applicable
from uscalc.document.queries.scenario import (
    Outcome,
    add_outcome,
    apply_changes,
    list_own_games,
    remove_outcome,
)
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.ui.scheduling import Worker, connect_pairs
from uscalc.ui.session.rated_event import RatedEvent
from uscalc.ui.session.what_if_overlay import WhatIfOverlay, make_overlay
from uscalc.ui.session.window_ratings import (
    WindowRatings,
    estimate_rating,
    rate_for_window,
)


class WhatIfModel(QObject):
    """The what-if results of the selected section, and the ratings that they give.

    `changed` is emitted when the results or their ratings change, and `stop_changed`
    when the ripple effect is shown up to another stop. Only `apply_results` changes the
    document, in one edit. Each section keeps its own what-if results.
    """

    changed = Signal()
    stop_changed = Signal()
    _due = Signal()

    def __init__(self, session: RatedEvent) -> None:
        super().__init__(session)
        self._session = session
        self._section = session.selection.section
        self._system = session.selection.system
        self._known = self._checked = session.document
        self.outcomes: tuple[Outcome, ...] = ()
        """The what-if results of the selected section."""
        self._elsewhere: dict[int, tuple[Outcome, ...]] = {}
        self.shown: WhatIfOverlay | None = None
        """The what-if results compared with the actual ones; None if there are none."""
        self._document: Document | None = None
        self._live: WindowRatings | None = None
        self._asked = False
        self._worker = Worker(self, self._receive_rating, session.closing)
        self._due.connect(self._start_rating, Qt.ConnectionType.QueuedConnection)
        connect_pairs(
            (session.edited, self._follow_edit),
            (session.rated, self._follow_rating),
            (session.selected, self._follow_selection),
            (session.opened, self._forget_all),
        )

    @property
    def document(self) -> Document:
        """The event with the what-if results."""
        return self._session.document if self._document is None else self._document

    @property
    def up_to_date(self) -> bool:
        """True if the ratings belong to the current what-if results."""
        live = self._live
        if not self._session.up_to_date or not self.outcomes:
            return self._session.up_to_date
        return live is not None and live.rating.document is self._document

    def find_rating(self) -> SystemRating | None:
        """Return the selected section's what-if rating in the selected system.

        Without what-if results, it is the actual rating.
        """
        if not self.outcomes or self._live is None:
            return self._session.find_system_rating()
        section = self.find_section_rating()
        return (
            None
            if section is None
            else section.in_system(self._session.selection.system)
        )

    def find_section_rating(self) -> SectionRating | None:
        """Return the what-if ratings of the section in every system."""
        live = self._live if self.outcomes and self._live else self._session.live
        sections = live.rating.sections
        return sections[self._section] if self._section < len(sections) else None

    def show_stop(self, stop: int) -> None:
        """Show the ripple effect up to a stop; 0 shows only the changed games."""
        shown = self.shown
        if shown is None or not 0 <= stop <= shown.stops or stop == shown.stop:
            return
        self._show_overlay(replace(shown, stop=stop, stepped=True))
        self.stop_changed.emit()

    def find_letter(self, player: int, round_number: int, opponent: int) -> str | None:
        """Return a game's what-if result from `player`'s side; None if it has none."""
        for outcome in self.outcomes:
            if outcome.round == round_number and outcome.player == player:
                return outcome.letter
            if outcome.round == round_number and outcome.player == opponent:
                return {"W": "L", "L": "W"}.get(outcome.letter, outcome.letter)
        return None

    # What-if results

    def set_result(self, outcome: Outcome) -> None:
        """Set one what-if result."""
        document, section = self._session.document, self._section
        wanted = add_outcome(document, section, self._list_possible(), outcome)
        # The other results were checked before.
        self._show_outcomes(wanted if self._drop_unchanged([outcome]) else wanted[:-1])

    def remove_result(self, player: int, round_number: int) -> None:
        """Remove the what-if result of one game."""
        document, section = self._session.document, self._section
        kept = remove_outcome(
            document, section, self._list_possible(), player, round_number
        )
        self._show_outcomes(kept)

    def _list_possible(self) -> tuple[Outcome, ...]:
        """Return the what-if results that are still possible after edits that are not rated yet."""
        return (
            self.outcomes
            if self._session.document is self._checked
            else self._drop_unchanged(self.outcomes)
        )

    def clear_results(self) -> None:
        """Remove all what-if results of the section."""
        self._set_outcomes(())

    def apply_results(self) -> bool:
        """Write the what-if results into the event, as one edit that can be undone."""
        done = self._session.apply_edit(apply_changes, self._section, self.outcomes)
        if done:
            self.clear_results()
        return done

    # Following the event

    def _set_outcomes(self, wanted: Sequence[Outcome]) -> None:
        self._show_outcomes(self._drop_unchanged(wanted))

    def _show_outcomes(self, outcomes: tuple[Outcome, ...]) -> None:
        """Show and rate what-if results that are known to be possible."""
        self._checked = self._session.document
        if outcomes == self.outcomes and self._document is not None:
            return
        self.outcomes = outcomes
        edit = apply_changes(self._session.document, self._section, self.outcomes)
        self._document = edit.document
        if not self.outcomes:
            self._worker.drop_job()
            self._live = None
            self._announce_results()
        else:
            # The sliders change at once, and the ratings when they are ready. Several
            # results in one turn of the event loop are rated once.
            self._announce_results()
            if not self._asked:
                self._asked = True
                self._due.emit()

    def _follow_edit(self) -> None:
        """Keep the what-if results of games that an edit did not change."""
        before, now = self._known, self._session.document
        self._known = now
        if len(before.sections) != len(now.sections):
            self._forget_all()
            return
        for index, outcomes in self._elsewhere.items():
            self._elsewhere[index] = select_applicable(before, now, index, outcomes)
        kept = select_applicable(before, now, self._section, self.outcomes)
        if kept != self.outcomes:
            self._set_outcomes(kept)

    def _forget_all(self) -> None:
        """Remove the what-if results of all sections."""
        self._elsewhere.clear()
        self._section = self._session.selection.section
        self._known = self._session.document
        self._set_outcomes(())

    def _follow_rating(self) -> None:
        """Rate the what-if results again, based on the new ratings."""
        self._document = None
        self._set_outcomes(self.outcomes)

    def _drop_unchanged(self, wanted: Sequence[Outcome]) -> tuple[Outcome, ...]:
        """Return the results that are possible and differ from the actual ones."""
        document, section = self._session.document, self._section
        found = []
        for outcome in wanted:
            edit = apply_changes(document, section, [outcome])
            if not edit.refused and edit.document is not document:
                found.append(outcome)
        return tuple(found)

    def start_with_first_game(self) -> None:
        """Set the first player's first unplayed game as won, or else change the first game.

        Pictures of the help begin with it.
        """
        self._session.select(row=0)
        section, player = self._session.section, self._session.player
        games = list_own_games(section, 0) if section and player else ()
        unplayed = [game for game in games if game.letter is None] or list(games)
        if player and unplayed:
            letter = "L" if unplayed[0].letter == "W" else "W"
            self.set_result(Outcome(unplayed[0].round, player.number, letter))

    def _follow_selection(self) -> None:
        section = self._session.selection.section
        if section != self._section:
            self._elsewhere[self._section] = self.outcomes
            self._section = section
            # The last ratings belong to another section.
            self._document = self._live = None
            self.outcomes = ()
            self._set_outcomes(self._elsewhere.pop(section, ()))
        elif self._session.selection.system != self._system:
            self._announce_results()
        else:
            self.changed.emit()

    def _start_rating(self) -> None:
        self._asked = False
        document, before = self._document, self._session.live
        rulebook = self._session.rulebook
        if document is None or not self.outcomes:
            return
        self._worker.drop_job()
        pending = estimate_rating(document, before)
        if pending.milliseconds <= self._session.threshold:
            self._show_rating(
                rate_for_window(document, rulebook, before, pending=pending)
            )
        else:
            self._worker.start_job(
                lambda asked: rate_for_window(
                    document, rulebook, before, asked, pending
                )
            )

    def _receive_rating(self, result: object) -> None:
        if (
            isinstance(result, WindowRatings)
            and result.rating.document is self._document
        ):
            self._show_rating(result)

    def _show_rating(self, live: WindowRatings) -> None:
        self._live = live
        self._announce_results()

    # The results shown in the table

    def _announce_results(self) -> None:
        """Show the what-if results in the crosstable, then emit `changed`."""
        self._system = self._session.selection.system
        self._show_overlay(self._make_overlay())
        self.changed.emit()

    def _make_overlay(self) -> WhatIfOverlay | None:
        session, document = self._session, self._document
        real = session.section
        if not self.outcomes or document is None or real is None:
            return None
        with_what_if = document.sections[self._section]
        if len(with_what_if.players) != len(real.players):
            # Rows were added or removed; the next rating updates the what-if results.
            return None
        before = after = None
        if self.up_to_date and session.up_to_date:
            before, after = session.find_system_rating(), self.find_rating()
        return make_overlay(real, with_what_if, before, after)

    def _show_overlay(self, shown: WhatIfOverlay | None) -> None:
        if shown is not self.shown:
            self.shown = shown
            self._session.show_what_if(shown)
