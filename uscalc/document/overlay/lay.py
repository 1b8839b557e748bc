"""Compare an event with a page: match the sections, and list their differences."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from uscalc.counted import count_in_words, format_day
from uscalc.document.merge.differences import diff_facts
from uscalc.document.model import Document, Section
from uscalc.document.overlay.changes import (
    AddSection,
    PageComparison,
    PageDifference,
    SetSection,
)
from uscalc.document.overlay.facts import diff_players
from uscalc.document.overlay.results import diff_results
from uscalc.document.overlay.table import PageTable, is_in_section, match_page_sections
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.monitor import UNMONITORED, Monitor

SETTINGS: Final = ("systems", "end_date", "kind", "half_k")
"""The facts of a section that a page has and that affect its ratings."""
SectionSystems = Sequence[Sequence[System]]
"""The systems that each section of an event counts for."""


def compare_with_page(
    event: Document,
    page: Document,
    counted: SectionSystems,
    monitor: Monitor = UNMONITORED,
) -> PageComparison:
    """Return everything that differs; `monitor` is checked between two sections.

    Sections that the page does not have are no difference, because a page copied from a
    browser often has only one section.
    """
    pairs = match_page_sections(event, page)
    found: list[PageDifference] = []
    for j, i in monitor.watch(sorted(pairs.items(), key=lambda pair: pair[1])):
        ours, theirs = event.sections[i], page.sections[j]
        table = PageTable(ours, theirs, i)
        differs = [
            *_diff_settings(event, page, table, counted[i]),
            *diff_results(table, dict(_find_in_other_sections(table, event, page))),
            *diff_players(table),
        ]
        # Contradictions come before additions.
        found += sorted(differs, key=lambda d: (d.adds, d.player or 0, d.round or 0))
    # Without a section in common it is the page of another event.
    found += [
        _make_new_section(event, page, section)
        for j, section in enumerate(page.sections)
        if pairs and j not in pairs
    ]
    return PageComparison(
        tuple(found), tuple(sorted(pairs.items())), len(event.sections)
    )


def _find_in_other_sections(
    table: PageTable, event: Document, page: Document
) -> Iterator[tuple[int, str]]:
    """Yield the places of members on one side only, with the other section that has them."""
    for at, (ours, theirs) in enumerate(table.both):
        person = theirs if ours is None else ours
        sections = event.sections if ours is None else page.sections
        this = table.ours if ours is None else table.theirs
        if person is None or (ours is not None and theirs is not None):
            continue
        for section in sections:
            if section is not this and is_in_section(person, section):
                yield at, section.name
                break


def _diff_settings(
    event: Document,
    page: Document,
    table: PageTable,
    counted: Sequence[System],
) -> Iterator[PageDifference]:
    """Yield differences in the settings that decide how a section is rated."""
    ours, theirs = table.ours, table.theirs
    here = replace(ours, systems=tuple(counted), end_date=event.end_date_of(ours))
    there = replace(
        theirs,
        systems=theirs.systems or here.systems,
        end_date=page.end_date_of(theirs),
    )
    for key, before, after in diff_facts(here, there, SETTINGS):
        values, adds = {key: after}, False
        if key == "systems":
            if set(before) == set(after) or ours.kind not in ("event", "match"):
                continue
            says = _describe_systems(before), _describe_systems(after)
            because, adds = "US Chess rated it in these systems", not counted
        elif key == "end_date":
            start = ours.start_date
            if start is not None and start > after:
                start = theirs.start_date
            values = {"start_date": start, "end_date": after}
            says = f"ended {format_day(before)}", f"ended {format_day(after)}"
            because = "the end date determines the rules"
        elif key == "kind":
            if (before, after) != ("event", "match"):
                continue
            says = "an event", "a match"
            because = "a match has no bonus, and rating changes are limited"
        else:
            if not after:
                continue
            says, because = ("full K", "half K"), "the K factor"
        yield table.make_difference(
            "settings",
            *says,
            "theirs" if adds else "ours",
            because,
            (SetSection(tuple(values.items())),),
            adds=adds,
        )


def _describe_systems(systems: Sequence[System]) -> str:
    return " and ".join(SYSTEM_NAMES[one] for one in systems) or "unknown"


def _make_new_section(
    event: Document, page: Document, section: Section
) -> PageDifference:
    new = (
        replace(section, end_date=page.end_date)
        if section.end_date is None and page.end_date != event.end_date
        else section
    )
    return PageDifference(
        "new-section",
        len(event.sections),
        section.name,
        "not here",
        count_in_words(len(section.players), "player"),
        "theirs",
        "this section is only on the US Chess page",
        adds=True,
        changes=(AddSection(new),),
    )
