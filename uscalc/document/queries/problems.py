"""List the findings of an event as problems, each with its place and its fixes."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.cells import (
    BadCell,
    Cell,
    Entry,
    format_cell,
    parse_cell,
    read_cell,
)
from uscalc.document.edit.cells import set_rating, set_result
from uscalc.document.edit.settings import set_section
from uscalc.document.findings import (
    Finding,
    join_names,
    shorten_player_names,
    to_single_line,
)
from uscalc.document.model import Document, Edit, Section
from uscalc.document.rate.check import map_rows_by_number
from uscalc.document.rate.members import ABOUT
from uscalc.engine.inputs import SYSTEM_NAMES

Target = Literal["cell", "typing", "settings", "details"]
"""Where a problem is fixed by hand: a cell, a cell opened for typing, the event and
section settings, or the player details."""


class Fix(Struct, frozen=True):
    """One fix of a problem: an edit, or the place where the user corrects it.

    `column` is the column of the crosstable to select. If it is None, the round of the
    finding is selected, or else the name.
    """

    label: str
    edit: Callable[[Document], Edit] | None = None
    target: Target = "cell"
    column: str | None = None


class Problem(Struct, frozen=True):
    """A finding in the words of the list, with its fixes.

    A game with conflicting results is one problem, with one of its findings.
    """

    finding: Finding
    place: str
    text: str
    fixes: tuple[Fix, ...]

    @property
    def is_note(self) -> bool:
        """True if it only says what a reader changed or left out."""
        return self.finding.severity == "notes"

    @property
    def is_error(self) -> bool:
        """True if it must be fixed; otherwise it must be confirmed."""
        return self.finding.severity == "stops"


SHOW: Final = Fix("Show")
CORRECT_RESULT: Final = Fix("Correct the result…", target="typing")
SETTINGS: Final = Fix("Open settings…", target="settings")
ENTER_RATINGS: Final = Fix("Enter ratings…", target="typing", column="rating")
OF_CODE: Final[dict[str, tuple[Fix, ...]]] = {
    "odd-token": (CORRECT_RESULT,),
    "no-such-player": (CORRECT_RESULT,),
    "against-himself": (CORRECT_RESULT,),
    "sides-disagree": (CORRECT_RESULT,),
    "number-twice": (Fix("Correct the number…", target="typing", column="number"),),
    "rules": (SETTINGS,),
    "dates": (SETTINGS,),
    "systems": (SETTINGS,),
    "systems-contradicted": (SETTINGS,),
    "regular-only": (SETTINGS,),
    "online": (SETTINGS,),
    "half-k": (SETTINGS,),
    "no-such-system": (SETTINGS,),
    "no-foreign-events": (SETTINGS,),
    "players": (SETTINGS,),
    "not-chained": (Fix("Enter the ID…", target="typing", column="id"),),
    "not-eligible": (ENTER_RATINGS,),
    "re-entry-differs": (ENTER_RATINGS,),
}
"""Fixes that depend only on the code of a finding."""
OF_DETAILS: Final = frozenset(
    {
        "born-later",
        "no-rating",
        "dated-later",
        "published-high",
        "peak-not-established",
        "peak-below-rating",
        "life-master",
        "initial-games",
        "initial-abroad",
        "below-floor",
        "above-ceiling",
        "prize-level",
        "games-of-the-unrated",
        "rated-on-nothing",
        "counts",
        "record-belied",
    }
)
"""Codes of facts that are corrected in the player details."""


def list_problems(
    document: Document, findings: Iterable[Finding]
) -> tuple[Problem, ...]:
    """Return the problems, Errors before Warnings, each by section, row and round."""
    findings = tuple(findings)
    # Most events have no finding, and most sections none.
    used = {finding.section for finding in findings}
    named = {
        index: (map_rows_by_number(section), shorten_player_names(section))
        for index, section in enumerate(document.sections)
        if index in used
    }
    listed: set[tuple[int, int, frozenset[int]]] = set()
    found = []
    for finding in findings:
        section = _get_section_of_finding(document, finding)
        conflict = None if section is None else _find_conflict(section, finding)
        if conflict is not None:
            assert finding.section is not None
            key = finding.section, conflict.round_index, conflict.numbers
            if key in listed:
                continue
            listed.add(key)
        rows, names = named.get(
            -1 if finding.section is None else finding.section, ({}, {})
        )
        place = _name_place(document, finding, conflict, names)
        if conflict is not None:
            text, fixes = conflict.describe(), conflict.list_fixes(finding)
        else:
            text = to_single_line(finding.text)
            fixes = _find_fixes(finding)
        at = finding.section if finding.section is not None else -1
        row = rows.get(finding.player or 0, -1)
        order = finding.severity != "stops", at, row, finding.round or 0
        found.append((order, Problem(finding, place, text, fixes)))
    return tuple(problem for _, problem in sorted(found, key=lambda pair: pair[0]))


def _get_section_of_finding(document: Document, finding: Finding) -> Section | None:
    at = finding.section
    return (
        document.sections[at]
        if at is not None and at < len(document.sections)
        else None
    )


def _name_place(
    document: Document,
    finding: Finding,
    conflict: "ResultConflict | None",
    short: Mapping[int, str],
) -> str:
    """Return "Round 3, Castle and Gambit"; the section is named where there are several."""
    section = _get_section_of_finding(document, finding)
    several = len(document.sections) > 1
    if section is None:
        return finding.section_name or "Event"
    if finding.player is None:
        system = SYSTEM_NAMES[finding.system] if finding.system else ""
        shown = section.name if several or not system else ""
        return ", ".join(part for part in (shown, system) if part)
    numbers = (
        (finding.player, conflict.other)
        if conflict is not None
        else (finding.player, *finding.also)
    )
    if len(numbers) == 1 and finding.round is None:
        full = {player.number: player.name.strip() for player in section.players}
        who = full.get(finding.player) or f"Player {finding.player}"
    else:
        who = join_names([short.get(n, f"player {n}") for n in numbers])
    place = who if finding.round is None else f"Round {finding.round}, {who}"
    place = f"{place[:1].upper()}{place[1:]}"
    return f"{section.name}: {place}" if several else place


def _find_fixes(finding: Finding) -> tuple[Fix, ...]:
    """Return the known fixes of a finding, or at least a fix that shows its place."""
    code = finding.code
    if finding.about == ABOUT:
        return (Fix("Correct the ID…", target="typing", column="id"),)
    if code == "hole":
        edit = partial(_write_result, finding, "U")
        return Fix("Enter the result…", target="typing"), Fix("Not paired", edit)
    if code == "two-players":
        return (Fix("Make it a match", partial(_make_match, finding)), SETTINGS)
    if code == "rating-unknown":
        if finding.player is None:
            return (ENTER_RATINGS,)
        return (
            Fix("Enter the rating…", target="typing", column="rating"),
            Fix("Unrated", partial(_make_unrated, finding)),
        )
    if code in OF_DETAILS and finding.player is not None:
        return (Fix("Open player details…", target="details"),)
    return OF_CODE.get(code, (SHOW,))


def find_row(document: Document, finding: Finding) -> int | None:
    """Return the row of a finding's player in its section; None if there is none."""
    section = _get_section_of_finding(document, finding)
    return (
        None
        if section is None or finding.player is None
        else map_rows_by_number(section).get(finding.player)
    )


def _write_result(finding: Finding, text: str, document: Document) -> Edit:
    row = find_row(document, finding)
    if row is None or finding.section is None or finding.round is None:
        return Edit(document, "")
    return set_result(document, finding.section, row, finding.round - 1, text)


def _make_match(finding: Finding, document: Document) -> Edit:
    return (
        Edit(document, "")
        if finding.section is None
        else set_section(document, finding.section, kind="match")
    )


def _make_unrated(finding: Finding, document: Document) -> Edit:
    row = find_row(document, finding)
    return (
        Edit(document, "")
        if row is None or finding.section is None or finding.system is None
        else set_rating(document, finding.section, row, finding.system, None, None)
    )


# Two sides of one game


class ResultConflict(Struct, frozen=True):
    """A game whose two cells contradict each other, with no other game involved.

    `mine` is the text of the finding's player, `theirs` that of the player `other`.
    """

    round_index: int
    number: int
    other: int
    mine: str
    theirs: str

    @property
    def numbers(self) -> frozenset[int]:
        """The pairing numbers of both players."""
        return frozenset((self.number, self.other))

    def describe(self) -> str:
        """Return the contradiction in a sentence."""
        return (
            f"The results conflict: {self.mine} and {self.theirs}."
            if self.theirs
            else f"Only one player has a result: {self.mine}."
        )

    def list_fixes(self, finding: Finding) -> tuple[Fix, ...]:
        """Return a fix for each of the two cells."""
        mine, theirs = parse_cell(self.mine), parse_cell(self.theirs)
        assert not isinstance(mine, BadCell)
        assert not isinstance(theirs, BadCell)
        name = f"Round {self.round_index + 1}: keep"
        keep_mine = partial(
            _write_other_side,
            replace(finding, player=self.other),
            _mirror_cell(mine, self.number),
            f"{name} {self.mine} of {self.number}",
        )
        keep_theirs = partial(
            _write_other_side,
            finding,
            _mirror_cell(theirs, self.other),
            f"{name} {self.theirs} of {self.other}",
        )
        other = f"Keep {self.theirs}" if self.theirs else f"Clear {self.mine}"
        return Fix(f"Keep {self.mine}", keep_mine), Fix(other, keep_theirs)


def _find_conflict(section: Section, finding: Finding) -> ResultConflict | None:
    """Return the conflict of a finding if it is between exactly two cells of one game each."""
    if finding.code != "sides-disagree" or finding.round is None:
        return None
    rows, index = map_rows_by_number(section), finding.round - 1
    row = rows.get(finding.player or 0)
    if row is None:
        return None
    mine = parse_cell(read_cell(section.players[row], index))
    other = None if isinstance(mine, BadCell) or len(mine) != 1 else mine[0].opponent
    there = rows.get(other or 0)
    if isinstance(mine, BadCell) or other is None or there is None:
        return None
    number = section.players[row].number
    theirs = parse_cell(read_cell(section.players[there], index))
    if isinstance(theirs, BadCell) or len(theirs) > 1:
        return None
    if any(entry.opponent not in (None, number) or entry.one_sided for entry in theirs):
        # The other player has a game against a third.
        return None
    return ResultConflict(index, number, other, format_cell(mine), format_cell(theirs))


def _mirror_cell(cell: Cell, number: int) -> str:
    """Return the text for the opponent's side of a cell of player `number`."""
    sides: list[Entry | None] = [entry.to_opponent_entry() for entry in cell]
    return format_cell(
        tuple(replace(side, opponent=number) for side in sides if side is not None)
    )


def _write_other_side(
    finding: Finding, text: str, name: str, document: Document
) -> Edit:
    return replace(_write_result(finding, text, document), name=name)
