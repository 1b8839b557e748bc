"""The fields of what a ratings report says beside, of the event and of a section."""

from typing import Final

from uscalc.document.change import Edit
from uscalc.document.edit.settings import set_event_report, set_section_report
from uscalc.document.fields.field import Field, Target

YES_OR_NO: Final = (("", "not said"), ("N", "no"), ("Y", "yes"))
TYPES: Final = (
    ("", "by the games"),
    ("S", "S, Swiss"),
    ("R", "R, round robin"),
    ("2", "2, double Swiss"),
    ("M", "M, match"),
    ("O", "O, other"),
)
LETTERS: Final = (
    ("", "by the time control"),
    ("R", "R, Regular"),
    ("D", "D, Regular and Quick"),
    ("Q", "Q, Quick"),
    ("B", "B, Blitz"),
)
_Choices = tuple[tuple[str, str], ...]


def _known(text: str, choices: _Choices) -> str:
    """Return what another program wrote may be none of the choices."""
    return text if not choices or text in dict(choices) else ""


def _of_event(
    name: str,
    label: str,
    hint: str,
    choices: _Choices = (),
    empty: str = "",
    beside: bool = False,
) -> Field:
    return Field(
        name,
        label,
        hint,
        lambda target: _known(getattr(target.document.report, name), choices),
        lambda target, text: set_event_report(target.document, **{name: text}),
        choices,
        empty,
        beside,
    )


def _of_section(
    name: str,
    label: str,
    hint: str,
    choices: _Choices = (),
    empty: str = "",
    beside: bool = False,
) -> Field:
    def write(target: Target, text: str) -> Edit:
        return set_section_report(target.document, target.index, **{name: text})

    return Field(
        name,
        label,
        hint,
        lambda target: _known(getattr(target.section.report, name), choices),
        write,
        choices,
        empty,
        beside,
    )


EVENT_REPORT: Final = (
    _of_event(
        "affiliate",
        "Affiliate",
        "The ID of the affiliate that reports: A and seven digits.",
        empty="A6000001",
    ),
    _of_event(
        "chief_td",
        "Chief director",
        "The chief director's member ID.",
        empty="eight digits",
    ),
    _of_event(
        "assistant_td",
        "Assistant",
        "The chief assistant's member ID, if there was one.",
        empty="none",
    ),
    _of_event(
        "other_tds",
        "Others",
        "The other directors, with their member IDs.",
        empty="none",
    ),
    _of_event(
        "city",
        "City, state",
        "Where it was played; the state in two letters.",
        empty="city",
    ),
    _of_event("state", "State", "The state, two letters.", empty="state", beside=True),
    _of_event(
        "zip",
        "ZIP, country",
        "The ZIP code of the place, and the country, such as USA.",
        empty="ZIP code",
    ),
    _of_event("country", "Country", "Such as USA.", empty="country", beside=True),
    _of_event(
        "crosstable",
        "On paper",
        "Whether a crosstable on paper is wanted from the federation.",
        YES_OR_NO,
    ),
)
SECTION_REPORT: Final = (
    _of_section(
        "type",
        "Type",
        "What sort of tournament it is. A double Swiss has two games in each round.",
        TYPES,
    ),
    _of_section(
        "system",
        "Letter",
        "The letter of the rating system. The service goes by the time control alone.",
        LETTERS,
    ),
    _of_section(
        "chief_td",
        "Chief director",
        "The member ID of the section's own chief director.",
        empty="the event's",
    ),
    _of_section(
        "assistant_td",
        "Assistant",
        "The member ID of the section's assistant.",
        empty="none",
    ),
    _of_section(
        "grand_prix",
        "Grand Prix",
        "Whether it is a Grand Prix section, and its points.",
        YES_OR_NO,
    ),
    _of_section(
        "grand_prix_points", "Points", "Grand Prix points.", empty="points", beside=True
    ),
    _of_section(
        "scholastic_level",
        "Scholastic level",
        "The letter of the scholastic level.",
        empty="none",
    ),
    _of_section(
        "fide_rated",
        "FIDE",
        "Whether the section is rated by FIDE too.",
        YES_OR_NO,
    ),
)
