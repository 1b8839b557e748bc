"""What of an error is kept: its kind and its places in the code, nothing of an event.

The message of an error may quote what it stumbled over, a name or a path, and is left
out; so are the values of variables and where the program lies on the disk.
"""

import platform
from collections.abc import Iterator
from traceback import walk_tb
from types import TracebackType

from uscalc import __version__

MOST_PLACES = 40
"""Of one error, from the end: an endless recursion has a thousand."""


def details_of(error: BaseException, trace: TracebackType | None = None) -> str:
    """Return the error, where it went on its way, and what it came from."""
    lines: list[str] = []
    seen: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and not any(at is other for other in seen):
        seen.append(at)
        lines.append(f"{'from ' if lines else ''}{name_of(type(at))}")
        taken = trace if at is error and trace is not None else at.__traceback__
        places = list(_list_places(taken))
        if len(places) > MOST_PLACES:
            lines.append(f"  {len(places) - MOST_PLACES} more places")
        lines += [f"  {place}" for place in places[-MOST_PLACES:]]
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\n".join(lines)


def name_of(kind: type[BaseException]) -> str:
    """Return the kind of an error, with its module where it is not Python's own."""
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"


def _list_places(trace: TracebackType | None) -> Iterator[str]:
    for frame, line in walk_tb(trace):
        module = frame.f_globals.get("__name__", "?")
        yield f"{module}, line {line}, in {frame.f_code.co_qualname}"


def about_the_program() -> str:
    """Return the versions that a person who looks for the cause needs."""
    from PySide6 import __version__ as qt

    return (
        f"uscalc {__version__}, Python {platform.python_version()}, PySide6 {qt}, "
        f"{platform.system()} {platform.machine()}"
    )
