"""Calculate US Chess ratings exactly as the rating rules specify, step by step."""

from uscalc.version import __version__ as __version__

# Type checkers treat this as true. Importing `typing` would take most of the time of an
# import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from uscalc.api import (
        Error,
        Event,
        Player,
        Problem,
        RatedEvent,
        RatedPlayer,
        RatedSection,
        Season,
        estimate,
        rate,
        read,
        rule_set,
        season,
        verify,
        write,
    )

__all__ = [
    "Error",
    "Event",
    "Player",
    "Problem",
    "RatedEvent",
    "RatedPlayer",
    "RatedSection",
    "Season",
    "estimate",
    "rate",
    "read",
    "rule_set",
    "season",
    "verify",
    "write",
]


def __getattr__(name: str) -> object:
    """Return a name of the API; its module is loaded at the first use."""
    if name not in __all__:
        raise AttributeError(f"module 'uscalc' has no attribute {name!r}")
    from uscalc import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """Return the names of the API."""
    return sorted({*globals(), *__all__})
