"""Show what the reader of another program's file assumed, once the file is open."""

from pathlib import Path
from typing import Final

from uscalc.document.findings import Finding
from uscalc.formats import OpenedEvent
from uscalc.formats.shared.blanks import BLANK_RATINGS_CODE as BLANK_CODE
from uscalc.ui.widgets.message_bar import MessageBar, Way

MOST_NOTES: Final = 3


def tell_notes(
    messages: MessageBar, path: Path | None, opened: OpenedEvent, key: str
) -> None:
    """Show the first assumptions, omissions and findings, and all on request.

    With a `key` the message waits behind a question.
    """
    findings = [_make_sentence(f) for f in opened.findings if f.code != BLANK_CODE]
    # Findings that a person may have to fix come first.
    notes = [*findings, *opened.assumed, *opened.left_out]
    if not notes:
        return
    name = "It" if path is None else path.name
    head = f"{name} was read as {opened.format_name}."
    ways: tuple[Way, ...] = ()
    said = [head, *notes[:MOST_NOTES]]
    if len(notes) > MOST_NOTES:
        everything = " ".join([head, *notes])
        said.append(f"And {len(notes) - MOST_NOTES} more.")
        ways = (("Show all", lambda: messages.show_message(everything, error=False)),)
    if key:
        messages.ask_question(key, " ".join(said), ways)
    else:
        messages.show_message(" ".join(said), error=False, ways=ways)


def _make_sentence(finding: Finding) -> str:
    said = str(finding)
    return f"{said[:1].upper()}{said[1:]}."
