"""Read the recovery journal: unsaved work and its undo history, restored after a crash.

Each window has a journal file with one record on each line. The first record holds the
whole state; each later one is appended and holds only the changes, so that an edit of a
large event costs little. Each signature covers all records up to its own. A torn or
changed record and all later ones are ignored; the state before it is restored.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.history import HistoryState
from uscalc.document.model import Document, Player, Section
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import compute_digest, decode_path, read_bytes

Json = dict[str, Any]

EMPTY_DOCUMENT: Final = Document("", dt.date.min)
"""The document that the first one differs from."""
MOST_PLAYERS: Final = 100_000
"""The maximum number of players that a journal may describe in one document.
"""

_GIVEN: Final = "given"
_KEPT: Final = "kept"


def _check_journal(condition: bool, problem: str) -> None:
    """Raise ValueError with the problem if a condition doesn't hold."""
    if not condition:
        raise ValueError(problem)


def make_step(old: Document, new: Document) -> Json:
    """Return the step from which `apply_step` makes the new document.

    For each section, `sections` has the old section that it equals, or its players: a
    number of new players, who are in the event beside it, or [section, row, count] of
    old ones. Raise ValueError.
    """
    sections, taken = _split_sections(old.sections, new.sections)
    link = new.link
    how: Any = _GIVEN
    if link is not None and old.link is not None:
        if link is old.link:
            link, how = None, _KEPT
        else:
            parts, how = _split_sections(old.link.base.sections, link.base.sections)
            link = replace(link, base=replace(link.base, sections=parts))
    event = write_event(replace(new, sections=sections, link=link))
    return {"event": event, "sections": taken, "link": how}


def apply_step(old: Document, step: Json, path: Path | None = None) -> Document:
    """Apply a step to a document.

    Raise FormatError, or ValueError if the step is inconsistent.
    """
    event = read_event(step["event"].encode("utf-8"), path)
    sections = _join_sections(step["sections"], old.sections, event.sections)
    link, how = event.link, step["link"]
    if how == _KEPT:
        link = old.link
    elif how != _GIVEN:
        if link is None or old.link is None:
            raise ValueError("there is no link")
        base = _join_sections(how, old.link.base.sections, link.base.sections)
        link = replace(link, base=replace(link.base, sections=base))
    return replace(event, sections=sections, link=link)


def _split_sections(
    old: Sequence[Section], new: Sequence[Section]
) -> tuple[tuple[Section, ...], list[Any]]:
    """Return the new sections, with their new players only, and the recipe."""
    known = {id(section): place for place, section in enumerate(old)}
    rows: dict[int, tuple[int, int]] | None = None
    parts: list[Section] = []
    taken: list[Any] = []
    for place, section in enumerate(new):
        if id(section) in known:
            taken.append(known[id(section)])
            continue
        if rows is None:
            rows = {
                id(player): (position, row)
                for position, other in enumerate(old)
                for row, player in enumerate(other.players)
            }
        beside = old[place].players if place < len(old) else ()
        found = [
            rows.get(id(player)) or _find_same_row(player, beside, place, row)
            for row, player in enumerate(section.players)
        ]
        fresh = tuple(
            player
            for player, at in zip(section.players, found, strict=True)
            if at is None
        )
        parts.append(replace(section, players=fresh))
        taken.append(list(_join_runs(found)))
    return tuple(parts), taken


def _find_same_row(
    player: Player, beside: Sequence[Player], section: int, row: int
) -> tuple[int, int] | None:
    """Return the equal row of the section before, or None.

    A linked file is read again each time, and nearly all of it is unchanged.
    """
    return (section, row) if row < len(beside) and beside[row] == player else None


def _join_runs(found: Sequence[tuple[int, int] | None]) -> Iterator[Any]:
    """Yield adjacent rows joined into runs."""
    run: list[int] | None = None
    fresh = 0
    for at in found:
        if at is None:
            if run is not None:
                yield run
            run, fresh = None, fresh + 1
            continue
        if fresh:
            yield fresh
            fresh = 0
        section, row = at
        if run is not None and run[0] == section and run[1] + run[2] == row:
            run[2] += 1
            continue
        if run is not None:
            yield run
        run = [section, row, 1]
    if run is not None:
        yield run
    if fresh:
        yield fresh


def _join_sections(
    taken: Sequence[Any], old: Sequence[Section], parts: Sequence[Section]
) -> tuple[Section, ...]:
    """Return the sections of a recipe. Raise ValueError if it is inconsistent."""
    left = iter(parts)
    sections = []
    room = MOST_PLAYERS
    for recipe in taken:
        if isinstance(recipe, int):
            section = _take_old_rows(recipe, 1, old)[0]
        else:
            part = next(left, None)
            if part is None:
                raise ValueError("a section is missing")
            section = replace(
                part, players=_join_players(recipe, old, part.players, room)
            )
        room -= len(section.players)
        _check_journal(room >= 0, "there are too many players")
        sections.append(section)
    if next(left, None) is not None:
        raise ValueError("a section is left over")
    return tuple(sections)


def _join_players(
    recipe: Sequence[Any], old: Sequence[Section], fresh: Sequence[Player], room: int
) -> tuple[Player, ...]:
    players: list[Player] = []
    used = 0
    for run in recipe:
        if isinstance(run, int):
            players += _take_old_rows(used, run, fresh)
            used += run
        else:
            section, row, count = run
            players += _take_old_rows(
                row, count, _take_old_rows(section, 1, old)[0].players
            )
        _check_journal(len(players) <= room, "there are too many players")
    _check_journal(used == len(fresh), "it has players that belong to no section")
    return tuple(players)


def _take_old_rows(first: int, count: int, among: Sequence[Any]) -> Sequence[Any]:
    _check_journal(
        first >= 0 and count >= 1 and first + count <= len(among),
        "it refers to missing players or sections",
    )
    return among[first : first + count]


FORMAT: Final = "uscalc-journal"
VERSION: Final = 2
SUFFIX: Final = ".journal"
SET_ASIDE: Final = ".damaged"

STEPS: Final = 200
"""The minimum number of steps kept to undo, and to redo."""
LIMIT: Final = 150_000_000
"""The largest file, in bytes; the program's own journals are smaller."""

TORN: Final = "The last change was not saved completely and is missing."


class JournalSnapshot(Struct, frozen=True):
    """Unsaved work: its history, its file, and the time of writing.

    `source` is None for an event that was never saved; `on_disk` is the fingerprint of
    the source when it was last read or saved. `damage` says what can't be read; empty
    if nothing is missing.
    """

    past: HistoryState
    source: Path | None
    on_disk: str | None
    written: dt.datetime
    damage: str = ""

    @property
    def document(self) -> Document:
        """The document that was shown."""
        return self.past.document


def journal_path(folder: Path, window: str) -> Path:
    """Return the path of the journal of a window; `window` is its key."""
    return folder / f"{window}{SUFFIX}"


def read_snapshot(path: Path) -> JournalSnapshot:
    """Read as much of the work in a journal as possible. Raise FormatError if none."""
    data = read_bytes(path, LIMIT)
    if data.startswith(b"{"):
        return _read_first_version(data, path)
    *lines, torn = data.split(b"\n")
    snapshot: JournalSnapshot | None = None
    signed = ""
    for place, line in enumerate(lines):
        try:
            signed, record = _verify_line(line, signed)
            snapshot = _apply_record(snapshot, record, path)
        except (FormatError, ValueError) as error:
            if snapshot is None:
                raise _make_damage_error(path, error) from error
            return replace(snapshot, damage=_describe_lost_changes(len(lines) - place))
    if snapshot is None:
        raise _make_damage_error(path, "the file is incomplete")
    return replace(snapshot, damage=TORN) if torn else snapshot


def _verify_line(line: bytes, before: str) -> tuple[str, Json]:
    """Return the signature and the record of a line. Raise ValueError."""
    written, _, body = line.partition(b" ")
    signature = compute_digest(before.encode("ascii") + body)
    _check_journal(written == signature.encode("ascii"), "its content has changed")
    # Imported late: the empty window appears sooner without it.
    from uscalc.formats.native.journal_models import FIRST, LATER, read_record

    return signature, read_record(LATER if before else FIRST, body)


def _apply_record(
    before: JournalSnapshot | None, record: Json, path: Path
) -> JournalSnapshot:
    """Return the state after a record, from the state before it."""
    # Imported late: most starts have no journal to read.
    from uscalc.document.merge.alignment import restore_identities

    drop, keep = record["drop"], record["keep"]
    documents: list[Document] = []
    names: list[str] = []
    if before is not None:
        _check_journal(
            0 <= drop < drop + keep <= len(before.past.documents),
            "the journal refers to steps that it doesn't have",
        )
        documents += before.past.documents[drop : drop + keep]
        names += before.past.names[drop : drop + keep - 1]
    for step in record["steps"]:
        if documents:
            names.append(str(step["name"]))
        last = documents[-1] if documents else EMPTY_DOCUMENT
        documents.append(restore_identities(apply_step(last, step, path), last))
    place, saved = record["place"], record["saved"]
    _check_journal(
        0 <= place < len(documents) <= 3 * STEPS + 1,
        "its steps don't produce the saved event",
    )
    if saved is not None and not 0 <= saved < len(documents):
        raise ValueError("the saved version is missing")
    source = record["source"]
    return JournalSnapshot(
        HistoryState(tuple(documents), tuple(names), place, saved),
        None if source is None else Path(decode_path(source)),
        record["on_disk"],
        record["written"],
    )


def _read_first_version(data: bytes, path: Path) -> JournalSnapshot:
    """Read a journal of version 1: a header line, and an event file."""
    from uscalc.formats.native.journal_models import FIRST_VERSION, read_record

    head, _, body = data.partition(b"\n")
    try:
        record = read_record(FIRST_VERSION, head)
        _check_journal(
            compute_digest(body) == record["digest"], "its content has changed"
        )
    except ValueError as error:
        raise _make_damage_error(path, error) from error
    source, on_disk, written = record["source"], record["on_disk"], record["written"]
    past = HistoryState((read_event(body, path),))
    return JournalSnapshot(
        past, None if source is None else Path(source), on_disk, written
    )


def _make_damage_error(path: Path, reason: object) -> FormatError:
    return FormatError(
        f"the recovery file is damaged: {reason}",
        (f"It is kept as {path.name}{SET_ASIDE}. Open the last saved file instead"),
        path=path,
    )


def _describe_lost_changes(count: int) -> str:
    changes = "1 later change is" if count == 1 else f"{count} later changes are"
    return f"{changes} damaged in the recovery file and can't be restored."


def list_journals(folder: Path) -> list[Path]:
    """List the journals in a folder, the newest first."""
    try:
        found = [path for path in folder.iterdir() if path.name.endswith(SUFFIX)]
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def discard_journal(path: Path) -> None:
    """Remove a journal that is no longer needed."""
    path.unlink(missing_ok=True)


def set_journal_aside(path: Path) -> Path:
    """Rename a damaged journal, so that it is not offered again."""
    renamed = path.with_name(path.name + SET_ASIDE)
    path.replace(renamed)
    return renamed
