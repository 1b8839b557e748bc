"""Answer a goal plan: a target and a day, the events until then, and the chance.

The plan begins with the rating after the played games of the estimate. Each event
starts with the rating, games, record, peak and floors after the event before it.
"""

import calendar
import datetime as dt
import re
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.forecast_model import USUAL_DRAWS, BadSettingError, ChanceModel
from uscalc.analysis.goals import (
    PATHS,
    SeasonOutlook,
    compute_outlook,
    validate_target,
)
from uscalc.analysis.season import SeasonPlan
from uscalc.counted import format_day
from uscalc.document.dates import find_month_number
from uscalc.document.facts.typed import TypedError, parse_number, parse_optional_date
from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    Document,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.whole import facts_after, rate_document
from uscalc.document.sheet.answer import make_estimate_question
from uscalc.document.sheet.sheet import (
    OWN_NUMBER,
    Estimate,
    check_own_rating,
    make_own_facts,
)
from uscalc.engine.inputs import Entrant, System
from uscalc.engine.section import rate_section
from uscalc.monitor import UNMONITORED, Monitor

Every = Literal["week", "two weeks", "month", "two months", "three months"]
EVERY: Final[dict[Every, tuple[int, int]]] = {
    "week": (7, 0),
    "two weeks": (14, 0),
    "month": (0, 1),
    "two months": (0, 2),
    "three months": (0, 3),
}
"""Days and months from one event to the next."""
MOST_EVENTS: Final = 60
MOST_ROUNDS: Final = 15


class BadPlanError(ValueError):
    """A plan is impossible; the message gives the reason and the fix."""


class GoalPlan(Struct, frozen=True):
    """A player's plan: a target, a day (`by`), and the events until then.

    Each event has a number of `rounds` against opponents rated from `low` to `high`.
    `draws` scales the draws.
    """

    target: float
    by: dt.date
    every: Every = "month"
    rounds: int = 5
    low: float = 1500.0
    high: float = 1500.0
    draws: float = USUAL_DRAWS


class GoalPlanAnswer(Struct, frozen=True):
    """The answer to a plan: its start, the days of its events, and the outlook.

    The plan begins after the `played` games of the estimate; its `unplayed`
    games are left out.
    """

    plan: GoalPlan
    start: Entrant
    played: int
    unplayed: int
    days: tuple[dt.date, ...]
    outlook: SeasonOutlook

    @property
    def begins_at(self) -> float:
        """The rating before the first event."""
        return self.start.rating or 0.0


def parse_target(text: str) -> float | None:
    """Parse the rating to reach; None for no text. Raise TypedError."""
    target = parse_number(text, "1800")
    try:
        if target is not None:
            validate_target(target)
    except BadSettingError as error:
        raise TypedError(str(error)) from None
    return target


def list_event_days(begin: dt.date, by: dt.date, every: Every) -> tuple[dt.date, ...]:
    """Return the last day of each event, at equal intervals; none is after `by`.

    Raise BadPlanError if there are none, or too many.
    """
    days, months = EVERY[every]
    found: list[dt.date] = []
    while len(found) <= MOST_EVENTS:
        count = len(found) + 1
        day = _add_days(add_months(begin, months * count), days * count)
        if day > by:
            break
        found.append(day)
    if not found:
        raise BadPlanError(
            f"no event finishes by {format_day(by)} (the first would end "
            f"{format_day(day)}). Choose a later date or play more often"
        )
    if len(found) > MOST_EVENTS:
        raise BadPlanError(
            f"a plan can have at most {MOST_EVENTS} events. Choose an earlier "
            "date or play less often"
        )
    return tuple(found)


def add_months(day: dt.date, months: int) -> dt.date:
    """Return the same day a number of months later, or that month's last day."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    if year > dt.MAXYEAR:
        return dt.date.max
    return day.replace(
        year=year,
        month=month + 1,
        day=min(day.day, calendar.monthrange(year, month + 1)[1]),
    )


def _add_days(day: dt.date, days: int) -> dt.date:
    """Return the day a number of days later, or the last possible date."""
    return day + dt.timedelta(days=min(days, (dt.date.max - day).days))


def parse_target_day(text: str, begin: dt.date) -> dt.date | None:
    """Parse a target day: a date, "June", "June 2027", or "in 6 months"; None if blank.

    A month means its last day: the next one after `begin`. Raise BadPlanError.
    """
    typed = " ".join(text.replace(",", " ").split()).lower().removeprefix("by ")
    if not typed:
        return None
    if (span := _SPAN.fullmatch(typed)) is not None:
        count, unit = int(span["count"]), span["unit"]
        return (
            _add_days(begin, 7 * count)
            if unit == "week"
            else add_months(begin, count * (12 if unit == "year" else 1))
        )
    month = _MONTH.fullmatch(typed)
    if month is not None and (number := find_month_number(month["name"])) is not None:
        year = begin.year if month["year"] is None else int(month["year"])
        day = _find_end_of_month(year, number)
        if month["year"] is None and day <= begin and year < dt.MAXYEAR:
            day = _find_end_of_month(year + 1, number)
        return day
    try:
        return parse_optional_date(typed)
    except TypedError as error:
        raise BadPlanError(f"{error}, or June, or 6 months") from None


_SPAN: Final = re.compile(r"(?:in )?(?P<count>\d{1,3}) ?(?P<unit>week|month|year)s?")
_MONTH: Final = re.compile(r"(?P<name>[a-z]{3,9})\.?(?: (?P<year>[1-9]\d{3}))?")


def _find_end_of_month(year: int, month: int) -> dt.date:
    return dt.date(year, month, calendar.monthrange(year, month)[1])


def check_plan(plan: GoalPlan) -> None:
    """Raise BadPlanError if the plan has impossible values."""
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise BadPlanError(f"an event has 1 to {MOST_ROUNDS} rounds, not {plan.rounds}")
    if not LOWEST_RATING <= plan.low <= plan.high <= HIGHEST_RATING:
        raise BadPlanError(
            f"opponents' ratings are from {LOWEST_RATING:.0f} to "
            f"{HIGHEST_RATING:.0f}, the lower one first. Write 1700 or "
            "1600-1800"
        )


def answer_plan(
    sheet: Estimate,
    plan: GoalPlan,
    rulebook: RuleBook,
    model: ChanceModel,
    paths: int = PATHS,
    seed: int = 1,
    monitor: Monitor = UNMONITORED,
) -> GoalPlanAnswer:
    """Answer a plan for the player of an estimate.

    Raise BadPlanError, BadEstimateError, BadSettingError, NothingToForecastError and
    CancelledError.
    """
    check_plan(plan)
    check_own_rating(sheet)
    days = list_event_days(sheet.end_date, plan.by, plan.every)
    start = make_entrant(
        days[0], sheet.system, sheet.rules, make_facts_after(sheet, rulebook), rulebook
    )
    rules = tuple(rulebook(sheet.rules, day, sheet.system) for day in days)
    season = SeasonPlan(start, sheet.system, rules, plan.rounds, plan.low, plan.high)
    found = compute_outlook(
        season, plan.target, model, plan.draws, paths, seed, monitor
    )
    played = sum(line.result is not None for line in sheet.lines)
    return GoalPlanAnswer(plan, start, played, len(sheet.lines) - played, days, found)


def make_facts_after(sheet: Estimate, rulebook: RuleBook) -> RatingFacts:
    """Return the player's facts after the played games of an estimate."""
    played = tuple(line for line in sheet.lines if line.result is not None)
    if not played:
        return make_own_facts(sheet)
    question = make_estimate_question(replace(sheet, lines=played), rulebook)
    trace = rate_section(question.section, question.rules).players[question.place]
    return facts_after(make_own_facts(sheet), trace, sheet.end_date)


def make_entrant(
    day: dt.date,
    system: System,
    choice: RulesChoice,
    facts: RatingFacts,
    rulebook: RuleBook,
) -> Entrant:
    """Return a player as the engine's entrant in an event that begins on a day."""
    me = Player(OWN_NUMBER, ratings=((system, facts),))
    section = Section(
        "Plan", kind="estimate", systems=(system,), rules=choice, players=(me,)
    )
    rated = rate_document(Document("Plan", day, (section,)), rulebook).sections[0]
    return rated.ratings[0].trace.section.entrants[0]
