"""A fact: its name and meaning, its text in a form, its bounds and its key in the file.

Forms, edits, the merge with a linked file, and the event file's reader, writer and JSON
Schema are made from facts. To add one, add a field to the model and its `Fact` here.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.facts.typed import (
    TypedError,
    format_birth,
    format_date,
    format_number,
    parse_birth,
    parse_count,
    parse_floor,
    parse_number,
    parse_optional_date,
)
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.engine.inputs import SYSTEMS

Choices = tuple[tuple[str, str], ...]
"""Keys of a choice, each with its text."""

RATINGS: Final = (LOWEST_RATING, HIGHEST_RATING)
LEVELS: Final = (int(LOWEST_RATING), int(HIGHEST_RATING))
COUNTS: Final = (0, 100_000)
REQUIRED: Final = object()
"""In place of a default: the model has none, so that a value must be given."""
YES_NO: Final[Choices] = (("no", "no"), ("yes", "yes"))


class ValueKind(Struct, frozen=True):
    """A kind of value: how it is read from a typed text and shown in a form.

    `name` selects its type in the event file. `parse` raises TypedError. `choices` is
    empty for a typed value.
    """

    name: str
    parse: Callable[[str], Any]
    format: Callable[[Any], str]
    choices: Choices = ()


def _parse_text(text: str) -> str:
    return " ".join(text.split())


def _parse_truth(key: str) -> bool | None:
    return None if key == "" else key == "yes"


def _format_truth(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"


def _format_text(value: object) -> str:
    return "" if value is None else str(value)


def number_kind(example: str = "1450 or 554.22") -> ValueKind:
    """Return the kind of numbers; `example` is shown if a text can't be read."""
    return ValueKind("number", lambda text: parse_number(text, example), format_number)


def choice_kind(*choices: tuple[str, str]) -> ValueKind:
    """Return the kind of fact that is one of several keys; the empty key means None."""
    return ValueKind("choice", lambda key: key or None, _format_text, choices)


def truth_kind(unknown: str, no: str = "no") -> ValueKind:
    """Return the kind of yes, no or unknown, with the words for each."""
    choices = (("", unknown), ("yes", "yes"), ("no", no))
    return ValueKind("truth", _parse_truth, _format_truth, choices)


def letter_kind(*choices: tuple[str, str]) -> ValueKind:
    """Return the kind of a report's letter, to which another program may give any value."""
    known = dict(choices)
    return ValueKind("text", _parse_text, lambda v: v if v in known else "", choices)


TEXT: Final = ValueKind("text", _parse_text, _format_text)
OPTIONAL_TEXT: Final = ValueKind("text", lambda t: _parse_text(t) or None, _format_text)
CAPITALS: Final = ValueKind("text", lambda t: _parse_text(t).upper(), _format_text)
FLAG: Final = ValueKind("truth", _parse_truth, _format_truth, YES_NO)
NUMBER: Final = number_kind()
COUNT: Final = ValueKind("count", parse_count, _format_text)
LEVEL: Final = ValueKind("count", parse_floor, _format_text)
DAY: Final = ValueKind("day", parse_optional_date, format_date)
BIRTH: Final = ValueKind("birth", parse_birth, format_birth)
SYSTEM_LIST: Final = ValueKind(
    "systems",
    lambda text: tuple(one for one in SYSTEMS if one in text.split()) or None,
    lambda systems: " ".join(systems or ()),
)
RULES: Final = ValueKind("rules", OPTIONAL_TEXT.parse, lambda r: r.edition or "")


def structure_kind(name: str) -> ValueKind:
    """Return a kind that no form shows as a single value."""
    return ValueKind(name, OPTIONAL_TEXT.parse, _format_text)


class Fact(Struct, frozen=True):
    """One fact: a field of the model, and its description for every use.

    In the model: `key` is the field. In the event file: `file_key` if it differs from
    `key`, `meaning` for the JSON Schema, `file_bounds` if they differ from `bounds`;
    `always_filed` if even the default is written, `null_in_file` if null is read as the
    default. In forms: the `form` that shows it, its `label` and `help`, the meaning of
    an empty field (`unknown`), the name of its `control`, `beside` if it is next to the
    previous one, and the owners that it `applies` to. In edits: its `word` there and in
    refusals, `outside` for the refusal of a value out of bounds, `needed` for the
    refusal of a missing value. `of_rating` means that it describes one rating figure
    and is removed with it. `merged` is False if the merge of a linked file treats it
    separately.

    A fact with `parts` is a value of the class `whole`; a form has one control for each
    part. `first` names the part that must be entered before the others; with `renews`,
    a new value of that part replaces the whole. `by_system` means one value for each
    rating system.

    `read` and `change` replace the kind's own functions if the fact needs more than one
    field: the text in a form, and the fields that a typed text changes.
    """

    key: str
    kind: ValueKind = TEXT
    meaning: str = ""
    label: str = ""
    help: str = ""
    unknown: str = ""
    form: str = ""
    control: str = ""
    beside: bool = False
    applies: Callable[[Any], bool] = lambda owner: True
    word: str | None = None
    bounds: tuple[float, float] | None = None
    outside: str = ""
    needed: str = ""
    file_key: str = ""
    file_bounds: tuple[float, float] | None = None
    always_filed: bool = False
    null_in_file: bool = False
    of_rating: bool = False
    merged: bool = True
    parts: tuple["Fact", ...] = ()
    whole: type | None = None
    by_system: bool = False
    first: str = ""
    renews: bool = False
    read: Callable[[Any], str] | None = None
    change: Callable[[Any, str], dict[str, Any]] | None = None
    default: Any = REQUIRED
    """The model's own, set by `declare_facts`."""

    @property
    def name(self) -> str:
        """The fact in words, for edits and refusals."""
        return self.key.replace("_", " ") if self.word is None else self.word

    @property
    def key_in_file(self) -> str:
        """The key in the event file."""
        return self.file_key or self.key

    @property
    def required(self) -> bool:
        """True if a value can't be left out."""
        return self.default is REQUIRED

    def read_text(self, owner: Any) -> str:
        """Return an owner's fact as the text of a form."""
        return (
            self.read(owner)
            if self.read is not None
            else self.kind.format(getattr(owner, self.key))
        )

    def parse_change(self, owner: Any, text: str) -> dict[str, Any]:
        """Return the fields that a typed text changes. Raise TypedError."""
        return (
            self.change(owner, text)
            if self.change is not None
            else {self.key: self.kind.parse(text)}
        )

    def tidy_value(self, value: Any) -> Any:
        """Return a value as the model stores it: text without superfluous spaces."""
        plain = isinstance(value, str) and self.kind.name == "text"
        return self.kind.parse(value) if plain else value

    def find_problems(self, value: Any) -> list[str]:
        """Return the reasons why the fact can't have a value; empty if it can."""
        if value is None or value == "":
            return [self.needed] if self.needed else []
        if self.parts and not self.by_system:
            return [
                problem
                for part in self.parts
                for problem in part.find_problems(getattr(value, part.key))
            ]
        if self.bounds is None or self.bounds[0] <= value <= self.bounds[1]:
            return []
        low, high = self.bounds
        return [self.outside or f"{self.name} must be from {low:.0f} to {high:.0f}"]

    # Parts of a larger fact

    def read_part(self, part: "Fact", value: Any) -> str:
        """Return one part of a value as the text of a form's field; empty if there is no value."""
        return "" if value is None else part.read_text(value)

    def change_part(self, part: "Fact", value: Any, text: str) -> Any:
        """Return the value with one part replaced by the typed text; None if no part is left.

        Raise TypedError if the text can't be read, or the first part is missing.
        """
        assert self.whole is not None
        typed = part.kind.parse(text)
        if part.required:
            if typed is None:
                return None
            if value is None or (self.renews and getattr(value, part.key) != typed):
                return self.whole(**{part.key: typed})
        elif value is None:
            if typed is None:
                return None
            if self.first:
                raise TypedError(f"enter {self.first} first")
            value = self.whole()
        changed = replace(value, **{part.key: part.default if typed is None else typed})
        return None if not self.first and changed == self.whole() else changed


def declare_facts(owner: type[Struct], *facts: Fact) -> tuple[Fact, ...]:
    """Return the facts of a class of the model, with the model's defaults."""
    names, values = owner.__struct_fields__, owner.__struct_defaults__
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    return tuple(
        replace(fact, default=defaults.get(fact.key, fact.default)) for fact in facts
    )
