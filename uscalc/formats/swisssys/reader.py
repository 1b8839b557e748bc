"""Read SwissSys 11 tournaments (`.sjson`), also during the event."""

import datetime as dt
from pathlib import Path
from typing import Any, Final

from uscalc.counted import count_in_words
from uscalc.document.cells import parse_cell
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.engine.inputs import System
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.files import make_event_title
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    MOST_SECTIONS,
    BaseSectionReader,
    ReadingNotes,
    fill_all_systems,
    find_systems_by_time,
    make_opened,
    parse_days,
    reject_excess,
    trim_empty_rounds,
    with_rounds,
)

PLAYED: Final = frozenset("+-=")
_GAMES: Final = {"+": "W", "-": "L", "=": "D", "~": "?"}
_ALONE: Final = {"H": "H", "B": "B", "U": "U", "X": "X", "F": "F", "Z": "H"}
"""`Z` is a draw that was not played: half a point, and nothing to rate."""
_FORFEITS: Final = frozenset("XF")
_COLORS: Final = {"W": "w", "B": "b"}


def parse_result(text: str) -> str:
    """Return `+;12;W;5;12;12;0` as `W12w`; unreadable text is kept.

    An unplayed game without an opponent is a round that is not paired yet.
    """
    fields = [field.strip() for field in text.split(";")]
    code = fields[0].upper()
    opponent = _parse_opponent(fields)
    color = _COLORS.get(fields[2].upper(), "") if len(fields) > 2 else ""
    if (code == "" and len(fields) == 1) or (code == "~" and opponent == 0):
        return ""
    if code in _GAMES and opponent:
        token = f"{_GAMES[code]}{opponent}{color}"
    elif code in _ALONE and opponent is not None:
        token = f"{code}{opponent}" if code in _FORFEITS and opponent else _ALONE[code]
    else:
        return text
    return token if isinstance(parse_cell(token), tuple) else text


def _parse_opponent(fields: list[str]) -> int | None:
    """Return the opponent's number; 0 for no opponent, None if it isn't a number."""
    if len(fields) < 2:
        return None
    text = fields[1]
    if text in ("", "0", "-1"):
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else None


Json = dict[str, Any]

_SIGNS: Final = (b'"Tournament title"', b'"SwissSys"', b'"Section name"')
_TYPES: Final = (0, 3)
"""Swiss and round robin: both list results by round."""
_BIRTH_KEYS: Final = frozenset(
    ("birth", "birthdate", "birthday", "birthyear", "born", "dateofbirth", "dob")
)


def recognizes(head: bytes) -> bool:
    """Return whether a file is a JSON object with SwissSys field names."""
    names = b'"Overview"' in head and any(sign in head for sign in _SIGNS)
    return names and loose.begins_json_object(head)


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event with all its sections and unplayed games. Raises FormatError."""
    root = parse_json(data, path)
    if not isinstance(root, dict) or not isinstance(root.get("Overview"), dict):
        raise FormatError(
            '"Overview" is missing, so this isn\'t a SwissSys tournament',
            "Save the tournament again in SwissSys",
            path=path,
        )
    return _TournamentReader(root, path).read_event(end_date)


class _TournamentReader:
    """Makes an event from a tournament, and notes what is doubtful about it."""

    def __init__(self, root: Json, path: Path | None) -> None:
        self.overview: Json = root["Overview"]
        self.path = path
        self.notes = ReadingNotes()
        self.sections = self.notes.list_objects(root.get("Sections"), "sections")

    def read_event(self, given: dt.date | None) -> OpenedEvent:
        notes = self.notes
        reject_excess(len(self.sections), "sections", MOST_SECTIONS, self.path)
        start, end = parse_days(
            self.overview.get("Starting date"),
            self.overview.get("Ending date"),
            given,
            notes,
            EndDateNeededError(
                "the tournament has no end date",
                "Enter the dates in SwissSys and save, or enter the end date here",
                path=self.path,
            ),
        )
        written = self.overview.get("Tournament title")
        title = notes.keep("event name", written, loose.clean_text(written))
        document = Document(
            name=title or make_event_title(self.path, "SwissSys tournament"),
            end_date=end,
            sections=tuple(
                self._make_section(section, i, start, end)
                for i, section in enumerate(self.sections)
            ),
            chain_sections=True,
        )
        notes.assume_chained_sections(document.sections)
        notes.left_out.append(
            "Not imported: email, phone, teams, prizes, and bye requests for "
            "unpaired rounds."
        )
        return make_opened(document, notes, READER)

    def _make_section(
        self, source: Json, index: int, start: dt.date | None, end: dt.date
    ) -> Section:
        name = (
            loose.clean_text(source.get("Section title"))
            or loose.clean_text(source.get("Section name"))
            or f"Section {index + 1}"
        )
        time_control = (
            loose.clean_text(source.get("Section time control"))
            or loose.clean_text(self.overview.get("Tournament time controls"))
            or None
        )
        rows = self.notes.list_objects(source.get("Players"), f'players of "{name}"')
        reject_excess(len(rows), "players in a section", MOST_PLAYERS, self.path)
        reader = _TournamentSectionReader(
            name, index, find_systems_by_time(time_control, end), self
        )
        section = Section(
            name=name,
            start_date=start,
            time_control=time_control,
            players=tuple(reader.make_player(row, i) for i, row in enumerate(rows)),
        )
        reader.add_section_remarks(source)
        return with_rounds(
            section,
            self.notes,
            index,
            source.get("Final round"),
            source.get("Rounds played"),
        )


class _TournamentSectionReader(BaseSectionReader):
    """Reads the players of one section."""

    def __init__(
        self,
        name: str,
        index: int,
        systems: tuple[System, ...],
        event: _TournamentReader,
    ) -> None:
        super().__init__(name, index, event.notes)
        self.systems: tuple[System, ...] = systems or ("R",)
        self.systems_known = bool(systems)
        self.event = event
        self.second_unplaced = 0
        self.with_game_points = 0

    def add_section_remarks(self, source: Json) -> None:
        """Note what applies to the whole section."""
        self.notes.systems.append(self.systems)
        kind = loose.parse_whole_number(source.get("Type"))
        if kind is not None and kind not in _TYPES:
            self.add_finding(
                "section-type",
                f"SwissSys section type {kind} isn't recognized; read as a Swiss",
                "Compare its results with SwissSys",
            )
        if self.with_game_points:
            self.add_finding(
                "game-points",
                (
                    f"{count_in_words(self.with_game_points, 'result has', 'results have')} "
                    "game points, as in matches of several games; each was read as "
                    "one game"
                ),
                "Enter each game separately, as in W12|L12",
            )
        self.assume_rating_system(self.systems[0] if self.systems_known else None)
        if self.second_unplaced:
            self.notes.left_out.append(
                f"The second rating of {self.second_unplaced} in section "
                f'"{self.name}" is ignored: the section isn\'t rated in that '
                "system."
            )

    def make_player(self, row: Json, position: int) -> Player:
        number = loose.parse_whole_number(row.get("Pair number"))
        if number is None or not 1 <= number <= loose.HIGHEST_NUMBER:
            raise FormatError(
                "the player has no pairing number",
                "Pair the section in SwissSys and save it again",
                path=self.event.path,
                place=f'section "{self.name}", the player in row {position + 1}',
            )
        ids = [
            self.keep(
                "member ID", row.get(key), loose.parse_member_id(row.get(key)), number
            )
            for key in ("ID2", "ID")
        ]
        name, state, born = row.get("Name"), row.get("State"), _find_birth(row)
        return Player(
            number=number,
            name=self.keep("name", name, loose.clean_text(name), number),
            id=ids[0] or ids[1],
            birth=self.keep("birth date", born, loose.parse_birth(born), number),
            ratings=self._read_ratings(row, number),
            state=self.keep("state", state, loose.parse_state(state), number),
            results=self._read_results(row, number),
        )

    def _read_ratings(
        self, row: Json, number: int
    ) -> tuple[tuple[System, RatingFacts], ...]:
        given = [self._read_rating(row, key, number) for key in ("Rating", "Rating2")]
        if len(self.systems) < 2 and not given[1].unknown:
            self.second_unplaced += 1
        return fill_all_systems(dict(zip(self.systems, given, strict=False)))

    def _read_rating(self, row: Json, key: str, number: int) -> RatingFacts:
        facts = self.read_rating(row.get(key), number)
        provisional = row.get("Provisional") if key == "Rating" else None
        if facts.rating is not None and facts.games is None and provisional:
            games = loose.parse_whole_number(provisional)
            if games is not None and 0 < games < 1000:
                return RatingFacts(rating=facts.rating, games=games)
            self.add_finding(
                "provisional-games",
                (
                    "The rating is provisional, but the file has no number of games; "
                    "assumed established"
                ),
                "Enter the number of games",
                number,
            )
        return facts

    def _read_results(self, row: Json, number: int) -> tuple[str, ...]:
        tokens = []
        written = row.get("Results")
        for cell in written if isinstance(written, list) else []:
            text = self.keep("result", cell, loose.clean_text(cell), number)
            tokens.append(parse_result(text))
            fields = text.split(";")
            if fields[0] in PLAYED and len(fields) > 6 and fields[6].strip(" 0."):
                self.with_game_points += 1
        return trim_empty_rounds(tokens)


def _find_birth(row: Json) -> object:
    """Return the birth date as written under any of its usual names."""
    named = [row[key] for key in row if loose.normalize_letters(key) in _BIRTH_KEYS]
    return next(filter(loose.parse_birth, named), next(filter(None, named), None))


READER: Final = FormatReader(
    "swisssys",
    "SwissSys 11 tournament (.sjson)",
    16_000_000,
    recognizes,
    read,
)
