"""The event file's keys: each with its type, its bounds and what it means.

The one declaration of what may stand in an event file: pydantic reads by it, what is
wrong is told from it, and the JSON Schema is made of it. What is read are the values
of `document.model`; the classes here only list keys.
"""

from typing import Annotated, Any, Final, Required

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    WithJsonSchema,
    with_config,
)

# Before Python 3.12 pydantic does not take the one of `typing`.
from typing_extensions import TypedDict

from uscalc.checked import STRICT, Several, made
from uscalc.document import model
from uscalc.document.model import HIGHEST_PUBLISHED, HIGHEST_RATING, LOWEST_RATING
from uscalc.engine.systems import System
from uscalc.formats.native.cells import CELL
from uscalc.formats.native.migrations import present_version
from uscalc.formats.native.values import (
    Birth,
    Count,
    Day,
    InSystems,
    Level,
    NetChange,
    Number,
    Or,
    Over,
    Override,
    Rating,
    RatingBefore,
    Rounds,
    is_number,
)
from uscalc.formats.native.write import FORMAT
from uscalc.formats.storage.paths import as_given


@with_config(STRICT)
class PrizeFloor(TypedDict, total=False):
    """A floor earned by a cash prize."""

    level: Required[Level]
    """The floor."""
    amount: Annotated[float, Field(ge=0, le=1e9)] | None
    """The prize in US dollars; unknown: the level holds."""
    date: Day | None
    """The day of the prize, whose rule is tested."""


@with_config(STRICT)
class Matches(TypedDict, total=False):
    """Net rating changes by earlier matches, in points."""

    net_180_days: NetChange | None
    """In the 180 days before; default unknown."""
    net_3_years: NetChange | None
    """In the 3 years before; default unknown."""


@with_config(STRICT)
class Initial(TypedDict, total=False):
    """The office's own starting rating of an unrated player."""

    rating: Required[Annotated[float, Field(ge=0, le=HIGHEST_RATING)]]
    """It overrides Step 1."""
    games: Count
    """The number of games it is based on; default 0."""


def _facts(rating: float | str | None = None, **others: Any) -> model.RatingFacts:
    if isinstance(rating, str):
        return model.RatingFacts(unknown=True, **others)
    return model.RatingFacts(rating, **others)


@with_config(STRICT)
class Facts(TypedDict, total=False):
    """What is known of a player in one system before the event."""

    rating: RatingBefore
    """The pre-event rating; absent or null: unrated; "unknown": the source does not
    say."""
    games: Count | None
    """Earlier rated games, N; default unknown: with a rating taken as established."""
    as_of: Day | None
    """The day that the rating is of; default unknown."""
    source: model.Source | None
    """Where the rating is from: a published list, the latest event, a published
    crosstable, or typed; default unknown."""
    rounded: bool | None
    """The rating stands for anything that rounds to it; default true for whole numbers
    from 2014-09-01 on."""
    record: model.Record | None
    """Every earlier game; default unknown, taken as mixed."""
    peak: Rating | None
    """The highest established rating before the event; default the pre-event rating, if
    established."""
    wins: Count | None
    """Earlier wins, for the absolute floor; default unknown."""
    draws: Count | None
    """Earlier draws, for the absolute floor; default unknown."""
    events: Count | None
    """Earlier events, for the absolute floor; default unknown."""
    floor: Level | None
    """The floor that the federation shows; it replaces the one computed from the
    peak."""
    prize_floor: (
        Annotated[
            PrizeFloor,
            made(model.PrizeFloor),
            BeforeValidator(lambda v: {"level": v} if is_number(v) else v),
            Or(
                {"type": "integer", "minimum": LOWEST_RATING, "maximum": HIGHEST_RATING}
            ),
        ]
        | None
    )
    """A floor by a cash prize: its level, or all about it."""
    life_master: bool
    """An Original Life Master; default false."""
    ceiling: Rating | None
    """A rating ceiling; default none."""
    official: Rating | None
    """The last published rating, for matches; default unknown."""
    matches: Annotated[Matches, made(model.Matches)] | None
    """Net changes by earlier matches; default unknown."""
    initial: Annotated[Initial, made(model.OfficeInitial)] | None
    """The office's own starting rating; default none."""


@with_config(STRICT)
class Foreign(TypedDict, total=False):
    """A rating by another federation."""

    rating: Required[Annotated[float, Field(ge=0, le=4000)]]
    """The rating."""
    as_of: Day | None
    """The day that it is of; default unknown."""


@with_config(STRICT)
class Published(TypedDict, total=False):
    """What the federation published after the event."""

    rating: Required[Annotated[float, Field(ge=LOWEST_RATING, le=HIGHEST_PUBLISHED)]]
    """The new rating; above 3000 it is a finding."""
    games: Count | None
    """The new number of games; default unknown."""


@with_config(STRICT)
class SectionReport(TypedDict, total=False):
    """What a ratings report says of a section, beside what is rated."""

    type: str
    """S Swiss, R round robin, 2 double Swiss, M match, O other; default by the games."""
    system: str
    """R, D, Q or B, the report's letter; default by the time control."""
    chief_td: str
    """The member ID of the section's chief director; default the event's."""
    assistant_td: str
    """The member ID of the section's assistant; default none."""
    scholastic_level: str
    """The letter of the scholastic level; default none."""
    grand_prix: str
    """Y or N: a Grand Prix section; default N."""
    grand_prix_points: str
    """The Grand Prix points; default none."""
    fide_rated: str
    """Y or N: rated by FIDE too; default N."""


@with_config(STRICT)
class EventReport(TypedDict, total=False):
    """What a ratings report says of an event, beside what is rated."""

    affiliate: str
    """The affiliate's ID, A and seven digits; default unknown."""
    chief_td: str
    """The chief director's member ID; default unknown."""
    assistant_td: str
    """The chief assistant's member ID; default none."""
    other_tds: str
    """The other directors; default none."""
    city: str
    """The city; default unknown."""
    state: str
    """The state, two letters; default unknown."""
    zip: str
    """The ZIP code; default unknown."""
    country: str
    """The country; default unknown."""
    event_id: str
    """The federation's number of the event; default none."""
    program: str
    """The program that the report is of; default this one."""
    crosstable: str
    """Y or N: a crosstable is wanted on paper; default N."""


def _player(birth_date: model.Birth | None = None, **given: Any) -> model.Player:
    return model.Player(birth=birth_date, **given)


@with_config(STRICT)
class Player(TypedDict, total=False):
    """One row of the crosstable."""

    number: Required[Number]
    """The pairing number."""
    name: str
    """The name; default empty."""
    id: str | None
    """The member ID, as text; default unknown."""
    state: str | None
    """The state, two letters; default unknown."""
    birth_date: Birth | None
    """The birth date, or the year alone (then July 1 is taken); default unknown."""
    adult: bool | None
    """For a player without a birth date; default unknown: the child's value where the
    edition has one."""
    ratings: InSystems[Annotated[Facts, made(_facts)]]
    """What is known before the event, by system."""
    fide: Annotated[Foreign, made(model.ForeignRating)] | None
    """The FIDE rating; default none."""
    cfc: Annotated[Foreign, made(model.ForeignRating)] | None
    """The CFC rating; an entry means a resident of Canada; default none."""
    results: Several[
        Annotated[str, WithJsonSchema({"type": "string", "pattern": CELL})]
    ]
    """One result a round: W12 D3 L7 a game against that number; N12 R12 S12 a win, draw
    or loss rated for this player only; B H U (or -) full-point bye, half-point bye,
    unpaired; X12 F12 won or lost by forfeit; Z12 no result; ?5 and ?1400-1600 a game to
    come; then perhaps w or b for the colour; | joins several games of one round. Other
    text is kept, and the section is not rated until it is mended."""
    published: InSystems[Annotated[Published, made(model.Published)]]
    """The results that the federation published, by system."""


class Rules(BaseModel):
    """An edition, and whatever single parameters are overridden."""

    model_config = ConfigDict(strict=True, extra="allow")
    __pydantic_extra__: dict[str, Override]

    edition: str | None = None
    """The key of an edition; default by the dates."""


def _edition_as_object(value: Any) -> Any:
    if value is None:
        return {}
    return {"edition": value} if isinstance(value, str) else value


def _choice(rules: Rules) -> model.RulesChoice:
    return model.RulesChoice(rules.edition, (*(rules.model_extra or {}).items(),))


@with_config(STRICT)
class Section(TypedDict, total=False):
    """One section."""

    name: str | None
    """The name; default "Section" and its place."""
    start_date: Day | None
    """The first day; default the last."""
    end_date: Day | None
    """The last day; default the event's."""
    time_control: str | None
    """As printed: G/90;d5 or 40/120, SD/30;d10; default unknown."""
    online: bool
    """Played online; default false."""
    kind: model.Kind
    """An event (default), a match, an event abroad rated by FIDE, the same for the
    young, one player's estimate, or not rated."""
    systems: Several[System] | None
    """The rating systems; default by the time control."""
    half_k: bool
    """Half K, in the guide of 2001 only; default false."""
    rules: Annotated[
        Rules,
        AfterValidator(_choice),
        BeforeValidator(_edition_as_object),
        Or({"type": "string"}),
        Or({"type": "null"}),
    ]
    """The key of an edition, or an object of it and of single parameters; default by
    the dates."""
    rounds: Rounds | None
    """How many rounds are planned; default unknown."""
    rounds_played: Over | None
    """How many of them the pairing program calls played; default what the results
    say."""
    report: Annotated[SectionReport, made(model.SectionReport)]
    """What the ratings report says beside; default nothing."""
    players: Several[Annotated[Player, made(_player)]]
    """The rows of the crosstable."""


@with_config(STRICT)
class Head(TypedDict):
    """What says that it is an event file."""

    format: Annotated[str, WithJsonSchema({"const": FORMAT})]
    """Always the same."""
    version: Annotated[int, WithJsonSchema({"const": present_version()})]
    """The version of this form."""


@with_config(STRICT)
class Body(TypedDict, total=False):
    """An event without what stands around it in a file."""

    name: Required[str]
    """The event's name."""
    end_date: Required[Day]
    """The event's last day."""
    chain_sections: bool
    """Who stands in an earlier section starts the later one from that result; default
    false."""
    report: Annotated[EventReport, made(model.EventReport)]
    """What the ratings report says beside; default nothing."""
    sections: Several[Section]
    """The sections."""


def _section(
    rounds: int | None = None, rounds_played: int | None = None, **given: Any
) -> model.Section:
    return model.Section(planned_rounds=rounds, played_rounds=rounds_played, **given)


def _event(
    sections: tuple[dict[str, Any], ...] = (),
    format: str = FORMAT,
    version: int = 0,
    **given: Any,
) -> model.Document:
    """Return the document; a section without a name is called by its place."""
    named = (
        section
        if section.get("name") is not None
        else section | {"name": f"Section {place}"}
        for place, section in enumerate(sections, 1)
    )
    read = tuple(_section(**section) for section in named)
    return model.Document(sections=read, **given)


@with_config(STRICT)
class Link(TypedDict, total=False):
    """The file of another program that the event follows."""

    path: Required[Annotated[str, AfterValidator(as_given)]]
    """Where that file is; a byte of its name that is no text stands as a NUL and a
    code."""
    end_date: Day | None
    """The date that was given because the file lacks one."""
    base: Required[Annotated[Body, made(_event)]]
    """What the file said when it was merged last."""


@with_config(STRICT)
class Event(Head, Body, total=False):
    """A chess event with its sections, players and results, as uscalc keeps it."""

    link: Annotated[Link, made(model.Link)] | None
    """The file that the event follows; default none."""


EVENT: Final[TypeAdapter[Any]] = TypeAdapter(Annotated[Event, made(_event)])
