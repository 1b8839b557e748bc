"""Read one section of the rating service's answers."""

import datetime as dt
import math
from collections import Counter
from pathlib import Path
from typing import Any, Final

from uscalc.counted import count_in_words
from uscalc.document.cells import parse_cell, parse_entries
from uscalc.document.model import (
    HIGHEST_PUBLISHED,
    HIGHEST_RATING,
    LOWEST_RATING,
    Player,
    PublishedRating,
    RatingFacts,
    Section,
)
from uscalc.engine.inputs import ONLINE, SYSTEMS, System
from uscalc.formats.opened import FormatError
from uscalc.formats.service.files import Json, SectionAnswers
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import (
    MOST_PLAYERS,
    BaseSectionReader,
    ReadingNotes,
    fill_all_systems,
    reject_excess,
)

MOST_ROUNDS: Final = 200

_GAMES: Final = {
    "Win": "W",
    "Loss": "L",
    "Draw": "D",
    "WinAsym": "N",
    "LossAsym": "S",
    "DrawAsym": "R",
}
_WITH_OPPONENT: Final = {
    "Forfeit": "F",
    "WinForfeit": "X",
    "NotReported": "Z",
    "ReportNoResult": "Z",
}
_ALONE: Final = {"ByeFull": "B", "ByeHalf": "H", "DrawForfeit": "H", "Unpaired": "U"}
"""A draw by forfeit scores half a point without a game, like a half-point bye."""
_COLORS: Final = {"W": "w", "B": "b"}


def parse_outcome(outcome: str, opponent: int | None, color: str) -> str:
    """Return a round's outcome as a result; unreadable text is kept."""
    number = opponent or ""
    if outcome in _GAMES:
        token = f"{_GAMES[outcome]}{number}{_COLORS.get(color[:1].upper(), '')}"
    elif outcome in _WITH_OPPONENT:
        token = f"{_WITH_OPPONENT[outcome]}{number}"
    elif outcome in _ALONE:
        token = _ALONE[outcome]
    else:
        return f"{outcome} {number}".strip()
    return token if isinstance(parse_cell(token), tuple) else f"{outcome} {number}"


class ServiceSectionReader(BaseSectionReader):
    """Makes a section from its answers."""

    def __init__(
        self,
        parts: SectionAnswers,
        index: int,
        members: dict[str, Json],
        notes: ReadingNotes,
        path: Path | None,
    ) -> None:
        self.facts = parts.facts
        self.items = [
            item
            for page in parts.standings
            for item in loose.list_objects(page.get("items"))
        ]
        self.cut = any(page.get("hasNextPage") is True for page in parts.standings)
        number = parts.number if parts.number is not None else index + 1
        name = loose.clean_text(self.facts.get("name")) or f"Section {number}"
        super().__init__(name, index, notes)
        self.members = members
        self.path = path
        self.systems = parts.systems or self._find_rated_systems()

    def read_section(self) -> Section:
        """Return the section. Raises FormatError if a player has no pairing number."""
        reject_excess(len(self.items), "players in a section", MOST_PLAYERS, self.path)
        if self.cut and self.items:
            self.add_finding(
                "more-pages",
                "This is only one of several pages; players may be missing",
                "Save the other pages as well, or request larger pages",
            )
        results = [self._read_results(item) for item in self.items]
        played = self._count_games(results)
        systems = self.systems
        self.notes.systems.append(systems)
        said_online = self.facts.get("isOnline") is True
        return Section(
            name=self.name,
            start_date=self._read_date("start date", "startDate"),
            end_date=self._read_date("end date", "endDate"),
            time_control=loose.clean_text(self.facts.get("timeControl")) or None,
            online=said_online or (bool(systems) and ONLINE.issuperset(systems)),
            kind="match"
            if "match" in loose.clean_text(self.facts.get("format")).lower()
            else "event",
            systems=systems or None,
            players=tuple(
                self._make_player(item, tokens, played)
                for item, tokens in zip(self.items, results, strict=True)
            ),
        )

    def _read_date(self, what: str, key: str) -> dt.date | None:
        written = self.facts.get(key)
        return self.keep(what, written, loose.parse_date(written))

    def _find_rated_systems(self) -> tuple[System, ...]:
        found = {
            _get_system(rating)
            for item in self.items
            for rating in loose.list_objects(item.get("ratings"))
        }
        return tuple(system for system in SYSTEMS if system in found)

    def _make_error(self, message: str) -> FormatError:
        return FormatError(
            message,
            "Save the page again from your browser",
            path=self.path,
            place=f'section "{self.name}"',
        )

    def _read_results(self, item: Json) -> tuple[str, ...]:
        rounds: dict[int, list[str]] = {}
        for i, outcome in enumerate(loose.list_objects(item.get("roundOutcomes"))):
            number = loose.parse_whole_number(outcome.get("roundNumber"))
            number = i + 1 if number is None else number
            if not 1 <= number <= MOST_ROUNDS:
                raise self._make_error(f"round {number} is out of range")
            opponent = loose.parse_whole_number(outcome.get("opponentPairingNumber"))
            color = loose.clean_text(outcome.get("color"))
            self.keep("color", color, _COLORS.get(color[:1].upper()))
            token = parse_outcome(
                loose.clean_text(outcome.get("outcome")),
                opponent if opponent and 0 < opponent <= loose.HIGHEST_NUMBER else None,
                color,
            )
            rounds.setdefault(number, []).append(token)
        return tuple(
            "|".join(rounds.get(i + 1, [])) for i in range(max(rounds, default=0))
        )

    def _count_games(self, results: list[tuple[str, ...]]) -> Counter[str]:
        """Count the rated games by member, who may have re-entered in another row."""
        played: Counter[str] = Counter()
        for item, tokens in zip(self.items, results, strict=True):
            played[_get_member_key(item)] += sum(
                entry.is_game for token in tokens for entry in parse_entries(token)
            )
        return played

    def _make_player(
        self, item: Json, results: tuple[str, ...], played: Counter[str]
    ) -> Player:
        number = loose.parse_whole_number(item.get("pairingNumber"))
        if number is None or not 1 <= number <= loose.HIGHEST_NUMBER:
            raise self._make_error("a player has no pairing number")
        records = {_get_system(r): r for r in loose.list_objects(item.get("ratings"))}
        written = item.get("memberId")
        member = self.keep("member ID", written, loose.parse_member_id(written), number)
        ratings: dict[System, RatingFacts] = {}
        published = []
        for system in self.systems:
            record = records.get(system)
            facts = self._read_pre_rating(record, played[_get_member_key(item)], number)
            if member is not None and member in self.members:
                facts = _add_floor_and_games(facts, system, self.members[member])
            ratings[system] = facts
            after = None if record is None else _read_post_rating(record)
            if record is not None:
                self.keep("published rating", record.get("postRating"), after, number)
                for key in ("preRatingDecimal", "postRatingDecimal"):
                    figure = _read_rating(record, key, HIGHEST_PUBLISHED)
                    self.keep("rating", record.get(key), figure, number)
            if record is not None and after is not None:
                games = _parse_game_count(record.get("postProvisionalGameCount"))
                published.append((system, PublishedRating(after, games)))
        first, last = (loose.clean_text(item.get(k)) for k in ("firstName", "lastName"))
        return Player(
            number=number,
            name=" ".join(filter(None, (first, last))),
            id=member,
            ratings=fill_all_systems(ratings),
            results=results,
            published=tuple(published),
        )

    def _read_pre_rating(
        self, record: Json | None, played: int, number: int
    ) -> RatingFacts:
        """Return the pre-event rating; only a post-event rating means unrated before."""
        if record is None:
            return loose.UNKNOWN
        before = _read_rating(record, "preRating")
        if before is None:
            # The service writes null or 0 for a missing figure.
            unrated = not record.get("preRating") and not record.get("preRatingDecimal")
            after = _read_post_rating(record)
            self.keep("pre-event rating", record.get("preRating"), before, number)
            return RatingFacts() if unrated and after is not None else loose.UNKNOWN
        written = record.get("postProvisionalGameCount")
        count = self.keep("game count", written, _parse_game_count(written), number)
        games = None if count is None else count - played
        if count is not None and count < played:
            self.add_finding(
                "games-differ",
                (
                    f"{count_in_words(count, 'game')} after the event, but {played:,} "
                    "played in it"
                ),
                "Enter the number of games before the event",
                number,
            )
            games = None
        whole = _parse_number(record.get("preRatingDecimal")) is None
        return RatingFacts(
            rating=before,
            games=games,
            source="published",
            rounded=None if whole else False,
        )


def _get_system(record: Json) -> str:
    return loose.clean_text(record.get("ratingSystem", record.get("ratingSource")))


def _get_member_key(item: Json) -> str:
    """Return the key of a member: the ID, or else the pairing number."""
    member = loose.parse_member_id(item.get("memberId"))
    return member or f"number {loose.parse_whole_number(item.get('pairingNumber'))}"


def _parse_number(value: Any) -> float | None:
    """Return a finite number, which may be written as text."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def _read_post_rating(record: Json) -> float | None:
    return _read_rating(record, "postRating", HIGHEST_PUBLISHED)


def _read_rating(
    record: Json, name: str, highest: float = HIGHEST_RATING
) -> float | None:
    """Return a rating with its decimals, if given; None if it is out of bounds."""
    figure = _parse_number(record.get(f"{name}Decimal"))
    figure = _parse_number(record.get(name)) if figure is None else figure
    in_bounds = figure is not None and LOWEST_RATING <= figure <= highest
    return figure if in_bounds else None


def _parse_game_count(value: Any) -> int | None:
    games = loose.parse_whole_number(value)
    return games if games is not None and 0 <= games <= 1000 else None


def _add_floor_and_games(
    facts: RatingFacts, system: System, member: Json
) -> RatingFacts:
    """Return the rating with the member's floor, and the games if they fit this event."""
    for record in loose.list_objects(member.get("ratings")):
        if _get_system(record) != system or facts.rating is None:
            continue
        floor = loose.parse_whole_number(record.get("floor"))
        games = _parse_game_count(record.get("gamesPlayed"))
        now = _read_rating(record, "rating")
        same = now is not None and round(now) == round(facts.rating)
        return RatingFacts(
            rating=facts.rating,
            games=games if facts.games is None and same else facts.games,
            source=facts.source,
            rounded=facts.rounded,
            floor=floor
            if floor is not None and LOWEST_RATING <= floor <= HIGHEST_RATING
            else None,
        )
    return facts
