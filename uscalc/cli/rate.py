"""uscalc rate: files and folders rated."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    CHOICE,
    DONE,
    FAILED,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    cannot,
    findings_of,
    plain_errors,
    print_sections,
    rate_file,
)
from uscalc.cli.output import progress_bar, say

if TYPE_CHECKING:
    from uscalc.document.rate.rating import DocumentRating


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@CHOICE
@READING
@JSON
@click.option("--lenient", is_flag=True, help="Leave broken games out.")
def rate(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    lenient: bool,
    reading: Reading,
) -> int:
    """Rates files, or every readable file of a folder."""
    from uscalc.formats.discover import readable_files

    with plain_errors():
        paths = readable_files(list(files))
    if not paths:
        raise CannotError(
            f"{files[0]}: no readable file in it; name a file or another folder"
        )

    def one(path: Path) -> tuple["DocumentRating", list[int]]:
        return rate_file(path, rules, section, system, lenient, reading)

    if len(files) > 1 or files[0].is_dir():
        return _rate_many(paths, one, as_json)
    return _rate_single(paths[0], one, as_json)


def _rate_single(
    path: Path, one: Callable[[Path], tuple["DocumentRating", list[int]]], as_json: bool
) -> int:
    rated, chosen = one(path)
    if as_json:
        from uscalc.report.as_json import rating_json

        say(json.dumps(rating_json(rated, chosen), indent=1, allow_nan=False))
    else:
        print_sections(rated, chosen)
    stopped = cannot(rated, chosen)
    if stopped is not None:
        raise CannotError(f"{path}: {stopped}")
    findings = findings_of(rated, chosen)
    for finding in findings:
        say(f"{path}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE


def _rate_many(
    paths: list[Path],
    one: Callable[[Path], tuple["DocumentRating", list[int]]],
    as_json: bool,
) -> int:

    from uscalc.report.as_json import rating_json

    failed = seen = 0
    with progress_bar() as progress:
        for path in progress.track(paths, description="Rating"):
            try:
                rated, chosen = one(path)
                stopped = cannot(rated, chosen)
                if stopped is not None:
                    raise CannotError(f"{path}: {stopped}")
            except CannotError as error:
                failed += 1
                if as_json:
                    say(json.dumps({"file": str(path), "error": str(error)}))
                else:
                    say(f"uscalc: {error}", err=True)
                continue
            findings = findings_of(rated, chosen)
            seen += bool(findings)
            if as_json:
                line = {"file": str(path), **rating_json(rated, chosen)}
                say(json.dumps(line, allow_nan=False))
                continue
            say(str(path))
            print_sections(rated, chosen)
            for finding in findings:
                say(f"{path}: {finding}", err=True)
    if failed == len(paths):
        return FAILED
    return WITH_FINDINGS if failed or seen else DONE
