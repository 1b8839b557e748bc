"""The commands schema, guide, doctor and tour: describe the program itself."""

import json
import os
import re
import sys
from pathlib import Path

import click

from uscalc import __version__
from uscalc.cli.common import (
    FORCE,
    JSON,
    PATH,
    convert_format_errors,
    require_free_path,
    write_output,
)
from uscalc.cli.output import (
    DONE,
    WITH_FINDINGS,
    CommandError,
    print_line,
    print_lines,
    require,
)
from uscalc.resources import get_resource_path


@click.command()
@click.option(
    "--trace", is_flag=True, help="Schema of traces instead of the event file."
)
def schema(trace: bool) -> int:
    """Print the JSON Schema of the event file, or of a trace."""
    name = "trace.schema.json" if trace else "event.schema.json"
    print_lines(
        get_resource_path("schema", name).read_text(encoding="utf-8").removesuffix("\n")
    )
    return DONE


@click.command()
@click.argument("out", type=PATH)
@FORCE
def guide(out: Path, force: bool) -> int:
    """Write all help pages with their pictures to OUT, one .html file."""
    from uscalc.report.help_pages import make_guide_html

    require(
        out.suffix.lower() == ".html",
        f"{out}: the help is a web page. Give it a name that ends in .html",
    )
    require_free_path(out, force)
    write_output(out, make_guide_html().encode("utf-8"))
    return DONE


@click.command()
@JSON
def doctor(as_json: bool) -> int:
    """Check the installation, and name missing libraries.

    The output lists versions, folders, display, fonts, rating supplements and the log,
    and the command that installs a missing library. It names no player and no event, so
    you can send it with a bug report.
    """
    from uscalc.ui.diagnostics.doctor import examine_system
    from uscalc.ui.session.folders import Folders

    found = examine_system(Folders.find_usual())
    if as_json:
        topics = {topic.lower(): facts for topic, facts in found.topics.items()}
        report = {"version": __version__, "problems": found.problems, **topics}
        print_lines(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print_lines(found.format_text().removesuffix("\n"))
    return WITH_FINDINGS if found.problems else DONE


SIZE = re.compile(r"([1-9]\d{2,3})x([1-9]\d{2,3})")


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.argument("file", type=PATH, required=False)
@click.option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help="Color theme.",
)
@click.option(
    "--size",
    default="1440x900",
    show_default=True,
    metavar="WxH",
    help="Window size in pixels.",
)
@click.option(
    "--scale",
    type=click.FloatRange(0.5, 4.0),
    default=1.0,
    show_default=True,
    help="Image scale factor, for example 2.",
)
@FORCE
def tour(
    folder: Path, file: Path | None, theme: str, size: str, scale: float, force: bool
) -> int:
    """Write a PNG of every view and dialog to DIR.

    The pictures show the event in FILE, or a sample event.
    """
    from uscalc.cli.events import open_file
    from uscalc.ui.diagnostics.display import display_problem, import_problem

    asked = SIZE.fullmatch(size)
    if asked is None:
        raise CommandError(
            f"--size {size} isn't valid; give width and height, for example 1440x900"
        )
    document = open_file(
        file or get_resource_path("samples", "autumn-open.uscalc")
    ).document
    if sys.platform.startswith("linux"):
        # Even if there is a display: the windows must not appear on it.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        # This Qt platform logs for every window what it doesn't support.
        os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")
    problem = display_problem(os.environ)
    if problem is not None:
        raise CommandError(problem)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"{folder}: can't create this folder; choose another ({error.strerror})"
        ) from error
    try:
        from PySide6.QtCore import QSize
        from PySide6.QtWidgets import QApplication

        from uscalc.ui.theme.theme import STYLE, Theme
        from uscalc.ui.window.tour import take_tour, write_pictures
    except ImportError as error:
        raise CommandError(import_problem(error)) from error
    for path in write_pictures(folder, theme == "dark"):
        require_free_path(path, force, *([] if file is None else [file]))
    app = QApplication.instance() or QApplication(["uscalc", *STYLE])
    assert isinstance(app, QApplication)
    look = Theme(app, "dark" if theme == "dark" else "light")
    measures = QSize(int(asked[1]), int(asked[2]))
    with convert_format_errors():
        for path in take_tour(folder, document, look, measures, scale):
            print_line(str(path))
    return DONE
