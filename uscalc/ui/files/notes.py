"""Show what the reader of another program's file assumed, once the file is open."""

from pathlib import Path
from typing import Final

from uscalc.document.findings import Finding
from uscalc.formats import Opened
from uscalc.formats.shared.blanks import CODE as BLANK_CODE
from uscalc.ui.widgets.message_bar import MessageBar, Way

MOST: Final = 3


def tell_notes(
    messages: MessageBar, path: Path | None, opened: Opened, key: str
) -> None:
    """Show the first assumptions, omissions and findings, and all on request.

    With a `key` the message waits behind a question.
    """
    findings = [_sentence(f) for f in opened.findings if f.code != BLANK_CODE]
    # Findings that a person may have to fix come first.
    notes = [*findings, *opened.assumed, *opened.left_out]
    if not notes:
        return
    name = "It" if path is None else path.name
    head = f"{name} was read as {opened.format_name}."
    ways: tuple[Way, ...] = ()
    said = [head, *notes[:MOST]]
    if len(notes) > MOST:
        everything = " ".join([head, *notes])
        said.append(f"And {len(notes) - MOST} more.")
        ways = (("Show all", lambda: messages.tell(everything, error=False)),)
    if key:
        messages.ask(key, " ".join(said), ways)
    else:
        messages.tell(" ".join(said), error=False, ways=ways)


def _sentence(finding: Finding) -> str:
    said = str(finding)
    return f"{said[:1].upper()}{said[1:]}."
