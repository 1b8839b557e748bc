"""Roles of a list's columns, and the titles that name them."""

from collections.abc import Sequence
from typing import Final, Literal

from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System

Role = Literal[
    "unused",
    "id",
    "name",
    "given",
    "state",
    "expires",
    "birth",
    "fide",
    "R",
    "Q",
    "B",
    "OR",
    "OQ",
    "OB",
    "R games",
    "Q games",
    "B games",
    "OR games",
    "OQ games",
    "OB games",
]
GAMES: Final[dict[System, Role]] = {
    "R": "R games",
    "Q": "Q games",
    "B": "B games",
    "OR": "OR games",
    "OQ": "OQ games",
    "OB": "OB games",
}
ROLE_NAMES: Final[dict[Role, str]] = {
    "unused": "not used",
    "id": "Member ID",
    "name": "Name",
    "given": "First name",
    "state": "State",
    "expires": "Expiration date",
    "birth": "Birth year",
    "fide": "FIDE rating",
    **{system: SYSTEM_NAMES[system] for system in SYSTEMS},
    **{GAMES[system]: f"{SYSTEM_NAMES[system]} games" for system in SYSTEMS},
}
"""The roles in words, in the order of the choices."""

_TITLES: Final[dict[Role, tuple[str, ...]]] = {
    "id": (
        "MEMID",
        "RMEMID",
        "MEMBERID",
        "MEMBERNO",
        "MEMBERNUMBER",
        "USCFID",
        "USCHESSID",
        "ID",
        "IDNO",
    ),
    "name": ("MEMNAME", "RMEMNAME", "NAME", "MEMBERNAME", "PLAYER", "LASTNAME"),
    "given": ("FIRSTNAME", "GIVENNAME"),
    "state": ("STATE", "RSTATE", "ST"),
    "expires": ("EXPIRED", "REXPDATE", "EXPDATE", "EXPIRES", "EXPIRATION", "EXPIRY"),
    "birth": ("BYEAR", "BIRTHYEAR", "YOB", "BORN", "BIRTHDATE", "DOB"),
    "fide": ("FIDERATING", "FIDESTANDARD"),
    "R": ("RLPBRAT", "REGULAR", "REG", "REGULARRATING", "REGRATING"),
    "Q": ("QLPBRAT", "QUICK", "QUICKRATING"),
    "B": ("BLPBRAT", "BLITZ", "BLITZRATING"),
    "OR": ("ONLRRTG", "ONLINEREGULAR", "ONLINEREGULARRATING"),
    "OQ": ("ONLQRTG", "ONLINEQUICK", "ONLINEQUICKRATING"),
    "OB": ("ONLBRTG", "ONLINEBLITZ", "ONLINEBLITZRATING"),
    "R games": ("RGAMES", "REGGAMES", "REGULARGAMES"),
    "Q games": ("QGAMES", "QUICKGAMES"),
    "B games": ("BGAMES", "BLITZGAMES"),
    "OR games": ("ORGAMES", "ONLINEREGULARGAMES"),
    "OQ games": ("OQGAMES", "ONLINEQUICKGAMES"),
    "OB games": ("OBGAMES", "ONLINEBLITZGAMES"),
}
_BY_TITLE: Final = {title: role for role, all_ in _TITLES.items() for title in all_}
_QUICK_OR_BLITZ: Final = "QLPBRAT"
"""The second supplement has Blitz ratings below this title of the first."""


_SHOWN: Final[dict[Role, str]] = {
    "id": "Member ID",
    "name": "Name",
    "given": "First name",
    "state": "State",
    "expires": "Expires",
    "birth": "Birth year",
    "fide": "FIDE rating",
    "R": "Regular",
    "Q": "Quick",
    "B": "Blitz",
    "OR": "Online Regular",
    "OQ": "Online Quick",
    "OB": "Online Blitz",
    "R games": "Regular games",
}
"""A title for each role, to show to users; the titles of US Chess's lists work too."""


def describe_needed_titles() -> str:
    """Return the column titles that a text file must have."""
    return (
        f"{_SHOWN['id']} (or MEM_ID), {_SHOWN['name']} (or MEM_NAME), and a rating, for example "
        f"{_SHOWN['R']} (or R_LPB_RAT)"
    )


def describe_wanted_titles() -> str:
    """Describe the required column titles of a text list, and the optional ones."""
    more = [title for role, title in _SHOWN.items() if role not in ("id", "name", "R")]
    return (
        f"Headings needed in a text file: {describe_needed_titles()}. "
        f"Also read: {', '.join(more)}"
    )


def normalize_title(title: str) -> str:
    """Return a column's title in a form for comparing."""
    return "".join(c for c in title.upper() if c.isalnum() and c.isascii())


def guess_roles(titles: Sequence[str]) -> tuple[Role | None, ...]:
    """Return the role that each title names; None if it names none."""
    plain = [normalize_title(title) for title in titles]
    roles: list[Role | None] = [_BY_TITLE.get(title) for title in plain]
    if "B" not in roles:
        # Without a separate Blitz column, this column may be the Blitz rating.
        roles = [
            None if title == _QUICK_OR_BLITZ else role
            for title, role in zip(plain, roles, strict=True)
        ]
    return tuple(
        None if role is not None and roles.count(role) > 1 else role for role in roles
    )


def find_role_problems(
    titles: Sequence[str], roles: Sequence[Role | None]
) -> tuple[str, ...]:
    """Return why a list can't be imported with these roles; empty if it can."""
    problems = [
        f'select the contents of the column "{title}"'
        for title, role in zip(titles, roles, strict=True)
        if role is None
    ]
    problems += [
        f'two columns are set to "{name}"; change one of them'
        for role, name in ROLE_NAMES.items()
        if role != "unused" and list(roles).count(role) > 1
    ]
    problems += [
        f'select "{ROLE_NAMES[role]}" for one column'
        for role in ("id", "name")
        if role not in roles and None not in roles
    ]
    if None not in roles and not any(system in roles for system in SYSTEMS):
        problems.append('select a rating, for example "Regular", for one column')
    problems += [
        f'"{ROLE_NAMES[games]}" also needs a column set to "{SYSTEM_NAMES[system]}"'
        for system, games in GAMES.items()
        if games in roles and system not in roles and None not in roles
    ]
    return tuple(problems)


def list_systems(roles: Sequence[Role | None]) -> tuple[System, ...]:
    """Return the systems whose ratings a list has."""
    return tuple(system for system in SYSTEMS if system in roles)


APPLICATION: Final = 0x5543524C
"""Marks the file as a supplement imported by uscalc ("UCRL")."""
VERSION: Final = 1
SUFFIX: Final = ".ratinglist"

RATING: Final[dict[System, str]] = {
    system: f"rating_{system.lower()}" for system in SYSTEMS
}
FACTS: Final = ("id", "name", "state", "expires", "birth", "fide", *RATING.values())
"""The data of a member, stored as written in the supplement."""
KEYS: Final = ("member", "name_key", "searched")
"""Columns to find and sort members by, made from the facts."""

_FACTS_SQL: Final = ", ".join(f"{name} TEXT NOT NULL" for name in FACTS)

STAGING: Final = (
    f"CREATE TEMP TABLE staged ({_FACTS_SQL}, "
    f"{', '.join(f'{name} TEXT NOT NULL' for name in KEYS)})"
)
TABLES: Final = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # In the order of the names: a search ends as soon as it has enough of them.
    "CREATE TABLE members (place INTEGER PRIMARY KEY, "
    f"{_FACTS_SQL}, member TEXT NOT NULL, name_key TEXT NOT NULL)",
    "CREATE VIRTUAL TABLE names USING fts5"
    "(searched, content='', columnsize=0, detail=none, prefix='1 2 3')",
    "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, names, row)",
)
INDEXES: Final = (
    "CREATE INDEX members_member ON members (member)",
    "CREATE INDEX members_name ON members (name_key)",
    # One wrong letter leaves the first or the last half of a word unchanged.
    "CREATE TABLE words (word TEXT PRIMARY KEY, turned TEXT NOT NULL) WITHOUT ROWID",
    "INSERT INTO words SELECT term, turned(term) FROM vocabulary",
    "CREATE INDEX words_turned ON words (turned)",
)
