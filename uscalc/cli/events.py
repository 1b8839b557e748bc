"""Open, rate and print the event of a file, for the commands."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from uscalc.cli.common import ReadingOptions, convert_format_errors
from uscalc.cli.output import DONE, WITH_FINDINGS, CommandError, print_line, require
from uscalc.document.findings import Finding
from uscalc.document.model import Document, RulesChoice
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.formats import OpenedEvent, open_event
from uscalc.formats.shared.pairing import BLANK_RATINGS_CODE, mark_blanks_unrated
from uscalc.rules.resolve import load_rule_table, resolve_rules


def find_files(given: Sequence[Path]) -> list[Path]:
    """Return the readable files among files and folders. Raise CommandError if there are none."""
    # Imported here, because the processes that rate the files don't need every format.
    from uscalc.formats.every import find_readable_files

    with convert_format_errors():
        paths = find_readable_files(list(given))
    require(paths, f"{given[0]}: no readable files; choose a file or another folder")
    return paths


def open_file(path: Path, reading: ReadingOptions | None = None) -> OpenedEvent:
    """Return the event in a file of any readable format. Raise CommandError."""

    reading = reading or ReadingOptions()
    with convert_format_errors():
        opened = open_event(path, reading.end_date)
    document = opened.document
    if reading.time_control is not None:
        document = _with_time_control(document, reading.time_control)
    if not reading.blanks_unrated:
        return replace(opened, document=document)
    return replace(
        opened,
        document=mark_blanks_unrated(document),
        findings=tuple(f for f in opened.findings if f.code != BLANK_RATINGS_CODE),
    )


def _with_time_control(document: Document, text: str) -> Document:
    """Return the document with a time control in every section that has none."""
    return replace(
        document,
        sections=tuple(
            section if section.time_control else replace(section, time_control=text)
            for section in document.sections
        ),
    )


def choose_rules(text: str | None) -> tuple[str | None, RuleBook]:
    """Return the edition of --rules and the book of rules. Raise CommandError.

    A file of changed rules is the book, and then no edition is selected.
    """
    from uscalc.formats.changed_rules import is_rules_file, read_changed_rules

    if text is None or not is_rules_file(text):
        return text, resolve_rules
    with convert_format_errors():
        return None, read_changed_rules(Path(text))


def with_rules(document: Document, key: str | None) -> Document:
    """Return the document with every section under an edition, if the user selected one."""

    if key is None:
        return document
    if key not in load_rule_table().editions:
        from uscalc.formats.changed_rules import is_rules_file

        known = ", ".join(load_rule_table().editions)
        more = "; only rate and explain read a file" if is_rules_file(key) else ""
        raise CommandError(f"no rules for {key}; available: {known}{more}")
    return replace(
        document,
        sections=tuple(
            replace(section, rules=RulesChoice(key, section.rules.overrides))
            for section in document.sections
        ),
    )


def select_sections(path: Path, document: Document, name: str | None) -> list[int]:
    """Return the positions of the sections with a name, or of all. Raise CommandError."""
    if name is None:
        return list(range(len(document.sections)))
    names = [section.name for section in document.sections]
    chosen = [i for i, known in enumerate(names) if known == name] or [
        i for i, known in enumerate(names) if known.casefold() == name.casefold()
    ]
    if not chosen and name.isdigit() and 1 <= int(name) <= len(names):
        chosen = [int(name) - 1]
    if not chosen:
        known = ", ".join(f'"{section.name}"' for section in document.sections)
        raise CommandError(f'{path}: no section named "{name}". Sections: {known}')
    return chosen


def require_one_section(path: Path, document: Document, chosen: Sequence[int]) -> int:
    """Return the only selected section of a document."""
    if len(chosen) != 1:
        names = ", ".join(f'"{section.name}"' for section in document.sections)
        raise CommandError(
            f"{path}: several sections. Choose one of {names} with --section"
        )
    return chosen[0]


def rate_file(
    path: Path,
    rules: str | None,
    section: str | None,
    system: str | None,
    lenient: bool,
    reading: ReadingOptions | None = None,
    rulebook: RuleBook = resolve_rules,
    needs_ratings: bool = False,
) -> tuple[DocumentRating, list[int]]:
    """Return a file's rated event, and the positions of the selected sections.

    The reader's findings are added to the findings of the sections. Raise CommandError,
    with `needs_ratings` also if a section should have ratings and none has.
    """

    opened = open_file(path, reading)
    document = with_rules(opened.document, rules)
    chosen = select_sections(path, document, section)
    wanted = set(chosen)
    rated = rate_document(
        document,
        rulebook,
        lenient,
        lambda index, of: (
            (document.chain_sections or index in wanted)
            and (system is None or of == system.upper())
        ),
    )
    rated = replace(rated, log=opened.log).with_findings(opened.findings)
    if needs_ratings:
        require_any_rating(path, rated, chosen)
    return rated, chosen


def collect_findings(rated: DocumentRating, chosen: list[int]) -> list[Finding]:
    """Return the findings of the selected sections."""
    return [finding for i in chosen for finding in rated.sections[i].findings]


def print_findings(file: Path, findings: Iterable[Finding]) -> int:
    """Print findings; return the exit code."""

    code = DONE
    for finding in findings:
        print_line(f"{file}: {finding}", err=True)
        code = WITH_FINDINGS
    return code


def print_errors(file: Path, findings: Iterable[Finding]) -> int:
    """Print the errors among findings; return the exit code."""
    return print_findings(file, (f for f in findings if f.severity == "stops"))


def require_any_rating(file: Path, rated: DocumentRating, chosen: list[int]) -> None:
    """Raise CommandError if a section should have ratings and none has."""
    sections = [rated.sections[i] for i in chosen]
    require(sections, f"{file}: the event has no sections; add one with players")
    kinds = {section.section.kind for section in sections}
    if kinds == {"unrated"} or any(section.ratings for section in sections):
        return
    stopping = [f for f in collect_findings(rated, chosen) if f.stops_rating]
    require(
        stopping,
        f"{file}: no section is rated in this system; change --system, or leave it out",
    )
    more = f" (and {len(stopping) - 1} more)" if len(stopping) > 1 else ""
    raise CommandError(f"{file}: {stopping[0]}{more}")


def find_player_section(
    file: Path, rated: DocumentRating, chosen: list[int], player: int
) -> tuple[SectionRating, SystemRating]:
    """Return the only section with a player, in its first system. Raise CommandError."""
    found = [
        (rated.sections[i], rating)
        for i in chosen
        for rating in rated.sections[i].ratings[:1]
        if player in rating.places
    ]
    require(
        found,
        f"{file}: no rated section has player {player}; use a pairing number "
        "from the crosstable, or another --section",
    )
    if len(found) > 1:
        names = ", ".join(f'{s.index + 1} "{s.section.name}"' for s, _ in found)
        raise CommandError(
            f"{file}: several sections have player {player}; select one with "
            f"--section: {names}"
        )
    return found[0]


def print_sections(rated: DocumentRating, chosen: list[int]) -> None:
    """Print a table for each selected section and system."""
    from uscalc.report.as_text import make_section_tables

    for i in chosen:
        print_parts(*make_section_tables(rated.sections[i]))


def make_console() -> Any:
    """Return a console for standard output."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            # Rich would end the program with exit code 1, but this isn't a failure.
            raise BrokenPipeError

    # A pipe has no width; tables must not wrap as they would in a terminal.
    return Plain(width=None if sys.stdout.isatty() else 160, soft_wrap=False)


def print_parts(*parts: Any) -> None:
    """Print tables and texts."""
    from uscalc.report.as_text import print_to

    print_to(make_console(), *parts)
