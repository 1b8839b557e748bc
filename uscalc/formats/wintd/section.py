"""Read one section of a WinTD tournament: its players and their ratings."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import (
    ForeignRating,
    Player,
    RatingFacts,
    Section,
    SectionReport,
)
from uscalc.engine.systems import System
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    BaseSectionReader,
    Notes,
    check_count,
    in_all_systems,
    with_rounds,
    without_ends,
)
from uscalc.formats.shared.speeds import systems_by_time
from uscalc.formats.wintd.arrays import Game, Json
from uscalc.formats.wintd.cells import is_played, result_token
from uscalc.formats.wintd.entries import Entries, Entry

_BY_TIME, _REGULAR, _FIDE = 0, 1, 2
"""A section's main rating: the director's own, US Chess Regular, FIDE."""
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


class SectionReader(BaseSectionReader):
    """Read the section at a position of the array of sections."""

    def __init__(
        self,
        entries: Entries,
        index: int,
        shown_index: int,
        end: dt.date,
        notes: Notes,
    ) -> None:
        self.entries = entries
        self.position = index
        self.source: Json = entries.tournament.sections[index]
        name = loose.text(self.source.get("title")) or f"Section {shown_index + 1}"
        super().__init__(name, shown_index, notes)
        self.time_control = loose.text(self.source.get("TC")) or None
        systems = systems_by_time(self.time_control, end)
        self.systems: tuple[System, ...] = systems or ("R",)
        self.systems_known = bool(systems)
        self.main = loose.whole(self.source.get("mainRating", _BY_TIME))
        self.elsewhere: list[int] = []
        self.apart: list[int] = []

    def section(self, start: dt.date | None, path: Path | None) -> Section:
        """Return the section, which began on the event's first day."""
        rows = self.entries.of_section[self.position]
        check_count(len(rows), "players in a section", MOST_PLAYERS, path)
        rounds = self.entries.rounds(self.position)
        ratable, fide = (
            loose.whole(self.source.get(key)) for key in ("USCFratable", "FIDEratable")
        )
        players = tuple(self._player(entry, rounds) for entry in rows)
        self.notes.systems.append(self.systems)
        self._remarks()
        section = Section(
            name=self.name,
            start_date=start,
            time_control=self.time_control,
            kind="unrated" if ratable == 0 else "event",
            players=players,
            report=SectionReport(fide_rated="Y" if fide == 1 else "N"),
        )
        return with_rounds(section, self.source.get("maxRounds"))

    def _player(self, entry: Entry, rounds: int) -> Player:
        base = self.entries.base(entry.position)
        first = self.entries.first_entry(entry.position)
        origin = base if first is None else self.entries.base(first)
        national = self._national(entry.position)
        member = loose.member_id(national.get("id"))
        if member is None and self.main != _FIDE:
            member = loose.member_id(base.get("id")) or loose.member_id(
                origin.get("id")
            )
        if (kind := _NO_PLAYER.get(loose.text(base.get("type")))) is not None:
            self.add_finding(
                "no-player",
                f"WinTD has it as {kind}",
                "take it out, where its games are not rated",
                entry.number,
            )
        rating = base.get("rating") or origin.get("rating")
        fide = loose.rating(rating if self.main == _FIDE else self._fide(entry))
        return Player(
            number=entry.number,
            name=loose.text(base.get("name")),
            id=member,
            birth=loose.birth(base.get("birthdate"))
            or loose.birth(origin.get("birthdate")),
            ratings=in_all_systems(self._ratings(entry, rating, national)),
            fide=None
            if fide is None or fide.rating is None
            else ForeignRating(fide.rating),
            state=loose.state(base.get("stateOrFed")),
            results=without_ends([self._cell(entry, i) for i in range(rounds)]),
        )

    # Ratings

    def _national(self, position: int) -> Json:
        """Return the ID and the ratings by system from the player's US Chess record."""
        found: Json = {}
        for name, value in self._record(position, _NATIONAL):
            if name in _IDS:
                found.setdefault("id", value)
            for system, names in _NAMES.items():
                if name in names:
                    found.setdefault(system, value)
        return found

    def _fide(self, entry: Entry) -> Any:
        """Return the rating in the player's FIDE record; None if there is none."""
        record = self._record(entry.position, _FIDES)
        return next((value for name, value in record if name in _FIDE_RATINGS), None)

    def _record(
        self, position: int, federation: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        """Yield the facts of a federation's record about a player, with plain names."""
        for key, record in self.entries.tournament.players[position].items():
            if loose.letters_of(key) in federation and isinstance(record, dict):
                for name, value in record.items():
                    yield loose.letters_of(name), value

    def _ratings(
        self, entry: Entry, main: Any, national: Json
    ) -> dict[System, RatingFacts]:
        """Return each known rating by system; the section's main rating comes first."""
        systems: tuple[System, ...] = ("R", "Q", "B")
        given = {
            system: facts
            for system in systems
            if not (facts := self._rating(national.get(system), entry)).unknown
        }
        system = self._main_system()
        if system is not None and not (facts := self._rating(main, entry)).unknown:
            given[system] = facts
        return given

    def _main_system(self) -> System | None:
        """Return the system of the main rating; None if it is another federation's."""
        if self.main == _REGULAR:
            return "R"
        return self.systems[0] if self.main == _BY_TIME else None

    def _rating(self, said: Any, entry: Entry) -> RatingFacts:
        return loose.UNKNOWN if said == 0 else self.read_rating(said, entry.number)

    # Results

    def _cell(self, entry: Entry, round_index: int) -> str:
        played = self.entries.played(entry.position, round_index)
        if not played:
            return "U"
        tokens = (
            self._token(entry, other, game, round_index) for other, game in played
        )
        return "|".join(filter(None, tokens))

    def _token(self, entry: Entry, other: int, game: Game, round_index: int) -> str:
        section, number = self.entries.number_of.get(other, (None, 0))
        opponent = number if section == self.position else None
        apart = not game.split and not self.entries.same_round(other, round_index, game)
        if is_played(game):
            if opponent is None:
                self.elsewhere.append(entry.number)
            elif apart:
                self.apart.append(entry.number)
        return result_token(game, entry.position, opponent, apart)

    # Remarks

    def _remarks(self) -> None:
        for number in dict.fromkeys(self.elsewhere):
            self.add_finding(
                "other-section",
                "a game against somebody who is not of the section counts its points, "
                "and is not rated here",
                "enter it in a section that has both players",
                number,
            )
        for number in dict.fromkeys(self.apart):
            self.add_finding(
                "rounds-apart",
                "a game stands in another round of the opponent; it is rated for each "
                "of them alone",
                "compare with WinTD",
                number,
            )
        if missing := self.entries.without_singles(self.position):
            self.add_finding(
                "team-matches",
                f"{missing} matches of teams have no games in the file",
                "enter the results of the boards",
            )
        if teams := self.entries.without_members(self.position):
            self.add_finding(
                "teams-alone",
                f"{teams} teams have no members in the file, and a team has no rating",
                "enter the players of the boards",
            )
        if self.position in self.entries.unnumbered:
            self.notes.assumed.append(
                f'Who has no pairing number yet in section "{self.name}" is numbered '
                "after the others."
            )
        self._remark_on_ratings()

    def _remark_on_ratings(self) -> None:
        if self.main == _FIDE:
            self.notes.assumed.append(
                f'The main ratings of section "{self.name}" are FIDE\'s.'
            )
        elif self.main not in (_BY_TIME, _REGULAR):
            self.add_finding(
                "main-rating",
                f"its main ratings are of a kind that is not known here "
                f"({loose.text(self.source.get('mainRating'))[:12]}); they are not read",
                "fill the ratings in from a list",
            )
        elif self.main == _BY_TIME:
            self.assume_rating_system(self.systems[0] if self.systems_known else None)
