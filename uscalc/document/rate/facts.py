"""Facts of players that cannot be right together: dates, counts, re-entries."""

import datetime as dt
from collections.abc import Iterable, Iterator

from uscalc.counted import count_in_words
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
from uscalc.engine.inputs import System

ROUNDED = 0.5
"""A rounded rating may be this much above the peak it is the rounding of."""


def check_dates(section: Section, index: int, end: dt.date) -> list[Finding]:
    """Return a finding where the section begins after its end."""
    start = section.start_date
    if start is None or start <= end:
        return []
    message = f"it begins on {start}, after its end on {end}"
    remedy = f"correct {_name_field('Begins', 'start_date')} or {_name_field('Ends', 'end_date')}"
    return [Finding("dates", "warns", message, remedy, index, section.name)]


def check_player(
    section: Section, player: Player, index: int, end: dt.date
) -> tuple[Finding, ...]:
    """Return a finding for each fact of a player that is left aside."""
    return tuple(
        [
            Finding(code, "warns", message, remedy, index, section.name, player.number)
            for code, message, remedy in _player_problems(player, end)
        ]
    )


def check_re_entries(
    section: Section, members: Iterable[Member], index: int
) -> list[Finding]:
    """Return a finding for each re-entry whose ratings are not those of its member."""
    return [
        Finding(
            "re-entry-differs",
            "warns",
            f"number {member.player.number} is the same member, rated otherwise;"
            " those here are not used",
            f"give both entries the ratings of number {member.player.number}",
            index,
            section.name,
            section.players[row].number,
        )
        for member in members
        for row in member.rows[1:]
        if section.players[row].ratings != member.player.ratings
    ]


def _name_field(label: str, key: str) -> str:
    """Return a field as the window calls it, and as the event file does."""
    return f'"{label}" ({key} in the file)'


def _player_problems(player: Player, end: dt.date) -> Iterator[tuple[str, str, str]]:
    if player.birth is not None and player.birth.date > end:
        yield (
            "born-later",
            f"the birth date {player.birth.date} is after the event and is not used",
            f"correct {_name_field('Born', 'birth_date')}",
        )
    for key, foreign in (("fide", player.fide), ("cfc", player.cfc)):
        if foreign is not None and foreign.rating <= 0:
            yield (
                "no-rating",
                f"a {key.upper()} rating of {foreign.rating:g} is none and is not used",
                f"correct {_name_field(f'{key.upper()} rating', f'{key}.rating')}, or take "
                "it away",
            )
        if foreign is not None and foreign.as_of is not None and foreign.as_of > end:
            yield (
                "dated-later",
                f"the {key.upper()} rating is dated {foreign.as_of}, after the event, "
                "and is not used",
                f"correct {_name_field(f'{key.upper()} as of', f'{key}.as_of')}",
            )
    for system, published in player.published:
        if published.rating > HIGHEST_RATING:
            yield (
                "published-high",
                f"the published {system} rating {published.rating:g} is above "
                f"{HIGHEST_RATING:.0f}",
                f"correct {_name_field('Published rating', f'published.{system}.rating')}",
            )
    for system, facts in player.ratings:
        yield from _peak_problems(system, facts)
        yield from _level_problems(system, facts, end)
        yield from _count_problems(system, facts)
        yield from _title_problems(system, facts)
        yield from _initial_problems(system, facts, player)
        if facts.as_of is not None and facts.as_of > end:
            yield (
                "dated-later",
                f"the {system} rating is dated {facts.as_of}, after the event; "
                "it starts no other rating",
                f"correct {_name_field('As of', f'ratings.{system}.as_of')}, or take a rating "
                "of an earlier list",
            )


def _peak_problems(
    system: System, facts: RatingFacts
) -> Iterator[tuple[str, str, str]]:
    """Yield a highest established rating that the rating before the event contradicts."""
    if facts.peak is None or facts.rating is None:
        return
    if not is_established(facts.games):
        yield (
            "peak-not-established",
            f"a rating on {count_in_words(facts.games or 0, 'game')} has no established peak: "
            f"{facts.peak:g} is not used",
            f"correct {_name_field('Based on', f'ratings.{system}.games')}, or take the "
            "highest rating away",
        )
    elif facts.peak < facts.rating - ROUNDED:
        yield (
            "peak-below-rating",
            f"the peak {facts.peak:g} is below the rating {facts.rating:g}, "
            "which is taken in its place",
            f"correct {_name_field('Highest rating', f'ratings.{system}.peak')}",
        )


def _title_problems(
    system: System, facts: RatingFacts
) -> Iterator[tuple[str, str, str]]:
    """Yield a title of original life master that the other facts contradict."""
    if not facts.life_master:
        return
    games = facts.games
    if facts.rating is not None and games is not None and games < LIFE_MASTER_GAMES:
        yield (
            "life-master",
            "the title of original life master needs an established rating above 2200 "
            f"for {LIFE_MASTER_GAMES} rated games, and the {system} rating is based on "
            f"{games}",
            f"correct {_name_field('Life master', f'ratings.{system}.life_master')} or "
            f"{_name_field('Based on', f'ratings.{system}.games')}",
        )


def _initial_problems(
    system: System, facts: RatingFacts, player: Player
) -> Iterator[tuple[str, str, str]]:
    """Yield a start set by US Chess that the documents do not allow.

    Only a player without a FIDE or CFC rating can have one, and it is based on 0 games
    (2009, section 1, Step 1; 2015, section 2).
    """
    if facts.initial is None or facts.rating is not None:
        return
    place = f"ratings.{system}.initial"
    if facts.initial.games:
        yield (
            "initial-games",
            f"a starting {system} rating set by US Chess is based on 0 games, and this "
            f"one on {facts.initial.games}",
            f"correct {_name_field('Counts as games', f'{place}.games')}",
        )
    abroad = [name for name in ("fide", "cfc") if getattr(player, name) is not None]
    if abroad:
        names = " and ".join(name.upper() for name in abroad)
        office = _name_field("Office's start", place)
        yield (
            "initial-abroad",
            f"US Chess sets a starting {system} rating only for a player without a FIDE "
            f"or CFC rating, and this player has {names}",
            f"remove {office} or the {names} rating",
        )


def _level_problems(
    system: System, facts: RatingFacts, end: dt.date
) -> Iterator[tuple[str, str, str]]:
    """Yield floors and ceilings that the rating before the event, or a rule, contradicts."""
    place = f"ratings.{system}"
    if facts.rating is not None:
        if facts.floor is not None and facts.rating < facts.floor - ROUNDED:
            yield (
                "below-floor",
                f"the rating {facts.rating:g} is below the floor {facts.floor}",
                f"correct {_name_field('Floor shown', f'{place}.floor')} or the rating",
            )
        if facts.ceiling is not None and facts.rating > facts.ceiling + ROUNDED:
            yield (
                "above-ceiling",
                f"the rating {facts.rating:g} is above the ceiling {facts.ceiling:g}",
                f"correct {_name_field('Ceiling', f'{place}.ceiling')} or the rating",
            )
    prize = facts.prize_floor
    if prize is None:
        return
    if not is_valid_prize_floor(prize.level):
        level = compute_prize_floor(prize.level)
        yield (
            "prize-level",
            f"a prize in an under-{prize.level} section sets the floor at {level}, the "
            f"first 100-point level (up to {HIGHEST_PRIZE_FLOOR}) at which the player is "
            f"no longer eligible for it; {prize.level} is not used",
            f"enter {level} in {_name_field('Prize floor', f'{place}.prize_floor')}",
        )
    elif prize.date is not None and prize.date > end:
        yield (
            "dated-later",
            f"the prize is dated {prize.date}, after the event, and sets no floor yet",
            f"correct {_name_field('Won on', f'{place}.prize_floor.date')}",
        )
    elif facts.rating is not None and facts.rating < prize.level - ROUNDED:
        yield (
            "below-floor",
            f"the rating {facts.rating:g} is below the prize floor {prize.level}",
            f"correct {_name_field('Prize floor', f'{place}.prize_floor')} or the rating",
        )


def _count_problems(
    system: System, facts: RatingFacts
) -> Iterator[tuple[str, str, str]]:
    """Count of games that cannot be right together."""
    place = f"ratings.{system}"
    if facts.rating is None:
        if facts.games is not None:
            yield (
                "games-of-the-unrated",
                f"{count_in_words(facts.games, 'game is', 'games are')} given with no {system} "
                "rating and not used",
                f"give {_name_field('Rating before', f'{place}.rating')}, or take the games away",
            )
        return
    if facts.games == 0:
        yield (
            "rated-on-nothing",
            f"the {system} rating is based on 0 games",
            f"correct {_name_field('Based on', f'{place}.games')}, or give it as the office's "
            f"own ({place}.initial)",
        )
    won, drawn = facts.wins or 0, facts.draws or 0
    if facts.games is not None and won + drawn > facts.games:
        yield (
            "counts",
            f"{count_in_words(won, 'win')} and {count_in_words(drawn, 'draw')} are more than "
            f"{count_in_words(facts.games, 'game')}",
            f"correct {_name_field('Wins so far', f'{place}.wins')}, draws or games",
        )
    if (facts.record == "all_wins" and drawn) or (
        facts.record == "all_losses" and won + drawn
    ):
        yield (
            "record-belied",
            f'the record "{facts.record}" does not go with '
            f"{count_in_words(won, 'win')} and {count_in_words(drawn, 'draw')}",
            f"correct {_name_field('Earlier results', f'{place}.record')}, wins or draws",
        )
