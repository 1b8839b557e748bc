"""The fields of a player that every form shows: the person, and one rating."""

from collections.abc import Callable
from typing import Any, Final

from uscalc.document.change import Edit
from uscalc.document.edit.settings import set_facts, set_player
from uscalc.document.edit.typed import (
    TypedError,
    birth_text,
    date_text,
    number_text,
    typed_birth,
    typed_count,
    typed_date,
)
from uscalc.document.fields.field import (
    THREE_WAYS,
    Field,
    Target,
    as_truth,
    three_ways,
)
from uscalc.document.written import parse_rating

Read = Callable[[Target], str]
Parse = Callable[[str], Any]


def person(target: Target, **changes: Any) -> Edit:
    """Return an edit of the player's own fields."""
    return set_player(target.document, target.index, target.row, **changes)


def facts(target: Target, **changes: Any) -> Edit:
    """Return an edit of the player's facts in the system."""
    return set_facts(
        target.document, target.index, target.row, target.system, **changes
    )


def fact_of(key: str, parse: Parse, show: Callable[[Any], str]) -> tuple[Read, Any]:
    """Return how a fact of its own is read and written."""
    return (
        lambda target: show(getattr(target.facts, key)),
        lambda target, text: facts(target, **{key: parse(text)}),
    )


def _is_rated(target: Target) -> bool:
    return target.facts.rating is not None


def is_unrated(target: Target) -> bool:
    """Return whether the player has never been rated in the system."""
    return target.facts.rating is None and not target.facts.unknown


def count_text(value: int | None) -> str:
    """Return a count as it is typed."""
    return "" if value is None else str(value)


# Rating before the event


def _write_rating(target: Target, text: str) -> Edit:
    written = parse_rating(text)
    if written is None:
        raise TypedError(f'"{text.strip()}" is no rating; write 1450, new, or ?')
    if written.kind == "blank":
        return facts(target, rating=None, unknown=target.facts.unknown)
    if written.rating is None:
        return facts(target, rating=None, unknown=written.kind == "unknown")
    if written.games is None:
        return facts(target, rating=written.rating)
    return facts(target, rating=written.rating, games=written.games)


def _read_state(target: Target) -> str:
    if target.facts.unknown:
        return "unknown"
    return "unrated" if target.facts.rating is None else "rated"


def _write_state(target: Target, key: str) -> Edit:
    if key == _read_state(target):
        return Edit(target.document, "Rating")
    if key == "rated":
        raise TypedError("type the rating above")
    return facts(target, rating=None, unknown=key == "unknown")


PERSON: Final = (
    Field(
        "name",
        "Name",
        "As it is printed: family name, given name.",
        lambda target: target.player.name,
        lambda target, text: person(target, name=text),
        empty="no name yet",
    ),
    Field(
        "memberId",
        "Member ID",
        "The member's number. It joins several entries of one person, and chains "
        "the sections of one event.",
        lambda target: target.player.id or "",
        lambda target, text: person(target, id=text),
        empty="not known",
    ),
    Field(
        "home",
        "State",
        "The state that the player is from, in two letters, as a ratings report says it.",
        lambda target: target.player.state or "",
        lambda target, text: person(target, state=text),
        empty="not known",
    ),
    Field(
        "birth",
        "Born",
        "The birth date, such as 5/17/2009, or the year alone. A player new to ratings "
        "may start by age; of a year alone July 1 is taken.",
        lambda target: birth_text(target.player.birth),
        lambda target, text: person(target, birth=typed_birth(text)),
        empty="not known",
    ),
    Field(
        "adult",
        "Adult",
        "Counts only for a new player whose birth date is not known: an adult starts "
        "higher than a child, and a child is assumed.",
        lambda target: three_ways(target.player.adult),
        lambda target, key: person(target, adult=as_truth(key)),
        THREE_WAYS,
    ),
)
RATING: Final = (
    Field(
        "rating",
        "Rating before",
        "The rating before the event: 1450, 554.22, or 1450/12 with its games. Type "
        "new for an unrated player, ? where the rating is not known.",
        lambda target: number_text(target.facts.rating),
        _write_rating,
        empty="none",
    ),
    Field(
        "state",
        "Which is",
        "Unrated: the player has never been rated in this system, and Step 1 gives a "
        "starting rating. Not known: the section is not rated until it is.",
        _read_state,
        _write_state,
        (
            ("rated", "a rating"),
            ("unrated", "unrated (new)"),
            ("unknown", "not known"),
        ),
        beside=True,
    ),
    Field(
        "games",
        "Based on",
        "The number of games the rating is based on: the number after P, as in "
        "1450P12. Leave it empty when it is not known; then the rating is taken as "
        "established (26 games or more).",
        *fact_of("games", typed_count, count_text),
        empty="not known: established",
        applies=_is_rated,
    ),
    Field(
        "record",
        "Earlier results",
        "Somebody who has won, or lost, every game so far is rated otherwise.",
        lambda target: target.facts.record or "",
        lambda target, key: facts(target, record=key or None),
        (
            ("", "not known: mixed"),
            ("mixed", "mixed"),
            ("all_wins", "won every game"),
            ("all_losses", "lost every game"),
        ),
        applies=_is_rated,
    ),
    Field(
        "asOf",
        "As of",
        "The date of this rating. It decides how much the rating counts where it "
        "starts another one.",
        *fact_of("as_of", typed_date, date_text),
        empty="taken as current",
        applies=_is_rated,
    ),
    Field(
        "source",
        "From",
        "Where the rating is from. A published list or crosstable shows the number of "
        "games of everybody who is not established.",
        lambda target: target.facts.source or "",
        lambda target, key: facts(target, source=key or None),
        (
            ("", "not known"),
            ("official", "a published list"),
            ("latest", "the player's last event"),
            ("published", "a crosstable"),
            ("typed", "typed by hand"),
        ),
        beside=True,
        applies=_is_rated,
    ),
    Field(
        "rounded",
        "Rounded",
        "Whether the rating was rounded, so that it stands for anything that rounds "
        "to it. Unless told, whole numbers count as rounded once ratings have decimals.",
        lambda target: three_ways(target.facts.rounded),
        lambda target, key: facts(target, rounded=as_truth(key)),
        (("", "if it is a whole number"), ("yes", "yes"), ("no", "no, exact")),
        applies=_is_rated,
    ),
)
