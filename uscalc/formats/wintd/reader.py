"""Read WinTD 5 tournaments (`.ptoz`), also during the event."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import (
    Document,
    ForeignRating,
    Player,
    RatingFacts,
    Section,
    SectionReport,
)
from uscalc.engine.inputs import System
from uscalc.formats.native.text import parse_json
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatError,
    FormatReader,
    OpenedEvent,
    check,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.bundle import is_zip, read_zip
from uscalc.formats.shared.files import HEAD_SIZE, check_size, make_event_title
from uscalc.formats.shared.loose import decode_text
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
from uscalc.formats.wintd.arrays import (
    Json,
    WinTDGame,
    is_played,
    make_result,
    read_tournament,
)
from uscalc.formats.wintd.entries import DELETED, SectionEntry, TournamentEntries

_BY_TIME, _REGULAR, _FIDE = 0, 1, 2
"""The file's codes for a section's main rating: by time control, US Chess Regular, FIDE."""
_NATIONAL: Final = frozenset(("uscf", "uschess", "us"))
_IDS: Final = frozenset(("id", "uscfid", "uschessid", "memberid"))
_NAMES: Final[dict[System, frozenset[str]]] = {
    "R": frozenset(("regular", "reg", "regularrating", "rating", "standard")),
    "Q": frozenset(("quick", "quickrating")),
    "B": frozenset(("blitz", "blitzrating")),
}
_FIDES: Final = frozenset(("fide",))
_FIDE_RATINGS: Final = frozenset(("standard", "std", "rating", "fiderating"))
_NO_PLAYER: Final = {"C": "a computer", "P": "a pair"}


class WinTDSectionReader(BaseSectionReader):
    """Reads the section at a position of the array of sections."""

    def __init__(
        self,
        entries: TournamentEntries,
        index: int,
        shown_index: int,
        end: dt.date,
        notes: ReadingNotes,
    ) -> None:
        self.entries = entries
        self.position = index
        self.source: Json = entries.tournament.sections[index]
        super().__init__(
            loose.clean_text(self.source.get("title")) or f"Section {shown_index + 1}",
            shown_index,
            notes,
        )
        self.time_control = loose.clean_text(self.source.get("TC")) or None
        systems = find_systems_by_time(self.time_control, end)
        self.systems: tuple[System, ...] = systems or ("R",)
        self.systems_known = bool(systems)
        self.main = loose.parse_whole_number(self.source.get("mainRating", _BY_TIME))
        self.elsewhere: list[int] = []
        self.apart: list[int] = []

    def make_section(self, start: dt.date | None, path: Path | None) -> Section:
        """Return the section; its first day is that of the event."""
        rows = self.entries.of_section[self.position]
        reject_excess(len(rows), "players in a section", MOST_PLAYERS, path)
        rounds = self.entries.count_rounds(self.position)
        ratable, fide = (
            loose.parse_whole_number(self.source.get(key))
            for key in ("USCFratable", "FIDEratable")
        )
        players = tuple(self._make_player(entry, rounds) for entry in rows)
        self.notes.systems.append(self.systems)
        self._add_remarks()
        section = Section(
            name=self.name,
            start_date=start,
            time_control=self.time_control,
            kind="unrated" if ratable == 0 else "event",
            players=players,
            report=SectionReport(fide_rated="Y" if fide == 1 else "N"),
        )
        return with_rounds(
            section, self.notes, self.index, self.source.get("maxRounds")
        )

    def _make_player(self, entry: SectionEntry, rounds: int) -> Player:
        base = self.entries.get_person(entry.position)
        first = self.entries.find_first_entry(entry.position)
        origin = base if first is None else self.entries.get_person(first)
        national = self._read_us_record(entry.position)
        member = loose.parse_member_id(national.get("id"))
        if member is None and self.main != _FIDE:
            member = loose.parse_member_id(base.get("id")) or loose.parse_member_id(
                origin.get("id")
            )
        for source in (national, base, origin) if self.main != _FIDE else ():
            written = source.get("id")
            self.keep(
                "member ID", written, loose.parse_member_id(written), entry.number
            )
        if (kind := _NO_PLAYER.get(loose.clean_text(base.get("type")))) is not None:
            self.add_finding(
                "no-player",
                f"In WinTD this entry is {kind}",
                "Remove it if its games aren't rated",
                entry.number,
            )
        rating = base.get("rating") or origin.get("rating")
        fide_text = rating if self.main == _FIDE else self._find_fide_rating(entry)
        fide = self.keep(
            "FIDE rating", fide_text, loose.parse_rating_facts(fide_text), entry.number
        )
        born = base.get("birthdate") or origin.get("birthdate")
        name, state = base.get("name"), base.get("stateOrFed")
        return Player(
            number=entry.number,
            name=self.keep("name", name, loose.clean_text(name), entry.number),
            id=member,
            birth=self.keep(
                "birth date",
                born,
                loose.parse_birth(base.get("birthdate"))
                or loose.parse_birth(origin.get("birthdate")),
                entry.number,
            ),
            ratings=fill_all_systems(self._read_ratings(entry, rating, national)),
            fide=None
            if fide is None or fide.rating is None
            else ForeignRating(fide.rating),
            state=self.keep("state", state, loose.parse_state(state), entry.number),
            results=trim_empty_rounds(
                [self._make_cell(entry, i) for i in range(rounds)]
            ),
        )

    # Ratings

    def _read_us_record(self, position: int) -> Json:
        """Return the ID and the ratings by system from the player's US Chess record."""
        found: Json = {}
        for name, value in self._iterate_record(position, _NATIONAL):
            if name in _IDS:
                found.setdefault("id", value)
            for system, names in _NAMES.items():
                if name in names:
                    found.setdefault(system, value)
        return found

    def _find_fide_rating(self, entry: SectionEntry) -> Any:
        """Return the rating in the player's FIDE record; None if there is none."""
        record = self._iterate_record(entry.position, _FIDES)
        return next((value for name, value in record if name in _FIDE_RATINGS), None)

    def _iterate_record(
        self, position: int, federation: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        """Yield the facts of a federation's record about a player, with plain names."""
        yield from (
            (loose.normalize_letters(name), value)
            for key, record in self.entries.tournament.players[position].items()
            if loose.normalize_letters(key) in federation and isinstance(record, dict)
            for name, value in record.items()
        )

    def _read_ratings(
        self, entry: SectionEntry, main: Any, national: Json
    ) -> dict[System, RatingFacts]:
        """Return each known rating by system; the section's main rating comes first."""
        systems: tuple[System, ...] = ("R", "Q", "B")
        given = {
            system: facts
            for system in systems
            if not (facts := self._read_rating(national.get(system), entry)).unknown
        }
        system = self._find_main_system()
        if system is not None and not (facts := self._read_rating(main, entry)).unknown:
            given[system] = facts
        return given

    def _find_main_system(self) -> System | None:
        """Return the system of the main rating; None if it is another federation's."""
        if self.main == _REGULAR:
            return "R"
        return self.systems[0] if self.main == _BY_TIME else None

    def _read_rating(self, value: Any, entry: SectionEntry) -> RatingFacts:
        return loose.UNKNOWN if value == 0 else self.read_rating(value, entry.number)

    # Results

    def _make_cell(self, entry: SectionEntry, round_index: int) -> str:
        played = self.entries.find_games(entry.position, round_index)
        if not played:
            return "U"
        tokens = (
            self._make_token(entry, other, game, round_index) for other, game in played
        )
        return "|".join(filter(None, tokens))

    def _make_token(
        self, entry: SectionEntry, other: int, game: WinTDGame, round_index: int
    ) -> str:
        section, number = self.entries.number_of.get(other, (None, 0))
        opponent = number if section == self.position else None
        apart = not game.split and not self.entries.is_in_same_round(
            other, round_index, game
        )
        if is_played(game):
            if opponent is None:
                self.elsewhere.append(entry.number)
            elif apart:
                self.apart.append(entry.number)
        return make_result(game, entry.position, opponent, apart)

    # Remarks

    def _add_remarks(self) -> None:
        for number in dict.fromkeys(self.elsewhere):
            self.add_finding(
                "other-section",
                (
                    "A game against a player from another section counts for the "
                    "score but isn't rated here"
                ),
                "Enter it in a section with both players",
                number,
            )
        for number in dict.fromkeys(self.apart):
            self.add_finding(
                "rounds-apart",
                (
                    "A game is in a different round for the opponent; it is rated "
                    "for each player separately"
                ),
                "Compare with WinTD",
                number,
            )
        if missing := self.entries.count_matches_without_games(self.position):
            self.add_finding(
                "team-matches",
                f"{missing} team matches have no games in the file",
                "Enter the board results",
            )
        if teams := self.entries.count_teams_without_members(self.position):
            self.add_finding(
                "teams-alone",
                (f"{teams} teams have no members in the file, so they can't be rated"),
                "Enter the players of the boards",
            )
        if self.position in self.entries.unnumbered:
            self.notes.assumed.append(
                f'Players without a pairing number in section "{self.name}" are '
                "numbered after the others."
            )
        self._add_rating_remarks()

    def _add_rating_remarks(self) -> None:
        if self.main == _FIDE:
            self.notes.assumed.append(
                f'The main ratings of section "{self.name}" are FIDE ratings.'
            )
        elif self.main not in (_BY_TIME, _REGULAR):
            self.add_finding(
                "main-rating",
                (
                    "The section's main ratings "
                    f"({loose.clean_text(self.source.get('mainRating'))[:12]}) aren't "
                    "recognized; not imported"
                ),
                "Fill in the ratings from a rating supplement",
            )
        elif self.main == _BY_TIME:
            self.assume_rating_system(self.systems[0] if self.systems_known else None)


MEMBER: Final = "Json"
"""The only file in the zip."""

_ZIPPED: Final = re.compile(rb"PK\x03\x04.{22}\x04\x00.{2}Json", re.DOTALL)
_SIGNS: Final = (b'"tnmt"', b'"sectionID"', b'"roundsPaired"', b'"gamesPerMatch"')
_ENOUGH: Final = 2
_TITLES: Final = frozenset(
    ("title", "name", "tournamenttitle", "tournamentname", "eventname")
)
_BEGINS: Final = frozenset(("begindate", "startdate", "startingdate", "begin", "start"))
_ENDS: Final = frozenset(("enddate", "endingdate", "end"))


def recognizes(head: bytes) -> bool:
    """Return whether a file is a WinTD zip, or the content of a tournament's zip."""
    return _ZIPPED.match(head) is not None or _is_tournament(head)


def holds_event(data: bytes) -> bool:
    """Return whether it is a tournament, because lists of players are zipped in the same way."""
    try:
        return _is_tournament(_unpack_content(data, None)[:HEAD_SIZE])
    except FormatError:
        return False


def _is_tournament(head: bytes) -> bool:
    """Return whether it is a JSON object with the field names of a WinTD tournament."""
    named = sum(sign in head for sign in _SIGNS) >= _ENOUGH
    return named and loose.begins_json_object(head)


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> OpenedEvent:
    """Return the event with all its sections and unplayed games. Raises FormatError."""
    content = _unpack_content(data, path)
    check(
        _is_tournament(content[:HEAD_SIZE]),
        "this WinTD file contains no tournament",
        "Open the tournament (.ptoz)",
        path=path,
    )
    notes = ReadingNotes()
    tournament = read_tournament(
        parse_json(_convert_to_utf8(content, notes), path), path
    )
    reject_excess(len(tournament.sections), "sections", MOST_SECTIONS, path)
    entries = TournamentEntries(tournament, path)
    start, end = parse_days(
        _find_value(tournament.heads[:2], _BEGINS),
        _find_value(tournament.heads[:2], _ENDS),
        end_date,
        notes,
        EndDateNeededError(
            "the tournament has no end date", "Enter the end date", path=path
        ),
    )
    shown = [
        index
        for index, section in enumerate(tournament.sections)
        if loose.parse_whole_number(section.get("id")) != DELETED
    ]
    sections = tuple(
        WinTDSectionReader(entries, index, place, end, notes).make_section(start, path)
        for place, index in enumerate(shown)
    )
    written = _find_value(tournament.heads[:2], _TITLES)
    name = notes.keep("event name", written, loose.clean_text(written))
    document = Document(
        name=name or make_event_title(path, "WinTD tournament"),
        end_date=end,
        sections=sections,
        chain_sections=True,
    )
    notes.assume_chained_sections(sections)
    if entries.unlisted:
        games = "1 game" if entries.unlisted == 1 else f"{entries.unlisted} games"
        notes.left_out.append(f"Not imported: {games} left over from earlier pairings.")
    notes.left_out.append(
        "Not imported: email, phone, clubs, prizes, second ratings, and "
        "bye requests for unpaired rounds."
    )
    return make_opened(document, notes, READER)


def _unpack_content(data: bytes, path: Path | None) -> bytes:
    """Return the content of the zip, or the data itself if unzipped. Raises FormatError."""
    if not is_zip(data):
        return data
    content = read_zip(data, path).get(MEMBER, b"")
    check_size(path, len(content), READER.limit, f"a {READER.name}")
    return content


def _convert_to_utf8(content: bytes, notes: ReadingNotes) -> bytes:
    """Return the content as UTF-8; the program may write Windows characters."""
    try:
        content.decode()
    except UnicodeDecodeError:
        notes.assumed.append("Accented letters were read in the Windows encoding.")
        return decode_text(content).encode()
    return content


def _find_value(heads: Iterable[Json], names: frozenset[str]) -> Any:
    """Return the value under one of several names around the arrays."""
    for head in heads:
        for key, value in head.items():
            known = loose.normalize_letters(key) in names
            if known and isinstance(value, str | int) and value:
                return value
    return None


READER: Final = FormatReader(
    "wintd",
    "WinTD 5 tournament (.ptoz)",
    16_000_000,
    recognizes,
    read,
    holds_event=holds_event,
)
