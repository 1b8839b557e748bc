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
    f"a net change is from -{HIGHEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
)
MOST_MONEY: Final = 10_000_000
NET: Final = number_kind("12 or -12")
STATES: Final = (
    ("rated", "a rating"),
    ("unrated", "unrated"),
    ("unknown", "unknown"),
)


def _is_rated(facts: RatingFacts) -> bool:
    return facts.rating is not None


def _change_rating(facts: RatingFacts, text: str) -> dict[str, Any]:
    written = parse_rating(text)
    if written is None:
        raise TypedError(
            f'"{text.strip()}" isn\'t a valid rating. Examples: 1450, unr, or ?'
        )
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
        raise TypedError("enter the rating above")
    return {"rating": None, "unknown": key == "unknown"}


PRIZE_FLOOR_FACTS: Final = declare_facts(
    PrizeFloor,
    Fact(
        "level",
        LEVEL,
        "The floor.",
        "Prize floor",
        (
            "The floor earned by a large cash prize: the lowest multiple "
            "of 100 at which the player is no longer eligible for that "
            "section. A prize in an under-1750 section gives 1800."
        ),
        "none",
        control="prizeLevel",
        word="prize floor",
        bounds=LEVELS,
    ),
    Fact(
        "amount",
        number_kind("4000"),
        "The prize in US dollars; if unknown, the floor applies.",
        "Prize in dollars",
        (
            "The cash prize. With a date, it is checked against the rule in "
            "force on that date. If blank, the prize floor is used as "
            "entered."
        ),
        "unknown",
        control="prizeAmount",
        bounds=(0, MOST_MONEY),
        file_bounds=(0, 1e9),
        outside=f"a prize is from 0 to {MOST_MONEY} dollars",
    ),
    Fact(
        "date",
        DAY,
        "The date the prize was won. The rule in force on that date applies.",
        "Won on",
        "The date the prize was won.",
        "unknown",
        control="prizeDate",
    ),
)
MATCHES_FACTS: Final = declare_facts(
    MatchNetChanges,
    Fact(
        "net_180_days",
        NET,
        "The net rating change in the 180 days before the event; default unknown.",
        "Change in 180 days",
        (
            "The net rating change from matches in the 180 days before the "
            "event, for example 12 or -12."
        ),
        "unknown: not checked",
        control="net180",
        bounds=NET_CHANGES,
        outside=NET_OUTSIDE,
    ),
    Fact(
        "net_3_years",
        NET,
        "The net rating change in the 3 years before the event; default unknown.",
        "Change in 3 years",
        (
            "The net rating change from matches in the 3 years before the "
            "event, for example 12 or -12."
        ),
        "unknown: not checked",
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
        "The starting rating, which replaces the result of Step 1.",
        "Starting rating",
        (
            "The starting rating that US Chess set for an unrated player. It "
            "replaces the result of Step 1."
        ),
        "none",
        control="initialRating",
        word="starting rating",
        bounds=RATINGS,
        file_bounds=(0, HIGHEST_RATING),
    ),
    Fact(
        "games",
        COUNT,
        "The number of games it is based on; default 0.",
        "Counts for games",
        ("The number of games that the starting rating set by US Chess counts as."),
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
        (
            "The pre-event rating. If it is absent or null, the player is "
            'unrated; "unknown" means that the source doesn\'t have it.'
        ),
        "Pre-event rating",
        (
            "The pre-event rating: 1450, 554.22, or 1450/12 with the number "
            "of games. Type unr for an unrated player, or ? if the rating is "
            "unknown."
        ),
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
        label="Status",
        help=(
            "Unrated: the player has never been rated in this system, and "
            "Step 1 computes a starting rating. Unknown: the section can't "
            "be rated until you enter a rating or mark the player unrated."
        ),
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
        (
            "The number of earlier rated games, N; default unknown: the "
            "rating is assumed to be established."
        ),
        "Games",
        (
            "The number of earlier rated games, after the slash in 1450/12. If "
            "blank, the player is assumed to be established (26 or more games)."
        ),
        "26+ (assumed)",
        form="rating",
        applies=_is_rated,
        word="number of games",
        bounds=COUNTS,
    ),
    Fact(
        "record",
        choice_kind(
            ("", "unknown: assumed mixed"),
            ("mixed", "mixed"),
            ("all_wins", "won every game"),
            ("all_losses", "lost every game"),
        ),
        (
            "Whether all earlier games were won, or all lost; default "
            "unknown: assumed mixed."
        ),
        "Earlier results",
        (
            "Players who have won or lost all their earlier games are rated "
            "with a different formula."
        ),
        form="rating",
        applies=_is_rated,
        word="earlier results",
    ),
    Fact(
        "as_of",
        DAY,
        "The date of the rating; default unknown.",
        "As of",
        (
            "The date of this rating. It matters if this rating starts a "
            "rating in another system. If blank, the rating is assumed "
            "current."
        ),
        "unknown",
        form="rating",
        control="asOf",
        applies=_is_rated,
        word="date of the rating",
        of_rating=True,
    ),
    Fact(
        "source",
        choice_kind(
            ("", "unknown"),
            ("official", "supplement"),
            ("latest", "last event"),
            ("published", "crosstable"),
            ("typed", "typed in"),
        ),
        (
            "The source of the rating: a rating supplement, the last event, "
            "a published crosstable, or typed; default unknown."
        ),
        "From",
        (
            "The source of the rating. Rating supplements and crosstables "
            "show the number of games of every player who isn't established."
        ),
        form="rating",
        beside=True,
        applies=_is_rated,
        of_rating=True,
    ),
    Fact(
        "rounded",
        truth_kind("whole numbers only", no="no, exact"),
        (
            "Whether the rating was rounded, so that the exact one isn't "
            "known; default true for whole numbers from 2014-09-01 on."
        ),
        "Rounded",
        (
            "Whether the rating was rounded to a whole number. By default, "
            "whole numbers since September 2014 count as rounded."
        ),
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
        (
            "The highest established rating before the event. It determines "
            "the rating floor."
        ),
        "the pre-event rating",
        form="floors",
        word="highest rating",
        bounds=RATINGS,
    ),
    Fact(
        "floor",
        LEVEL,
        ("The floor shown by US Chess; it replaces the floor computed from the peak."),
        "Floor",
        (
            "The floor shown by US Chess. It replaces the floor computed "
            "from the highest rating."
        ),
        "from the highest rating",
        form="floors",
        bounds=LEVELS,
    ),
    Fact(
        "prize_floor",
        structure_kind("prize floor"),
        ("A floor earned by a cash prize: its level, or an object with all details."),
        form="floors",
        parts=PRIZE_FLOOR_FACTS,
        whole=PrizeFloor,
        first="the prize floor",
    ),
    Fact(
        "life_master",
        FLAG,
        "An Original Life Master; default false.",
        "Life master",
        (
            "The Original Life Master title gives a floor of 2200. It "
            "requires an established rating above 2200 for 300 rated games, "
            "not necessarily consecutive."
        ),
        form="floors",
        control="lifeMaster",
    ),
    Fact(
        "ceiling",
        NUMBER,
        "A rating ceiling; default none.",
        "Ceiling",
        "Rating ceiling set by US Chess, if any.",
        "none",
        form="floors",
        bounds=RATINGS,
    ),
    Fact(
        "wins",
        COUNT,
        "Earlier wins, for the absolute floor; default unknown.",
        "Earlier wins",
        (
            "Rated games won before this event. Wins, draws, and events "
            "raise the lowest floor from 100 to at most 150."
        ),
        "unknown: only this event's",
        form="floors",
        bounds=COUNTS,
    ),
    Fact(
        "draws",
        COUNT,
        "Earlier draws, for the absolute floor; default unknown.",
        "Earlier draws",
        "Rated games drawn before this event.",
        "unknown: only this event's",
        form="floors",
        bounds=COUNTS,
    ),
    Fact(
        "events",
        COUNT,
        "Earlier events, for the absolute floor; default unknown.",
        "Earlier events",
        "Earlier events with 3 or more rated games.",
        "unknown: only this event",
        form="floors",
        bounds=COUNTS,
    ),
    Fact(
        "official",
        NUMBER,
        "The last published rating, for matches; default unknown.",
        "Last published",
        ("The last published rating. It determines whether a match can be rated."),
        "the pre-event rating",
        form="matches",
        word="published rating",
        bounds=RATINGS,
    ),
    Fact(
        "matches",
        structure_kind("object"),
        "Net rating changes from earlier matches; default unknown.",
        form="matches",
        word="earlier matches",
        parts=MATCHES_FACTS,
        whole=MatchNetChanges,
    ),
    Fact(
        "initial",
        structure_kind("object"),
        "The starting rating set by US Chess; default none.",
        form="office",
        applies=lambda facts: facts.rating is None and not facts.unknown,
        word="starting rating",
        parts=INITIAL_FACTS,
        whole=OfficialStartingRating,
        first="the starting rating",
    ),
)
