"""uscalc list: rating lists imported, shown, and asked, on this computer alone."""

import datetime as dt
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    DATE,
    DONE,
    JSON,
    WITH_FINDINGS,
    CannotError,
    plain_errors,
)
from uscalc.cli.output import say
from uscalc.counted import counted
from uscalc.monitor import Monitor

if TYPE_CHECKING:
    from uscalc.document.fill.entry import ListEntry
    from uscalc.ratinglist.roles import Role
    from uscalc.ratinglist.store import RatingList, StoredLists
    from uscalc.ratinglist.understand import Understood


@click.group("list")
def rating_list() -> None:
    """Published rating lists: import them, and look members up."""


@rating_list.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--date",
    type=DATE,
    metavar="DATE",
    help="Effective date, such as 11/1/2025 [default: from the file]",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="TITLE=WHAT",
    help="What a column holds: R, Q, B, OR, OQ, OB, id, name, unused, and others.",
)
@click.option("--table", metavar="NAME", help="Which list of an archive.")
@JSON
def import_command(
    file: Path,
    date: dt.date | None,
    columns: tuple[str, ...],
    table: str | None,
    as_json: bool,
) -> int:
    """Import a supplement or combined list: DBF, zip, tab-separated, or CSV.

    A list in text needs a row of titles: Member ID (or MEM_ID), Name (or MEM_NAME), and
    a rating such as Regular (or R_LPB_RAT). Commas, semicolons or tabs separate its
    columns; put a name with a comma in quotation marks if commas separate them.
    """
    from uscalc.ratinglist.importing import Order
    from uscalc.ratinglist.store import add_list
    from uscalc.ratinglist.understand import understand

    with plain_errors():
        understood = understand(file, table)
        if table and table not in understood.tables:
            known = ", ".join(understood.tables)
            raise CannotError(f"{file}: there is no list {table}; there are {known}")
        if len(understood.tables) > 1 and not table:
            known = ", ".join(understood.tables)
            raise CannotError(
                f"{file}: the archive has several lists; choose one of {known} (--table)"
            )
        roles = _roles(understood, columns)
        title = Path(understood.table).name
        order = Order(file, understood.table, roles, _day(understood, date), title)
        with click.progressbar(
            length=1000,
            label="importing",
            file=sys.stderr,
            hidden=not sys.stderr.isatty(),
        ) as bar:
            imported = add_list(
                order,
                _folder(),
                Monitor(report=lambda done, _total: bar.update(done - bar.pos)),
            )
    if as_json:
        said = {
            "file": str(imported.file),
            "date": str(imported.date),
            "systems": list(imported.systems),
            "members": imported.members,
            "notes": list(imported.notes),
        }
        say(json.dumps(said))
    else:
        systems = ", ".join(imported.systems)
        say(
            f"{imported.date}  {counted(imported.members, 'member')}  {systems}  {title}"
        )
        for note in imported.notes:
            say(note, err=True)
    return WITH_FINDINGS if imported.notes else DONE


@rating_list.command("show")
@JSON
def show(as_json: bool) -> int:
    """Shows which lists are here, the newest first."""
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
        say(json.dumps(lists))
    elif not found.lists:
        say("There is no rating list here yet; see uscalc list import --help.")
    else:
        for one in found.lists:
            systems = ", ".join(one.systems)
            say(f"{one.date}  {counted(one.members, 'member')}  {systems}  {one.title}")
    return WITH_FINDINGS if found.problems else DONE


@rating_list.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--date", type=DATE, metavar="DATE", help="The list of this day.")
@click.option("--most", type=click.IntRange(1, 1000), default=20, help="How many.")
@JSON
def find(text: tuple[str, ...], date: dt.date | None, most: int, as_json: bool) -> int:
    """Looks members up by ID or by name, the newest list unless --date says."""
    from uscalc.ratinglist.store import ListError, looking_up

    chosen = _chosen(date)
    try:
        with looking_up(chosen) as lookup:
            entries = lookup.search(" ".join(text), most)
    except ListError as error:
        raise CannotError(str(error)) from error
    if as_json:
        say(json.dumps([_as_data(entry, chosen) for entry in entries]))
        return DONE
    for entry in entries:
        ratings = "  ".join(f"{system} {listed}" for system, listed in entry.ratings)
        where = f"  {entry.state}" if entry.state else ""
        say(f"{entry.id or '–':<10}{entry.name:<32}  {ratings}{where}")
    if not entries:
        say(f"Nobody in the list of {chosen.date} fits.", err=True)
    return DONE if entries else WITH_FINDINGS


def _as_data(entry: "ListEntry", chosen: "RatingList") -> dict[str, object]:
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


def _day(understood: "Understood", date: dt.date | None) -> dt.date:
    """Return the day that was given, or that the file says. Raises CannotError."""
    if date is not None:
        return date
    if understood.dated is None:
        raise CannotError(
            f"{understood.path}: it does not state its effective date. "
            "Give it with --date, such as 11/1/2025"
        )
    say(f"dated {understood.dated.day}, {understood.dated.said}", err=True)
    return understood.dated.day


def _roles(
    understood: "Understood", columns: tuple[str, ...]
) -> tuple["Role | None", ...]:
    """Return what the titles say, and what the options say. Raises CannotError."""
    from uscalc.ratinglist.roles import ROLE_NAMES, role_problems

    known = {role.lower(): role for role in ROLE_NAMES}
    roles = dict(zip(understood.titles, understood.roles, strict=True))
    for option in columns:
        title, _, what = option.rpartition("=")
        role = known.get(what.strip().lower())
        if title not in roles or role is None:
            titles, whats = ", ".join(roles), ", ".join(ROLE_NAMES)
            raise CannotError(
                f"--column {option}: write one of {titles}, then =, then one of {whats}"
            )
        roles[title] = role
    chosen = tuple(roles[title] for title in understood.titles)
    problems = role_problems(understood.titles, chosen)
    if problems:
        asked = [title for title in understood.titles if roles[title] is None]
        title = asked[0] if asked else understood.titles[-1]
        raise CannotError(
            f'{understood.path}: {"; ".join(problems)} (such as --column "{title}=R")'
        )
    return chosen


def _chosen(date: dt.date | None) -> "RatingList":
    """Return the list of a day, or the newest. Raises CannotError."""
    lists = _stored_lists().lists
    if not lists:
        raise CannotError("there is no rating list here; uscalc list import brings one")
    if date is None:
        return lists[0]
    for one in lists:
        if one.date == date:
            return one
    known = ", ".join(str(one.date) for one in lists)
    raise CannotError(f"there is no list of {date}; there are {known}")


def _stored_lists() -> "StoredLists":
    from uscalc.ratinglist.store import stored_lists

    found = stored_lists(_folder())
    for problem in found.problems:
        say(problem, err=True)
    return found


def _folder() -> Path:
    """Return where this person's lists are."""
    from uscalc.ui.storage.folders import Folders

    return Folders.usual().lists
