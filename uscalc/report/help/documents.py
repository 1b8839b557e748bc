"""The help page on how each document is followed, made from the rule data."""

from collections.abc import Iterator

from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import Parameter, Reading, RuleTable
from uscalc.report.rule_words import days_words, value_words

PAGE = "documents.md"
OF_PARAMETERS = "Rating rules; editions; derivation, where the value is used"
"""The views that show the departures of a dated parameter."""


def documents_page(table: RuleTable) -> str:
    """Return the page as Markdown: documents, readings, departures, every parameter."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: RuleTable) -> Iterator[str]:
    yield "# How the documents are followed"
    yield ""
    yield "Made from the rule data; run `python packaging/help_pages.py` after changing them."
    yield ""
    yield "## The documents"
    yield ""
    yield "| key | document | authors | date |"
    yield "| --- | --- | --- | --- |"
    for edition in table.editions.values():
        yield f"| `{edition.key}` | {edition.title} | {edition.authors} | {edition.date} |"
    yield ""
    yield "Each reading says where you see it at work. The Rating rules view lists them all."
    yield ""
    yield "## Where the program departs from a document's letter"
    yield ""
    for reading in table.readings:
        if reading.letter and not reading.conflict:
            yield _reading(reading)
    for parameter in table.parameters.values():
        if parameter.departs:
            yield (
                f"- **{parameter.title}** ({parameter.section}). {parameter.departs} "
                f"*Shown in: {OF_PARAMETERS}.*"
            )
    yield ""
    yield "## Where the documents contradict themselves or each other"
    yield ""
    for reading in table.readings:
        if reading.conflict:
            yield _reading(reading)
    yield ""
    yield "## How open points are read"
    yield ""
    for reading in table.readings:
        if not reading.letter and not reading.conflict:
            yield _reading(reading)
    yield ""
    yield "## Every parameter, by date and by edition"
    for parameter in table.parameters.values():
        yield ""
        yield from _parameter(parameter)


def _parameter(parameter: Parameter) -> Iterator[str]:
    yield f"### {parameter.title}"
    yield ""
    yield f"`{parameter.name}`, {parameter.section}"
    yield ""
    yield "| days | systems | value | source | otherwise in |"
    yield "| --- | --- | --- | --- | --- |"
    for dated in parameter.dated:
        systems = (
            "all" if len(dated.systems) == len(SYSTEMS) else " ".join(dated.systems)
        )
        differs = "; ".join(dated.differs)
        value = value_words(dated.value)
        yield f"| {days_words(dated)} | {systems} | {value} | {dated.evidence} | {differs} |"
    for key, printed in parameter.editions.items():
        value = value_words(printed.value)
        yield f"| edition {key} | all | {value} | {printed.place} | |"


def _reading(reading: Reading) -> str:
    """Return the line of a reading: its section, its text, and where it is shown."""
    return f"- **{reading.section}.** {reading.text} *Shown in: {reading.shown}.*"
