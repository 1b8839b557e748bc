"""The season of a folder, read and rated in the background, and a change tried on it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from uscalc.counted import format_day, make_sentence
from uscalc.document.findings import to_single_line
from uscalc.document.model import Document
from uscalc.document.queries.scenario import Outcome, WhatIfGame, set_outcome
from uscalc.document.rate.engine_input import RuleBook
from uscalc.formats import FormatError, open_event
from uscalc.formats.every import find_readable_files
from uscalc.monitor import Monitor
from uscalc.report.seasons import (
    describe_effect,
    describe_same_day,
    describe_small_changes,
    select_visible,
)
from uscalc.seasons import (
    FiledEvent,
    HistoryEntry,
    RatingChange,
    Season,
    list_changes,
    rate_season,
)
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.scheduling import JobMonitor, Worker
from uscalc.ui.widgets.message_bar import ProgressMessage

NO_FOLDER: Final = (
    "No season yet. Choose the folder with the event files of a club: type its path "
    "above "
    "and press Enter, click Browse…, or drop the folder here."
)
NO_MEMBERS: Final = (
    "No rated player in these events has a member ID, and uscalc can't link players "
    "without one. Enter the member IDs in the event files, then read the folder again."
)
READING: Final = "Reading the folder…"
VERBS: Final = {"W": "beaten", "D": "drawn with", "L": "lost to"}


class TriedEvents(NamedTuple):
    """The events with a tried change; `condition` names it: "With late.uscalc"."""

    condition: str
    events: list[FiledEvent]


class TriedSeason(NamedTuple):
    """The ratings that a tried change alters, and the sentence about it."""

    sentence: str
    changes: tuple[RatingChange, ...] = ()


class ReadSeason(NamedTuple):
    """A folder's season, and the problems that make it incomplete or wrong."""

    folder: Path
    season: Season
    problems: tuple[str, ...] = ()


class SeasonFolder(QObject):
    """The season that the view shows.

    `changed` is emitted when another folder is being read or was read, `tried_changed`
    after another result or event was tried, and `refused` with the reason why a folder
    can't be read.
    """

    changed = Signal()
    tried_changed = Signal()
    refused = Signal(str)

    def __init__(self, window: MainFrame) -> None:
        super().__init__()
        self._rulebook = window.session.rulebook
        self._messages = window.messages
        self.read: ReadSeason | None = None
        self.tried: TriedSeason | None = None
        self.entry: HistoryEntry | None = None
        """The entry that is selected in the history."""
        self._worker = Worker(self, self.show_result, window.session.closing)
        self._progress = ProgressMessage(
            "season", window.messages, self._worker, self._cancel, self
        )

    @property
    def busy(self) -> bool:
        """Return whether something is read or rated."""
        return self._worker.busy

    @property
    def reason(self) -> str:
        """The reason why there is nothing to show; empty if there is something."""
        if self.read is None:
            return READING if self.busy else NO_FOLDER
        return "" if self.read.season.histories else NO_MEMBERS

    @property
    def events(self) -> list[FiledEvent]:
        """The events by date."""
        season = self.read.season if self.read else Season(())
        return [event.filed for event in season.events]

    def read_folder(self, folder: Path) -> None:
        """Read and rate the events of a folder."""
        self._start("Reading the season", partial(_read_folder, folder, self._rulebook))
        self.changed.emit()

    def try_events(self, make: Callable[[], TriedEvents]) -> None:
        """Rate the season with another result or event."""
        if self.read is not None:
            season, self.tried = self.read.season, None
            self._start(
                "Rating the season", partial(_try, season, self._rulebook, make)
            )

    def forget_try(self) -> None:
        """Remove the tried result or event."""
        self._worker.drop_job()
        self.show_result(None)

    def _start(self, what: str, job: Callable[[JobMonitor], object]) -> None:
        self._worker.start_job(job)
        self._progress.begin_work(what)

    def _cancel(self) -> None:
        """Stop the work, and keep the season that was shown before."""
        self._worker.drop_job()
        self._progress.end_work()
        self.changed.emit()
        self.tried_changed.emit()

    def show_result(self, result: object) -> None:
        """Show the season that was read or tried, or the reason why there is none."""
        self._progress.end_work()
        if isinstance(result, str):
            self.changed.emit()
            self.refused.emit(result)
        elif isinstance(result, ReadSeason):
            self.read, self.tried, self.entry = result, None, None
            self._messages.clear_refusal()
            self.changed.emit()
        else:
            self.tried = result if isinstance(result, TriedSeason) else None
            self.tried_changed.emit()


def _read_folder(
    folder: Path, rulebook: RuleBook, monitor: JobMonitor
) -> ReadSeason | str:
    """Return the season of a folder, or why there is none."""
    try:
        is_folder = folder.is_dir()
    except OSError:
        # For example, the name is too long.
        is_folder = False
    if not is_folder:
        return f"{folder}: isn't a folder. Choose the folder with the event files."
    events, problems = [], []
    paths = find_readable_files([folder])
    for place, path in enumerate(paths, 1):
        monitor.check()
        monitor.report_progress(f"file {place:,} of {len(paths):,}…")
        try:
            events.append(FiledEvent(str(path), open_event(path).document))
        except FormatError as error:
            problems.append(str(error))
    if not events:
        return (
            problems[0]
            if problems
            else (
                f"{folder}: no readable files. Choose the folder with the event files."
            )
        )
    season = rate_season(events, rulebook, None, _count_events(monitor))
    for event in season.events:
        found = (one for one in event.findings if one.severity == "stops")
        problems += [f"{event.filed.file}: {one}" for one in found]
    problems += map(describe_same_day, season.list_same_day())
    return ReadSeason(folder, season, tuple(map(make_sentence, problems)))


def _count_events(monitor: JobMonitor) -> Monitor:
    return monitor.reporting_to(
        lambda done, total: monitor.report_progress(f"event {done + 1:,} of {total:,}…")
    )


def _try(
    season: Season,
    rulebook: RuleBook,
    make: Callable[[], TriedEvents],
    monitor: JobMonitor,
) -> TriedSeason:
    """Return the ratings that a change alters at the end of the season."""
    try:
        condition, events = make()
    except FormatError as error:
        return TriedSeason(str(error))
    after = rate_season(events, rulebook, season, _count_events(monitor))
    changes = list_changes(season, after)
    shown = tuple(select_visible(changes))
    small = describe_small_changes(len(changes) - len(shown))
    sentence = describe_effect(condition, season, after, changes)
    return TriedSeason(f"{sentence} {small}".strip(), shown)


def make_tried_result(
    events: list[FiledEvent], place: int, section: int, row: int, game: WhatIfGame
) -> TriedEvents:
    """Return the events with the result of a row's game in one of them.

    `game` has the letter of the result to try.
    """
    document = events[place].document
    player = document.sections[section].players[row]
    outcome = Outcome(game.round, player.number, game.letter or "", game.game)
    edit = set_outcome(document, section, outcome)
    if edit.refused:
        raise FormatError(
            edit.refused[0], "Choose another game", path=Path(events[place].file)
        )
    opponent = name_opponent(document, section, game)
    changed = list(events)
    changed[place] = events[place]._replace(document=edit.document)
    return TriedEvents(
        to_single_line(
            f"If {player.name or player.number} had {VERBS[outcome.letter]} {opponent} "
            f"in round {game.round} of {document.name}"
        ),
        changed,
    )


def name_opponent(document: Document, section: int, game: WhatIfGame) -> str:
    """Return the opponent's name in a game, or the pairing number without one."""
    names = {one.number: one.name for one in document.sections[section].players}
    return names.get(game.opponent) or str(game.opponent)


def make_late_event(events: list[FiledEvent], path: Path, replaced: str) -> TriedEvents:
    """Return the events with a late event added, or put in the place of the event `replaced`."""
    others = [one for one in events if one.file != replaced]
    if str(path) in (one.file for one in others):
        raise FormatError(
            "is already an event of the season",
            "Insert another file, or choose the event that it replaces",
            path=path,
        )
    document = open_event(path).document
    name = f"{path.name} ({document.name}, {format_day(document.end_date)})"
    return TriedEvents(
        to_single_line(f"With {name}"), [*others, FiledEvent(str(path), document)]
    )
