"""Questions and messages about a linked file in the message bar."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from uscalc.document.findings import Finding
from uscalc.document.merge.identity import compare_events
from uscalc.document.model import Document, Edit, Link
from uscalc.ui.files.reader import describe_differences
from uscalc.ui.widgets.dialogs import make_file_dialog
from uscalc.ui.widgets.message_bar import MessageBar

GONE: Final = "linked-gone"
DIFFERS: Final = "linked-differs"
ANOTHER: Final = "linked-another"
"""A missing file, facts changed on both sides, another tournament of the same name."""

Go = Callable[[], object]


class LinkQuestions:
    """Asks in the message bar; `choose` and `unlink` are offered for most problems."""

    def __init__(self, messages: MessageBar, choose: Go, unlink: Go) -> None:
        self._messages = messages
        self._choose = choose
        self._unlink = unlink

    def withdraw_questions(self) -> None:
        """Withdraw the questions: the file is there, and holds the linked tournament."""
        self._messages.withdraw_question(GONE)
        self._messages.withdraw_question(ANOTHER)

    def report_trouble(self, name: str, reason: str) -> None:
        """Report why the file can't be read; without a reason it doesn't exist."""
        said = (
            f"{name} cannot be read now: {reason}. Nothing here changes; it is read as "
            "soon as it can be."
            if reason
            else f"{name} is no longer where it was. Nothing here changes; it is read "
            "again as soon as it comes back."
        )
        ways = (("Choose the file", self._choose), ("Stop following it", self._unlink))
        self._messages.ask_question(GONE, said, ways)

    def ask_about_other(
        self, name: str, before: Document, now: Document, same: Go, apart: Go
    ) -> None:
        """Ask about another tournament in the file."""
        self._messages.ask_question(
            ANOTHER,
            describe_tournaments(name, before, now),
            (
                ("&Take it as the same event", same),
                ("&Open it as an event of its own", apart),
                ("&Stop following", self._unlink),
            ),
        )

    def ask_about_differences(
        self,
        name: str,
        document: Document,
        findings: Sequence[Finding],
        keep: Go,
        take: Go,
    ) -> None:
        """Ask which side holds where the file and the user's edits differ."""
        self._messages.ask_question(
            DIFFERS,
            describe_differences(name, document, findings),
            (("Keep what was typed", keep), ("Take the file's", take)),
        )


def describe_tournaments(name: str, before: Document, now: Document) -> str:
    """Describe both tournaments, and the number of members they share.

    `before` is the last merged state; or, before the first merge, the open event, which
    has the link.
    """
    since, among, was = (
        ("now", "known before", "Followed was")
        if before.link is None
        else ("than is open", "here", "Open is")
    )
    found = compare_events(before, now)
    again = (
        f"with {found.found} of the {_format_count(found.members, 'member')} {among}"
        if found.members
        else "and nobody was entered before"
    )
    return (
        f"{name} holds another tournament {since}: {_describe_event(now)}, {again}. Nothing "
        f"of it is taken. {was} {_describe_event(before)}."
    )


def _describe_event(event: Document) -> str:
    players = sum(len(section.players) for section in event.sections)
    title = " ".join(event.name.split())[:48]
    return (
        f'"{title}" of {event.end_date.isoformat()} '
        f"({_format_count(len(event.sections), 'section')}, {_format_count(players, 'player')})"
    )


def _format_count(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def choose_file(
    window: QWidget, beside: Path | None, chosen: Callable[[Path], object]
) -> None:
    """Let a person choose a file to follow; the first folder is the event's own."""
    dialog = make_file_dialog(window, "followDialog", "Follow a pairing program's file")
    if beside is not None:
        dialog.setDirectory(str(beside.parent))
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    dialog.open()


def link_file(document: Document, path: Path) -> Edit:
    """Return the event, following another file, based on what was merged last if that was."""
    base = replace(document, sections=(), link=None)
    link = replace(document.link or Link("", base), path=str(path.absolute()))
    return Edit(replace(document, link=link), f"Follow {path.name}")
