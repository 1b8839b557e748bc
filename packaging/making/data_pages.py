"""Makes the help pages that come from data: chances, documents, the glossary."""

from collections.abc import Iterator
from typing import Final

from uscalc.analysis.forecast_model import ChanceModel
from uscalc.counted import format_day
from uscalc.engine.inputs import SYSTEMS
from uscalc.engine.table import InterpretationNote, RuleParameter, RuleTable
from uscalc.explain.glossary import GlossarySketch
from uscalc.report.data_pages import (
    CHANCES_PICTURE,
    INK,
    PICTURES,
    make_chances_sketch,
    read_glossary,
)
from uscalc.report.rule_words import describe_days, describe_differences, describe_value
from uscalc.report.tables import render_template

CHANCES_PAGE: Final = "chances.md"


def make_chances_page(model: ChanceModel) -> str:
    """Return the page as Markdown."""
    return "\n\n".join(_make_chances_paragraphs(model)) + "\n"


def _make_chances_paragraphs(model: ChanceModel) -> tuple[str, ...]:
    return (
        "# Chances",
        "The rating rules calculate an expected score for each player, called the winning "
        "expectancy. It is made for calculating ratings. As a forecast, it overrates the "
        "favorite. "
        "Therefore the chances that uscalc shows (*Forecast*, *Rating estimator*, `uscalc "
        "forecast`) come from the results of similar games in the past. Ratings "
        "themselves always follow the rating rules.",
        f"{model.source} The date of the model is {format_day(model.date)}.",
        "## Predicted and actual results",
        f"![{make_chances_sketch(model).alt}]({CHANCES_PICTURE})",
        "Each dot is a group of games that were not used to fit the model. The farther "
        "right a dot is, the higher the predicted percentage; the farther up, the higher "
        "the actual one.",
        "\n".join(
            (
                "| Result | Predicted | Actual |",
                "| --- | --- | --- |",
                *(
                    f"| {held.what} | {predicted:.1f}% | {true:.1f}% |"
                    for held in model.held
                    for predicted, true in held.pairs
                ),
            )
        ),
        "## Which rating is used",
        f"If a player's rating is based on more than {model.few} games, uscalc uses the "
        "pre-event rating. For all other players, it uses the rating that they would have "
        "after the finished games of the section. Their number of games includes these "
        "games. Sometimes the games of an unrated player don't determine a single rating, "
        "for example one win. Then the starting rating counts as one more game. Chances "
        "for a later round are calculated anew for each result of the round before.",
        "For an unrated player without a finished game, uscalc uses the starting rating "
        "set by US Chess or a rating in another system, as if it were based on few games. "
        "If the player has neither, uscalc shows no chances and names the player, because "
        "a rating by age doesn't measure playing strength. uscalc still shows the rating after "
        "each result.",
        "Colors are ignored, because most crosstables don't have them. The model was "
        "fitted to Regular games. Other systems use the same model.",
        "## Adjusting draws",
        "*Draws* (`--draws`) is normally 1. A value of 2 makes a draw twice as likely "
        "compared with a win or a loss, and 0 rules out draws. The ratio of wins to losses "
        "stays the same. uscalc shows the resulting share of draws beside the value.",
        "## The formula",
        "For players 1 and 2 with ratings R1, R2 based on N1, N2 games:",
        "\n".join(f"    {line}" for line in _make_formula(model)),
        "\n".join(
            (
                "| Games N, up to | a(N) | s(N) |",
                "| --- | --- | --- |",
                *(f"| {f.up_to} | {f.a:g} | {f.s:g} |" for f in model.few_games),
                "| more, or unknown | 0 | 0 |",
            )
        ),
    )


def _make_formula(model: ChanceModel) -> Iterator[str]:
    w, v = model.weight, model.drawn
    yield (
        f"x = (mean of R1 and R2 - {model.middle:g}) / {model.span:g}, "
        f"held between -{model.furthest:g} and {model.furthest:g}"
    )
    yield f"k = exp({_format_terms(w)} + a(N1) + a(N2))"
    yield "d = (R1 + s(N1)) - (R2 + s(N2))"
    yield "z = k d ln(10) / 400"
    yield (
        f"v = exp({_format_terms(v)} - {model.drawn_fall:g} "
        f"min(|d|, {model.drawn_fall_to:g}) / 400)"
    )
    yield "win : draw : loss = e^(z/2) : v : e^(-z/2)"


def _format_terms(figures: tuple[float, float, float]) -> str:
    return f"{figures[0]:g}{_format_term(figures[1])} x{_format_term(figures[2])} x^2"


def _format_term(figure: float) -> str:
    return f" {'-' if figure < 0 else '+'} {abs(figure):g}"


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
        "# How the rules are implemented",
        "uscalc follows five documents, each from its first day on. This page lists them, every "
        "departure from their text, every open point, and every value by date. *Rating rules* "
        "(Ctrl+R) shows the ones in force.",
        "## The documents",
        "\n".join(
            (
                "| Key | Document | Authors | Date |",
                "| --- | --- | --- | --- |",
                *(
                    f"| `{one.key}` | {one.title} | {one.authors} | {format_day(one.date)} |"
                    for one in table.editions.values()
                ),
            )
        ),
        "Each entry below ends with the places where the program shows it. The Rating rules view "
        "lists all entries.",
        "## Deviations from the published text",
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
        "## Conflicts between and within the documents",
        "\n".join(map(_make_reading_line, conflicts)),
        "## How ambiguous points are interpreted",
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
        f"| {describe_value(dated.value)} | {dated.evidence} "
        f"| {'; '.join(describe_differences(dated))} |"
        for dated in parameter.dated
    ]
    values += [
        f"| {key} edition | all | {describe_value(printed.value)} | {printed.place} | |"
        for key, printed in parameter.editions.items()
    ]
    heads = (
        "| Dates | Systems | Value | Source | Differs in |",
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


GLOSSARY_PAGE: Final = "glossary.md"


def make_picture_name(key: str) -> str:
    """Return the file of an entry's drawing, relative to the page."""
    return f"{PICTURES}/{key}.svg"


def make_svg(sketch: GlossarySketch) -> str:
    """Render a drawing as an SVG file."""
    return render_template(
        "sketch.svg", sketch=sketch, ink=INK, width=sketch.width, height=sketch.height
    )


def make_glossary_page() -> str:
    """Return the page as Markdown: every word with its meaning and drawing."""
    intro = (
        "*Explanation* underlines these words with dots. Rest the mouse on one, or go to it "
        "with Tab, to see its meaning."
    )
    entries = (
        f"## {entry.word}\n\n{entry.meaning}\n\n"
        f"![{entry.sketch.alt}]({make_picture_name(entry.key)})"
        for entry in read_glossary().values()
    )
    return "\n\n".join(("# Glossary", intro, *entries)) + "\n"
