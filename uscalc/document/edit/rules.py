"""Edits of what decides a section's rules: an edition, and single overrides."""

from uscalc.document.change import Edit
from uscalc.document.edit.settings import set_section
from uscalc.document.model import Document, RulesChoice


def choose_edition(document: Document, index: int, edition: str | None) -> Edit:
    """Rate a section by an edition, or (None) by its date; overrides stay."""
    chosen = document.sections[index].rules
    edit = set_section(document, index, rules=RulesChoice(edition, chosen.overrides))
    said = "by date" if edition is None else edition
    return Edit(edit.document, f"Rules: {said}", edit.refused)


def override_rule(
    document: Document, index: int, name: str, value: str | float | None, title: str
) -> Edit:
    """Replace the value of one rule; None means no limit."""
    chosen = document.sections[index].rules
    kept = [(key, old) for key, old in chosen.overrides if key != name]
    rules = RulesChoice(chosen.edition, (*kept, (name, value)))
    if rules.edition == chosen.edition and dict(chosen.overrides) == dict(
        rules.overrides
    ):
        return Edit(document, title)
    edit = set_section(document, index, rules=rules)
    return Edit(edit.document, f"{title} replaced", edit.refused)


def restore_rule(document: Document, index: int, name: str, title: str) -> Edit:
    """Remove the override of one rule."""
    chosen = document.sections[index].rules
    kept = tuple((key, old) for key, old in chosen.overrides if key != name)
    edit = set_section(document, index, rules=RulesChoice(chosen.edition, kept))
    return Edit(edit.document, f"{title} restored", edit.refused)


def restore_rules(document: Document, index: int) -> Edit:
    """Remove every override."""
    edition = document.sections[index].rules.edition
    edit = set_section(document, index, rules=RulesChoice(edition))
    return Edit(edit.document, "All rules restored", edit.refused)
