"""The facts of a player that don't belong to a single pre-event rating."""

from typing import Final

from uscalc.document.facts.fact import (
    BIRTH,
    COUNT,
    COUNTS,
    DAY,
    NUMBER,
    OPTIONAL_TEXT,
    RATINGS,
    Fact,
    declare_facts,
    number_kind,
    structure_kind,
    truth_kind,
)
from uscalc.document.facts.rating import RATING_FACTS
from uscalc.document.model import (
    HIGHEST_PUBLISHED,
    LOWEST_RATING,
    ForeignRating,
    Player,
    PublishedRating,
    RatingFacts,
)

HIGHEST_FOREIGN: Final = 4000


def _foreign_rating_facts(name: str, more: str = "") -> tuple[Fact, ...]:
    """Return the facts of a FIDE or CFC rating."""
    return declare_facts(
        ForeignRating,
        Fact(
            "rating",
            number_kind("1810"),
            "The rating.",
            f"{name} rating",
            (
                f"The {name} rating before the event. It can set an unrated "
                f"player's starting rating.{more}"
            ),
            "none",
            control=f"{name.lower()}Rating",
            bounds=(1, HIGHEST_FOREIGN),
            outside=f"a {name} rating is from 1 to {HIGHEST_FOREIGN}",
            file_bounds=(0, HIGHEST_FOREIGN),
        ),
        Fact(
            "as_of",
            DAY,
            "The date of the rating; default unknown.",
            f"{name} as of",
            (
                f"The date of the {name} rating list. If blank, the rating is "
                "assumed current."
            ),
            "no date",
            control=f"{name.lower()}AsOf",
            beside=True,
        ),
    )


FIDE_FACTS: Final = _foreign_rating_facts("FIDE")
CFC_FACTS: Final = _foreign_rating_facts(
    "CFC", " A CFC rating means that the player lives in Canada."
)
PUBLISHED_FACTS: Final = declare_facts(
    PublishedRating,
    Fact(
        "rating",
        NUMBER,
        "The post-event rating; a value above 3000 causes a warning.",
        "Published rating",
        "The post-event rating published by US Chess, for comparison.",
        "unknown",
        control="publishedRating",
        bounds=RATINGS,
        file_bounds=(LOWEST_RATING, HIGHEST_PUBLISHED),
    ),
    Fact(
        "games",
        COUNT,
        "The number of games after the event; default unknown.",
        "Published games",
        "The number of games published with the rating.",
        "unknown",
        control="publishedGames",
        beside=True,
        word="number of games",
        bounds=COUNTS,
    ),
)

PLAYER_FACTS: Final = declare_facts(
    Player,
    Fact("number", COUNT, "The pairing number.", bounds=(1, 99_999), merged=False),
    Fact(
        "name",
        meaning="The name; default empty.",
        label="Name",
        help="Last name, first name, as printed on the wall chart.",
        unknown="no name yet",
        form="person",
        always_filed=True,
    ),
    Fact(
        "id",
        OPTIONAL_TEXT,
        "The member ID, as text; default unknown.",
        "Member ID",
        (
            "The US Chess member ID. It links a player's entries, and the "
            "sections of one event."
        ),
        "unknown",
        form="person",
        control="memberId",
        word="member ID",
    ),
    Fact(
        "state",
        OPTIONAL_TEXT,
        "The two-letter state; default unknown.",
        "State",
        "The player's two-letter state, as in a rating report.",
        "unknown",
        form="person",
        control="home",
    ),
    Fact(
        "birth",
        BIRTH,
        ("The birth date, or only the year (then July 1 is assumed); default unknown."),
        "Born",
        (
            "The birth date, for example 5/17/2009, or only the year. An unrated "
            "player's starting rating may depend on age. For a year, July 1 "
            "is assumed."
        ),
        "unknown",
        form="person",
        word="birth date",
        file_key="birth_date",
    ),
    Fact(
        "adult",
        truth_kind("unknown"),
        (
            "Whether a player without a birth date is an adult. By default "
            "the player counts as a child, if the edition has a starting rating "
            "for children."
        ),
        "Adult",
        (
            "Whether an unrated player without a birth date is an adult. An "
            "adult starts higher than a child. If unknown, a child is assumed."
        ),
        form="person",
    ),
    Fact(
        "ratings",
        structure_kind("object"),
        "The pre-event data, by rating system.",
        merged=False,
        parts=RATING_FACTS,
        whole=RatingFacts,
        by_system=True,
    ),
    Fact(
        "fide",
        structure_kind("object"),
        "The FIDE rating; default none.",
        form="foreign",
        word="FIDE rating",
        parts=FIDE_FACTS,
        whole=ForeignRating,
        first="the FIDE rating",
        renews=True,
    ),
    Fact(
        "cfc",
        structure_kind("object"),
        ("The CFC rating, which means that the player lives in Canada; default none."),
        form="foreign",
        word="CFC rating",
        parts=CFC_FACTS,
        whole=ForeignRating,
        first="the CFC rating",
        renews=True,
    ),
    Fact(
        "results",
        structure_kind("results"),
        (
            "One result a round: W12 D3 L7 a game against that number; N12 "
            "R12 S12 a win, draw or loss rated for this player only; B H U "
            "(or -) full-point bye, half-point bye, unpaired; X12 F12 won or "
            "lost by forfeit; Z12 no result; ?5 and ?1400-1600 an unplayed "
            "game; then optionally w or b for the color; | joins several "
            "games of one round. Other text is kept, and the section isn't "
            "rated until it is corrected."
        ),
        merged=False,
    ),
    Fact(
        "published",
        structure_kind("object"),
        "The ratings published by US Chess, by rating system.",
        form="published",
        parts=PUBLISHED_FACTS,
        whole=PublishedRating,
        by_system=True,
        first="the published rating",
    ),
)
