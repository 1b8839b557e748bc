"""The facts of an event and of a section, with those that only a rating report has."""

from typing import Final

from uscalc.document.facts.fact import (
    CAPITALS,
    COUNT,
    DAY,
    FLAG,
    OPTIONAL_TEXT,
    RULES,
    SYSTEM_LIST,
    Fact,
    choice_kind,
    declare_facts,
    letter_kind,
    structure_kind,
)
from uscalc.document.model import (
    MAX_ROUNDS,
    Document,
    EventReport,
    Section,
    SectionKind,
    SectionReport,
)

KIND_WORDS: Final[dict[SectionKind, tuple[str, str]]] = {
    "event": ("event", "Standard section (Swiss or round robin)."),
    "match": (
        "match",
        (
            "Two established players against each other. No bonus, and "
            "rating changes are limited."
        ),
    ),
    "foreign-fide": (
        "FIDE event abroad",
        (
            "Players with a Regular rating are rated against opponents with "
            "FIDE ratings. Results may be entered on one side only."
        ),
    ),
    "foreign-fide-youth": (
        "FIDE youth event abroad",
        ("Like a FIDE event abroad, with the rating conversion for youth events."),
    ),
    "estimate": (
        "estimate",
        (
            "A one-player estimate: results on one side only, and opponents' "
            "ratings used as entered in every step."
        ),
    ),
    "unrated": ("unrated", "Not rated. The section is saved but not rated or printed."),
}
YES_OR_NO: Final = letter_kind(("", "not specified"), ("N", "no"), ("Y", "yes"))

EVENT_REPORT_FACTS: Final = declare_facts(
    EventReport,
    Fact(
        "affiliate",
        CAPITALS,
        "The affiliate's ID, A and seven digits; default unknown.",
        "Affiliate",
        ("Affiliate ID: A plus seven digits, for example A6000001."),
        "A6000001",
        form="event report",
    ),
    Fact(
        "chief_td",
        meaning="The chief director's member ID; leave it out if unknown.",
        label="Chief director",
        help="The chief director's member ID.",
        unknown="eight digits",
        form="event report",
        word="chief director",
    ),
    Fact(
        "assistant_td",
        meaning="The chief assistant's member ID; default none.",
        label="Assistant",
        help="Member ID of the chief assistant TD (optional).",
        unknown="none",
        form="event report",
        word="assistant director",
    ),
    Fact(
        "other_tds",
        meaning="The other directors; default none.",
        label="Others",
        help="The other directors, with their member IDs.",
        unknown="none",
        form="event report",
        word="other directors",
    ),
    Fact(
        "city",
        meaning="The city; default unknown.",
        label="City, state",
        help="City and two-letter state where the event was played.",
        unknown="city",
        form="event report",
    ),
    Fact(
        "state",
        meaning="The state, two letters; default unknown.",
        label="State",
        help="Two-letter state, for example OH.",
        unknown="state",
        form="event report",
        beside=True,
    ),
    Fact(
        "zip",
        meaning="The ZIP code; default unknown.",
        label="ZIP, country",
        help="ZIP code of the playing site, and the country, for example USA.",
        unknown="ZIP code",
        form="event report",
        word="ZIP code",
    ),
    Fact(
        "country",
        meaning="The country; default unknown.",
        label="Country",
        help="Country, for example USA.",
        unknown="country",
        form="event report",
        beside=True,
    ),
    Fact(
        "event_id",
        meaning="The event ID assigned by US Chess; default none.",
        word="US Chess event ID",
    ),
    Fact("program", meaning="The program that made the report; default this one."),
    Fact(
        "crosstable",
        YES_OR_NO,
        "Y or N: ask US Chess for a printed crosstable; default N.",
        "Printed crosstable",
        "Ask US Chess for a printed crosstable.",
        form="event report",
        word="request for a printed crosstable",
    ),
)
SECTION_REPORT_FACTS: Final = declare_facts(
    SectionReport,
    Fact(
        "type",
        letter_kind(
            ("", "from the pairings"),
            ("S", "S, Swiss"),
            ("R", "R, round robin"),
            ("2", "2, double Swiss"),
            ("M", "M, match"),
            ("O", "O, other"),
        ),
        (
            "S Swiss, R round robin, 2 double Swiss, M match, O other; "
            "default from the pairings."
        ),
        "Type",
        "Tournament type. A double Swiss has two games in each round.",
        form="section report",
    ),
    Fact(
        "system",
        letter_kind(
            ("", "from the time control"),
            ("R", "R, Regular"),
            ("D", "D, Regular and Quick"),
            ("Q", "Q, Quick"),
            ("B", "B, Blitz"),
        ),
        (
            "R, D, Q or B, the report's rating system letter; default from "
            "the time control."
        ),
        "Letter",
        ("Rating system code. US Chess uses the time control, not this code."),
        form="section report",
    ),
    Fact(
        "chief_td",
        meaning="The member ID of the section's chief director; default the event's.",
        label="Chief director",
        help="The member ID of the section's own chief director.",
        unknown="the event's",
        form="section report",
        word="chief director",
    ),
    Fact(
        "assistant_td",
        meaning="The member ID of the section's assistant; default none.",
        label="Assistant",
        help="The member ID of the section's assistant.",
        unknown="none",
        form="section report",
        word="assistant director",
    ),
    Fact(
        "grand_prix",
        YES_OR_NO,
        "Y or N: a Grand Prix section; default N.",
        "Grand Prix",
        "Whether this is a Grand Prix section, and its points.",
        form="section report",
    ),
    Fact(
        "grand_prix_points",
        meaning="The Grand Prix points; default none.",
        label="Points",
        help="Grand Prix points.",
        unknown="points",
        form="section report",
        beside=True,
    ),
    Fact(
        "scholastic_level",
        meaning="The letter of the scholastic level; default none.",
        label="Scholastic level",
        help="The scholastic level, as the letter that the rating report has for it.",
        unknown="none",
        form="section report",
    ),
    Fact(
        "fide_rated",
        YES_OR_NO,
        "Y or N: also FIDE rated; default N.",
        "FIDE",
        "Whether the section is also FIDE rated.",
        form="section report",
    ),
)

SECTION_FACTS: Final = declare_facts(
    Section,
    Fact(
        "name",
        meaning='The name; default "Section" and its position.',
        label="Section",
        help="The section's name, as shown on its tab.",
        unknown="required",
        form="section",
        needed="enter a section name",
        always_filed=True,
        null_in_file=True,
    ),
    Fact(
        "start_date",
        DAY,
        "The start date; default the end date.",
        "Start date",
        (
            "The section's start date, for example 8/30/2025. Enter it if the "
            "section lasted more than one day."
        ),
        "the end date",
        form="section",
        control="startDate",
    ),
    Fact(
        "end_date",
        DAY,
        "The end date; default the event's.",
        "End date",
        (
            "The section's end date, for example 9/1/2025. It determines which "
            "rating rules apply."
        ),
        "the event's",
        form="section",
        control="endDate",
    ),
    Fact(
        "time_control",
        OPTIONAL_TEXT,
        (
            "The time control, for example G/90;d5 or 40/120, SD/30;d10; default "
            "unknown."
        ),
        "Time control",
        (
            "Such as G/90;d5, G/25+5, 40/120, SD/30;d10, or G/3 inc 2. It "
            "determines whether the section is Regular, Quick or Blitz rated."
        ),
        "G/90;d5",
        form="section",
        control="timeControl",
    ),
    Fact(
        "planned_rounds",
        COUNT,
        "The number of planned rounds; default unknown.",
        "Rounds",
        ("The number of planned rounds. SwissSys and WinTD files include it."),
        "as played",
        form="section",
        control="rounds",
        file_key="rounds",
        bounds=(1, MAX_ROUNDS),
        outside=f"a section has 1 to {MAX_ROUNDS} rounds",
    ),
    Fact(
        "played_rounds",
        COUNT,
        (
            "The number of rounds the pairing program marks as played; "
            "default from the results."
        ),
        file_key="rounds_played",
        bounds=(0, MAX_ROUNDS),
    ),
    Fact(
        "online",
        FLAG,
        "Played online; default false.",
        "Played",
        ("Whether the section was played online. Online games have separate ratings."),
        "online",
        form="section",
    ),
    Fact(
        "systems",
        SYSTEM_LIST,
        "The rating systems; default from the time control.",
        "Rated in",
        (
            "R Regular, Q Quick, B Blitz, O for online. With none selected, "
            "the time control decides. Regular and Quick together: dual "
            "rated."
        ),
        form="section",
    ),
    Fact(
        "kind",
        choice_kind(*((kind, words) for kind, (words, _) in KIND_WORDS.items())),
        (
            "The section type: an event (default), a match, a FIDE event abroad, "
            "a FIDE youth event abroad, a one-player estimate, or unrated."
        ),
        "Section type",
        "Section type. The description appears below.",
        form="section",
    ),
    Fact(
        "rules",
        RULES,
        (
            "The key of an edition, or an object with an edition and single "
            "parameters; default by end date."
        ),
        "Rules",
        (
            "By date: the rules in force on the section's end date. An "
            "edition: the rules of that document, whatever the date."
        ),
        form="section",
    ),
    Fact(
        "half_k",
        FLAG,
        "Half K, in the 2001 guide only; default false.",
        "Half-K",
        "Rating changes count half. Applies only under the 2001 guide.",
        "changes count half",
        form="section",
        control="halfK",
    ),
    Fact(
        "report",
        structure_kind("object"),
        "Details for the rating report; default none.",
        merged=False,
        parts=SECTION_REPORT_FACTS,
        whole=SectionReport,
    ),
)
EVENT_FACTS: Final = declare_facts(
    Document,
    Fact(
        "name",
        meaning="The event's name.",
        label="Event",
        help="The name of the whole event, as printed.",
        unknown="required",
        form="event",
        needed="enter an event name",
    ),
    Fact(
        "end_date",
        DAY,
        "The event's end date.",
        "End date",
        (
            "The event's end date, for example 9/1/2025. It determines which "
            "rating rules apply."
        ),
        "9/1/2025",
        form="event",
        control="endDate",
        needed="enter the event's end date, for example 9/1/2025",
    ),
    Fact(
        "chain_sections",
        FLAG,
        (
            "A member in several sections starts each with the post-event "
            "rating of the one before; default false."
        ),
        "Sections",
        (
            "A member who played in an earlier section starts the next with "
            "the new rating. Sections are rated by end date, then in their "
            "order."
        ),
        "rate in order",
        form="event",
        control="chain",
    ),
    Fact(
        "report",
        structure_kind("object"),
        "Details for the rating report; default none.",
        merged=False,
        parts=EVENT_REPORT_FACTS,
        whole=EventReport,
    ),
)
