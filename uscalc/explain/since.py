"""The first day of a rule, its source, and the value of the edition in force."""

from collections.abc import Iterable

from uscalc.engine.citations import Citation, Origin
from uscalc.engine.rules import Rules
from uscalc.explain.printed import printed_words


def holding(parameter: str, rules: Rules) -> str:
    """Return for which sections a parameter's value holds, to follow it or alone.

    "for sections that ended 2017-06-01 to 2023-01-31 [2020, 8]; the 2015 edition prints
    12": where the edition in force prints another value, the sentence names both.
    """
    if parameter in rules.overridden:
        return f"set by hand{_instead(parameter, rules)}"
    return f"{_days(parameter, rules)}{_elsewhere(parameter, rules)}"


def departure(parameter: str, rules: Rules, what: str = "This") -> str:
    """Return a note on a value that the edition in force does not date.

    It is `holding` as a sentence about `what` where the value was set by hand, where the
    edition in force prints another one, or where documents disagree about its first day
    or give none; otherwise it is empty.
    """
    origin = rules.origin(parameter)
    by_hand = parameter in rules.overridden
    if not (by_hand or origin.differs or origin.disputes or origin.by_edition):
        return ""
    verb = "was" if by_hand else "holds"
    return f" {what} {verb} {holding(parameter, rules)}."


def cited(parameter: str, rules: Rules) -> str:
    """Return the section that prints a parameter's value, or its source in words."""
    origin = rules.origin(parameter)
    if origin.cited is not None:
        return str(origin.cited)
    return origin.source or "set by hand"


def also_cited(section: str, parameter: str, rules: Rules) -> str:
    """Return a section, and beside it the one that prints a parameter's value."""
    where = cited(parameter, rules)
    return section if where == section else f"{section}; {where}"


def header(rules: Rules, texts: Iterable[str]) -> str:
    """Return which rules a derivation follows; `texts` are the sentences below it.

    "2020 rules with the dated changes below": where a sentence below names a value that
    the edition in force does not print.
    """
    text = f"{rules.edition} rules"
    if rules.date is None:
        text += f", as the {rules.edition} edition prints them"
        return (
            f"{text}, with the changes by hand below."
            if rules.overridden
            else f"{text}."
        )
    changed = f"; the {rules.edition} edition prints "
    if any(changed in said for said in texts):
        text += " with the dated changes below"
    place = rules.citations.changes
    return (
        f"{text}. The end date, {rules.date}, decides, although [{place}] names the start "
        "date."
    )


def by_guide(guide: str, exact: str) -> str:
    """Return the header of a worksheet that has the exact steps beside it."""
    return f"{guide}, by hand. The exact steps after it: {exact}"


def lacking(citation: Citation) -> str:
    """Return that the edition in force does not have the rule of a citation, or nothing."""
    if not citation.lacking:
        return ""
    return f" The {citation.lacking} edition has no such rule."


def _days(parameter: str, rules: Rules) -> str:
    origin, span = rules.origin(parameter), rules.span(parameter)
    if span is None:
        return f"as the {origin.edition} edition prints it"
    if span.start is None and span.end is None:
        return "for every section"
    if span.start is None:
        return f"for sections that ended until {span.end}"
    text = f"for sections that ended {span.start} to {span.end}"
    if span.end is None:
        text = f"for sections that ended from {span.start} on"
    return f"{text}, by the edition's date" if origin.by_edition else text


def _elsewhere(parameter: str, rules: Rules) -> str:
    origin = rules.origin(parameter)
    text = ""
    if origin.differs:
        text = f" [{cited(parameter, rules)}]{_instead(parameter, rules)}"
    return f"{text}{_disputed(origin)}"


def _instead(parameter: str, rules: Rules) -> str:
    origin = rules.origin(parameter)
    if not origin.differs:
        return ""
    words = printed_words(parameter, origin.prints)
    return f"; the {origin.edition} edition prints {words}"


def _disputed(origin: Origin) -> str:
    """Return the other first days, by which another value would hold here."""
    days: dict[str, list[str]] = {}
    for cited_, start in origin.disputes:
        days.setdefault(str(start), []).append(str(cited_))
    return "".join(
        f"; another first day, {day}, is printed in [{'; '.join(where)}]"
        for day, where in days.items()
    )
