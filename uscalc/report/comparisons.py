"""Compare rating rules, editions, what-if results and earlier events as tables."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.counted import format_day
from uscalc.document.audit.in_order import CarriedAudit, Disagreement
from uscalc.document.findings import to_single_line
from uscalc.document.queries.compare import BY_DATE, EditionColumn, EditionComparison
from uscalc.document.queries.scenario import Ripple
from uscalc.document.rate.rated import SystemRating
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.engine.rounding import round_for_display
from uscalc.engine.table import RuleParameter, RuleTable
from uscalc.explain.numbers import (
    format_change_fixed,
    format_rating,
    format_whole_rating,
)
from uscalc.report.as_json import Json, make_plain, make_rules_json
from uscalc.report.as_text import make_table
from uscalc.report.rule_words import (
    describe_days,
    describe_differences,
    describe_value,
)


def make_parameters_json(table: RuleTable) -> Json:
    """Convert every dated parameter with its sources, and the values of each edition."""
    return {
        "editions": make_plain(dict(table.editions)),
        "parameters": {
            name: {
                "title": parameter.title,
                "unit": parameter.unit,
                "section": parameter.section,
                "departs": parameter.departs,
                "dated": [make_plain(value) for value in parameter.dated],
                "editions": {k: make_plain(v) for k, v in parameter.editions.items()},
            }
            for name, parameter in table.parameters.items()
        },
    }


def make_parameter_tables(table: RuleTable) -> Iterator[RenderableType]:
    """Yield a heading and a timeline for each parameter."""
    for parameter in table.parameters.values():
        yield Text(parameter.title, style="bold")
        if parameter.departs:
            yield Text(parameter.departs, style="italic")
        yield _make_timeline(parameter)


def _make_timeline(parameter: RuleParameter) -> Table:
    titles = ("Days", "Systems", "Value", "Source", "Differs in")
    by_date = (
        (
            describe_days(dated),
            "all" if len(dated.systems) == len(SYSTEMS) else " ".join(dated.systems),
            describe_value(dated.value),
            dated.evidence,
            "; ".join(describe_differences(dated)),
        )
        for dated in parameter.dated
    )
    by_edition = (
        (f"{key} edition", "", describe_value(printed.value), printed.place, "")
        for key, printed in parameter.editions.items()
    )
    return make_table(titles, range(len(titles)), (*by_date, *by_edition))


def make_side_by_side_json(compared: EditionComparison) -> Json:
    """Convert the post-event ratings of every player under every choice of rules."""
    return {
        "name": compared.section.name,
        "columns": [_make_column_json(column, compared) for column in compared.columns],
    }


def _make_column_json(column: EditionColumn, compared: EditionComparison) -> Json:
    return {
        "rules": column.rules,
        "system": column.system,
        "parameters": make_rules_json(column.rated.trace.rules),
        "players": [
            {
                "number": player.number,
                "post": post,
                "post_rounded": None if post is None else int(round_for_display(post)),
                "because": [
                    {"rule": rule, "points": points}
                    for rule, points in column.list_causes(player.number)
                ],
            }
            for player in compared.section.players
            for post in (column.find_post(player.number),)
        ],
    }


def make_side_by_side_tables(
    compared: EditionComparison, table: RuleTable
) -> Iterator[RenderableType]:
    """Yield a table for each system, players down and rules across, then the reasons."""
    for system in dict.fromkeys(column.system for column in compared.columns):
        columns = [column for column in compared.columns if column.system == system]
        yield Text(f"{compared.section.name}  {SYSTEM_NAMES[system]}", style="bold")
        yield _make_posts_table(compared, columns, system)
        yield from _explain_differences(columns, table)


def _make_posts_table(
    compared: EditionComparison, columns: list[EditionColumn], system: System
) -> Table:
    found = make_table(("#", "Name", "Pre", *(column.rules for column in columns)))
    for player in compared.section.players:
        pre = player.facts(system).rating
        posts = [column.find_post(player.number) for column in columns]
        found.add_row(
            str(player.number),
            Text(to_single_line(player.name)),
            "unr" if pre is None else format_rating(pre),
            *("" if post is None else format_whole_rating(post) for post in posts),
        )
    return found


def _explain_differences(
    columns: list[EditionColumn], table: RuleTable
) -> Iterator[RenderableType]:
    """Yield, for each edition, the rules that differ from the date's, and their effects."""
    for column in columns:
        if column.rules == BY_DATE:
            continue
        if column.rated.guide is not None:
            yield Text(f"{column.rules}: calculated from its tables")
            continue
        parts = []
        for switch in column.switches:
            most = max(switch.moved.values(), key=abs)
            title = table.parameters[switch.parameter].title
            players = len(switch.moved)
            moves = "1 rating changes" if players == 1 else f"{players} ratings change"
            parts.append(
                f"{title}: {moves} by up to {format_change_fixed(most, 1)} points"
            )
        yield Text(f"{column.rules}: {'; '.join(parts) or 'same as by date'}")
    yield Text("")


SystemRipples = Sequence[tuple[SystemRating, SystemRating, tuple[Ripple, ...]]]


def make_ripples_json(
    outcomes: list[str], found: SystemRipples, names: Mapping[int, str]
) -> Json:
    """Convert the what-if results, and every rating that they change."""
    return {
        "set": outcomes,
        "ratings": [
            {
                "system": before.system,
                "players": [
                    {
                        "number": ripple.number,
                        "name": names[ripple.number],
                        "before": ripple.before,
                        "after": ripple.after,
                        "moved": ripple.moved,
                    }
                    for ripple in ripples
                ],
            }
            for before, _, ripples in found
        ],
    }


def make_ripples_parts(
    found: SystemRipples, names: Mapping[int, str]
) -> Iterator[RenderableType]:
    """Yield a table for each system, the largest change first."""
    for before, _, ripples in found:
        yield Text(SYSTEM_NAMES[before.system], style="bold")
        if not ripples:
            yield Text("No ratings change.")
            continue
        rows = [
            (
                str(ripple.number),
                Text(to_single_line(names[ripple.number])),
                format_rating(ripple.before),
                format_rating(ripple.after),
                format_change_fixed(ripple.moved),
            )
            for ripple in ripples
        ]
        yield make_table(("#", "Name", "Now", "What if", "Change"), rows=rows)


NOT_SAID = {"rating": "unrated", "games": "established", "record": "missing"}
RECORDS = {"mixed": "mixed", "all_wins": "all wins", "all_losses": "all losses"}


def make_carried_json(followed: CarriedAudit) -> Json:
    """Convert the number of known members and the disagreements to JSON values."""
    return {
        "carried": followed.members,
        "disagreements": make_disagreements_json(followed.disagreements),
    }


def make_disagreements_json(disagreements: Sequence[Disagreement]) -> list[Json]:
    """Convert the figures of a file that differ from those of earlier events."""
    return [
        {
            "section": one.section,
            "player": one.number,
            "name": one.name,
            "id": one.id,
            "system": one.system,
            "key": one.key,
            "file": one.filed,
            "carried": one.carried,
            "event": one.event,
            "date": one.day.isoformat(),
        }
        for one in disagreements
    ]


def make_carried_parts(followed: CarriedAudit) -> Iterator[RenderableType]:
    """Yield a line of counts and a table of the disagreements."""
    count = followed.members
    known = "1 member is" if count == 1 else f"{count} members are"
    yield Text(f"{known} known from earlier events.")
    if not followed.disagreements:
        return
    titles = ("#", "Conflict", "", "In the file", "From earlier event", "Event")
    rows = (
        (
            str(one.number),
            Text(to_single_line(one.name)),
            f"{one.key}, {one.system}",
            _format_figure(one, one.filed),
            _format_figure(one, one.carried),
            Text(f"{to_single_line(one.event)}, {format_day(one.day)}"),
        )
        for one in followed.disagreements
    )
    yield make_table(titles, range(1, len(titles)), rows)


def _format_figure(one: Disagreement, value: float | str | None) -> str:
    if value is None:
        return NOT_SAID[one.key]
    if isinstance(value, str):
        return RECORDS[value]
    return format_rating(value) if one.key == "rating" else str(value)
