"""Questions in the message bar about missing ratings and possible matches."""

from collections.abc import Sequence

from uscalc.document.edit.settings import set_section
from uscalc.document.edit.unknown_ratings import (
    list_players_with_unknown,
    list_systems_to_ask_about,
    mark_unrated,
    remove_system,
)
from uscalc.document.model import Document, Edit, Identity, Section, find_section
from uscalc.document.queries.games import SEVERAL, count_games_of_two
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.formats.shared.pairing import count_blank_entries, mark_blanks_unrated
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.widgets.message_bar import WAITS

BLANKS_KEY = "blank-ratings"


class BlankRatingsQuestion(WindowController):
    """Asks about players without any rating, and about systems in which no player has a rating.

    Each question is asked once for the event.
    """

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self._settled = 0
        self._asked: set[System] = set()
        self._demanded: set[System] = set()
        self._session.opened.connect(self._reset)

    def _reset(self) -> None:
        self._settled = 0
        self._messages.withdraw_question(BLANKS_KEY)
        for system in self._asked:
            self._messages.withdraw_question(_make_key(system))
        self._asked.clear()
        self._demanded.clear()

    # Entries without any rating

    @property
    def wanted(self) -> bool:
        """Return whether there are players without a rating who were not asked about yet."""
        return count_blank_entries(self._session.document) > self._settled

    def ask_about_blanks(self) -> None:
        """Ask about players without a rating, unless they were all asked about before."""
        if self.wanted:
            text = _count_entries(count_blank_entries(self._session.document))
            self._messages.ask_question(
                BLANKS_KEY,
                (
                    f"{text} no rating. Are they unrated, or was the rating left out? "
                    "The section can't be rated until you choose."
                ),
                (
                    ("Mark unrated", self._mark_unrated),
                    ("Look up later", self._postpone),
                ),
                order=WAITS,
                place="Players without a rating",
            )

    def ask_everything(self) -> None:
        """Ask all open questions again, even those that the user has closed."""
        self._settled = 0
        counted = self._session.list_counted_systems()
        self._demanded = {
            system
            for system in SYSTEMS
            if any(list_players_with_unknown(self._session.document, counted, system))
        }
        wanted = self.wanted
        if wanted:
            self.ask_about_blanks()
        for system in sorted(self._demanded, key=SYSTEMS.index):
            self._ask_about_system(system)
        if not (wanted or self._demanded):
            self._messages.show_message(
                "Every player has a rating or is marked unrated.", error=False
            )

    def _mark_unrated(self) -> None:
        self._session.pending.commit_all()
        count = count_blank_entries(self._session.document)
        entries = "1 player" if count == 1 else f"{count} players"
        name = f"Mark {entries} unrated"
        self._session.apply_edit(
            lambda document: Edit(mark_blanks_unrated(document), name)
        )

    def _postpone(self) -> None:
        self._settled = count_blank_entries(self._session.document)

    # Systems without any rating

    def review_systems(self) -> None:
        """Ask the open questions about systems, and withdraw those that are answered."""
        document, counted = self._session.document, self._session.list_counted_systems()
        if not count_blank_entries(document):
            self._messages.withdraw_question(BLANKS_KEY)
        still = list_systems_to_ask_about(document, counted)
        for system in still:
            if system not in self._asked:
                self._ask_about_system(system)
        for system in self._asked.difference(still):
            left = any(list_players_with_unknown(document, counted, system))
            if not left:
                # The event contains the answer. If the user undoes it, ask again.
                self._asked.discard(system)
            if not left or system not in self._demanded:
                self._messages.withdraw_question(_make_key(system))

    def _ask_about_system(self, system: System) -> None:
        self._asked.add(system)
        name, document = SYSTEM_NAMES[system], self._session.document
        counted = self._session.list_counted_systems()
        if system in list_systems_to_ask_about(document, counted):
            who = f"No {name} ratings entered"
            new = "Mark all unrated"
        else:
            count = len(list(list_players_with_unknown(document, counted, system)))
            who = f"{_count_entries(count)} no {name} rating"
            new = "Mark unrated"
        self._messages.ask_question(
            _make_key(system),
            (
                f"{who}, so {_describe_unrated_parts(document, counted, system)} "
                f"not rated in {name}."
            ),
            (
                ("Enter ratings", lambda: self._go_to_rating(system)),
                (
                    "Look up…",
                    lambda: self._window.named_actions["fillEvent"].trigger(),
                ),
                (new, lambda: self._session.apply_edit(mark_unrated, system)),
                ("Don't rate", lambda: self._remove_system(system)),
            ),
            order=WAITS,
            place=f"{name} ratings",
            about=f"rating-unknown-{system}",
        )

    def _go_to_rating(self, system: System) -> None:
        """Go to the first unknown rating, of the shown section if it has one."""
        session = self._session
        here = session.selection.section
        entries = list_players_with_unknown(
            session.document, session.list_counted_systems(), system
        )
        place = min(entries, key=lambda e: (e[0] != here, e), default=None)
        if place is not None:
            session.select(section=place[0])
            session.select(system=system)
            self._window.crosstable.focus_cell(place[1], "rating")

    def _remove_system(self, system: System) -> None:
        self._session.apply_edit(
            lambda document: remove_system(
                document, self._session.list_counted_systems(document), system
            )
        )


def _make_key(system: System) -> str:
    return f"{BLANKS_KEY}-{system}"


def _count_entries(count: int) -> str:
    return "1 player has" if count == 1 else f"{count} players have"


def _describe_unrated_parts(
    document: Document, counted: Sequence[Sequence[System]], system: System
) -> str:
    """Return what is not rated in a system: the event, or some of its sections."""
    named = [
        section.name
        for section, systems in zip(document.sections, counted, strict=True)
        if system in systems
    ]
    if len(named) == len(document.sections):
        return "the event is"
    if len(named) > 2:
        return f"{len(named)} sections are"
    return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'}"


MATCH_KEY = "two-players"


class MatchQuestion(WindowController):
    """Asks whether a section of two players is a match; an answered question is not repeated."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self._about: Identity | None = None
        self._asked: set[Identity] = set()
        self._name = ""
        self._session.opened.connect(self._reset)

    def _reset(self) -> None:
        self._asked.clear()
        self._messages.withdraw_question(MATCH_KEY)

    def review_sections(self) -> None:
        """Ask about the first section that looks like a match, unless the user has answered."""
        if self._messages.has_question(MATCH_KEY):
            if self._is_current():
                return
            # The question was not answered, so it is asked again when it applies again.
            self._asked -= {self._about}
            self._messages.withdraw_question(MATCH_KEY)
        for section in self._session.document.sections:
            if _looks_like_match(section) and section.identity not in self._asked:
                self._ask_about_section(section)
                return

    def _is_current(self) -> bool:
        """Return whether the question still applies to its section."""
        return any(
            section.identity is self._about
            and section.name == self._name
            and _looks_like_match(section)
            for section in self._session.document.sections
        )

    def _ask_about_section(self, section: Section) -> None:
        self._about, self._name = section.identity, section.name
        self._asked.add(section.identity)
        self._messages.ask_question(
            MATCH_KEY,
            (
                f"{section.name}: two players met {count_games_of_two(section)} times. "
                "Is this a match? Matches have no bonus, and rating changes are "
                "limited."
            ),
            (
                ("Make it a match", lambda: self._mark_match(section.identity)),
                ("Not a match", self.review_sections),
            ),
            order=WAITS,
        )

    def _mark_match(self, identity: Identity) -> None:
        place = find_section(self._session.document, identity)
        if place is not None:
            self._session.apply_edit(lambda now: set_section(now, place, kind="match"))


def _looks_like_match(section: Section) -> bool:
    return count_games_of_two(section) >= SEVERAL


class EventQuestions(WindowController):
    """Asks all these questions after each edit of the event."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self.blanks = BlankRatingsQuestion(window)
        self.matches = MatchQuestion(window)
        self._session.after_edit.connect(self._review_results)
        self._session.restructured.connect(self.review_questions)

    def _review_results(self) -> None:
        """Look for a match, because results alone can make a section with two players one."""
        sections = self._session.document.sections
        if any(len(section.players) == 2 for section in sections):
            self.matches.review_sections()

    def review_questions(self) -> None:
        """Ask the open questions, and withdraw the answered ones."""
        self.matches.review_sections()
        self.blanks.review_systems()
