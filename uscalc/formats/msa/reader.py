"""Read crosstable pages of US Chess (MSA), saved as HTML or copied from a browser."""

import datetime as dt
import html
import re
from pathlib import Path
from typing import Final

from uscalc.counted import count_in_words, format_day
from uscalc.document.cells import score_cell
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.engine.inputs import ONLINE, SYSTEM_NAMES, SYSTEMS, System
from uscalc.formats.msa.table import (
    CrosstablePage,
    PageRow,
    PageTable,
    RatingLine,
    find_member_id,
    is_result_token,
    order_square_by_rounds,
    parse_rating_lines,
    parse_result,
    read_page,
    resolve_lone_e,
)
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
    check,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.files import make_event_title
from uscalc.formats.shared.loose import decode_text, split_plain_lines
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    MOST_SECTIONS,
    BaseSectionReader,
    ReadingNotes,
    RoundOrder,
    reject_excess,
)

_SIGNS: Final = re.compile(
    r"Rtg \(Pre->Post\)"
    r"|MSA - Cross Table for"
    r"|^[ \t]{0,8}[A-Z]{0,3}[ \t]{0,8}\|[ \t]{0,8}\d{7,9} {0,3}/ {0,3}O?[RQB]:.{4,12}->",
    re.MULTILINE,
)
_SYSTEMS_OF: Final[dict[str, tuple[System, ...]]] = {
    "D": ("R", "Q"),
    **{system: (system,) for system in SYSTEMS},
}


def recognizes(head: bytes) -> bool:
    """Return whether the text looks like a crosstable page of US Chess."""
    return _SIGNS.search(html.unescape(decode_text(head))) is not None


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event on the page or in the copied text.

    `end_date` is used for a text without a date, which otherwise raises
    EndDateNeededError. Raises FormatError if no player is found.
    """
    page = read_page(split_plain_lines(decode_text(data)))
    check(
        page.tables,
        "no player rows found",
        "Copy the whole crosstable, or save the page as HTML",
        path=path,
    )
    reject_excess(len(page.tables), "sections", MOST_SECTIONS, path)
    for table in page.tables:
        reject_excess(len(table.rows), "players in a section", MOST_PLAYERS, path)
    notes = ReadingNotes(left_out=["Not imported: states, norms, and officials."])
    notes.left_out += [f'Can\'t read the date "{text}".' for text in page.unread]
    event_end = _find_end_date(page, end_date, path, notes.assumed)
    sections = tuple(
        _PageSectionReader(table, index, notes, path).read_section()
        for index, table in enumerate(page.tables)
    )
    if any(
        facts.rating is not None and facts.games is None
        for section in sections
        for player in section.players
        for _, facts in player.ratings
    ):
        notes.assumed.append(
            "Ratings without a P are established; the page doesn't list "
            "their game counts."
        )
    name = page.name or make_event_title(path, "Copied crosstable")
    return OpenedEvent(
        document=Document(name, event_end, sections),
        format=READER.key,
        format_name=READER.name,
        understood=tuple(_describe_section(section) for section in sections),
        assumed=tuple(notes.assumed),
        left_out=tuple(notes.left_out),
        findings=tuple(notes.findings),
        notes=tuple(notes.notes),
    )


def _find_end_date(
    page: CrosstablePage, given: dt.date | None, path: Path | None, assumed: list[str]
) -> dt.date:
    """Return the end date: the page's, its sections', the given one, or that of its number."""
    if page.dates is not None:
        return page.dates[1]
    ends = [table.dates[1] for table in page.tables if table.dates is not None]
    if ends:
        return max(ends)
    if given is not None:
        return given
    if page.number is not None:
        try:
            end = dt.date.fromisoformat(page.number[:8])
        except ValueError:
            pass
        else:
            assumed.append(
                f"End date {format_day(end)} comes from event ID {page.number}."
            )
            return end
    raise EndDateNeededError(
        "no end date found",
        "Copy the page with its heading, or save it as HTML",
        path=path,
    )


def _describe_section(section: Section) -> str:
    players, rounds = len(section.players), section.rounds
    systems = " and ".join(SYSTEM_NAMES[system] for system in section.systems or ())
    return (
        f'Section "{section.name}": {players} player{"s" * (players != 1)}, '
        f"{rounds} round{'s' * (rounds != 1)}, rated in {systems or 'no system'}."
    )


class _PageSectionReader(BaseSectionReader):
    """Makes a section of one table, and notes what is doubtful about it."""

    def __init__(
        self, table: PageTable, index: int, notes: ReadingNotes, path: Path | None
    ) -> None:
        super().__init__(table.name or f"Section {index + 1}", index, notes)
        self.table = table
        self.path = path
        self.orders = order_square_by_rounds(
            [row.number for row in table.rows], [row.cells for row in table.rows]
        )

    def read_section(self) -> Section:
        table = self.table
        lines = [
            list(parse_rating_lines(_get_text_below_name(row))) for row in table.rows
        ]
        systems = self._find_systems(lines)
        start, end = table.dates or (None, None)
        section = Section(
            name=self.name,
            start_date=start,
            end_date=end,
            time_control=table.time_control,
            online=bool(systems) and ONLINE.issuperset(systems),
            kind="match" if table.kind == "M" else "event",
            systems=systems or None,
            half_k=table.k_factor == "H",
            players=tuple(
                self._make_player(i, lines[i], systems) for i in range(len(table.rows))
            ),
        )
        count = table.player_count
        if count is not None and count != len(table.rows):
            self.add_finding(
                "player-count",
                (
                    f"The page announces {count_in_words(count, 'player')} but shows "
                    f"{len(table.rows)}"
                ),
                "Compare with the page, and add the missing players",
            )
        if self.orders is not None:
            self.notes.assumed.append(
                f'Section "{self.name}" is printed by opponent, not by round. Its '
                "games use the rounds of standard round-robin pairing tables."
            )
        return section

    def _find_systems(self, lines: list[list[RatingLine]]) -> tuple[System, ...]:
        named = _SYSTEMS_OF.get(self.table.rating_system or "")
        if named is not None:
            return named
        self.keep("rating system", self.table.rating_system, named)
        printed = {line.system for player in lines for line in player}
        return tuple(system for system in SYSTEMS if system in printed)

    def _keep_first_per_system(
        self, row: PageRow, lines: list[RatingLine]
    ) -> list[RatingLine]:
        """Return the first line of each system; note any other line that differs."""
        first: dict[System, RatingLine] = {}
        for line in lines:
            if first.setdefault(line.system, line) != line:
                self.add_finding(
                    "rating-twice",
                    (
                        f"Two lines have different {SYSTEM_NAMES[line.system]} ratings; "
                        "the first is used"
                    ),
                    "Compare with the page, and correct the rating if needed",
                    row.number,
                )
        return list(first.values())

    def _make_player(
        self, index: int, lines: list[RatingLine], systems: tuple[System, ...]
    ) -> Player:
        row = self.table.rows[index]
        if row.number < 1:
            raise FormatError(
                "a player has pairing number 0",
                "Change the number, also in the opponents' results",
                path=self.path,
                place=f'section "{self.name}", {row.name or "a player"}',
            )
        below = _get_text_below_name(row)
        member = find_member_id(below)
        odd = any(line.before.unknown or line.after is None for line in lines)
        if member is None or odd or len(lines) < below.count(":"):
            self.keep("text below the name", loose.clean_text(below), None, row.number)
        lines = self._keep_first_per_system(row, lines)
        ratings = {line.system: line.before for line in lines}
        for system in systems:
            ratings.setdefault(system, RatingFacts(unknown=True))
        return Player(
            number=row.number,
            name=row.name,
            id=member,
            ratings=tuple((s, ratings[s]) for s in SYSTEMS if s in ratings),
            results=self._read_results(
                row, None if self.orders is None else self.orders[index]
            ),
            published=tuple(
                (line.system, line.after) for line in lines if line.after is not None
            ),
        )

    def _read_results(self, row: PageRow, order: RoundOrder | None) -> tuple[str, ...]:
        colors = _find_color_line(row)
        results = [
            parse_result(cell, colors[i] if i < len(colors) else "")
            for i, cell in enumerate(row.cells)
        ]
        if order is not None:
            results = ["U" if i is None else results[i] for i in order]
        total = _parse_points(row.total)
        if (settled := resolve_lone_e(results, total)) is not None:
            place = results.index("E")
            results[place] = settled
            self.add_finding(
                "cell-settled",
                f'"E" was read as {settled}, which fits the player\'s printed score',
                "Correct it if that is wrong",
                row.number,
                place + 1,
            )
        elif total is not None and all(map(is_result_token, results)):
            points = sum(map(score_cell, results))
            if points != total:
                self.add_finding(
                    "points-differ",
                    (
                        f"The page prints {total:g} points but shows results for "
                        f"{points:g}"
                    ),
                    "Compare the results with the page",
                    row.number,
                )
        return tuple(results)


def _get_text_below_name(row: PageRow) -> str:
    """Return the text below the player's name: the member ID and the ratings."""
    return "\n".join(fields[1] for fields in row.below if len(fields) > 1)


def _find_color_line(row: PageRow) -> list[str]:
    """Return the colors of the player's games, if the page has them."""
    lines = ([text.strip() for text in fields[3:]] for fields in row.below)
    return next((colors for colors in lines if "W" in colors or "B" in colors), [])


def _parse_points(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


READER: Final = FormatReader(
    "msa",
    "US Chess crosstable page",
    8_000_000,
    recognizes,
    read,
)
