"""Report the table of dated parameters."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import Parameter, RuleTable
from uscalc.report.as_json import Json, plain
from uscalc.report.as_text import make_table
from uscalc.report.rule_words import days_words, value_words


def parameters_json(table: RuleTable) -> Json:
    """Convert every dated parameter with its sources, and the values of each edition."""
    return {
        "editions": plain(dict(table.editions)),
        "parameters": {
            name: {
                "title": parameter.title,
                "unit": parameter.unit,
                "section": parameter.section,
                "departs": parameter.departs,
                "dated": [plain(value) for value in parameter.dated],
                "editions": {k: plain(v) for k, v in parameter.editions.items()},
            }
            for name, parameter in table.parameters.items()
        },
    }


def parameter_tables(table: RuleTable) -> Iterator[RenderableType]:
    """Yield a heading and a timeline for each parameter."""
    for parameter in table.parameters.values():
        yield Text(parameter.title, style="bold")
        if parameter.departs:
            yield Text(parameter.departs, style="italic")
        yield _timeline(parameter)


def _timeline(parameter: Parameter) -> Table:
    titles = ("Days", "Systems", "Value", "Source", "Otherwise in")
    table = make_table(titles, range(len(titles)))
    for dated in parameter.dated:
        table.add_row(
            days_words(dated),
            "all" if len(dated.systems) == len(SYSTEMS) else " ".join(dated.systems),
            value_words(dated.value),
            dated.evidence,
            "; ".join(dated.differs),
        )
    for key, printed in parameter.editions.items():
        table.add_row(
            f"edition {key}",
            "",
            value_words(printed.value),
            printed.place,
            "",
        )
    return table
