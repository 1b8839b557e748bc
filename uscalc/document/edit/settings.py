"""Edits of an event's and a section's settings and of a player's facts."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import format_day
from uscalc.document.edit.unknown_ratings import with_rating
from uscalc.document.facts.fact import YES_NO, Choices, Fact
from uscalc.document.facts.table import (
    FACTS,
    find_problems,
    list_merged_keys,
    name_fact,
    tidy_changes,
)
from uscalc.document.facts.typed import TypedError
from uscalc.document.model import (
    Document,
    Edit,
    EventReport,
    Player,
    PublishedRating,
    RatingFacts,
    RulesChoice,
    Section,
    SectionReport,
    is_unchanged,
    make_edit,
    with_player,
    with_published,
    with_section,
)
from uscalc.engine.inputs import SYSTEM_NAMES, System

Owner = TypeVar("Owner", Document, EventReport, Section, SectionReport, Player)
"""A part of the event whose fields an edit changes."""


def set_event(document: Document, **changes: Any) -> Edit:
    """Change the event's own fields: name, end_date, chain_sections."""
    name = "Event settings"
    end = changes.get("end_date") or document.end_date
    for section in document.sections:
        if section.start_date is not None and section.start_date > (
            section.end_date or end
        ):
            reason = f'"{section.name}" starts on {format_day(section.start_date)}'
            return Edit(document, name, (f"{reason}, after the event ends",))
    return _change(document, name, document, changes, lambda event: event)


def set_event_report(document: Document, **changes: str) -> Edit:
    """Change facts of the event that only its rating report needs."""
    return _change(
        document,
        f"Report: {_name_changes(changes)}",
        document.report,
        changes,
        lambda report: replace(document, report=report),
    )


def set_section_report(document: Document, index: int, **changes: str) -> Edit:
    """Change facts of a section that only its rating report needs."""
    section = document.sections[index]
    return _change(
        document,
        f'Report of "{section.name}": {_name_changes(changes)}',
        section.report,
        changes,
        lambda report: with_section(document, index, replace(section, report=report)),
    )


def set_section(document: Document, index: int, **changes: Any) -> Edit:
    """Change a section's own fields (not its players)."""
    section = document.sections[index]
    name = f'Settings of "{section.name}"'
    start = changes.get("start_date", section.start_date)
    end = changes.get("end_date", section.end_date) or document.end_date
    if start is not None and start > end:
        late = f"start date {format_day(start)} is after end date {format_day(end)}"
        return Edit(document, name, (late,))
    if changes.get("systems", ...) == ():
        return Edit(
            document,
            name,
            (("select a rating system, or clear them all to follow the time control"),),
        )
    return _change(
        document,
        name,
        section,
        changes,
        lambda changed: with_section(document, index, changed),
    )


def set_player(
    document: Document, section_index: int, row: int, **changes: Any
) -> Edit:
    """Change a player's own fields, for example name, id, state, birth, adult, fide, cfc."""
    player = document.sections[section_index].players[row]
    return _change(
        document,
        f"Player {player.number}: {_name_changes(changes)}",
        player,
        changes,
        lambda changed: with_player(document, section_index, row, changed),
    )


def _change(
    document: Document,
    name: str,
    owner: Owner,
    changes: Mapping[str, Any],
    put: Callable[[Owner], Document],
) -> Edit:
    """Return the edit that changes fields of an owner; `put` sets the owner in the event.

    It is refused if a value is out of bounds, or required and missing.
    """
    tidy = tidy_changes(type(owner), changes)
    if problems := find_problems(type(owner), tidy):
        return Edit(document, name, problems)
    return make_edit(document, put(replace(owner, **tidy)), name)


def set_facts(
    document: Document, section_index: int, row: int, system: System, **changes: Any
) -> Edit:
    """Change facts of a player in a system.

    With a new rating, the facts of the old one alone (date, source, rounding) are
    removed, unless they are also in `changes`.
    """
    player = document.sections[section_index].players[row]
    facts = player.facts(system)
    name = f"Player {player.number}, {SYSTEM_NAMES[system]}: {_name_changes(changes)}"
    if problems := find_problems(RatingFacts, changes):
        return Edit(document, name, problems)
    if is_unchanged(facts, changes):
        return Edit(document, name)
    if changes.get("unknown"):
        changes["rating"] = None
    if "rating" in changes and changes["rating"] != facts.rating:
        aside = dict.fromkeys(list_merged_keys(RatingFacts, of_rating=True))
        changes = {**aside, "source": "typed", "unknown": False, **changes}
        if changes["rating"] is None:
            changes["source"] = None
            changes.setdefault("games", None)
    changed = with_rating(player, system, replace(facts, **changes))
    return Edit(with_player(document, section_index, row, changed), name)


def set_published(
    document: Document,
    section_index: int,
    row: int,
    system: System,
    published: PublishedRating | None,
) -> Edit:
    """Change a player's published rating in a system; None removes it."""
    player = document.sections[section_index].players[row]
    name = f"Player {player.number}, {SYSTEM_NAMES[system]}: published"
    figures = (
        {}
        if published is None
        else {"rating": published.rating, "games": published.games}
    )
    if problems := find_problems(PublishedRating, figures):
        return Edit(document, name, problems)
    changed = with_published(player, system, published)
    return make_edit(document, with_player(document, section_index, row, changed), name)


def _name_changes(changes: dict[str, Any]) -> str:
    """Name the changed fields."""
    return ", ".join(word for word in map(name_fact, changes) if word)


def choose_edition(document: Document, index: int, edition: str | None) -> Edit:
    """Rate a section by an edition, or by its date for None; replaced rules are kept."""
    chosen = replace(document.sections[index].rules, edition=edition)
    return _set_rules(document, index, chosen, f"Rules: {edition or 'by date'}")


def override_rule(
    document: Document, index: int, name: str, value: str | float | None, title: str
) -> Edit:
    """Replace the value of one rule; None means no limit."""
    chosen = document.sections[index].rules
    others = [(key, old) for key, old in chosen.overrides if key != name]
    rules = RulesChoice(chosen.edition, (*others, (name, value)))
    if rules.edition == chosen.edition and dict(chosen.overrides) == dict(
        rules.overrides
    ):
        return Edit(document, title)
    return _set_rules(document, index, rules, f"{title} replaced")


def restore_rule(document: Document, index: int, name: str, title: str) -> Edit:
    """Restore one replaced rule."""
    chosen = document.sections[index].rules
    others = tuple((key, old) for key, old in chosen.overrides if key != name)
    return _set_rules(
        document, index, replace(chosen, overrides=others), f"{title} restored"
    )


def restore_rules(document: Document, index: int) -> Edit:
    """Restore every replaced rule."""
    rules = replace(document.sections[index].rules, overrides=())
    return _set_rules(document, index, rules, "All rules restored")


def _set_rules(document: Document, index: int, rules: RulesChoice, name: str) -> Edit:
    return replace(set_section(document, index, rules=rules), name=name)


class Target(Struct, frozen=True):
    """The part of an event that a form edits: a section, or a row in one rating system."""

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


class Field(Struct, frozen=True):
    """One control of a form.

    `read` gives its text (the key, for a choice). `write` makes the edit, which is
    refused with the reason if it isn't possible. `choices` are keys and their words;
    empty for a typed text. `empty` is the meaning of an empty text, `hint` the purpose
    of the field. With `beside`, the field is next to the previous one. `applies` is
    False if the field has no meaning for a target.
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
        """True for a yes-or-no field."""
        return self.choices == YES_NO

    def make_edit(self, target: Target, text: str) -> Edit:
        """Return the edit of typing a text; it is refused if the text can't be read."""
        try:
            return self.write(target, text)
        except TypedError as error:
            return Edit(target.document, self.label, (str(error),))


def _set_section(target: Target, **changes: Any) -> Edit:
    return (
        choose_edition(target.document, target.index, changes["rules"])
        if "rules" in changes
        else set_section(target.document, target.index, **changes)
    )


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
"""For each class: the function that finds its value in a target, and its edit."""


def make_fields(
    form: str, editions: Iterable[tuple[str, str]] = ()
) -> tuple[Field, ...]:
    """Make the controls of the facts that belong to a form.

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
        return (
            target.player.published_in(target.system)
            if fact.by_system
            else getattr(find(target), fact.key)
        )

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
