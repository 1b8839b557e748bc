"""Since when a rule holds, in words."""

from uscalc.engine.rules import Rules


def holding(parameter: str, edition: str, rules: Rules) -> str:
    """Which sections a parameter's value is for, to stand after "for" or alone.

    "for sections that ended from 2025-01-01 on", "as the 2020 edition prints it", or
    that a person has set it. `edition` is the key of the edition that prints it.
    """
    if parameter in rules.overridden:
        return "as it was set by hand"
    span = rules.span(parameter)
    if span is None:
        return f"as the {edition} edition prints it"
    if span.start is None and span.end is None:
        return "for every section"
    if span.end is None:
        return f"for sections that ended from {span.start} on"
    if span.start is None:
        return f"for sections that ended until {span.end}"
    return f"for sections that ended from {span.start} to {span.end}"
