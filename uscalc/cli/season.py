"""The command season: rate a folder of events by date, and follow each member."""

from collections.abc import Sequence
from pathlib import Path

import click

from uscalc.cli.common import (
    FORCE,
    JSON,
    PATH,
    READING,
    ReadingOptions,
    require_free_path,
    write_output,
)
from uscalc.cli.events import (
    find_files,
    open_file,
    print_errors,
    print_parts,
    require_one_section,
    select_sections,
)
from uscalc.cli.explain import with_outcomes
from uscalc.cli.output import (
    DONE,
    FAILED,
    WITH_FINDINGS,
    CommandError,
    print_json,
    print_line,
    progress_bar,
    require,
)
from uscalc.cli.processes import reduce_garbage_collection
from uscalc.report.seasons import (
    describe_same_day,
    make_changes_parts,
    make_history_parts,
    make_season_csv,
    make_season_json,
    make_season_parts,
)
from uscalc.rules.resolve import resolve_rules
from uscalc.seasons import FiledEvent, Season, list_changes, rate_season

Failures = list[tuple[Path, str]]
"""Files that can't be opened, each with the reason."""


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--member", metavar="ID", help="Member whose history to show.")
@click.option(
    "--csv", "out", type=PATH, metavar="OUT", help="CSV file of all histories."
)
@click.option(
    "--insert",
    type=PATH,
    metavar="FILE",
    help="Late or corrected event, to show whose ratings it changes.",
)
@click.option(
    "--replace",
    "replaced",
    type=PATH,
    metavar="FILE",
    help="Event in DIR to replace with the event of --insert.",
)
@click.option(
    "--correct",
    type=PATH,
    metavar="FILE",
    help="Event in DIR with a wrong result; give the correct result with --set.",
)
@click.option(
    "--set",
    "outcomes",
    multiple=True,
    metavar="ROUND:PLAYER=RESULT",
    help="Correct result in the event of --correct: 7:4=W is a win of player 4 in round 7 "
    "(repeatable).",
)
@click.option(
    "--section",
    metavar="NAME",
    help="Section that --set corrects, by name or number, if the event has several.",
)
@READING
@JSON
@FORCE
def season(
    folder: Path,
    member: str | None,
    out: Path | None,
    insert: Path | None,
    replaced: Path | None,
    correct: Path | None,
    outcomes: tuple[str, ...],
    section: str | None,
    reading: ReadingOptions,
    as_json: bool,
    force: bool,
) -> int:
    """Rate the events of DIR by date, and show each member's ratings.

    Each member starts from the result of the event before. With --insert or --correct,
    uscalc also shows whose ratings change, and by how much. The files stay unchanged.
    """
    if (correct is None) != (not outcomes):
        raise CommandError(
            "--correct and --set belong together; give both, for example --correct "
            "club-may.uscalc --set 7:4=W"
        )
    if replaced is not None and insert is None:
        raise CommandError("--replace needs --insert; name the corrected event file")
    if out is not None:
        require_free_path(out, force, folder)
    reduce_garbage_collection()
    events, failures = _open_events(find_files([folder]), reading)
    if not events:
        _print_problems(Season(()), failures)
        return FAILED
    found = rate_season(events, resolve_rules)
    before = found if insert or correct else None
    if correct is not None:
        events = _correct_event(events, correct, outcomes, section)
    if replaced is not None:
        events.remove(_find_event(events, replaced))
    if insert is not None:
        require(
            not any(insert.resolve() == Path(one.file).resolve() for one in events),
            f"{insert}: is already an event of the season; name another file",
        )
        events.append(FiledEvent(str(insert), open_file(insert, reading).document))
    if before is not None:
        found = rate_season(events, resolve_rules, before)
    if member is not None and member not in found.histories:
        raise CommandError(
            f"{folder}: no rated event has member ID {member}; run uscalc season "
            "without --member for the list of members"
        )
    members = list(found.histories) if member is None else [member]
    changes = None if before is None else list_changes(before, found)
    if as_json:
        errors = [{"file": str(path), "error": why} for path, why in failures]
        listed = make_season_json(found, members, changes) | {"errors": errors}
        print_json(listed, indent=1)
    elif member is not None:
        print_parts(*make_history_parts(found.histories[member]))
    elif changes is None:
        print_parts(*make_season_parts(found))
    if changes is not None and not as_json:
        print_parts(*make_changes_parts(changes))
    if out is not None:
        write_output(out, make_season_csv(found, members))
    return _print_problems(found, failures)


def _open_events(
    paths: Sequence[Path], reading: ReadingOptions
) -> tuple[list[FiledEvent], Failures]:
    """Return the events of some files, and the files that can't be opened."""
    events, failures = [], []
    with progress_bar() as progress:
        for path in progress.track(paths, description="Reading"):
            try:
                opened = open_file(path, reading)
            except CommandError as error:
                failures.append((path, str(error)))
            else:
                events.append(FiledEvent(str(path), opened.document))
    return events, failures


def _correct_event(
    events: Sequence[FiledEvent],
    file: Path,
    outcomes: tuple[str, ...],
    section: str | None,
) -> list[FiledEvent]:
    """Return the events with corrected results in one of them. Raise CommandError."""
    wrong = _find_event(events, file)
    chosen = select_sections(file, wrong.document, section)
    index = require_one_section(file, wrong.document, chosen)
    corrected = wrong._replace(
        document=with_outcomes(file, wrong.document, index, outcomes)
    )
    return [corrected if one is wrong else one for one in events]


def _find_event(events: Sequence[FiledEvent], file: Path) -> FiledEvent:
    """Return the event of a file, which may be named without its folder."""
    found = [one for one in events if Path(one.file) == file] or [
        one for one in events if Path(one.file).name == str(file)
    ]
    require(
        len(found) == 1,
        f"{file}: isn't an event of the season; name a readable file in DIR",
    )
    return found[0]


def _print_problems(found: Season, failures: Failures) -> int:
    """Print what keeps the ratings from being right, and return the exit code."""
    for _, why in failures:
        print_line(f"uscalc: {why}", err=True)
    codes = [print_errors(Path(e.filed.file), e.findings) for e in found.events]
    days = found.list_same_day()
    for day in days:
        print_line(f"uscalc: {describe_same_day(day)}", err=True)
    return WITH_FINDINGS if failures or days or any(codes) else DONE
