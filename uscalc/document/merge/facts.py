"""Merge the facts of players and sections: for each, take the side that changed it."""

import datetime as dt
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import format_day
from uscalc.document.facts.table import list_merged_keys, name_fact
from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.differences import diff_facts, equals_or_rounds_to
from uscalc.document.merge.news import ROUND_OVER, WORDS, News, NewsKind
from uscalc.document.merge.people import name_key
from uscalc.document.model import (
    UNRATED,
    BirthDate,
    Document,
    ForeignRating,
    Player,
    RatingFacts,
    Section,
)
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.monitor import UNMONITORED, Monitor

REMEDY: Final = "Keep your edit, or use the value in the linked file"

T = TypeVar("T")


class MergeLedger(Struct):
    """The changes, news and findings of a merge, collected while it goes on.

    With `take_theirs`, the file's value is used if both sides changed it. `monitor` is
    checked between two players.
    """

    take_theirs: bool = False
    monitor: Monitor = UNMONITORED
    findings: list[Finding] = []
    changes: dict[NewsKind, set[Hashable]] = {}
    rounds: set[int] = set()
    """Counted from 1."""
    news: dict[Hashable, News] = {}
    """Every change by name."""
    elsewhere: Mapping[str, str] = {}
    """The new section of each person whom the file has moved."""

    def count_change(
        self,
        kind: NewsKind,
        what: Hashable,
        round_number: int | None = None,
        news: News | None = None,
    ) -> None:
        """Count a change once, and add its news."""
        self.changes.setdefault(kind, set()).add(what)
        if round_number is not None:
            self.rounds.add(round_number)
        self.add_news(what, news or News(kind, WORDS[kind][0], round=round_number))

    def add_news(self, what: Hashable, news: News) -> None:
        """Add the news of a change once, even if the change is not counted."""
        self.news.setdefault((news.kind, what), news)

    def resolve(
        self,
        ours: T,
        base: T,
        theirs: T,
        change: Hashable,
        disagree: Callable[[T, T], Finding],
        same: Callable[[T, T], bool] = lambda one, other: one == other,
        news: Callable[[T, T], News] | None = None,
    ) -> tuple[T, T]:
        """Return two values: the one to use in the event, and the one to remember as the file's.

        A change on one side is used. If both sides changed, the user's value is kept
        and `disagree` makes the finding. `news` describes the change from our value to
        the file's.
        """
        if theirs == base or same(ours, theirs):
            return ours, theirs
        if ours == base or self.take_theirs:
            change_news = news(ours, theirs) if news is not None else News("fact")
            kind: NewsKind = ROUND_OVER if change_news.kind == ROUND_OVER else "fact"
            self.count_change(kind, change, None, change_news)
            return theirs, theirs
        self.findings.append(disagree(ours, theirs))
        return ours, base

    def name_edit(self, source: str) -> str:
        """Return the changes as the name of one edit."""
        counts = [
            f"{len(found)} {WORDS[kind][len(found) != 1]}"
            for kind in WORDS
            if (found := self.changes.get(kind))
        ]
        rounds = sorted(self.rounds)
        if not rounds:
            head = "Changes"
        elif len(rounds) == 1:
            head = f"Round {rounds[0]}"
        else:
            between = "and" if rounds[1:] == [rounds[-1]] else "to"
            head = f"Rounds {rounds[0]} {between} {rounds[-1]}"
        return f"{head} from {source}" + (f": {', '.join(counts)}" if counts else "")


def make_disagreement(
    what: str,
    ours: Any,
    theirs: Any,
    section_name: str = "",
    player: int | None = None,
    round_number: int | None = None,
    system: System | None = None,
) -> Finding:
    """Return a finding about two values of one fact. The position of the section is added later."""
    return Finding(
        LINKED_FILE_DIFFERS,
        "warns",
        (
            f"The {what} is {describe_value(ours)} here and "
            f"{describe_value(theirs)} in the linked file"
        ),
        REMEDY,
        None,
        section_name,
        player,
        round_number,
        system,
        what,
    )


def describe_value(value: Any) -> str:
    """Return a fact in a word or two."""
    if value is None or value in ("", ()):
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dt.date):
        return format_day(value)
    if isinstance(value, BirthDate):
        return f"{value.date.year}" if value.year_only else format_day(value.date)
    if isinstance(value, ForeignRating):
        return f"{value.rating:g}"
    if isinstance(value, str):
        return f'"{" ".join(value.split())[:24]}"'
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    return "another value"


RATING_KEYS: Final = list_merged_keys(RatingFacts, of_rating=True)
"""The keys that describe a rating, for example its games; they change with the rating.
"""

MergedValues = tuple[dict[str, Any], dict[str, Any]]
"""The values to use, and the values to remember as the file's."""


class FactOwner(Struct, frozen=True):
    """The owner of merged facts: the event, a section, or a player in a system."""

    section: str = ""
    number: int | None = None
    name: str = ""
    system: System | None = None

    def describe_fact(self, field: str) -> str:
        """Return the name of a fact, with its owner."""
        return (
            _describe_key("", field)
            if self.number is not None
            else _describe_key("section's" if self.section else "event's", field)
        )

    def report_disagreement(self, field: str, ours: Any, theirs: Any) -> Finding:
        """Return the finding that a fact differs between the event and the file."""
        return make_disagreement(
            self.describe_fact(field),
            ours,
            theirs,
            self.section,
            self.number,
            None,
            self.system,
        )

    def make_news(self, field: str, ours: Any, theirs: Any) -> News:
        """Return the news that the file changed a fact."""
        if field == "played_rounds":
            sentence = (
                f"round {theirs} is finished" if theirs else "no round is finished"
            )
            return News(ROUND_OVER, sentence, self.section, theirs)
        # The list of changes names the section in another column.
        words = _describe_key("", field) if self.section else self.describe_fact(field)
        # A rating may be a word, "unrated"; a title is quoted.
        was, now = (
            value
            if field == "rating" and isinstance(value, str)
            else describe_value(value)
            for value in (ours, theirs)
        )
        owner = f"{self.name}: " if self.name else ""
        sentence = f"{owner}{words} {now}, was {was}"
        return News("fact", sentence, self.section, None, self.name, words)


def merge_fields(
    ours: Any,
    base: Any,
    theirs: Any,
    ledger: MergeLedger,
    owner: FactOwner,
    keys: Sequence[str] = (),
) -> MergedValues:
    """Merge each fact that the file changed; return the values to use and to remember.

    `keys` are the facts to merge, by default as in `diff_facts`.
    """
    held: dict[str, Any] = {}
    remembered: dict[str, Any] = {}
    for change in diff_facts(base, theirs, keys):
        name = change.key
        held[name], remembered[name] = ledger.resolve(
            getattr(ours, name),
            change.before,
            change.after,
            (owner, name),
            partial(owner.report_disagreement, name),
            news=partial(owner.make_news, name),
        )
    return held, remembered


def merge_settings(
    ours: Document | Section,
    base: Document | Section,
    theirs: Document | Section,
    ledger: MergeLedger,
) -> MergedValues:
    """Merge an event's or a section's own facts, and those of its rating report."""
    owner = FactOwner(ours.name if isinstance(ours, Section) else "")
    held, remembered = merge_fields(ours, base, theirs, ledger, owner)
    reports = ours.report, base.report, theirs.report
    holds, remembers = merge_fields(*reports, ledger, owner)
    held["report"] = replace(reports[0], **holds)
    remembered["report"] = replace(reports[2], **remembers)
    return held, remembered


def merge_facts(
    ours: Player,
    base: Player,
    theirs: Player,
    ledger: MergeLedger,
    section: str,
    number: int,
) -> tuple[Player, Player]:
    """Return the player with the file's changes, and the file's player to remember."""
    owner = FactOwner(section, number, theirs.name or f"number {number}")
    if ours.name != base.name and name_key(ours.name) == name_key(theirs.name):
        # A name that differs only in case or commas stays as typed and isn't listed as
        # a change.
        ours, name = replace(ours, name=theirs.name), ours.name
    else:
        name = ""
    held, to_remember = merge_fields(ours, base, theirs, ledger, owner)
    held["name"] = name or held.get("name", ours.name)
    ratings, remembered = dict(ours.ratings), dict(theirs.ratings)
    for system in SYSTEMS:
        facts = [player.facts(system) for player in (ours, base, theirs)]
        new, merged = _merge_rating(facts, ledger, replace(owner, system=system))
        if new != facts[0]:
            ratings[system] = new
        if merged != facts[2]:
            remembered[system] = merged
    order = theirs if ours.ratings == base.ratings else ours
    return (
        replace(ours, **held, ratings=_order_ratings(ratings, order)),
        replace(theirs, **to_remember, ratings=_order_ratings(remembered, theirs)),
    )


def has_typed_facts(ours: Player, base: Player) -> bool:
    """Return whether a fact other than a result or the number was typed here."""
    return any(diff_facts(base, ours)) or any(
        ours.facts(system) != base.facts(system) for system in SYSTEMS
    )


def _merge_rating(
    facts: list[RatingFacts], ledger: MergeLedger, owner: FactOwner
) -> tuple[RatingFacts, RatingFacts]:
    ours, base, theirs = facts
    if theirs == base:
        return ours, theirs
    figure, figure_said = ledger.resolve(
        _get_figure(ours),
        _get_figure(ours if _is_newly_rated(*facts) else base),
        _get_figure(theirs),
        (owner, "rating"),
        lambda one, other: owner.report_disagreement(
            "rating", _describe_figure(one), _describe_figure(other)
        ),
        _is_same_figure,
        lambda one, other: owner.make_news(
            "rating", _describe_figure(one), _describe_figure(other)
        ),
    )
    held, remembered = merge_fields(ours, base, theirs, ledger, owner)
    if figure == _get_figure(theirs) != _get_figure(ours):
        held |= {key: getattr(theirs, key) for key in RATING_KEYS}
    else:
        more, more_kept = merge_fields(ours, base, theirs, ledger, owner, RATING_KEYS)
        held |= more
        remembered |= more_kept
    held |= {"rating": figure[0], "unknown": figure[1]}
    remembered |= {"rating": figure_said[0], "unknown": figure_said[1]}
    return replace(ours, **held), replace(theirs, **remembered)


def _is_newly_rated(ours: RatingFacts, base: RatingFacts, theirs: RatingFacts) -> bool:
    """Return whether a player typed as unrated has a first rating in the file.

    "Unrated" answered a blank in the file, so the two don't contradict each other.
    """
    new = ours.rating is None and not ours.unknown
    return new and base.unknown and theirs.rating is not None


def _get_figure(facts: RatingFacts) -> tuple[float | None, bool]:
    return facts.rating, facts.unknown


def _describe_figure(figure: tuple[float | None, bool]) -> float | str:
    rating, unknown = figure
    if rating is not None:
        return rating
    return "unknown" if unknown else "unrated"


def _is_same_figure(
    ours: tuple[float | None, bool], theirs: tuple[float | None, bool]
) -> bool:
    """Return whether a typed rating is the file's, perhaps without its decimals."""
    return (
        ours == theirs
        if ours[0] is None or theirs[0] is None
        else equals_or_rounds_to(ours[0], theirs[0])
    )


def _order_ratings(
    ratings: dict[System, RatingFacts], as_in: Player
) -> tuple[tuple[System, RatingFacts], ...]:
    """Return the ratings in the order of a player's systems, then the other systems."""
    known = [system for system, _ in as_in.ratings]
    more = [s for s in SYSTEMS if s not in known and s in ratings]
    return tuple(
        (system, ratings[system])
        for system in (*known, *(s for s in more if ratings[s] != UNRATED))
        if system in ratings
    )


def _describe_key(owner: str, name: str) -> str:
    return f"{owner} {name_fact(name)}".strip()
