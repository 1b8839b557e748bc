"""Which section of which document a part of the derivation follows."""

from typing import Final

from uscalc.engine.rules import Rules

_2009: Final = {
    "steps": "1",
    "start": "1, Step 1",
    "effective": "2.1",
    "special": "2.2",
    "standard": "2.3",
    "floors": "2.4",
    "match": "3",
    "storage": "3",
}
_LATER: Final = {
    "steps": "1",
    "effective": "3",
    "special": "4.1",
    "standard": "4.2",
    "floors": "5",
    "foreign": "6",
    "match": "7",
    "storage": "7",
}
_START_2015: Final = {"R": "2.1", "Q": "2.2", "B": "2.3", "OQ": "2.4", "OB": "2.5"}


def cite(rules: Rules, part: str) -> str:
    """The edition and section of a part, such as "2025, 4.2".

    Where the rules of a day are newer or older than the document in force, the
    document that prints them is named.
    """
    edition = rules.edition
    if part == "effective":
        if rules.effective_games == "2001":
            edition = "2009"
        elif edition == "2009":
            edition = "2015"
    elif part == "storage" and not rules.integer_ratings and edition == "2009":
        edition = "2015"
    elif part == "foreign" and edition == "2009":
        return "no section"
    if edition == "2009":
        return f"2009, {_2009[part]}"
    return f"{edition}, {_LATER[part]}"


def cite_start(rules: Rules, how: str, system: str) -> str:
    """The edition and section that gave a starting rating."""
    by_age = how in ("age", "adult", "child")
    if rules.initial == "list-2009":
        return "2009, 1, Step 1"
    if rules.initial == "list-2015":
        return f"2015, {'2.6' if by_age else _START_2015.get(system, '2')}"
    edition = rules.edition if rules.edition in ("2020", "2025") else "2020"
    return f"{edition}, {'2.3' if by_age else '2'}"
