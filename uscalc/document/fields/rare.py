"""The rarer fields of a player: floors, matches, foreign and published ratings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from uscalc.document.change import Edit
from uscalc.document.edit.settings import set_published
from uscalc.document.edit.typed import (
    TypedError,
    date_text,
    number_text,
    typed_count,
    typed_date,
    typed_level,
    typed_number,
)
from uscalc.document.fields.field import (
    YES_NO,
    Field,
    Target,
    three_ways,
)
from uscalc.document.fields.player import (
    Read,
    count_text,
    fact_of,
    facts,
    is_unrated,
    person,
)
from uscalc.document.model import (
    ForeignRating,
    Matches,
    OfficeInitial,
    PrizeFloor,
    Published,
)

# Parts of larger facts


def _prize(target: Target, key: str, value: Any) -> Edit:
    prize = target.facts.prize_floor
    if key == "level":
        if value is None:
            return facts(target, prize_floor=None)
        prize = PrizeFloor(value) if prize is None else replace(prize, level=value)
    elif prize is None:
        if value is None:
            return Edit(target.document, "Prize floor")
        raise TypedError("give the level of the prize floor first")
    else:
        prize = replace(prize, **{key: value})
    return facts(target, prize_floor=prize)


def _prize_read(target: Target, key: str, show: Callable[[Any], str]) -> str:
    prize = target.facts.prize_floor
    return "" if prize is None else show(getattr(prize, key))


def _net(target: Target, key: str, value: float | None) -> Edit:
    matches = replace(target.facts.matches or Matches(), **{key: value})
    return facts(target, matches=None if matches == Matches() else matches)


def _net_read(target: Target, key: str) -> str:
    matches = target.facts.matches
    return "" if matches is None else number_text(getattr(matches, key))


def _initial_rating(target: Target, text: str) -> Edit:
    rating, initial = typed_number(text), target.facts.initial
    if rating is None:
        return facts(target, initial=None)
    games = 0 if initial is None else initial.games
    return facts(target, initial=OfficeInitial(rating, games))


def _initial_games(target: Target, text: str) -> Edit:
    games, initial = typed_count(text), target.facts.initial
    if initial is None:
        if games is None:
            return Edit(target.document, "Starting rating")
        raise TypedError("give the office's starting rating first")
    return facts(target, initial=replace(initial, games=games or 0))


def _foreign(key: str) -> tuple[Field, Field]:
    name = key.upper()

    def known(target: Target) -> ForeignRating | None:
        value: ForeignRating | None = getattr(target.player, key)
        return value

    def write_rating(target: Target, text: str) -> Edit:
        rating, before = typed_number(text, "1810"), known(target)
        if rating is None:
            return person(target, **{key: None})
        # The date was the old figure's.
        same = before is not None and before.rating == rating
        return person(target, **{key: before if same else ForeignRating(rating)})

    def write_date(target: Target, text: str) -> Edit:
        day, before = typed_date(text), known(target)
        if before is None:
            if day is None:
                return Edit(target.document, name)
            raise TypedError(f"give the {name} rating first")
        return person(target, **{key: replace(before, as_of=day)})

    def read_rating(target: Target) -> str:
        rating = known(target)
        return "" if rating is None else number_text(rating.rating)

    def read_date(target: Target) -> str:
        rating = known(target)
        return "" if rating is None else date_text(rating.as_of)

    more = " A CFC rating means a resident of Canada." if key == "cfc" else ""
    return (
        Field(
            f"{key}Rating",
            f"{name} rating",
            f"The {name} rating before the event. It can start an unrated player.{more}",
            read_rating,
            write_rating,
            empty="none",
        ),
        Field(
            f"{key}AsOf",
            f"{name} as of",
            f"The date of the {name} list. Without it the rating is taken as current.",
            read_date,
            write_date,
            empty="taken as current",
            beside=True,
        ),
    )


def _published(key: str) -> tuple[Read, Callable[[Target, str], Edit]]:
    def read(target: Target) -> str:
        published = target.player.published_in(target.system)
        if published is None:
            return ""
        value = getattr(published, key)
        return number_text(value) if key == "rating" else count_text(value)

    def write(target: Target, text: str) -> Edit:
        place = target.document, target.index, target.row, target.system
        before = target.player.published_in(target.system)
        if key == "rating":
            rating = typed_number(text)
            if rating is None:
                return set_published(*place, None)
            games = None if before is None else before.games
            return set_published(*place, Published(rating, games))
        count = typed_count(text)
        if before is None:
            if count is None:
                return Edit(target.document, "Published")
            raise TypedError("give the published rating first")
        return set_published(*place, replace(before, games=count))

    return read, write


FLOORS: Final = (
    Field(
        "peak",
        "Highest rating",
        "The highest established rating before the event: a floor follows from it.",
        *fact_of("peak", typed_number, number_text),
        empty="the one before the event",
    ),
    Field(
        "floor",
        "Floor shown",
        "The floor the federation shows. It replaces the one from the highest rating.",
        *fact_of("floor", typed_level, count_text),
        empty="from the highest rating",
    ),
    Field(
        "prizeLevel",
        "Prize floor",
        "The level of a floor earned by a large cash prize: the first hundred at which "
        "the player is no longer eligible for that section. A prize in an under-1750 "
        "section gives 1800.",
        lambda target: _prize_read(target, "level", count_text),
        lambda target, text: _prize(target, "level", typed_level(text)),
        empty="none",
    ),
    Field(
        "prizeAmount",
        "Prize in dollars",
        "The prize. With its date it is tested by the rule of that day; without, the "
        "level is taken as given.",
        lambda target: _prize_read(target, "amount", number_text),
        lambda target, text: _prize(target, "amount", typed_number(text, "4000")),
        empty="not known",
    ),
    Field(
        "prizeDate",
        "Won on",
        "The day the prize was won.",
        lambda target: _prize_read(target, "date", date_text),
        lambda target, text: _prize(target, "date", typed_date(text)),
        empty="not known",
    ),
    Field(
        "lifeMaster",
        "Life master",
        "The original life master title gives a floor of 2200. It takes an established "
        "rating above 2200 for 300 rated games, not necessarily consecutive.",
        lambda target: three_ways(target.facts.life_master),
        lambda target, key: facts(target, life_master=key == "yes"),
        YES_NO,
    ),
    Field(
        "ceiling",
        "Ceiling",
        "The most the rating may become, where the office has set one.",
        *fact_of("ceiling", typed_number, number_text),
        empty="none",
    ),
    Field(
        "wins",
        "Wins so far",
        "Rated games won before this event. Wins, draws and events raise the lowest "
        "floor from 100 to as much as 150.",
        *fact_of("wins", typed_count, count_text),
        empty="not known: this event's only",
    ),
    Field(
        "draws",
        "Draws so far",
        "Rated games drawn before this event.",
        *fact_of("draws", typed_count, count_text),
        empty="not known: this event's only",
    ),
    Field(
        "events",
        "Events so far",
        "Earlier events with three or more rated games.",
        *fact_of("events", typed_count, count_text),
        empty="not known: this event only",
    ),
)
OFFICE: Final = (
    Field(
        "initialRating",
        "Office's start",
        "The office's own starting rating of an unrated player. It overrides Step 1.",
        lambda target: (
            ""
            if target.facts.initial is None
            else number_text(target.facts.initial.rating)
        ),
        _initial_rating,
        empty="none: Step 1 decides",
        applies=is_unrated,
    ),
    Field(
        "initialGames",
        "Counts as games",
        "How many games the office's starting rating counts as.",
        lambda target: (
            "" if target.facts.initial is None else str(target.facts.initial.games)
        ),
        _initial_games,
        empty="0",
        beside=True,
        applies=is_unrated,
    ),
)
MATCHES: Final = (
    Field(
        "official",
        "Last published",
        "The last published rating. It decides whether a match can be rated.",
        *fact_of("official", typed_number, number_text),
        empty="the one before the event",
    ),
    Field(
        "net180",
        "Net in 180 days",
        "The net rating change by matches in the 180 days before; 12 or -12.",
        lambda target: _net_read(target, "net_180_days"),
        lambda target, text: _net(
            target, "net_180_days", typed_number(text, "12 or -12")
        ),
        empty="not known: not checked",
    ),
    Field(
        "net3years",
        "Net in 3 years",
        "The net rating change by matches in the three years before; 12 or -12.",
        lambda target: _net_read(target, "net_3_years"),
        lambda target, text: _net(
            target, "net_3_years", typed_number(text, "12 or -12")
        ),
        empty="not known: not checked",
    ),
)
FOREIGN: Final = (*_foreign("fide"), *_foreign("cfc"))
PUBLISHED: Final = (
    Field(
        "publishedRating",
        "Published rating",
        "What the federation published after the event, for the audit.",
        *_published("rating"),
        empty="not known",
    ),
    Field(
        "publishedGames",
        "Published games",
        "The number of games published with it.",
        *_published("games"),
        empty="not known",
        beside=True,
    ),
)
