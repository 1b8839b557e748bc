"""The result of an audit: figures, the corrections that explain them, and counts.

A correction is applied to a document as keys of the event file with their values.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from uscalc.document.facts.fact import Fact
from uscalc.document.facts.table import facts_of
from uscalc.document.model import (
    UNRATED,
    Document,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
    with_section,
)
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.engine.rounding import EXACT_DECIMALS, round_for_display

Value = str | int | float | bool | None | list[str] | Mapping[str, str | int | float]
"""A value as the event file has it: text, a figure, results, an initial rating ..."""


class KeyChange(Struct, frozen=True):
    """Keys of the event file, and the values that a correction gives them.

    `number` is the pairing number of the player to change; None for the section (or the
    event, for `chain_sections`). The keys are paths, for example `ratings.R.games`.
    """

    number: int | None
    keys: tuple[tuple[str, Value], ...]

    @property
    def values(self) -> dict[str, Value]:
        """The keys with their values."""
        return dict(self.keys)


class ValueRange(Struct, frozen=True):
    """The values of one key that explain the same ratings, from the lowest to the highest.

    `tried` is the number of these values; the applied value is one of them.
    """

    key: str
    low: Value
    high: Value
    tried: int


class AuditFact(Struct, frozen=True):
    """A possible correction: its changes to the file, and its effects.

    `kind` is a key of KINDS. `puts` has the changes of the corrected player first, then
    those of the opponents. `explains` are the pairing numbers whose published ratings
    match because of it, `breaks` those that no longer match. `likelihood` is how often
    such a correction is true, for one player or section. `settle` is the question whose
    answer would confirm it.
    """

    kind: str
    puts: tuple[KeyChange, ...]
    says: str
    settle: str
    likelihood: float
    explains: tuple[int, ...] = ()
    breaks: tuple[int, ...] = ()
    range: ValueRange | None = None

    @property
    def number(self) -> int | None:
        """The pairing number of the corrected player; None for a section."""
        return self.puts[0].number


class Explanation(Struct, frozen=True):
    """A set of corrections that was applied and rated.

    `explained` are the numbers whose ratings match exactly only with the set;
    `rounding` those that match for some decimals of the pre-event ratings; `left` those
    that still don't match, including ones that the set breaks. `guess` is True if there
    are at least half as many corrections as explained ratings.
    """

    facts: tuple[AuditFact, ...]
    explained: tuple[int, ...]
    rounding: tuple[int, ...]
    left: tuple[int, ...]
    likelihood: float
    guess: bool

    def get_facts_for(self, number: int | None) -> tuple[AuditFact, ...]:
        """Return the corrections that make a published rating match.

        Return all of them if no single one does; none if the rating doesn't match.
        """
        if number in self.left:
            return ()
        return (
            tuple(fact for fact in self.facts if number in fact.explains) or self.facts
        )


def measure_difference(post: float, published: float) -> float:
    """Return published minus computed, in points as published; 0 for a match."""
    if published != int(published):
        difference = published - post
        return 0.0 if abs(difference) <= EXACT_DECIMALS else difference
    return published - int(round_for_display(post))


class ComparedRating(Struct, frozen=True):
    """One published rating compared with the computed one.

    `off` is published minus computed, in points as published (whole, or with decimals).
    `rounding` is True if it matches for some decimals of the pre-event ratings, but not
    for the entered ones.
    """

    number: int
    name: str
    computed: float
    published: float
    off: float
    rounding: bool = False

    @property
    def exact(self) -> bool:
        """True if the published rating matches."""
        return self.off == 0.0

    @property
    def missed(self) -> bool:
        """True if it doesn't match, and rounding can't explain it."""
        return self.off != 0.0 and not self.rounding


class RatingAudit(Struct, frozen=True):
    """The audit of one section in one system.

    `explanations` are equally good sets of corrections, the likeliest first. It is
    empty if every rating matches, or if no explanation was found. `is_limited` is True if
    too many ratings differ to try every correction.
    """

    section: int
    name: str
    system: System
    compared: tuple[ComparedRating, ...]
    explanations: tuple[Explanation, ...] = ()
    is_limited: bool = False

    @property
    def best(self) -> Explanation | None:
        """The likeliest explanation."""
        return self.explanations[0] if self.explanations else None

    @property
    def settle(self) -> str:
        """The question that separates the likeliest set of corrections from the others.

        If all sets have the same corrections, it is the question about the
        correction that explains most.
        """
        if self.best is None or not self.best.facts:
            return ""
        others = [{fact.says for fact in one.facts} for one in self.explanations[1:]]

        def weight(fact: AuditFact) -> tuple[int, int]:
            return sum(fact.says not in one for one in others), len(fact.explains)

        return max(self.best.facts, key=weight).settle

    @property
    def exact(self) -> tuple[int, ...]:
        """The numbers whose published ratings match without corrections."""
        return tuple(one.number for one in self.compared if one.exact)

    @property
    def rounding(self) -> tuple[int, ...]:
        """The numbers whose published ratings match for some decimals."""
        return (
            self.best.rounding
            if self.best is not None
            else tuple(one.number for one in self.compared if one.rounding)
        )

    @property
    def explained(self) -> tuple[int, ...]:
        """The numbers that match exactly with the best corrections."""
        return () if self.best is None else self.best.explained

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers that don't match, even with the best corrections."""
        return (
            self.best.left
            if self.best is not None
            else tuple(one.number for one in self.compared if one.missed)
        )


MOST_SHOWN: Final = 3
"""The most equal explanations that are shown."""

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "games": ("number of games", "numbers of games"),
    "record": ("one-sided record", "one-sided records"),
    "rating": ("pre-event rating", "pre-event ratings"),
    "floor": ("floor", "floors"),
    "start": ("starting rating", "starting ratings"),
    "member": ("member entered twice", "members entered twice"),
    "dual": ("reduced K", "reduced K"),
    "match": ("match limit", "match limits"),
    "rules": ("rules of another date", "rules of other dates"),
    "result": ("reversed or drawn result", "reversed or drawn results"),
    "left-out": ("game not rated", "games not rated"),
    "missing": ("game missing from the file", "games missing from the file"),
    "opponent": ("wrong opponent", "wrong opponents"),
    "chain": ("section rated out of order", "sections rated out of order"),
}
"""Kinds of corrections in words: one, and several."""


def select_equals(explanations: Sequence[Explanation]) -> tuple[Explanation, ...]:
    """Return a few sets that leave the fewest mismatches with the fewest corrections.

    The likeliest set is first.
    """

    def rank(one: Explanation) -> tuple[int, int]:
        return len(one.left), len(one.facts)

    least = min(map(rank, explanations), default=None)
    equals = [one for one in explanations if rank(one) == least]
    equals.sort(key=lambda one: -one.likelihood)
    # A starting rating is one hypothesis, whether it is described by age or by a
    # figure.
    distinct: dict[frozenset[object], Explanation] = {}
    for one in equals:
        distinct.setdefault(frozenset(map(_make_hypothesis_key, one.facts)), one)
    return tuple(distinct.values())[:MOST_SHOWN]


def _make_hypothesis_key(fact: AuditFact) -> object:
    """Return a key for the kind and subjects of a correction, without its values."""
    return (
        (fact.kind, fact.number)
        if fact.kind in ("start", "games", "rating")
        else (fact.kind, fact.says)
    )


class PriorLikelihood(Struct, frozen=True):
    """The likelihood of a kind of correction for one item, for example one player or one game.

    `of` names the item and `source` the origin. `spread` is the usual error, if the
    kind has a figure.
    """

    name: str
    likelihood: float
    of: str
    source: str
    spread: float | None = None


class PriorTable(Struct, frozen=True):
    """The likelihood of every kind of correction, by name."""

    by_name: Mapping[str, PriorLikelihood]

    def __getitem__(self, name: str) -> float:
        return self.by_name[name].likelihood

    def get_spread(self, name: str) -> float:
        """Return the usual error of a figure of this kind."""
        return self.by_name[name].spread or 1.0


def apply_facts(document: Document, index: int, facts: Iterable[AuditFact]) -> Document:
    """Return the document with corrections of one section applied in order."""
    for fact in facts:
        for put in fact.puts:
            document = apply_keys(document, index, put)
    return document


def apply_keys(document: Document, index: int, change: KeyChange) -> Document:
    """Return the document with the keys of one player, or of a section, changed."""
    section = document.sections[index]
    if change.number is not None:
        players = tuple(
            [
                _change_player(player, change.values)
                if player.number == change.number
                else player
                for player in section.players
            ]
        )
        return with_section(document, index, replace(section, players=players))
    values = change.values
    chained = values.pop("chain_sections", None)
    if chained is not None:
        document = replace(document, chain_sections=bool(chained))
    return with_section(
        document, index, replace(section, **_read_values(Section, values))
    )


def _change_player(player: Player, values: Mapping[str, Value]) -> Player:
    ratings = dict(player.ratings)
    own: dict[str, Value] = {}
    for path, value in values.items():
        first, *rest = path.split(".")
        if first != "ratings":
            own[path] = value
            continue
        name, key = rest
        system = next(one for one in SYSTEMS if one == name)
        changed = _read_values(RatingFacts, {key: value})
        ratings[system] = replace(ratings.get(system, UNRATED), **changed)
    return replace(player, ratings=tuple(ratings.items()), **_read_values(Player, own))


def _read_values(owner: type, values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the model's fields and values for keys of the event file."""
    known = {fact.key_in_file: fact for fact in facts_of(owner)}
    return {
        known[key].key: _read_value(known[key], value) for key, value in values.items()
    }


def _read_value(fact: Fact, value: Any) -> Any:
    if fact.kind.name == "rules":
        if isinstance(value, str):
            return RulesChoice(value)
        others = tuple((key, one) for key, one in value.items() if key != "edition")
        return RulesChoice(value.get("edition"), others)
    if isinstance(value, list | tuple):
        return tuple(value)
    if fact.whole is not None:
        return fact.whole(**value)
    if fact.kind.name == "number":
        return float(value)
    return fact.kind.parse(value) if fact.kind.name in ("day", "birth") else value


Outcome = Literal["exact", "one", "two", "more", "part", "left"]
OUTCOMES: Final[Mapping[Outcome, str]] = {
    "exact": "match",
    "one": "match with one correction",
    "two": "match with two corrections",
    "more": "match with more corrections",
    "part": "match partly",
    "left": "no match",
}
"""The outcomes of a section in one system, in words."""
FACTS_OF: Final[Mapping[int, Outcome]] = {1: "one", 2: "two"}


class AuditTally(Struct):
    """Counts of audited sections (each in one system) and ratings, by outcome.

    `guesses` are the explained sections whose corrections are a guess. `facts` counts
    the corrections of each kind, `ratings` the ratings that they explain.
    """

    sections: Counter[Outcome] = field(default_factory=Counter)
    guesses: Counter[Outcome] = field(default_factory=Counter)
    published: int = 0
    exact: int = 0
    rounding: int = 0
    explained: int = 0
    left: int = 0
    facts: Counter[str] = field(default_factory=Counter)
    ratings: Counter[str] = field(default_factory=Counter)

    def count_audits(self, audits: Iterable[RatingAudit]) -> None:
        """Add the counts of some audits."""
        for audit in audits:
            outcome = classify_audit(audit)
            best = audit.best
            self.sections[outcome] += 1
            self.published += len(audit.compared)
            self.exact += len(audit.exact)
            self.rounding += len(audit.rounding)
            self.explained += len(audit.explained)
            self.left += len(audit.left)
            if best is None:
                continue
            self.guesses[outcome] += best.guess
            for fact in best.facts:
                self.facts[fact.kind] += 1
                self.ratings[fact.kind] += len(fact.explains)

    def add_tally(self, other: "AuditTally") -> None:
        """Add the counts of another tally."""
        for name in ("sections", "guesses", "facts", "ratings"):
            getattr(self, name).update(getattr(other, name))
        for name in ("published", "exact", "rounding", "explained", "left"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def kinds(self) -> list[str]:
        """The kinds of facts, the commonest first."""
        return [kind for kind, _ in self.facts.most_common()]


def classify_audit(audit: RatingAudit) -> Outcome:
    """Return the outcome of a section in one system."""
    best = audit.best
    if best is None:
        return "left" if audit.left else "exact"
    return "part" if audit.left else FACTS_OF.get(len(best.facts), "more")
