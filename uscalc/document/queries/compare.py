"""Rate a section under every choice of rules, and find the rules that make the differences.

The rules are switched one at a time, in the order of the table, from those of the date
to those of the edition. The effects of the switches add up to the whole difference.
"""

import datetime as dt
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.findings import Finding
from uscalc.document.model import Document, RulesChoice, Section, with_section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.incremental import rate_whole_section
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.engine.rules import Rules
from uscalc.engine.table import PARAMETERS
from uscalc.monitor import UNMONITORED, Monitor

BY_DATE = "by date"
_STEPPING = RulesChoice("stepping from one set of rules to another")


class RuleSwitch(Struct, frozen=True):
    """One rule switched, and the points by which it moved each pairing number."""

    parameter: str
    moved: dict[int, float]


class EditionColumn(Struct, frozen=True):
    """A section rated in one system under one choice of rules.

    `switches` change the rules of the date to these rules, one rule at a time; rules
    without an effect are left out.
    """

    rules: str
    system: System
    rated: SystemRating
    switches: tuple[RuleSwitch, ...]

    def find_post(self, number: int) -> float | None:
        """Return the new rating of a pairing number.

        Under the 2001 guide, it is the answer of its worksheet."""
        return self.rated.find_post(number)

    def list_causes(self, number: int) -> tuple[tuple[str, float], ...]:
        """Return the rules that make this player's difference, each with its points."""
        return tuple(
            (switch.parameter, switch.moved[number])
            for switch in self.switches
            if number in switch.moved
        )


class EditionComparison(Struct, frozen=True):
    """A section under every choice of rules; the findings are those under the rules by date."""

    section: Section
    columns: tuple[EditionColumn, ...]
    findings: tuple[Finding, ...]


def compare_editions(
    document: Document,
    index: int,
    editions: tuple[str, ...],
    rulebook: RuleBook,
    monitor: Monitor = UNMONITORED,
    rated: DocumentRating | None = None,
) -> EditionComparison:
    """Rate one section by date and by each edition, and find the causes of the differences.

    `rated` is the document's rating, if that is known. `monitor` receives the number of
    compared editions and of all. It is checked before each rating. Raises
    CancelledError once it is canceled.
    """

    def asked(choice: RulesChoice, day: dt.date, system: System) -> Rules:
        monitor.check()
        return rulebook(choice, day, system)

    if rated is None or document.sections[index].rules != RulesChoice():
        section = replace(document.sections[index], rules=RulesChoice())
        only = None if document.chain_sections else lambda i, _: i == index
        rated = rate_document(with_section(document, index, section), asked, only=only)
    by_date = rated.sections[index]
    shown = document.sections[index]
    # The players already have the ratings from earlier sections, so rate it alone.
    document = with_section(document, index, by_date.section)
    columns = [EditionColumn(BY_DATE, r.system, r, ()) for r in by_date.ratings]
    for count, key in enumerate(editions):
        monitor.report(count, len(editions))
        for one in _rate_under(document, index, RulesChoice(key), asked).ratings:
            start = by_date.in_system(one.system)
            switches = (
                tuple(_find_switches(document, index, start, one, asked))
                if start is not None and one.guide is None
                else ()
            )
            columns.append(EditionColumn(key, one.system, one, switches))
    return EditionComparison(shown, tuple(columns), by_date.findings)


def _rate_under(
    document: Document, index: int, choice: RulesChoice, rulebook: RuleBook
) -> SectionRating:
    return _rate_with(
        document, index, replace(document.sections[index], rules=choice), rulebook
    )


def _rate_with(
    document: Document, index: int, section: Section, rulebook: RuleBook
) -> SectionRating:
    """Rate one section in another form."""
    return rate_whole_section(
        with_section(document, index, section), index, rulebook
    ).rating


def _find_switches(
    document: Document,
    index: int,
    start: SystemRating,
    end: SystemRating,
    rulebook: RuleBook,
) -> Iterator[RuleSwitch]:
    """Return the rules that lead from one rating of a section to another."""
    target = end.trace.rules
    system = start.system
    rules, before = start.trace.rules, start
    numbers = [player.number for player in document.sections[index].players]
    for parameter in PARAMETERS:
        value = getattr(target, parameter)
        if getattr(rules, parameter) == value:
            continue
        rules = replace(rules, **{parameter: value})
        after = _with_rules(document, index, rules, system, rulebook)
        if after is None:
            continue
        posts = (
            (n, before.find_trace(n).post, after.find_trace(n).post) for n in numbers
        )
        moved = {
            number: other - one
            for number, one, other in posts
            if one is not None and other is not None and abs(other - one) > 1e-9
        }
        if moved:
            yield RuleSwitch(parameter, moved)
        before = after


def _with_rules(
    document: Document, index: int, rules: Rules, system: System, rulebook: RuleBook
) -> SystemRating | None:
    def stepping(choice: RulesChoice, day: dt.date, of: System) -> Rules:
        # Always call the rulebook function, even if its answer is known, because it may
        # end the comparison.
        known = rulebook(RulesChoice() if choice is _STEPPING else choice, day, of)
        return rules if choice is _STEPPING else known

    section = replace(document.sections[index], rules=_STEPPING)
    if section.systems is None:
        # Keep the systems of the rules by date, and switch only their rules.
        by_date = _rate_under(document, index, RulesChoice(), rulebook)
        section = replace(
            section, systems=tuple(rating.system for rating in by_date.ratings)
        )
    return _rate_with(document, index, section, stepping).in_system(system)
