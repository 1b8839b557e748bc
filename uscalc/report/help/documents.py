"""Make the help page on how each document is followed, from the rule data."""

from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import InterpretationNote, RuleParameter, RuleTable
from uscalc.report.rule_words import describe_days, describe_value

DOCUMENTS_PAGE = "documents.md"
OF_PARAMETERS = "Rating rules; editions; derivation, where the value is used"
"""The views that show where a dated parameter departs from a document."""


def make_documents_page(table: RuleTable) -> str:
    """Return the page as Markdown: documents, readings, departures, every parameter."""
    return "\n\n".join(_make_documents_paragraphs(table)) + "\n"


def _make_documents_paragraphs(table: RuleTable) -> tuple[str, ...]:
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
                *map(_make_reading_line, departures),
                *(
                    f"- **{one.title}** ({one.section}). {one.departs} "
                    f"*Shown in: {OF_PARAMETERS}.*"
                    for one in parameters
                    if one.departs
                ),
            )
        ),
        "## Where the documents contradict themselves or each other",
        "\n".join(map(_make_reading_line, conflicts)),
        "## How open points are read",
        "\n".join(map(_make_reading_line, others)),
        "## Every parameter, by date and by edition",
        *(
            text
            for parameter in parameters
            for text in _make_parameter_paragraphs(parameter)
        ),
    )


def _make_parameter_paragraphs(parameter: RuleParameter) -> tuple[str, ...]:
    """Return the paragraphs about a parameter: its title, its name, and its values."""
    values = [
        f"| {describe_days(dated)} "
        f"| {'all' if len(dated.systems) == len(SYSTEMS) else ' '.join(dated.systems)} "
        f"| {describe_value(dated.value)} | {dated.evidence} | {'; '.join(dated.differs)} |"
        for dated in parameter.dated
    ]
    values += [
        f"| edition {key} | all | {describe_value(printed.value)} | {printed.place} | |"
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


def _make_reading_line(reading: InterpretationNote) -> str:
    """Return the line of a reading: its section, its text, and the views that show it."""
    return f"- **{reading.section}.** {reading.text} *Shown in: {reading.shown}.*"
