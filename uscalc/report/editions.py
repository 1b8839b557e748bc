"""Report the table of dated parameters."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import RuleParameter, RuleTable
from uscalc.report.as_json import Json, make_plain
from uscalc.report.as_text import make_table
from uscalc.report.rule_words import describe_days, describe_value


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
    titles = ("Days", "Systems", "Value", "Source", "Otherwise in")
    table = make_table(titles, range(len(titles)))
    for dated in parameter.dated:
        table.add_row(
            describe_days(dated),
            "all" if len(dated.systems) == len(SYSTEMS) else " ".join(dated.systems),
            describe_value(dated.value),
            dated.evidence,
            "; ".join(dated.differs),
        )
    for key, printed in parameter.editions.items():
        table.add_row(
            f"edition {key}",
            "",
            describe_value(printed.value),
            printed.place,
            "",
        )
    return table
