"""Compare the members' IDs, names, pre-event ratings and published ratings."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from uscalc.counted import count_in_words, format_day
from uscalc.document.merge.differences import diff_facts, equals_or_rounds_to
from uscalc.document.model import Player, PublishedRating, RatingFacts
from uscalc.document.names import (
    MISTYPED,
    count_edits,
    is_generation,
    is_same_name,
)
from uscalc.document.overlay.changes import (
    Cause,
    DifferenceKind,
    PageChange,
    PageDifference,
    SetPlayer,
    SetPublished,
    SetRating,
)
from uscalc.document.overlay.table import Member, PageTable
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import SYSTEMS, System


def format_name_like(name: str, ours: str) -> str:
    """Return a page's name in the style of ours: "ADA INVENTA" as "Inventa, Ada"."""
    words = name.split()
    if ours != ours.upper() and name == name.upper():
        words = [_capitalize_word(word) for word in words]
    last, comma, _first = ours.partition(",")
    own = [word for word in words if not is_generation(word)]
    count = sum(not is_generation(word) for word in last.split())
    if not comma or "," in name or not 0 < count < len(own):
        return " ".join(words)
    behind = [word for word in words if is_generation(word)]
    return f"{' '.join(own[-count:])}, {' '.join([*own[:-count], *behind])}"


def _capitalize_word(word: str) -> str:
    """Return a word in lower case with a capital for each part; roman numerals stay capitals."""
    if is_generation(word) and not word.casefold().startswith(("j", "s")):
        return word
    return re.sub(r"(?:^|[-'’.])\w", lambda first: first[0].upper(), word.lower())


FIGURES: Final = ("rating", "games")


def diff_players(table: PageTable) -> Iterator[PageDifference]:
    """Yield the differences of each member, then the data that is not entered here."""
    facts = _FactComparison(table)
    for _, ours, theirs in table.shared:
        yield from facts.diff_player(ours, theirs)
    yield from facts.list_additions()


class _FactComparison:
    """The facts of one section, and the owner of each ID in it."""

    def __init__(self, table: PageTable) -> None:
        self.table = table
        self.ids_here = _name_by_id(table.ours.players)
        self.ids_there = _name_by_id(table.theirs.players)
        self.rated = {
            system
            for player in table.ours.players
            for system, facts in player.ratings
            if facts.rating is not None
        }
        people = [ours for _, ours, _ in table.shared]
        self.has_ids = _is_majority(bool(person.id) for person in people)
        self.has_names = _is_majority(bool(person.name) for person in people)
        self.ids: list[PageChange] = []
        self.names: list[PageChange] = []
        self.ratings: dict[System, list[PageChange]] = {}
        self.published: list[PageChange] = []

    def diff_player(self, ours: Member, theirs: Member) -> Iterator[PageDifference]:
        """Yield the differences of one member."""
        yield from self._diff_id(ours, theirs)
        yield from self._diff_name(ours, theirs)
        for system in SYSTEMS:
            yield from self._diff_rating(ours, theirs, system)
        for row, player in zip(theirs.rows, theirs.players, strict=True):
            yield from self._diff_published(ours, self.table.rows[row], player)

    def _diff_id(self, ours: Member, theirs: Member) -> Iterator[PageDifference]:
        id_, ids = theirs.id, {player.member for player in ours.players}
        if not id_ or ids == {id_}:
            return
        wrong = next((one for one in ids if one not in (None, id_)), None)
        cause: Cause = "ours"
        if wrong is None:
            cause, because = "theirs", "no ID is entered here"
        elif id_ in self.ids_here:
            because = f"in this event, {self.ids_here[id_]} has that ID"
        elif wrong in self.ids_there:
            because = f"on the US Chess page, {self.ids_there[wrong]} has this ID"
        elif count_edits(wrong, id_) <= MISTYPED:
            because = "probably mistyped"
        else:
            cause, because = "theirs", "the member was rated under another ID"
        changes = tuple(
            SetPlayer(row, (("id", id_),))
            for row, player in zip(ours.rows, ours.players, strict=True)
            if player.id != id_
        )
        if wrong is None and not self.has_ids:
            self.ids += changes
            return
        yield self._make_difference(
            "id", ours, wrong or "none", id_, cause, because, changes
        )

    def _diff_name(self, ours: Member, theirs: Member) -> Iterator[PageDifference]:
        if not theirs.name:
            return
        wrong = [
            (row, player.name)
            for row, player in zip(ours.rows, ours.players, strict=True)
            if not is_same_name(player.name, theirs.name)
        ]
        if not wrong:
            return
        page_name = wrong[0][1]
        changes = tuple(
            SetPlayer(row, (("name", format_name_like(theirs.name, name)),))
            for row, name in wrong
        )
        if not page_name and not self.has_names:
            self.names += changes
            return
        cause: Cause = "ours"
        if not page_name:
            cause, because = "theirs", "no name is entered here"
        elif (
            count_edits(
                _drop_initials(page_name),
                _drop_initials(format_name_like(theirs.name, page_name)),
            )
            <= MISTYPED
        ):
            because = "probably misspelled"
        else:
            cause, because = "theirs", "the member is listed under another name"
        yield self._make_difference(
            "name", ours, page_name or "none", theirs.name, cause, because, changes
        )

    # Ratings before

    def _diff_rating(
        self, ours: Member, theirs: Member, system: System
    ) -> Iterator[PageDifference]:
        there = _find_known_rating(theirs, system)
        if there is None:
            return
        row, here = ours.rows[0], ours.player.facts(system)
        changed = _changed_figures(here, there)
        if not changed:
            return
        same = "rating" not in changed
        # Keep the decimals that the page has rounded away.
        rating = here.rating if same else there.rating
        change = SetRating(row, system, rating, there.games, there.rounded)
        if here.unknown or system not in self.rated:
            if here.unknown or there.rating is not None:
                self.ratings.setdefault(system, []).append(change)
            return
        cause, because = _explain_cause(here, there, same)
        yield self._make_difference(
            "rating",
            ours,
            _describe_rating(here, same),
            _describe_rating(there, False),
            cause,
            because,
            (change,),
            system,
        )

    # Published ratings

    def _diff_published(
        self, ours: Member, row: int, page: Player
    ) -> Iterator[PageDifference]:
        player = self.table.ours.players[row]
        for system, there in page.published:
            here = player.published_in(system)
            if here is None:
                self.published.append(SetPublished(row, system, there))
                continue
            games = here.games if there.games is None else there.games
            if not equals_or_rounds_to(here.rating, there.rating):
                change = PublishedRating(there.rating, games)
                yield self._make_difference(
                    "published",
                    ours,
                    f"{here.rating:g}",
                    f"{there.rating:g}",
                    "theirs",
                    "re-rated since then",
                    (SetPublished(row, system, change),),
                    system,
                )
            elif here.games != games:
                change = PublishedRating(here.rating, games)
                self.published.append(SetPublished(row, system, change))

    # Data that is not entered here

    def list_additions(self) -> Iterator[PageDifference]:
        """Yield the kinds of data that the page has and the event lacks, with their players."""
        here, there = "not entered", "on the US Chess page"
        check = "needed to check the computed ratings"
        additions: list[
            tuple[DifferenceKind, list[PageChange], str, str, System | None]
        ] = [
            ("new-ids", self.ids, here, there, None),
            ("new-names", self.names, here, there, None),
            *(
                ("new-ratings", self.ratings.get(system, []), here, there, system)
                for system in SYSTEMS
            ),
            ("new-published", self.published, "not here", check, None),
        ]
        for kind, changes, ours, because, system in additions:
            if changes:
                count = len({getattr(change, "row", None) for change in changes})
                yield self.table.make_difference(
                    kind,
                    ours,
                    count_in_words(count, "player"),
                    "theirs",
                    because,
                    tuple(changes),
                    system=system,
                    adds=True,
                )

    def _make_difference(
        self,
        kind: DifferenceKind,
        person: Member,
        ours: str,
        theirs: str,
        cause: Cause,
        because: str,
        changes: tuple[PageChange, ...],
        system: System | None = None,
    ) -> PageDifference:
        return self.table.make_difference(
            kind,
            ours,
            theirs,
            cause,
            because,
            changes,
            player=person.player.number,
            name=person.name,
            system=system,
        )


def _is_majority(having: Iterable[bool]) -> bool:
    """Return whether at least half of the values are True."""
    values = list(having)
    return 2 * sum(values) >= len(values)


def _drop_initials(name: str) -> str:
    """Return a name in lower case and without its initials."""
    return " ".join(
        word for word in name.casefold().replace(".", " ").split() if len(word) > 1
    )


def _name_by_id(players: tuple[Player, ...]) -> Mapping[str, str]:
    """Return the names of the players by member ID."""
    return {
        player.member: f"{player.number} {player.name}".strip()
        for player in reversed(players)
        if player.member
    }


def _find_known_rating(person: Member, system: System) -> RatingFacts | None:
    """Return a member's rating from the page; None if it is unknown."""
    return next(
        (
            facts
            for player in person.players
            for known, facts in player.ratings
            if known == system and not facts.unknown
        ),
        None,
    )


def _changed_figures(here: RatingFacts, there: RatingFacts) -> set[str]:
    """Return whether rating, games or both differ, as a set of their names.

    One of the two ratings may be rounded. A page has the number of games only for
    provisional ratings.
    """
    changed = {change.key for change in diff_facts(here, there, FIGURES)}
    one, other = here.rating, there.rating
    if here.unknown:
        changed.add("rating")
    elif (
        one is not None
        and other is not None
        and (equals_or_rounds_to(one, other) or equals_or_rounds_to(other, one))
    ):
        changed.discard("rating")
    if one is None or (is_established(here.games) and is_established(there.games)):
        changed.discard("games")
    return changed


def _explain_cause(
    here: RatingFacts, there: RatingFacts, same: bool
) -> tuple[Cause, str]:
    if same and here.games is None:
        return "theirs", "the number of games is not entered here"
    if same:
        return "ours", "different number of games"
    if here.rating is None:
        return "ours", "entered as unrated"
    if there.rating is None:
        return "theirs", "the member was rated as unrated"
    if here.source not in (None, "typed"):
        of = "" if here.as_of is None else f" of {format_day(here.as_of)}"
        return "theirs", f"rated from a newer rating than the {here.source} rating{of}"
    return "ours", "you entered a different rating"


def _describe_rating(facts: RatingFacts, counted: bool) -> str:
    """Return a rating as a page prints it; `counted` also shows the games if they are many."""
    if facts.rating is None:
        return "unrated"
    if not is_established(facts.games):
        return f"{facts.rating:g}/{facts.games}"
    many = counted and facts.games is not None
    return f"{facts.rating:g}" + (f" ({facts.games} games)" if many else "")
