"""Find facts of players that contradict each other, and cells that were left empty.

A round that is still being entered has empty cells too, which aren't reported. In the
last round begun, one missing board leaves two cells empty; therefore only a single
empty cell is reported there. In earlier rounds everything should be entered, except for
players who left or came late. If more than a tenth is empty, the round was never
complete.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from uscalc.counted import count_in_words, format_day
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.findings import Finding
from uscalc.document.model import HIGHEST_RATING, Player, RatingFacts, Section
from uscalc.document.rate.members import Member
from uscalc.engine.floors import (
    HIGHEST_PRIZE_FLOOR,
    LIFE_MASTER_GAMES,
    compute_prize_floor,
    is_established,
    is_valid_prize_floor,
)
from uscalc.engine.inputs import SYSTEM_NAMES, System

ROUNDED = 0.5
"""Points that a rounded rating may be above the exact peak."""


def check_dates(section: Section, index: int, end: dt.date) -> list[Finding]:
    """Return a finding if the section begins after its end."""
    start = section.start_date
    if start is None or start <= end:
        return []
    message = f"Start date {format_day(start)} is after end date {format_day(end)}"
    remedy = (
        f"Correct {_name_field('Start date', 'start_date')} or "
        f"{_name_field('End date', 'end_date')}"
    )
    return [Finding("dates", "warns", message, remedy, index, section.name)]


def check_player(
    section: Section, player: Player, index: int, end: dt.date
) -> tuple[Finding, ...]:
    """Return a finding for each fact of a player that the rating ignores."""
    return tuple(
        [
            Finding(code, "warns", message, remedy, index, section.name, player.number)
            for code, message, remedy in _find_player_problems(player, end)
        ]
    )


def check_re_entries(
    section: Section, members: Iterable[Member], index: int
) -> list[Finding]:
    """Return a finding for each re-entry whose ratings differ from those of its member."""
    return [
        Finding(
            "re-entry-differs",
            "warns",
            (
                f"Number {member.player.number} has the same member ID but "
                "different ratings; the ratings here are ignored"
            ),
            f"Enter the ratings of number {member.player.number} for both",
            index,
            section.name,
            section.players[row].number,
        )
        for member in members
        for row in member.rows[1:]
        if section.players[row].ratings != member.player.ratings
    ]


def _name_field(label: str, key: str) -> str:
    """Return a field's label in the window, with its key in the event file."""
    return f'"{label}" ({key} in the file)'


def _find_player_problems(
    player: Player, end: dt.date
) -> Iterator[tuple[str, str, str]]:
    if player.birth is not None and player.birth.date > end:
        yield (
            "born-later",
            (
                f"The birth date {format_day(player.birth.date)} is after the event "
                "and is ignored"
            ),
            f"Correct {_name_field('Born', 'birth_date')}",
        )
    for key, foreign in (("fide", player.fide), ("cfc", player.cfc)):
        if foreign is not None and foreign.rating <= 0:
            yield (
                "no-rating",
                (
                    f"{key.upper()} rating {foreign.rating:g} is out of range and is "
                    "ignored"
                ),
                (
                    "Correct or delete "
                    f"{_name_field(f'{key.upper()} rating', f'{key}.rating')}"
                ),
            )
        if foreign is not None and foreign.as_of is not None and foreign.as_of > end:
            yield (
                "dated-later",
                (
                    f"The {key.upper()} rating is dated {format_day(foreign.as_of)}, "
                    "after the "
                    "event, and is ignored"
                ),
                f"Correct {_name_field(f'{key.upper()} as of', f'{key}.as_of')}",
            )
    for system, published in player.published:
        if published.rating > HIGHEST_RATING:
            yield (
                "published-high",
                (
                    f"The published {SYSTEM_NAMES[system]} rating {published.rating:g} "
                    "is above "
                    f"{HIGHEST_RATING:.0f}"
                ),
                (
                    "Correct "
                    f"{_name_field('Published rating', f'published.{system}.rating')}"
                ),
            )
    for system, facts in player.ratings:
        yield from _find_peak_problems(system, facts)
        yield from _find_level_problems(system, facts, end)
        yield from _find_count_problems(system, facts)
        yield from _find_title_problems(system, facts)
        yield from _find_initial_problems(system, facts, player)
        if facts.as_of is not None and facts.as_of > end:
            yield (
                "dated-later",
                (
                    f"The {SYSTEM_NAMES[system]} rating is dated "
                    f"{format_day(facts.as_of)}, "
                    "after the event, and can't start another rating"
                ),
                (
                    f"Correct {_name_field('As of', f'ratings.{system}.as_of')}, or "
                    "use a rating from an earlier list"
                ),
            )


def _find_peak_problems(
    system: System, facts: RatingFacts
) -> Iterator[tuple[str, str, str]]:
    """Yield a highest established rating that the pre-event rating contradicts."""
    if facts.peak is None or facts.rating is None:
        return
    if not is_established(facts.games):
        yield (
            "peak-not-established",
            (
                f"A rating based on {count_in_words(facts.games or 0, 'game')} "
                f"isn't established, so the highest rating {facts.peak:g} is ignored"
            ),
            (
                f"Correct {_name_field('Games', f'ratings.{system}.games')}, or "
                "delete the highest rating"
            ),
        )
    elif facts.peak < facts.rating - ROUNDED:
        yield (
            "peak-below-rating",
            (
                f"Peak rating {facts.peak:g} is lower than the pre-event rating; "
                f"{facts.rating:g} is used instead"
            ),
            (f"Correct {_name_field('Highest rating', f'ratings.{system}.peak')}"),
        )


def _find_title_problems(
    system: System, facts: RatingFacts
) -> Iterator[tuple[str, str, str]]:
    """Yield a title of original life master that the other facts contradict."""
    games = facts.games
    if (
        facts.life_master
        and facts.rating is not None
        and games is not None
        and games < LIFE_MASTER_GAMES
    ):
        yield (
            "life-master",
            (
                "An Original Life Master needs an established rating above 2200 "
                f"for {LIFE_MASTER_GAMES} rated games, but the {SYSTEM_NAMES[system]} "
                "rating is "
                f"based on {games}"
            ),
            (
                "Correct "
                f"{_name_field('Life master', f'ratings.{system}.life_master')} "
                f"or {_name_field('Games', f'ratings.{system}.games')}"
            ),
        )


def _find_initial_problems(
    system: System, facts: RatingFacts, player: Player
) -> Iterator[tuple[str, str, str]]:
    """Yield a US Chess starting rating that the rating documents do not allow.

    Only a player without a FIDE or CFC rating can have one, and it is based on 0 games
    (2009, section 1, Step 1; 2015, section 2).
    """
    if facts.initial is None or facts.rating is not None:
        return
    place = f"ratings.{system}.initial"
    if facts.initial.games:
        yield (
            "initial-games",
            (
                f"A starting {SYSTEM_NAMES[system]} rating set by US Chess is based on "
                "0 games, "
                f"but this one is based on {facts.initial.games}"
            ),
            f"Correct {_name_field('Counts for games', f'{place}.games')}",
        )
    abroad = [name for name in ("fide", "cfc") if getattr(player, name) is not None]
    if abroad:
        names = " and ".join(name.upper() for name in abroad)
        office = _name_field("Starting rating", place)
        yield (
            "initial-abroad",
            (
                f"US Chess sets a starting {SYSTEM_NAMES[system]} rating only for "
                "players "
                f"without a FIDE or CFC rating, but this player has a {names} "
                "rating"
            ),
            f"Delete {office} or the {names} rating",
        )


def _find_level_problems(
    system: System, facts: RatingFacts, end: dt.date
) -> Iterator[tuple[str, str, str]]:
    """Yield floors and ceilings that the pre-event rating or a rule contradicts."""
    place = f"ratings.{system}"
    if facts.rating is not None:
        if facts.floor is not None and facts.rating < facts.floor - ROUNDED:
            yield (
                "below-floor",
                f"Rating {facts.rating:g} is below the floor {facts.floor}",
                f"Correct {_name_field('Floor', f'{place}.floor')} or the rating",
            )
        if facts.ceiling is not None and facts.rating > facts.ceiling + ROUNDED:
            yield (
                "above-ceiling",
                f"Rating {facts.rating:g} is above the ceiling {facts.ceiling:g}",
                (f"Correct {_name_field('Ceiling', f'{place}.ceiling')} or the rating"),
            )
    prize = facts.prize_floor
    if prize is None:
        return
    if not is_valid_prize_floor(prize.level):
        level = compute_prize_floor(prize.level)
        yield (
            "prize-level",
            (
                f"The prize floor {prize.level} is ignored. A prize in an "
                f"under-{prize.level} section sets a floor of {level}, not "
                f"{prize.level}: the lowest multiple of 100 that is too high to play "
                f"in that section, but at most {HIGHEST_PRIZE_FLOOR}"
            ),
            (f"Enter {level} in {_name_field('Prize floor', f'{place}.prize_floor')}"),
        )
    elif prize.date is not None and prize.date > end:
        yield (
            "dated-later",
            (
                f"The prize is dated {format_day(prize.date)}, after the event, and "
                "sets no "
                "floor yet"
            ),
            f"Correct {_name_field('Won on', f'{place}.prize_floor.date')}",
        )
    elif facts.rating is not None and facts.rating < prize.level - ROUNDED:
        yield (
            "below-floor",
            f"Rating {facts.rating:g} is below the prize floor {prize.level}",
            (
                f"Correct {_name_field('Prize floor', f'{place}.prize_floor')} or "
                "the rating"
            ),
        )


def _find_count_problems(
    system: System, facts: RatingFacts
) -> Iterator[tuple[str, str, str]]:
    """Yield counts of games that contradict each other."""
    place = f"ratings.{system}"
    if facts.rating is None:
        if facts.games is not None:
            yield (
                "games-of-the-unrated",
                (
                    f"{count_in_words(facts.games, 'game is', 'games are')} entered "
                    f"with no {SYSTEM_NAMES[system]} rating and ignored"
                ),
                (
                    f"Enter {_name_field('Pre-event rating', f'{place}.rating')}, or "
                    "delete the games"
                ),
            )
        return
    if facts.games == 0:
        yield (
            "rated-on-nothing",
            f"The {SYSTEM_NAMES[system]} rating is based on 0 games",
            (
                f"Correct {_name_field('Games', f'{place}.games')}, or enter the "
                f"rating as a starting rating set by US Chess ({place}.initial)"
            ),
        )
    won, drawn = facts.wins or 0, facts.draws or 0
    if facts.games is not None and won + drawn > facts.games:
        yield (
            "counts",
            (
                f"{count_in_words(won, 'win')} and "
                f"{count_in_words(drawn, 'draw')} are more than "
                f"{count_in_words(facts.games, 'game')}"
            ),
            (
                f"Correct {_name_field('Earlier wins', f'{place}.wins')}, draws, or "
                "games"
            ),
        )
    if (facts.record == "all_wins" and drawn) or (
        facts.record == "all_losses" and won + drawn
    ):
        yield (
            "record-belied",
            (
                f'The earlier results "{facts.record}" contradict '
                f"{count_in_words(won, 'win')} and {count_in_words(drawn, 'draw')}"
            ),
            (
                f"Correct {_name_field('Earlier results', f'{place}.record')}, "
                "wins, or draws"
            ),
        )


FEWEST_OTHERS = 3
"""The minimum number of other players with a result.

In a section of three, one player always sits out.
"""


def find_empty_cells(
    section: Section, members: Iterable[Member], index: int
) -> list[Finding]:
    """Return a finding for each cell that is empty in an otherwise complete round."""
    if section.kind != "event":
        return []
    return [
        Finding(
            "hole",
            "warns",
            "No result, but every other player has one"
            if alone
            else "No result, but nearly every other player has one",
            ("Enter a result, U (unpaired), B (full-point bye), or H (half-point bye)"),
            index,
            section.name,
            section.players[row].number,
            round_index + 1,
        )
        for row, round_index, alone in _find_holes(section, members)
    ]


def _find_holes(
    section: Section, members: Iterable[Member]
) -> list[tuple[int, int, bool]]:
    """Return row and round of each such cell, and whether only this cell is empty in its round."""
    players = section.players
    columns = list(zip_longest(*(player.results for player in players), fillvalue=""))
    # Byes may be entered long before the round is paired.
    begun = [
        round_index
        for round_index, cells in enumerate(columns)
        if any(any(map(str.isdigit, cell)) for cell in cells)
    ]
    empty_in = {
        round_index: {
            row for row, cell in enumerate(columns[round_index]) if not cell.strip()
        }
        for round_index in begun
    }
    # A member who entered twice has a result in only one of two rows. A player
    # without any entry in several rounds is listed, but does not play.
    again = {row for one in members if len(one.rows) > 1 for row in one.rows}
    idle = {
        row
        for row in set(range(len(players))).intersection(*empty_in.values())
        if len(begun) > 1 or not (players[row].name or players[row].id)
    }
    rows = set(range(len(players))) - again - idle
    found: list[tuple[int, int, bool]] = []
    for round_index in begun:
        most = 1 if round_index == begun[-1] else max(1, len(rows) // 10)
        empty = rows & empty_in[round_index]
        if not 0 < len(empty) <= most or len(rows) - len(empty) < FEWEST_OTHERS:
            continue
        named, unread = _list_named(columns[round_index], rows)
        # Text that can't be read may be the game of one of these players.
        if len(empty) + unread <= most:
            found += [
                (row, round_index, len(empty) == 1)
                for row in empty
                if players[row].number not in named
            ]
    return sorted(found)


def _list_named(cells: Sequence[str], rows: Iterable[int]) -> tuple[set[int], int]:
    """Return the numbers that a round's cells name, and the count of unreadable cells.

    A player whom a cell names, but whose own cell is empty, is reported with that cell.
    """
    named: set[int] = set()
    unread = 0
    for row in rows:
        cell = parse_cell(cells[row])
        if isinstance(cell, BadCell):
            unread += 1
        else:
            named |= {entry.opponent for entry in cell if entry.opponent is not None}
    return named, unread
