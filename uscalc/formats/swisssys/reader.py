"""Read SwissSys 11 tournaments (`.sjson`), also during the event."""

import datetime as dt
from pathlib import Path
from typing import Any, Final

from uscalc.counted import counted
from uscalc.document.model import Birth, Document, Player, RatingFacts, Section
from uscalc.engine.systems import System
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import Opened
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    MOST_SECTIONS,
    BaseSectionReader,
    Notes,
    check_count,
    days_said,
    in_all_systems,
    make_opened,
    with_rounds,
    without_ends,
)
from uscalc.formats.shared.speeds import systems_by_time
from uscalc.formats.storage.paths import title_of
from uscalc.formats.swisssys.cells import PLAYED, result_token

KEY: Final = "swisssys"
NAME: Final = "SwissSys 11 tournament (.sjson)"
LIMIT: Final = 16_000_000
"""The largest file, in bytes."""

Json = dict[str, Any]

_SIGNS: Final = (b'"Tournament title"', b'"SwissSys"', b'"Section name"')
_TYPES: Final = (0, 3)
"""Swiss and round robin: both list their results by rounds."""
_BIRTH_KEYS: Final = frozenset(
    ("birth", "birthdate", "birthday", "birthyear", "born", "dateofbirth", "dob")
)


def recognises(head: bytes) -> bool:
    """Return whether it is a JSON object with SwissSys field names."""
    names = b'"Overview"' in head and any(sign in head for sign in _SIGNS)
    return names and loose.begins_json_object(head)


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """Return the event with all its sections and unplayed games. Raises FormatError."""
    root = parse_json(data, path)
    if not isinstance(root, dict) or not isinstance(root.get("Overview"), dict):
        raise FormatError(
            '"Overview" is missing, so this is no SwissSys tournament',
            "save the tournament again in SwissSys",
            path=path,
        )
    return _EventReader(root, path).read(end_date)


class _EventReader:
    """Make an event of a tournament, and note what is doubtful about it."""

    def __init__(self, root: Json, path: Path | None) -> None:
        self.overview: Json = root["Overview"]
        self.sections = loose.objects(root.get("Sections"))
        self.path = path
        self.notes = Notes()

    def read(self, given: dt.date | None) -> Opened:
        notes = self.notes
        check_count(len(self.sections), "sections", MOST_SECTIONS, self.path)
        start, end = self._dates(given)
        document = Document(
            name=self._name(),
            end_date=end,
            sections=tuple(
                self._section(section, i, start, end)
                for i, section in enumerate(self.sections)
            ),
            chain_sections=True,
        )
        notes.assume_chained_sections(document.sections)
        notes.left_out.append(
            "E-mail addresses, telephone numbers, teams and prizes are not read, nor "
            "byes asked for in rounds that are not paired."
        )
        return make_opened(document, notes, KEY, NAME)

    def _name(self) -> str:
        title = loose.text(self.overview.get("Tournament title"))
        return title or title_of(self.path, "SwissSys tournament")

    def _dates(self, given: dt.date | None) -> tuple[dt.date | None, dt.date]:
        return days_said(
            self.overview.get("Starting date"),
            self.overview.get("Ending date"),
            given,
            self.notes,
            EndDateNeededError(
                "the tournament does not say when it ends",
                "enter the dates in SwissSys and save, or give the date",
                path=self.path,
            ),
        )

    def _section(
        self, source: Json, index: int, start: dt.date | None, end: dt.date
    ) -> Section:
        name = (
            loose.text(source.get("Section title"))
            or loose.text(source.get("Section name"))
            or f"Section {index + 1}"
        )
        time_control = (
            loose.text(source.get("Section time control"))
            or loose.text(self.overview.get("Tournament time controls"))
            or None
        )
        rows = loose.objects(source.get("Players"))
        check_count(len(rows), "players in a section", MOST_PLAYERS, self.path)
        reader = _SectionReader(name, index, systems_by_time(time_control, end), self)
        section = Section(
            name=name,
            start_date=start,
            time_control=time_control,
            players=tuple(reader.player(row, i) for i, row in enumerate(rows)),
        )
        reader.close(source)
        return with_rounds(
            section, source.get("Final round"), source.get("Rounds played")
        )


class _SectionReader(BaseSectionReader):
    """Read the players of one section."""

    def __init__(
        self, name: str, index: int, systems: tuple[System, ...], event: _EventReader
    ) -> None:
        super().__init__(name, index, event.notes)
        self.systems: tuple[System, ...] = systems or ("R",)
        self.systems_known = bool(systems)
        self.event = event
        self.second_unplaced = 0
        self.with_game_points = 0

    def close(self, source: Json) -> None:
        """Note what applies to the whole section."""
        self.notes.systems.append(self.systems)
        kind = loose.whole(source.get("Type"))
        if kind is not None and kind not in _TYPES:
            self.add_finding(
                "section-type",
                f"SwissSys marks the section as of type {kind}, which is not known "
                "here; it is read as a Swiss",
                "compare its results with SwissSys",
            )
        if self.with_game_points:
            self.add_finding(
                "game-points",
                f"{counted(self.with_game_points, 'result has', 'results have')} game "
                "points, as in matches of "
                "several games; each is read as one game",
                "enter the single games, as in W12|L12",
            )
        self.assume_rating_system(self.systems[0] if self.systems_known else None)
        if self.second_unplaced:
            self.notes.left_out.append(
                f'The second rating of {self.second_unplaced} in section "{self.name}" '
                "is of a system that the section is not rated in."
            )

    def player(self, row: Json, position: int) -> Player:
        number = loose.whole(row.get("Pair number"))
        if number is None or not 1 <= number <= loose.HIGHEST_NUMBER:
            raise FormatError(
                "the player has no pairing number",
                "pair the section in SwissSys and save it again",
                path=self.event.path,
                place=f'section "{self.name}", the player in row {position + 1}',
            )
        member = loose.member_id(row.get("ID2")) or loose.member_id(row.get("ID"))
        return Player(
            number=number,
            name=loose.text(row.get("Name")),
            id=member,
            birth=_birth(row),
            ratings=self._ratings(row, number),
            state=loose.state(row.get("State")),
            results=self._results(row),
        )

    def _ratings(
        self, row: Json, number: int
    ) -> tuple[tuple[System, RatingFacts], ...]:
        given = [self._rating(row, key, number) for key in ("Rating", "Rating2")]
        if len(self.systems) < 2 and not given[1].unknown:
            self.second_unplaced += 1
        return in_all_systems(dict(zip(self.systems, given, strict=False)))

    def _rating(self, row: Json, key: str, number: int) -> RatingFacts:
        facts = self.read_rating(row.get(key), number)
        provisional = row.get("Provisional") if key == "Rating" else None
        if facts.rating is not None and facts.games is None and provisional:
            games = loose.whole(provisional)
            if games is not None and 0 < games < 1000:
                return RatingFacts(rating=facts.rating, games=games)
            self.add_finding(
                "provisional-games",
                "the rating is provisional, and on how many games is not said; it is "
                "taken as established until it is",
                "give the number of games",
                number,
            )
        return facts

    def _results(self, row: Json) -> tuple[str, ...]:
        tokens = []
        for said in loose.strings(row.get("Results")):
            tokens.append(result_token(said))
            fields = said.split(";")
            if fields[0] in PLAYED and len(fields) > 6 and fields[6].strip(" 0."):
                self.with_game_points += 1
        return without_ends(tokens)


def _birth(row: Json) -> Birth | None:
    """Return the birth date, found under any of its usual names."""
    for key, value in row.items():
        if loose.letters_of(key) in _BIRTH_KEYS and (found := loose.birth(value)):
            return found
    return None
