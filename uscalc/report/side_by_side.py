"""Report one section under every edition, to programs and on a terminal."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.document.queries.compare import BY_DATE, EditionColumn, EditionComparison
from uscalc.engine.rounding import round_for_display
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.engine.table import RuleTable
from uscalc.explain.numbers import (
    format_change_fixed,
    format_rating,
    format_whole_rating,
)
from uscalc.report.as_json import Json, make_rules_json
from uscalc.report.as_text import make_printable, make_table


def make_side_by_side_json(compared: EditionComparison) -> Json:
    """Convert the post-event ratings of every player under every choice of rules."""
    return {
        "name": compared.section.name,
        "columns": [_make_column_json(column, compared) for column in compared.columns],
    }


def _make_column_json(column: EditionColumn, compared: EditionComparison) -> Json:
    players = []
    for player in compared.section.players:
        post = column.find_post(player.number)
        players.append(
            {
                "number": player.number,
                "post": post,
                "post_rounded": None if post is None else int(round_for_display(post)),
                "because": [
                    {"rule": rule, "points": points}
                    for rule, points in column.list_causes(player.number)
                ],
            }
        )
    return {
        "rules": column.rules,
        "system": column.system,
        "parameters": make_rules_json(column.rated.trace.rules),
        "players": players,
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
            Text(make_printable(player.name)),
            "new" if pre is None else format_rating(pre),
            *("" if post is None else format_whole_rating(post) for post in posts),
        )
    return found


def _explain_differences(
    columns: list[EditionColumn], table: RuleTable
) -> Iterator[RenderableType]:
    """Yield, for each edition, the rules that differ from the date's and their effect."""
    for column in columns:
        if column.rules == BY_DATE:
            continue
        if column.rated.guide is not None:
            yield Text(f"{column.rules}: worked by hand from its tables")
            continue
        if not column.switches:
            yield Text(f"{column.rules}: as by date")
            continue
        parts = []
        for switch in column.switches:
            most = max(switch.moved.values(), key=abs)
            title = table.parameters[switch.parameter].title
            players = len(switch.moved)
            moves = "1 rating" if players == 1 else f"{players} ratings"
            parts.append(
                f"{title} moves {moves}, by {format_change_fixed(most, 1)} at most"
            )
        yield Text(f"{column.rules}: {'; '.join(parts)}")
    yield Text("")
