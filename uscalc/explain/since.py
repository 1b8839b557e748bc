"""Describe since when a rule is in force, its source, and the printed value."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from uscalc.counted import format_day, group_by_key
from uscalc.engine.inputs import SYSTEM_NAMES, Citation, ParameterOrigin
from uscalc.engine.rules import AgeFormula, Conversion, Rules, TimeControlBounds
from uscalc.explain.numbers import MINUS, format_number

TIMES: Final = "\N{MIDDLE DOT}"


def describe_printed_value(parameter: str, value: Any) -> str:
    """Return a parameter's value in words, for example "12" or "over $2,000"."""
    if value is None:
        return "no such rule"
    return (
        _VARIANTS[parameter][value]
        if isinstance(value, str)
        else _FIGURES[parameter](value)
    )


def _format_figure(value: float) -> str:
    return format_number(float(value))


def _describe_conversion(value: Conversion) -> str:
    parts = []
    for piece in value.pieces:
        grown = (
            "rating"
            if piece.slope == 1.0
            else f"{format_number(piece.slope, 4)} {TIMES} rating"
        )
        sign = f" {MINUS} " if piece.intercept < 0 else " + "
        text = f"{grown}{sign}{format_number(abs(piece.intercept))}"
        if piece.up_to is not None:
            text += f" {'up to' if piece.inclusive else 'below'} {format_number(piece.up_to)}"
        parts.append(text)
    return ", then ".join(parts)


def _describe_age_formula(value: AgeFormula) -> str:
    base = f"{format_number(value.base)} + " if value.base else ""
    text = f"{base}{format_number(value.per_year)} {TIMES} Age up to {format_number(value.oldest)}"
    if value.infant_age:
        text += (
            f", {format_number(value.infant)} below {format_number(value.infant_age)}"
        )
    return text


def _list_system_names(value: tuple[str, ...]) -> str:
    return ", ".join(SYSTEM_NAMES[key] for key in value)  # type: ignore[index]


def _describe_time_control(value: TimeControlBounds) -> str:
    bounds = {
        "Regular from": value.regular_from,
        "Regular and Quick to": value.dual_to,
        "Quick from": value.quick_from,
        "Quick above": value.quick_above,
    }
    parts = ", ".join(
        f"{words} {format_number(bound)}"
        for words, bound in bounds.items()
        if bound is not None
    )
    return f"{parts} minutes of {value.basis.replace('-', ' ')}"


_FIGURES: Final[Mapping[str, Callable[[Any], str]]] = {
    "systems": _list_system_names,
    "time_control": _describe_time_control,
    "fide_conversion": _describe_conversion,
    "fide_youth_conversion": _describe_conversion,
    "cfc_conversion": _describe_conversion,
    "age_formula": _describe_age_formula,
    "bonus_multiplier": _format_figure,
    "peak_floor_lowest": _format_figure,
    "match_change_cap": _format_figure,
    "match_net_180_days": _format_figure,
    "match_net_3_years": _format_figure,
}
_VARIANTS: Final[Mapping[str, Mapping[str, str]]] = {
    "initial": {
        "list-2009": "a list of sources in order",
        "list-2015": "a list of sources in order for each system",
        "blend-2020": "a weighted average of all sources",
    },
    "under_three": {
        "adult": "1300",
        "by-membership": "1300 for an adult, else 750",
    },
    "effective_games": {
        "2001": "the formula with 2200 and 100000",
        "2013": "the formula with 0.662, 0.00000739 and 2569",
    },
    "bonus_repeats": {
        "more-than-twice": "only more than twice",
        "more-than-twice-or-twice-in-three": "more than twice, or twice in three games",
    },
    "reduced_k": {"none": "no reduced K", "above-2200": "a reduced K above 2200"},
    "storage": {"integer": "whole numbers", "float": "floating-point values"},
    "personal_floor": {
        "flat": "100 for everyone",
        "earned": "a personal absolute floor in every system",
        "earned-over-the-board": "a personal absolute floor for over-the-board ratings only",
    },
    "peak_rounding": {
        "as-it-is": "the highest rating unrounded",
        "nearest": "the highest rating rounded to the nearest whole number",
    },
    "peak_level": {
        "at-or-just-below": "the floor at or just below",
        "just-below": "the next multiple of 100 below",
    },
    "life_master_floor": {
        "every-system": "the floor for every system",
        "regular-only": "the floor for Regular only",
    },
    "prize_floor": {
        "over-2000-dollars": "over $2,000",
        "4000-dollars-or-more": "$4,000 or more",
    },
    "match_eligibility": {
        "rated": "that both players must be rated",
        "established": "that both players must have an established published rating",
    },
    "match_below_floor": {
        "floored": "no exception to floors for matches",
        "asks-for-a-lower-floor": "a request to lower the floor",
    },
    "foreign_fide": {
        "nobody": "no such rule",
        "any-rated": "no limit to established players",
        "established": "only established players",
    },
}


def describe_validity(parameter: str, rules: Rules) -> str:
    """Describe for which sections a parameter has its value: "for sections that ..."."""
    if rules.is_changed(parameter):
        return f"as {cite_parameter(parameter, rules)}{_describe_printed_instead(parameter, rules)}"
    if parameter in rules.overridden:
        return f"set by hand{_describe_printed_instead(parameter, rules)}"
    return f"{_describe_validity_days(parameter, rules)}{_describe_other_source(parameter, rules)}"


def describe_departure(parameter: str, rules: Rules, what: str = "This rule") -> str:
    """Return a note on a value that differs from the edition in force, or ""."""
    origin = rules.get_origin(parameter)
    by_hand, by_file = parameter in rules.overridden, rules.is_changed(parameter)
    if not (
        by_hand or by_file or origin.differs or origin.disputes or origin.by_edition
    ):
        return ""
    verb = "was" if by_hand else "is"
    return f" {what} {verb} {describe_validity(parameter, rules)}."


def describe_change(constant: str, rules: Rules) -> str:
    """Return a note that a file changed a value that every document has, or ""."""
    if not rules.is_changed(constant):
        return ""
    origin = rules.get_origin(constant)
    return (
        f" This was {origin.source}; every edition has {format_number(origin.prints)}."
    )


def describe_changed_rules(rules: Rules) -> str:
    """Name the parameters that the user or a file changed, as the end of a sentence."""
    parts = [f"{', '.join(rules.overridden)} overridden"] if rules.overridden else []
    parts += [str(rules.changes)] if rules.changes else []
    return f", with {' and '.join(parts)}" if parts else ""


def cite_parameter(parameter: str, rules: Rules) -> str:
    """Cite the section that prints a parameter's value, or its source in words."""
    origin = rules.get_origin(parameter)
    return (
        str(origin.cited)
        if origin.cited is not None
        else origin.source or "set by hand"
    )


def cite_section_and_parameter(section: str, parameter: str, rules: Rules) -> str:
    """Cite a section together with the one that prints a parameter's value."""
    where = cite_parameter(parameter, rules)
    return section if where == section else f"{section}; {where}"


def describe_rules_followed(rules: Rules, texts: Iterable[str]) -> str:
    """Describe the rules that a derivation follows; `texts` are its sentences."""
    text = f"{rules.edition} rating rules"
    day = rules.date
    place = rules.citations.steps if day is None else rules.citations.changes
    where = f"section {place.section} of the {place.edition} edition"
    if day is None:
        text += f", as the {rules.edition} edition prints them"
        if rules.overridden:
            text += ", with the manual changes below"
        if rules.changes is not None:
            text += f", with {rules.changes}"
        return f"{text}. [{place}] means {where}."
    if any(mentions_departure(sentence, rules) for sentence in texts):
        text += " with the dated changes below"
    if rules.changes is not None:
        text += f"{' and' if ' with ' in text else ','} with {rules.changes}"
    return (
        f"{text}, in force on the end date ({format_day(day)}). [{place}] means "
        f"{where}, the list of dated changes."
    )


def mentions_departure(text: str, rules: Rules) -> bool:
    """Return whether a sentence notes a value that differs from the edition in force."""
    return f"; the {rules.edition} edition prints " in text


def describe_missing_rule(citation: Citation) -> str:
    """Return a note that the edition in force lacks the cited rule, or ""."""
    return (
        f" The {citation.lacking} edition has no such rule." if citation.lacking else ""
    )


def _describe_validity_days(parameter: str, rules: Rules) -> str:
    origin, span = rules.get_origin(parameter), rules.get_validity_period(parameter)
    if span is None:
        return f"as printed in the {origin.edition} edition"
    if span.start is None:
        return (
            "for every section"
            if span.end is None
            else f"for sections that ended on or before {format_day(span.end)}"
        )
    text = (
        f"for sections that ended on or after {format_day(span.start)}"
        if span.end is None
        else f"for sections that ended from {format_day(span.start)} to {format_day(span.end)}"
    )
    return (
        f"{text} (the date of the first edition with this rule)"
        if origin.by_edition
        else text
    )


def _describe_other_source(parameter: str, rules: Rules) -> str:
    origin = rules.get_origin(parameter)
    text = (
        f" [{cite_parameter(parameter, rules)}]{_describe_printed_instead(parameter, rules)}"
        if origin.differs
        else ""
    )
    return f"{text}{_describe_disputed_dates(origin)}"


def _describe_printed_instead(parameter: str, rules: Rules) -> str:
    origin = rules.get_origin(parameter)
    if not origin.differs:
        return ""
    return (
        f"; the {origin.edition} edition prints "
        f"{describe_printed_value(parameter, origin.prints)}"
    )


def _describe_disputed_dates(origin: ParameterOrigin) -> str:
    """Describe other printed first days, which would give another value."""
    days = group_by_key(
        (format_day(start), str(cited)) for cited, start in origin.disputes
    )
    return "".join(
        f"; [{'; '.join(where)}] prints another start date, {day}"
        for day, where in days.items()
    )
