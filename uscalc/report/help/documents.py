"""Make the help page on how each document is followed, from the rule data."""

from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import Parameter, Reading, RuleTable
from uscalc.report.rule_words import days_words, value_words

PAGE = "documents.md"
OF_PARAMETERS = "Rating rules; editions; derivation, where the value is used"
"""The views that show where a dated parameter departs from a document."""


def documents_page(table: RuleTable) -> str:
    """Return the page as Markdown: documents, readings, departures, every parameter."""
    return "\n\n".join(_paragraphs(table)) + "\n"


def _paragraphs(table: RuleTable) -> tuple[str, ...]:
    departures = [r for r in table.readings if r.letter and not r.conflict]
    conflicts = [r for r in table.readings if r.conflict]
    others = [r for r in table.readings if not r.letter and not r.conflict]
    parameters = table.parameters.values()
    return (
        "# How the documents are followed",
        "Made from the rule data; run `python packaging/help_pages.py` after changing them.",
        "## The documents",
        "\n".join(
            (
                "| key | document | authors | date |",
                "| --- | --- | --- | --- |",
                *(
                    f"| `{one.key}` | {one.title} | {one.authors} | {one.date} |"
                    for one in table.editions.values()
                ),
            )
        ),
        "Each reading says where you see it at work. The Rating rules view lists them all.",
        "## Where the program departs from a document's letter",
        "\n".join(
            (
                *map(_reading, departures),
                *(
                    f"- **{one.title}** ({one.section}). {one.departs} "
                    f"*Shown in: {OF_PARAMETERS}.*"
                    for one in parameters
                    if one.departs
                ),
            )
        ),
        "## Where the documents contradict themselves or each other",
        "\n".join(map(_reading, conflicts)),
        "## How open points are read",
        "\n".join(map(_reading, others)),
        "## Every parameter, by date and by edition",
        *(text for parameter in parameters for text in _parameter(parameter)),
    )


def _parameter(parameter: Parameter) -> tuple[str, ...]:
    """Return the paragraphs about a parameter: its title, its name, and its values."""
    values = [
        f"| {days_words(dated)} "
        f"| {'all' if len(dated.systems) == len(SYSTEMS) else ' '.join(dated.systems)} "
        f"| {value_words(dated.value)} | {dated.evidence} | {'; '.join(dated.differs)} |"
        for dated in parameter.dated
    ]
    values += [
        f"| edition {key} | all | {value_words(printed.value)} | {printed.place} | |"
        for key, printed in parameter.editions.items()
    ]
    heads = (
        "| days | systems | value | source | otherwise in |",
        "| --- | --- | --- | --- | --- |",
    )
    return (
        f"### {parameter.title}",
        f"`{parameter.name}`, {parameter.section}",
        "\n".join((*heads, *values)),
    )


def _reading(reading: Reading) -> str:
    """Return the line of a reading: its section, its text, and the views that show it."""
    return f"- **{reading.section}.** {reading.text} *Shown in: {reading.shown}.*"
