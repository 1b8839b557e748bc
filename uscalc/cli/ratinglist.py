"""The command list: import rating supplements, list them, and look up members."""

import datetime as dt
import json
import sys
from pathlib import Path

import click

from uscalc.cli.common import (
    DATE,
    JSON,
    PATH,
    RenamedOption,
    convert_format_errors,
)
from uscalc.cli.output import (
    DONE,
    WITH_FINDINGS,
    CommandError,
    print_line,
    require,
    restore_terminal,
)
from uscalc.counted import count_in_words, format_day
from uscalc.document.merge.listed import ListEntry
from uscalc.ending import ignore_interrupts, undo_at_interrupt
from uscalc.monitor import Monitor
from uscalc.ratinglist.importing import ImportOrder, RatingList
from uscalc.ratinglist.roles import ROLE_NAMES, Role, find_role_problems
from uscalc.ratinglist.store import (
    ListError,
    ListStore,
    add_list,
    load_lists,
    open_lookup,
)
from uscalc.ratinglist.understand import ListAnalysis, analyze_file
from uscalc.ui.session.folders import Folders


@click.group("list")
def rating_list() -> None:
    """Import rating supplements, and look up members in them."""


@rating_list.command("import")
@click.argument("file", type=PATH)
@click.option(
    "--date",
    type=DATE,
    metavar="DATE",
    help="Effective date, for example 11/1/2025 [default: from the file].",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="TITLE=CONTENT",
    help="Content of a column: unused, id, name, given, state, expires, birth, fide, a "
    "rating (R, Q, B, OR, OQ, OB) or its number of games ('R games').",
)
@click.option(
    "--table", metavar="NAME", help="Name of the supplement inside an archive."
)
@JSON
def import_command(
    file: Path,
    date: dt.date | None,
    columns: tuple[str, ...],
    table: str | None,
    as_json: bool,
) -> int:
    """Import a rating supplement.

    FILE is a supplement or a combined list: DBF, zip, tab-separated or CSV. A text file
    needs a row of column titles: Member ID (or MEM_ID), Name (or MEM_NAME), and a
    rating, for example Regular (or R_LPB_RAT). Commas, semicolons or tabs separate the
    columns. If they are separated by commas, put quotation marks around a name that
    contains a comma.
    """

    with convert_format_errors():
        understood = analyze_file(file, table)
        if table and table not in understood.tables:
            known = ", ".join(understood.tables)
            raise CommandError(
                f"{file}: no supplement named {table}; available: {known}"
            )
        if len(understood.tables) > 1 and not table:
            known = ", ".join(understood.tables)
            raise CommandError(
                f"{file}: the archive has several supplements; select one with --table: {known}"
            )
        roles = _parse_roles(understood, columns)
        title = Path(understood.table).name
        order = ImportOrder(
            file, understood.table, roles, _parse_day(understood, date), title
        )
        shown = click.progressbar(
            length=1000,
            label="Importing",
            file=sys.stderr,
            hidden=not sys.stderr.isatty(),
        )
        with undo_at_interrupt(restore_terminal), shown as bar:
            imported = add_list(
                order,
                _get_folder(),
                Monitor(report=lambda done, _total: bar.update(done - bar.pos)),
            )
            ignore_interrupts()
    if as_json:
        report = {
            "file": str(imported.file),
            "date": str(imported.date),
            "systems": list(imported.systems),
            "members": imported.members,
            "notes": list(imported.notes),
        }
        print_line(json.dumps(report))
    else:
        systems = ", ".join(imported.systems)
        print_line(
            f"{format_day(imported.date)}  "
            f"{count_in_words(imported.members, 'member')}  {systems}  {title}"
        )
        for note in imported.notes:
            print_line(note, err=True)
    return WITH_FINDINGS if imported.notes else DONE


@rating_list.command("show")
@JSON
def show(as_json: bool) -> int:
    """List the imported rating supplements, newest first."""
    found = _stored_lists()
    if as_json:
        lists = [
            {
                "date": str(one.date),
                "systems": list(one.systems),
                "members": one.members,
                "title": one.title,
                "file": str(one.file),
            }
            for one in found.lists
        ]
        print_line(json.dumps(lists))
    elif not found.lists:
        print_line("No rating supplements imported. See uscalc list import --help.")
    else:
        for one in found.lists:
            print_line(
                f"{format_day(one.date)}  {count_in_words(one.members, 'member')}  "
                f"{', '.join(one.systems)}  {one.title}"
            )
    return WITH_FINDINGS if found.problems else DONE


@rating_list.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--date",
    type=DATE,
    metavar="DATE",
    help="Effective date of the supplement [default: newest].",
)
@click.option(
    "--limit",
    "--most",
    cls=RenamedOption,
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    metavar="N",
    help="Maximum number of members.",
)
@JSON
def find(text: tuple[str, ...], date: dt.date | None, limit: int, as_json: bool) -> int:
    """Look up members by ID or name, in the newest rating supplement."""

    chosen = _select_lists(date)
    try:
        with open_lookup(chosen) as lookup:
            entries = lookup.search_members(" ".join(text), limit)
    except ListError as error:
        raise CommandError(str(error)) from error
    if as_json:
        print_line(json.dumps([_as_data(entry, chosen) for entry in entries]))
        return DONE
    for entry in entries:
        ratings = "  ".join(f"{system} {listed}" for system, listed in entry.ratings)
        state = f"  {entry.state}" if entry.state else ""
        print_line(f"{entry.id or '–':<10}{entry.name:<32}  {ratings}{state}")
    if not entries:
        print_line(
            f"No members match in the rating supplement of {format_day(chosen.date)}.",
            err=True,
        )
    return DONE if entries else WITH_FINDINGS


def _as_data(entry: ListEntry, chosen: RatingList) -> dict[str, object]:
    ratings = {
        system: (
            {"rating": listed.rating, "games": listed.games}
            if listed.readable
            else {"rating": "unknown"}
        )
        for system, listed in entry.ratings
    }
    return {
        "id": entry.id,
        "name": entry.name,
        "state": entry.state,
        "expires": entry.expires,
        "birth_year": entry.birth_year,
        "as_of": str(chosen.date),
        "ratings": ratings,
    }


def _parse_day(understood: ListAnalysis, date: dt.date | None) -> dt.date:
    """Return the date from the option or from the file. Raise CommandError."""
    if date is not None:
        return date
    if understood.dated is None:
        raise CommandError(
            f"{understood.path}: no effective date in the file; add one with --date, for example "
            "--date 11/1/2025"
        )
    print_line(
        f"effective date {format_day(understood.dated.day)}, {understood.dated.source}",
        err=True,
    )
    return understood.dated.day


def _parse_roles(
    understood: ListAnalysis, columns: tuple[str, ...]
) -> tuple[Role | None, ...]:
    """Return the content of each column, by its title or option. Raise CommandError."""

    known = {role.lower(): role for role in ROLE_NAMES}
    roles = dict(zip(understood.titles, understood.roles, strict=True))
    for option in columns:
        title, _, content = option.rpartition("=")
        role = known.get(content.strip().lower())
        if title not in roles or role is None:
            titles, contents = ", ".join(roles), ", ".join(ROLE_NAMES)
            raise CommandError(
                f"--column {option}: write TITLE=CONTENT; titles: {titles}; "
                f"contents: {contents}"
            )
        roles[title] = role
    chosen = tuple(roles[title] for title in understood.titles)
    problems = find_role_problems(understood.titles, chosen)
    if problems:
        asked = [title for title in understood.titles if roles[title] is None]
        title = asked[0] if asked else understood.titles[-1]
        raise CommandError(
            f'{understood.path}: {"; ".join(problems)} (for example, --column "{title}=R")'
        )
    return chosen


def _select_lists(date: dt.date | None) -> RatingList:
    """Return the supplement of a date, or the newest one. Raise CommandError."""
    lists = _stored_lists().lists
    require(lists, "no rating supplements imported; use uscalc list import")
    if date is None:
        return lists[0]
    for one in lists:
        if one.date == date:
            return one
    known = ", ".join(format_day(one.date) for one in lists)
    raise CommandError(
        f"no rating supplement for {format_day(date)}; available: {known}"
    )


def _stored_lists() -> ListStore:

    found = load_lists(_get_folder())
    for problem in found.problems:
        print_line(problem, err=True)
    return found


def _get_folder() -> Path:
    """Return the folder of the user's rating supplements."""

    return Folders.find_usual().lists
