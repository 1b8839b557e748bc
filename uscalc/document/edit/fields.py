"""Controls of a form made of facts: the text that each shows, and the edit of typing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from uscalc.document.edit.settings import (
    choose_edition,
    set_event,
    set_event_report,
    set_facts,
    set_player,
    set_published,
    set_section,
    set_section_report,
)
from uscalc.document.facts.fact import YES_NO, Choices, Fact
from uscalc.document.facts.table import FACTS
from uscalc.document.facts.typed import TypedError
from uscalc.document.model import (
    Document,
    Edit,
    EventReport,
    Player,
    RatingFacts,
    Section,
    SectionReport,
)
from uscalc.engine.inputs import System


@dataclass(frozen=True, slots=True)
class Target:
    """The part of an event that a form edits: a section, and perhaps a row in a system."""

    document: Document
    index: int = 0
    row: int = 0
    system: System = "R"

    @property
    def section(self) -> Section:
        """The section."""
        return self.document.sections[self.index]

    @property
    def player(self) -> Player:
        """The player in the row."""
        return self.section.players[self.row]

    @property
    def facts(self) -> RatingFacts:
        """The player's rating facts in the system."""
        return self.player.facts(self.system)


@dataclass(frozen=True, slots=True)
class Field:
    """One control of a form.

    `read` gives its text (of a choice: the key), `write` the edit, refused with the
    reason if it isn't possible. `choices` are keys and their words; empty for a typed
    text. `empty` is the meaning of no text, `hint` the purpose of the field. `beside`
    puts it next to the one before; `applies` is False if it means nothing for a target.
    """

    name: str
    label: str
    hint: str
    read: Callable[[Target], str]
    write: Callable[[Target, str], Edit]
    choices: Choices = ()
    empty: str = ""
    beside: bool = False
    applies: Callable[[Target], bool] = lambda target: True

    @property
    def is_check(self) -> bool:
        """True for a plain yes or no."""
        return self.choices == YES_NO

    def make_edit(self, target: Target, text: str) -> Edit:
        """Return the edit of typing a text; it is refused if it can't be read."""
        try:
            return self.write(target, text)
        except TypedError as error:
            return Edit(target.document, self.label, (str(error),))


def _set_section(target: Target, **changes: Any) -> Edit:
    if "rules" in changes:
        return choose_edition(target.document, target.index, changes["rules"])
    return set_section(target.document, target.index, **changes)


_OWNERS: Final[dict[type, tuple[Callable[[Target], Any], Callable[..., Edit]]]] = {
    Document: (
        lambda target: target.document,
        lambda target, **changes: set_event(target.document, **changes),
    ),
    EventReport: (
        lambda target: target.document.report,
        lambda target, **changes: set_event_report(target.document, **changes),
    ),
    Section: (lambda target: target.section, _set_section),
    SectionReport: (
        lambda target: target.section.report,
        lambda target, **changes: set_section_report(
            target.document, target.index, **changes
        ),
    ),
    Player: (
        lambda target: target.player,
        lambda target, **changes: set_player(
            target.document, target.index, target.row, **changes
        ),
    ),
    RatingFacts: (
        lambda target: target.facts,
        lambda target, **changes: set_facts(
            target.document, target.index, target.row, target.system, **changes
        ),
    ),
}
"""Where a target has the owner of a fact, and the edit that changes its fields."""


def make_fields(
    form: str, editions: Iterable[tuple[str, str]] = ()
) -> tuple[Field, ...]:
    """Make the controls of the facts that name a form.

    `editions` are the keys and words of the editions of the rules.
    """
    rules = (("", "by date"), *editions)
    return tuple(
        field
        for owner in _OWNERS
        for fact in FACTS[owner]
        if fact.form == form
        for field in _make_controls(owner, fact, rules)
    )


def _make_controls(owner: type, fact: Fact, rules: Choices) -> list[Field]:
    find, edit = _OWNERS[owner]
    applies = lambda target: fact.applies(find(target))  # noqa: E731
    if not fact.parts:
        choices = rules if fact.kind.name == "rules" else fact.kind.choices
        return [
            _make_field(
                fact,
                lambda target: fact.read_text(find(target)),
                lambda target, text: edit(
                    target, **fact.parse_change(find(target), text)
                ),
                choices,
                applies,
            )
        ]

    def read_whole(target: Target) -> Any:
        if fact.by_system:
            return target.player.published_in(target.system)
        return getattr(find(target), fact.key)

    def read_part(part: Fact, target: Target) -> str:
        return fact.read_part(part, read_whole(target))

    def write_part(part: Fact, target: Target, text: str) -> Edit:
        value = fact.change_part(part, read_whole(target), text)
        if fact.by_system:
            place = target.document, target.index, target.row, target.system
            return set_published(*place, value)
        return edit(target, **{fact.key: value})

    return [
        _make_field(
            part, partial(read_part, part), partial(write_part, part), (), applies
        )
        for part in fact.parts
    ]


def _make_field(
    fact: Fact,
    read: Callable[[Target], str],
    write: Callable[[Target, str], Edit],
    choices: Choices,
    applies: Callable[[Target], bool],
) -> Field:
    name, label, hint = fact.control or fact.key, fact.label, fact.help
    return Field(
        name, label, hint, read, write, choices, fact.unknown, fact.beside, applies
    )
