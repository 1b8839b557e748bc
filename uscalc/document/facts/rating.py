"""The facts of a player in one rating system before the event."""

from typing import Any, Final

from uscalc.document.facts.fact import (
    COUNT,
    COUNTS,
    DAY,
    FLAG,
    LEVEL,
    LEVELS,
    NUMBER,
    RATINGS,
    Fact,
    ValueKind,
    choice_kind,
    declare_facts,
    number_kind,
    structure_kind,
    truth_kind,
)
from uscalc.document.facts.typed import TypedError, format_number, parse_rating
from uscalc.document.model import (
    HIGHEST_RATING,
    MatchNetChanges,
    OfficialStartingRating,
    PrizeFloor,
    RatingFacts,
)

NET_CHANGES: Final = (-HIGHEST_RATING, HIGHEST_RATING)
NET_OUTSIDE: Final = (
    f"a net change lies between -{HIGHEST_RATING:.0f} and {HIGHEST_RATING:.0f}"
)
MOST_MONEY: Final = 10_000_000
NET: Final = number_kind("12 or -12")
STATES: Final = (
    ("rated", "a rating"),
    ("unrated", "unrated (new)"),
    ("unknown", "not known"),
)


def _is_rated(facts: RatingFacts) -> bool:
    return facts.rating is not None


def _is_unrated(facts: RatingFacts) -> bool:
    return facts.rating is None and not facts.unknown


def _change_rating(facts: RatingFacts, text: str) -> dict[str, Any]:
    written = parse_rating(text)
    if written is None:
        raise TypedError(f'"{text.strip()}" is no rating; write 1450, new, or ?')
    if written.kind == "blank":
        return {"rating": None, "unknown": facts.unknown}
    if written.rating is None:
        return {"rating": None, "unknown": written.kind == "unknown"}
    games = {} if written.games is None else {"games": written.games}
    return {"rating": written.rating, **games}


def _read_state(facts: RatingFacts) -> str:
    if facts.unknown:
        return "unknown"
    return "unrated" if facts.rating is None else "rated"


def _change_state(facts: RatingFacts, key: str) -> dict[str, Any]:
    if key == _read_state(facts):
        return {}
    if key == "rated":
        raise TypedError("type the rating above")
    return {"rating": None, "unknown": key == "unknown"}


PRIZE_FLOOR_FACTS: Final = declare_facts(
    PrizeFloor,
    Fact(
        "level",
        LEVEL,
        "The floor.",
        "Prize floor",
        "The level of a floor earned by a large cash prize: the first hundred at which "
        "the player is no longer eligible for that section. A prize in an under-1750 "
        "section gives 1800.",
        "none",
        control="prizeLevel",
        word="prize floor",
        bounds=LEVELS,
    ),
    Fact(
        "amount",
        number_kind("4000"),
        "The prize in US dollars; unknown: the level holds.",
        "Prize in dollars",
        "The prize. With its date it is tested by the rule of that day; without, the "
        "level counts as you enter it.",
        "not known",
        control="prizeAmount",
        bounds=(0, MOST_MONEY),
        file_bounds=(0, 1e9),
        outside=f"a prize lies between 0 and {MOST_MONEY} dollars",
    ),
    Fact(
        "date",
        DAY,
        "The day of the prize, whose rule is tested.",
        "Won on",
        "The day the prize was won.",
        "not known",
        control="prizeDate",
    ),
)
MATCHES_FACTS: Final = declare_facts(
    MatchNetChanges,
    Fact(
        "net_180_days",
        NET,
        "In the 180 days before; default unknown.",
        "Net in 180 days",
        "The net rating change by matches in the 180 days before; 12 or -12.",
        "not known: not checked",
        control="net180",
        bounds=NET_CHANGES,
        outside=NET_OUTSIDE,
    ),
    Fact(
        "net_3_years",
        NET,
        "In the 3 years before; default unknown.",
        "Net in 3 years",
        "The net rating change by matches in the three years before; 12 or -12.",
        "not known: not checked",
        control="net3years",
        bounds=NET_CHANGES,
        outside=NET_OUTSIDE,
    ),
)
INITIAL_FACTS: Final = declare_facts(
    OfficialStartingRating,
    Fact(
        "rating",
        NUMBER,
        "It overrides Step 1.",
        "Starting rating",
        "The starting rating that US Chess gave an unrated player. It overrides Step 1.",
        "none: Step 1 decides",
        control="initialRating",
        word="starting rating",
        bounds=RATINGS,
        file_bounds=(0, HIGHEST_RATING),
    ),
    Fact(
        "games",
        COUNT,
        "The number of games it is based on; default 0.",
        "Counts as games",
        "The number of games that the starting rating by US Chess counts as.",
        "0",
        control="initialGames",
        beside=True,
        word="starting rating",
        bounds=COUNTS,
    ),
)

RATING_FACTS: Final = declare_facts(
    RatingFacts,
    Fact(
        "rating",
        ValueKind("rating before", str, format_number),
        'The pre-event rating; absent or null: unrated; "unknown": the source does not '
        "say.",
        "Pre-event rating",
        "The rating before the event: 1450, 554.22, or 1450/12 with its games. Type "
        "unr for an unrated player, or ? if the rating is not known.",
        "none",
        form="rating",
        bounds=RATINGS,
        always_filed=True,
        merged=False,
        change=_change_rating,
    ),
    Fact(
        "unknown",
        ValueKind("state", str, str, STATES),
        label="Kind of rating",
        help="Unrated: the player has never been rated in this system, and Step 1 gives "
        "a starting rating. Not known: the section is not rated until it is.",
        form="rating",
        control="state",
        beside=True,
        word="",
        merged=False,
        read=_read_state,
        change=_change_state,
    ),
    Fact(
        "games",
        COUNT,
        "Earlier rated games, N; default unknown: with a rating taken as established.",
        "Games",
        "The number of earlier games: the number after P, as in 1450P12. Leave it empty "
        "if it is not known. The player is then assumed to be established (26 games or "
        "more).",
        "26+: assumed established",
        form="rating",
        applies=_is_rated,
        word="number of games",
        bounds=COUNTS,
    ),
    Fact(
        "record",
        choice_kind(
            ("", "not known: assumed mixed"),
            ("mixed", "mixed"),
            ("all_wins", "won every game"),
            ("all_losses", "lost every game"),
        ),
        "Every earlier game; default unknown, taken as mixed.",
        "Earlier results",
        "A player who has won, or lost, every game so far is rated differently.",
        form="rating",
        applies=_is_rated,
        word="earlier results",
    ),
    Fact(
        "as_of",
        DAY,
        "The day that the rating is of; default unknown.",
        "As of",
        "The date of this rating. It decides how much the rating counts if it starts "
        "another one. Without it the rating is assumed current.",
        "not known",
        form="rating",
        control="asOf",
        applies=_is_rated,
        word="date of the rating",
        of_rating=True,
    ),
    Fact(
        "source",
        choice_kind(
            ("", "not known"),
            ("official", "a published list"),
            ("latest", "the player's last event"),
            ("published", "a crosstable"),
            ("typed", "typed by hand"),
        ),
        "Where the rating is from: a published list, the latest event, a published "
        "crosstable, or typed; default unknown.",
        "From",
        "Where the rating is from. A published list or crosstable shows the number of "
        "games of every player who is not established.",
        form="rating",
        beside=True,
        applies=_is_rated,
        of_rating=True,
    ),
    Fact(
        "rounded",
        truth_kind("if it is a whole number", no="no, exact"),
        "The rating stands for anything that rounds to it; default true for whole "
        "numbers from 2014-09-01 on.",
        "Rounded",
        "Whether the rating was rounded to a whole number. If you do not say, whole "
        "numbers count as rounded once ratings have decimals.",
        form="rating",
        applies=_is_rated,
        of_rating=True,
    ),
    Fact(
        "peak",
        NUMBER,
        "The highest established rating before the event; default the pre-event "
        "rating, if established.",
        "Highest rating",
        "The highest established rating before the event. A floor follows from it.",
        "not known: the pre-event rating",
        form="floors",
        word="highest rating",
        bounds=RATINGS,
    ),
    Fact(
        "floor",
        LEVEL,
        "The floor that the federation shows; it replaces the one computed from the "
        "peak.",
        "Floor shown",
        "The floor that US Chess shows. It replaces the one from the highest rating.",
        "from the highest rating",
        form="floors",
        bounds=LEVELS,
    ),
    Fact(
        "prize_floor",
        structure_kind("prize floor"),
        "A floor by a cash prize: its level, or all about it.",
        form="floors",
        parts=PRIZE_FLOOR_FACTS,
        whole=PrizeFloor,
        first="the level of the prize floor",
    ),
    Fact(
        "life_master",
        FLAG,
        "An Original Life Master; default false.",
        "Life master",
        "The original life master title gives a floor of 2200. It takes an established "
        "rating above 2200 for 300 rated games, not necessarily consecutive.",
        form="floors",
        control="lifeMaster",
    ),
    Fact(
        "ceiling",
        NUMBER,
        "A rating ceiling; default none.",
        "Ceiling",
        "The highest that the rating may become, if US Chess has set a limit.",
        "none",
        form="floors",
        bounds=RATINGS,
    ),
    Fact(
        "wins",
        COUNT,
        "Earlier wins, for the absolute floor; default unknown.",
        "Wins so far",
        "Rated games won before this event. Wins, draws and events raise the lowest "
        "floor from 100 to as much as 150.",
        "not known: only this event's",
        form="floors",
        bounds=COUNTS,
    ),
    Fact(
        "draws",
        COUNT,
        "Earlier draws, for the absolute floor; default unknown.",
        "Draws so far",
        "Rated games drawn before this event.",
        "not known: only this event's",
        form="floors",
        bounds=COUNTS,
    ),
    Fact(
        "events",
        COUNT,
        "Earlier events, for the absolute floor; default unknown.",
        "Events so far",
        "Earlier events with three or more rated games.",
        "not known: only this event",
        form="floors",
        bounds=COUNTS,
    ),
    Fact(
        "official",
        NUMBER,
        "The last published rating, for matches; default unknown.",
        "Last published",
        "The last published rating. It decides whether a match can be rated.",
        "not known: the pre-event rating",
        form="matches",
        word="published rating",
        bounds=RATINGS,
    ),
    Fact(
        "matches",
        structure_kind("object"),
        "Net changes by earlier matches; default unknown.",
        form="matches",
        word="earlier matches",
        parts=MATCHES_FACTS,
        whole=MatchNetChanges,
    ),
    Fact(
        "initial",
        structure_kind("object"),
        "The office's own starting rating; default none.",
        form="office",
        applies=_is_unrated,
        word="starting rating",
        parts=INITIAL_FACTS,
        whole=OfficialStartingRating,
        first="the office's starting rating",
    ),
)
