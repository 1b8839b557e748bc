"""The problems of the open event: errors, warnings, missing data and open questions."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from uscalc.counted import count_in_words, make_sentence
from uscalc.document.merge.missing import MissingData, find_missing_data
from uscalc.document.model import Identity, Player
from uscalc.document.queries.problems import Fix, Problem, list_problems
from uscalc.document.rate.rated import SystemRating
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import Message, MessageBar

# Imported for types only, because the status bar is made before assumptions are known.
if TYPE_CHECKING:
    from uscalc.analysis.assumptions import RelevantAssumption

Group = Literal["error", "warning", "missing", "note"]
GROUPS: Final[tuple[Group, ...]] = ("error", "warning", "missing", "note")


class MissingItem(Struct, frozen=True):
    """An assumption, with its row and its player.

    Both are None if it is about no single player, or the player was removed.
    """

    assumption: "RelevantAssumption"
    row: int | None
    player: Player | None

    @property
    def kind(self) -> str:
        """The kind of missing data."""
        return self.assumption.unknown.kind

    @property
    def data(self) -> MissingData:
        """The kind of data that is missing, and how it is typed."""
        return find_missing_data(self.kind)

    @property
    def is_typed_here(self) -> bool:
        """True if it can be typed in the list."""
        return self.player is not None and not self.data.is_elsewhere


class ProblemFix(Struct, frozen=True):
    """A link in a row: a fix for the finding, or an answer to the question with this key."""

    label: str
    fix: Fix | None = None
    question: str = ""
    answer: int = 0


class ProblemRow(Struct, frozen=True):
    """A row of the list: the place, a sentence, the fixes, and the problem itself."""

    group: Group
    place: str
    text: str
    fixes: tuple[ProblemFix, ...]
    problem: Problem | None = None
    missing: MissingItem | None = None


class EventProblems(QObject):
    """All problems of the open event, for the status bar and the list.

    `changed` is emitted when the problems may have changed. Missing data is listed for
    the selected section and system only. While missing data is searched for after an
    edit, the earlier results stay.
    """

    changed = Signal()

    def __init__(self, session: Session, messages: MessageBar) -> None:
        super().__init__(messages)
        self._session = session
        self._messages = messages
        self._shown: tuple[object, int, str] | None = None
        self._rating: SystemRating | None = None
        self._people: dict[int, Identity] = {}
        self._assumptions: tuple[RelevantAssumption, ...] = ()
        self._made: dict[int, ProblemRow] = {}
        """The rows of missing data, by the positions of their assumptions in the list."""
        self.looking = False
        """True while missing data is being searched for."""
        self.rows: tuple[ProblemRow, ...] = ()
        connect_each(
            self.refresh,
            session.settled,
            session.findings_changed,
            session.opened,
            messages.asked,
        )
        self.refresh()

    def refresh(self) -> None:
        """List the current problems."""
        before = self.rows, self.looking
        self._find_missing()
        questions = list(self._messages.open_questions)
        session = self._session
        found = [
            _make_row(problem, questions)
            for problem in list_problems(
                session.rating.document, (*session.findings, *session.imported)
            )
        ]
        used = {fix.question for row in found for fix in row.fixes}
        found += [_ask_in_row(q) for q in questions if q.key not in used]
        rows = self._map_rows() if self._assumptions else {}
        self._made = {
            place: self._make_missing_row(place, one, rows)
            for place, one in enumerate(self._assumptions)
        }
        # Data that cannot be filled in, for example rounding, is not listed.
        found += [row for row in self._made.values() if row.fixes]
        # Errors come first; within a group, the order is unchanged.
        self.rows = tuple(sorted(found, key=lambda row: GROUPS.index(row.group)))
        if before != (self.rows, self.looking):
            self.changed.emit()

    def count_group(self, group: Group) -> int:
        """Count the problems of a group."""
        return sum(row.group == group for row in self.rows)

    @property
    def worst(self) -> Group | None:
        """The most serious group that has a problem."""
        group = self.rows[0].group if self.rows else None
        return None if group == "note" else group

    def describe_counts(self, notes: bool = True) -> str:
        """Return "1 error, 2 warnings, 3 missing items", with import notes if `notes`.

        The text is empty if all are 0.
        """
        named: tuple[tuple[Group, str], ...] = (
            ("error", "error"),
            ("warning", "warning"),
            ("missing", "missing item"),
            ("note", "import note"),
        )
        return ", ".join(
            count_in_words(self.count_group(group), noun)
            for group, noun in named
            if self.count_group(group) and (notes or group != "note")
        )

    # Missing data

    def _find_missing(self) -> None:
        session, selection = self._session, self._session.selection
        found = session.assumptions
        place = session.history, selection.section, selection.system
        self.looking = session.looks_up_assumptions
        if found is not None:
            self._rating, self._assumptions = found.rating, found.assumptions
        elif place == self._shown and self.looking:
            return
        else:
            self._rating, self._assumptions = None, ()
        self._shown = place
        sections, at = session.rating.document.sections, selection.section
        players = sections[at].players if at < len(sections) else ()
        self._people = {player.number: player.identity for player in reversed(players)}

    def _map_rows(self) -> dict[Identity, int]:
        """Return the current row of every player of the section."""
        section = self._session.section
        players = () if section is None else section.players
        return {player.identity: row for row, player in enumerate(players)}

    def _make_missing_row(
        self, place: int, assumption: "RelevantAssumption", rows: dict[Identity, int]
    ) -> ProblemRow:
        """Return the row of an assumption; if nothing changed, return the same object as before."""
        person = self._find_person(assumption)
        row = None if person is None else rows.get(person)
        section = self._session.section
        player = None if row is None or section is None else section.players[row]
        made = self._made.get(place)
        old = None if made is None else made.missing
        if (
            made is not None
            and old is not None
            and player is not None
            and old.assumption is assumption
            and old.row == row
            and old.player is player
        ):
            return made
        item = MissingItem(assumption, row, player)
        title = item.data.title
        what = f"{title[:1].upper()}{title[1:]}"
        if player is not None:
            what = f"{what} of {player.name.strip() or f'player {player.number}'}"
        # The first column of the row names the missing data.
        taken = make_sentence(assumption.unknown.taken.rpartition(" unknown and ")[2])
        text = f"{taken} {describe_stake(assumption)}"
        return ProblemRow("missing", what, text, self._find_fixes(item), missing=item)

    def _find_fixes(self, item: MissingItem) -> tuple[ProblemFix, ...]:
        if item.is_typed_here:
            return (ProblemFix(f"Enter {item.data.title}…"),)
        if item.kind == "source":
            return (ProblemFix("Open player details…", Fix("", target="details")),)
        if item.kind == "time_control" or (
            item.kind == "days" and not self._has_both_days()
        ):
            return (ProblemFix("Open settings…", Fix("", target="settings")),)
        return ()

    def _has_both_days(self) -> bool:
        """Return whether the section's first and last days are known."""
        section = self._session.section
        return section is not None and None not in (
            section.start_date,
            section.end_date,
        )

    def _find_person(self, assumption: "RelevantAssumption") -> Identity | None:
        """Return the player whom an assumption is about; None if it is about all players."""
        place = assumption.unknown.place
        return (
            None
            if place is None or self._rating is None
            else self._people.get(self._rating.trace.players[place].entrant.number)
        )


def describe_stake(assumption: "RelevantAssumption") -> str:
    """Describe how many ratings could change, and by how many points."""
    ratings = count_in_words(len(assumption.moved), "rating")
    points = count_in_words(assumption.points, "point")
    return f"If that is wrong, {ratings} could change by up to {points}."


def _make_row(problem: Problem, questions: list[Message]) -> ProblemRow:
    """Return the row of a finding; its fixes include the answers to an open question about it."""
    finding = problem.finding
    codes = finding.code, f"{finding.code}-{finding.system or ''}"
    question = next((q for q in questions if q.about and q.about in codes), None)
    fixes = (
        tuple(ProblemFix(fix.label, fix) for fix in problem.fixes)
        if question is None
        else tuple(_list_answers(question))
    )
    group: Group = "error" if problem.is_error else "warning"
    if problem.is_note:
        group, fixes = "note", ()
    return ProblemRow(group, problem.place, problem.text, fixes, problem)


def _ask_in_row(question: Message) -> ProblemRow:
    group: Group = "error" if question.error else "warning"
    return ProblemRow(
        group, question.place, question.text, tuple(_list_answers(question))
    )


def _list_answers(question: Message) -> Iterator[ProblemFix]:
    labels = [way.replace("&", "") for way, _ in question.ways] or ["Dismiss"]
    for answer, label in enumerate(labels):
        yield ProblemFix(label, None, question.key, answer)
