"""One section of a WinTD tournament: its players, their ratings, what is doubtful."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from uscalc.document.findings import Finding
from uscalc.document.model import (
    ForeignRating,
    Player,
    RatingFacts,
    Section,
    SectionReport,
)
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    Notes,
    check_count,
    in_all_systems,
    with_rounds,
    without_ends,
)
from uscalc.formats.wintd.arrays import Game, Json
from uscalc.formats.wintd.cells import is_played, result_token
from uscalc.formats.wintd.entries import Entries, Entry

_BY_TIME, _REGULAR, _FIDE = 0, 1, 2
"""What a section's main rating is: the director's own, US Chess Regular, FIDE."""
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


class SectionReader:
    """The section at a position of the sections' array."""

    def __init__(
        self,
        entries: Entries,
        index: int,
        shown_index: int,
        systems: tuple[System, ...],
        notes: Notes,
    ) -> None:
        self.entries = entries
        self.index = index
        self.source: Json = entries.tournament.sections[index]
        self.name = loose.text(self.source.get("title")) or f"Section {shown_index + 1}"
        self.shown_index = shown_index
        self.systems: tuple[System, ...] = systems or ("R",)
        self.systems_known = bool(systems)
        self.notes = notes
        self.main = loose.whole(self.source.get("mainRating", _BY_TIME))
        self.elsewhere: list[int] = []
        self.apart: list[int] = []

    def section(self, start: dt.date | None, path: Path | None) -> Section:
        """Return the section, begun on the event's first day."""
        rows = self.entries.of_section[self.index]
        check_count(len(rows), "players in a section", MOST_PLAYERS, path)
        rounds = self.entries.rounds(self.index)
        ratable, fide = (
            loose.whole(self.source.get(key)) for key in ("USCFratable", "FIDEratable")
        )
        players = tuple(self._player(entry, rounds) for entry in rows)
        self.notes.systems.append(self.systems)
        self._remarks()
        section = Section(
            name=self.name,
            start_date=start,
            time_control=loose.text(self.source.get("TC")) or None,
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
            self._note(
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
        """Return what the record of US Chess says, its id and its ratings by system."""
        found: Json = {}
        for name, value in self._record(position, _NATIONAL):
            if name in _IDS:
                found.setdefault("id", value)
            for system, names in _NAMES.items():
                if name in names:
                    found.setdefault(system, value)
        return found

    def _fide(self, entry: Entry) -> Any:
        """Return what the record of FIDE says of a rating; None where it says nothing."""
        record = self._record(entry.position, _FIDES)
        return next((value for name, value in record if name in _FIDE_RATINGS), None)

    def _record(
        self, position: int, federation: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        """Yield what a federation's record says of a player, by plain names."""
        for key, record in self.entries.tournament.players[position].items():
            if _plain(key) in federation and isinstance(record, dict):
                for name, value in record.items():
                    yield _plain(name), value

    def _ratings(
        self, entry: Entry, main: Any, national: Json
    ) -> dict[System, RatingFacts]:
        """Return each known rating by system; the section's main one holds."""
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
        """Return the system of the main rating; None where it is of another federation."""
        if self.main == _REGULAR:
            return "R"
        return self.systems[0] if self.main == _BY_TIME else None

    def _rating(self, said: Any, entry: Entry) -> RatingFacts:
        if loose.is_blank_rating(said) or said == 0:
            return loose.UNKNOWN
        facts = loose.rating(said)
        if facts is None:
            shown = said if isinstance(said, float) else loose.text(said)[:24]
            self._note(
                "odd-rating",
                f'"{shown}" is no rating; it is left unknown',
                "give the rating, or say that the player is unrated",
                entry.number,
            )
        return facts or loose.UNKNOWN

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
        opponent = number if section == self.index else None
        apart = not game.split and not self.entries.same_round(other, round_index, game)
        if is_played(game):
            if opponent is None:
                self.elsewhere.append(entry.number)
            elif apart:
                self.apart.append(entry.number)
        return result_token(game, entry.position, opponent, apart)

    # What is to be said

    def _remarks(self) -> None:
        notes = self.notes
        for number in dict.fromkeys(self.elsewhere):
            self._note(
                "other-section",
                "a game against somebody who is not of the section counts its points, "
                "and is not rated here",
                "enter it in a section that has both players",
                number,
            )
        for number in dict.fromkeys(self.apart):
            self._note(
                "rounds-apart",
                "a game stands in another round of the opponent; it is rated for each "
                "of them alone",
                "compare with WinTD",
                number,
            )
        if missing := self.entries.without_singles(self.index):
            self._note(
                "team-matches",
                f"{missing} matches of teams have no games in the file",
                "enter the results of the boards",
            )
        if teams := self.entries.without_members(self.index):
            self._note(
                "teams-alone",
                f"{teams} teams have no members in the file, and a team has no rating",
                "enter the players of the boards",
            )
        if self.index in self.entries.unnumbered:
            notes.assumed.append(
                f'Who has no pairing number yet in section "{self.name}" is numbered '
                "after the others."
            )
        self._remark_on_ratings()

    def _remark_on_ratings(self) -> None:
        notes = self.notes
        if self.main == _FIDE:
            notes.assumed.append(
                f'The main ratings of section "{self.name}" are FIDE\'s.'
            )
        elif self.main not in (_BY_TIME, _REGULAR):
            self._note(
                "main-rating",
                f"its main ratings are of a kind that is not known here "
                f"({loose.text(self.source.get('mainRating'))[:12]}); they are not read",
                "fill the ratings in from a list",
            )
        elif self.main == _BY_TIME and not self.systems_known:
            notes.assumed.append(
                f'The ratings of section "{self.name}" are taken as Regular: its time '
                "control does not say what it is rated in."
            )
        elif self.main == _BY_TIME and self.systems[0] != "R":
            notes.assumed.append(
                f'The ratings of section "{self.name}" are taken as '
                f"{SYSTEM_NAMES[self.systems[0]]} ratings; the file does not say of "
                "which system they are."
            )

    def _note(
        self, code: str, message: str, remedy: str, player: int | None = None
    ) -> None:
        self.notes.findings.append(
            Finding(code, "warns", message, remedy, self.shown_index, self.name, player)
        )


def _plain(key: str) -> str:
    return "".join(filter(str.isalpha, key)).lower()
