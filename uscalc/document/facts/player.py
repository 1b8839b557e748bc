"""The facts of a player that are not about one rating before the event."""

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
    """Return the facts of a rating by FIDE or CFC."""
    return declare_facts(
        ForeignRating,
        Fact(
            "rating",
            number_kind("1810"),
            "The rating.",
            f"{name} rating",
            f"The {name} rating before the event. It can start an unrated player.{more}",
            "none",
            control=f"{name.lower()}Rating",
            bounds=(1, HIGHEST_FOREIGN),
            outside=f"a {name} rating lies between 1 and {HIGHEST_FOREIGN}",
            file_bounds=(0, HIGHEST_FOREIGN),
        ),
        Fact(
            "as_of",
            DAY,
            "The day that it is of; default unknown.",
            f"{name} as of",
            f"The date of the {name} list. Without it the rating is assumed current.",
            "not known: assumed current",
            control=f"{name.lower()}AsOf",
            beside=True,
        ),
    )


FIDE_FACTS: Final = _foreign_rating_facts("FIDE")
CFC_FACTS: Final = _foreign_rating_facts(
    "CFC", " A CFC rating means a resident of Canada."
)
PUBLISHED_FACTS: Final = declare_facts(
    PublishedRating,
    Fact(
        "rating",
        NUMBER,
        "The new rating; above 3000 it is a finding.",
        "Published rating",
        "The post-event rating that US Chess published, for the comparison.",
        "not known",
        control="publishedRating",
        bounds=RATINGS,
        file_bounds=(LOWEST_RATING, HIGHEST_PUBLISHED),
    ),
    Fact(
        "games",
        COUNT,
        "The new number of games; default unknown.",
        "Published games",
        "The number of games published with it.",
        "not known",
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
        help="As it is printed: family name, given name.",
        unknown="no name yet",
        form="person",
        always_filed=True,
    ),
    Fact(
        "id",
        OPTIONAL_TEXT,
        "The member ID, as text; default unknown.",
        "Member ID",
        "The US Chess member ID. It joins several entries of one person, and chains "
        "the sections of one event.",
        "not known",
        form="person",
        control="memberId",
        word="member ID",
    ),
    Fact(
        "state",
        OPTIONAL_TEXT,
        "The state, two letters; default unknown.",
        "State",
        "The player's state in two letters, as in a rating report.",
        "not known",
        form="person",
        control="home",
    ),
    Fact(
        "birth",
        BIRTH,
        "The birth date, or the year alone (then July 1 is taken); default unknown.",
        "Born",
        "The birth date, such as 5/17/2009, or the year alone. A player new to ratings "
        "may start by age. For a year alone, July 1 is assumed.",
        "not known",
        form="person",
        word="birth date",
        file_key="birth_date",
    ),
    Fact(
        "adult",
        truth_kind("not known"),
        "For a player without a birth date; default unknown: the child's value where "
        "the edition has one.",
        "Adult",
        "Counts only for a new player whose birth date is not known: an adult starts "
        "higher than a child, and a child is assumed.",
        form="person",
    ),
    Fact(
        "ratings",
        structure_kind("object"),
        "What is known before the event, by system.",
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
        "The CFC rating; an entry means a resident of Canada; default none.",
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
        "One result a round: W12 D3 L7 a game against that number; N12 R12 S12 a win, "
        "draw or loss rated for this player only; B H U (or -) full-point bye, "
        "half-point bye, unpaired; X12 F12 won or lost by forfeit; Z12 no result; ?5 "
        "and ?1400-1600 a game to come; then perhaps w or b for the color; | joins "
        "several games of one round. Other text is kept, and the section is not rated "
        "until it is mended.",
        merged=False,
    ),
    Fact(
        "published",
        structure_kind("object"),
        "The results that the federation published, by system.",
        form="published",
        parts=PUBLISHED_FACTS,
        whole=PublishedRating,
        by_system=True,
        first="the published rating",
    ),
)
