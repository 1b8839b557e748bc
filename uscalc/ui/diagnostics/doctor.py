"""Report on this installation: versions, folders, libraries and problems.

The report has no names of players, events or files, so that it can be sent to others.
Qt is imported only for the questions about Qt.
"""

import locale
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from msgspec import Struct

from uscalc import __version__
from uscalc.counted import count_in_words
from uscalc.resources import ROOT, get_help_path, get_resource_path
from uscalc.ui.diagnostics.display import display_problem, import_problem
from uscalc.ui.session.folders import LOG_NAME, VARIABLE, Folders

PARTS: Final = (
    "PySide6-Essentials",
    "numpy",
    "pydantic",
    "msgspec",
    "click",
    "rich",
    "Jinja2",
    "openpyxl",
    "ziamath",
    "platformdirs",
    "xlrd",
)
"""The required and optional packages."""
WITHOUT: Final[Mapping[str, str]] = {
    "xlrd": "can't read older workbooks (.xls) and SwissSys sections (.S1C)",
}
"""The functions that need an optional package."""
MOST_LOGGED: Final = 40
"""The number of lines shown from the end of the log."""
ENVIRONMENT: Final = (
    "QT_QPA_PLATFORM",
    "QT_SCALE_FACTOR",
    "QT_STYLE_OVERRIDE",
    "XDG_SESSION_TYPE",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "LANG",
    "LC_ALL",
)
"""The environment variables that change how a window looks."""

Facts = dict[str, str]


class DoctorReport(Struct, frozen=True):
    """Facts about the installation, grouped by topic, and the problems to fix."""

    topics: Mapping[str, Facts]
    problems: tuple[str, ...]

    def format_text(self) -> str:
        """Return the report as lines, the problems first."""
        lines = [f"uscalc {__version__}"]
        lines += self.problems or ("No problems found.",)
        for topic, facts in self.topics.items():
            wide = max(map(len, facts), default=0)
            lines += ["", topic]
            for name, value in facts.items():
                first, *others = value.split("\n")
                lines.append(f"  {name:<{wide}}  {first}")
                lines += [f"  {'':<{wide}}  {other}" for other in others]
        return "\n".join(line.rstrip() for line in lines) + "\n"


def examine_system(
    folders: Folders, qt: "Callable[[], tuple[Facts, list[str]]] | None" = None
) -> DoctorReport:
    """Return a report on the installation; `qt` returns what a running window knows of screens."""
    problems: list[str] = []
    topics = {
        "Program": _examine_program(problems),
        "System": _examine_system(),
        "Display and fonts": _examine_display(qt or _without_window, problems),
        "Folders": _examine_folders(folders, problems),
        "Saved work": _examine_kept_work(folders),
        "Rating supplements": _examine_lists(folders, problems),
        "Log": _examine_log(folders),
    }
    return DoctorReport(topics, tuple(problems))


def kind_of_installation() -> str:
    """Return how the program was installed on this computer."""
    if getattr(sys, "frozen", False):
        return "standalone folder"
    return "package" if ROOT.parent == Path(__file__).parents[2] else "source folder"


def _examine_program(problems: list[str]) -> Facts:
    facts = {
        "uscalc": f"{__version__}, {kind_of_installation()}",
        "Python": f"{platform.python_version()} {platform.python_implementation()}",
    }
    for name in PARTS:
        try:
            facts[name] = version(name)
        except PackageNotFoundError:
            facts[name] = ": ".join(filter(None, ("not installed", WITHOUT.get(name))))
    facts["rules and help"] = _examine_resources(problems)
    return facts


def _examine_resources(problems: list[str]) -> str:
    """Return whether the program's data files exist and belong to this version."""
    wanted = (
        ("rules", "parameters.toml"),
        ("samples", "autumn-open.uscalc"),
        ("templates", "wall.html"),
        ("schema", "event.schema.json"),
    )
    paths = {"/".join(parts): get_resource_path(*parts) for parts in wanted}
    paths["help/index.md"] = get_help_path("index.md")
    missing = [name for name, path in paths.items() if not path.is_file()]
    if missing:
        problems.append(
            f"The installation is incomplete: {', '.join(missing)} missing. "
            "Reinstall uscalc."
        )
        return f"missing: {', '.join(missing)}"
    from uscalc.rules.resolve import load_rule_table

    try:
        count = len(load_rule_table().editions)
    except Exception as error:
        problems.append(
            f"Can't read the rating rules ({type(error).__name__}). Reinstall uscalc."
        )
        return "damaged"
    return f"complete, {count} editions of the rules"


def _examine_system() -> Facts:
    facts = {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "release": _find_release() or platform.version(),
        "C library": " ".join(platform.libc_ver()) if sys.platform == "linux" else "",
        "processors": str(os.cpu_count() or "unknown"),
        "letters": f"{sys.getfilesystemencoding()}, {locale.getpreferredencoding(False)}",
    }
    return {name: value for name, value in facts.items() if value}


def _find_release() -> str:
    """Return the name of a Linux system with its version; empty on other systems."""
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, ValueError):
        return ""


def _examine_display(
    qt: "Callable[[], tuple[Facts, list[str]]]", problems: list[str]
) -> Facts:
    facts = {
        name: _clean_text(os.environ[name])
        for name in ENVIRONMENT
        if os.environ.get(name, "")
    }
    problem = display_problem(os.environ)
    if problem is not None:
        problems.append(problem)
    facts["window"] = problem or "available"
    found, amiss = qt()
    problems += [text for text in amiss if text not in problems]
    return {**facts, **found}


def _without_window() -> tuple[Facts, list[str]]:
    """Return Qt's facts and problems that need no window."""
    problem = display_problem({"QT_QPA_PLATFORM": "offscreen"})
    if problem is not None:
        return {}, [problem]
    before = os.environ.get("QT_QPA_PLATFORM")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from PySide6.QtGui import QGuiApplication

        from uscalc.ui.diagnostics.screens import about_fonts

        app = QGuiApplication.instance() or QGuiApplication(["uscalc"])
        assert app is not None
        return about_fonts()
    except ImportError as error:
        return {}, [import_problem(error)]
    finally:
        if before is None:
            del os.environ["QT_QPA_PLATFORM"]
        else:
            os.environ["QT_QPA_PLATFORM"] = before


def _examine_folders(folders: Folders, problems: list[str]) -> Facts:
    named = {
        "state": folders.state,
        "settings": folders.config,
        "lists": folders.lists,
        "resources": ROOT,
    }
    facts = {}
    if not _find_home() and not os.environ.get(VARIABLE):
        problems.append(
            "No home folder found, so settings and recovery files may be "
            f"lost. Set {VARIABLE} to a folder you can write to."
        )
    for name, path in named.items():
        text = [] if path.is_dir() else ["not created yet"]
        if name != "resources":
            if not _can_be_written(path):
                text.append("not writable")
                problems.append(
                    f"Can't write to the {name} folder ({_shorten_path(path)}). "
                    f"Change its permissions, or set {VARIABLE} to another folder."
                )
            else:
                text.append(f"{_describe_free_space(path):,} MB free")
        facts[name] = ", ".join([_shorten_path(path), *text])
    return facts


def _can_be_written(path: Path) -> bool:
    """Return whether a file can be made in a folder or, if it doesn't exist, near it.

    The nearest folder above it that exists decides.
    """
    nearest = _find_nearest(path)
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def _find_nearest(path: Path) -> Path:
    while not os.path.lexists(path) and path != path.parent:
        path = path.parent
    return path


def _describe_free_space(path: Path) -> int:
    try:
        return shutil.disk_usage(_find_nearest(path)).free // 1_000_000
    except OSError:
        return 0


def _examine_kept_work(folders: Folders) -> Facts:
    from uscalc.formats.native.journal import list_journals

    return {
        "unsaved work": _measure_sizes(list_journals(folders.journals)),
        "earlier versions": _measure_sizes(_files_below(folders.backups)),
        "settings": _measure_sizes([folders.settings]),
    }


def _files_below(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.rglob("*") if path.is_file()]
    except OSError:
        return []


def _measure_sizes(paths: Iterable[Path]) -> str:
    sizes = []
    for path in paths:
        try:
            sizes.append(path.stat().st_size)
        except OSError:
            continue
    if not sizes:
        return "none"
    files = "1 file" if len(sizes) == 1 else f"{len(sizes)} files"
    return f"{files}, {-(-sum(sizes) // 1000):,} kB"


def _examine_lists(folders: Folders, problems: list[str]) -> Facts:
    from uscalc.ratinglist.roles import SUFFIX
    from uscalc.ratinglist.store import load_lists

    if not any(folders.lists.glob(f"*{SUFFIX}")):
        return {"lists": "none imported"}
    found = load_lists(folders.lists)
    problems += found.problems
    return {
        one.date.isoformat(): f"{count_in_words(one.members, 'member')}, {' '.join(one.systems)}"
        for one in found.lists
    } or {"lists": "none readable"}


def _examine_log(folders: Folders) -> Facts:
    path = folders.state / LOG_NAME
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return {"file": "none: no internal errors so far"}
    except OSError as error:
        return {"file": f"{_shorten_path(path)}, not readable ({error.strerror})"}
    starts = [i for i, line in enumerate(lines) if line[:4].isdigit()]
    last = lines[starts[-1] :] if starts else lines
    if len(last) > MOST_LOGGED:
        last = [last[0], "...", *last[-MOST_LOGGED:]]
    return {
        "file": f"{_shorten_path(path)}, {_measure_sizes([path]).split(', ')[-1]}",
        "entries": str(len(starts)),
        "latest": "\n".join(map(_clean_text, last)) or "empty",
    }


def _shorten_path(path: Path) -> str:
    """Return a path with the user's home folder replaced by ~."""
    text, home = _clean_text(str(path)), _find_home()
    inside = home not in ("", os.sep) and f"{text}{os.sep}".startswith(home + os.sep)
    return f"~{text[len(home) :]}" if inside else text


def _find_home() -> str:
    """Return the user's home folder; empty if there is none."""
    try:
        return str(Path.home())
    except RuntimeError:
        return ""


def _clean_text(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
