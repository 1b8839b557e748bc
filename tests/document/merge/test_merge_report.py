"""What a ratings report says of event, section and player, from three sides."""

from dataclasses import fields, replace
from typing import Any

import pytest

from tests.build import END
from uscalc.document.merge.merge import merge_file
from uscalc.document.model import Document, EventReport, Player, Section, SectionReport

OF_EVENT = [field.name for field in fields(EventReport)]
OF_SECTION = [field.name for field in fields(SectionReport)]


def event(of_event: dict[str, Any], of_section: dict[str, Any]) -> Document:
    section = Section("Open", players=(Player(1, "Inventa, Ada"),))
    report = SectionReport(**of_section)
    return Document(
        "Lantern Open",
        END,
        (replace(section, report=report),),
        report=EventReport(**of_event),
    )


@pytest.mark.parametrize(
    ("whose", "name"),
    [*((0, name) for name in OF_EVENT), *((1, name) for name in OF_SECTION)],
)
def test_each_fact_is_kept_taken_or_asked_for_by_itself(whose, name):
    def with_(text: str) -> Document:
        return event(*({name: text} if place == whose else {} for place in (0, 1)))

    def said(document: Document) -> str:
        of = document.report if whose == 0 else document.sections[0].report
        return str(getattr(of, name))

    one, two, three = with_("A"), with_("B"), with_("C")
    assert said(merge_file(two, one, one).edit.document) == "B"
    assert said(merge_file(one, two, one).edit.document) == "B"
    both = merge_file(two, three, one)
    assert said(both.edit.document) == "B"
    (finding,) = both.findings
    assert "B here and C in the linked file" in finding.message.replace('"', "")
