"""Answers of the rating service compared with a hand-typed event."""

import random
from pathlib import Path

from msgspec.structs import replace

from tests.document.overlay.garden import Garden
from tests.document.overlay.retype import facts_by_person, retyped
from tests.formats.service_files import event, rating, row, section, standings
from uscalc.document.model import Document
from uscalc.document.overlay.changes import apply_differences
from uscalc.document.overlay.lay import compare_with_page
from uscalc.document.rate.systems import find_counted_systems
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

ROWS = (
    row(1, ("Win", 3), ("Draw", 2), ("Win", 4), ratings=[rating("R"), rating("Q")]),
    row(2, ("Win", 4), ("Draw", 1), ("ByeHalf", None)),
    row(3, ("Loss", 1), ("WinForfeit", None), ("Unpaired", None)),
    row(4, ("Loss", 2), ("Forfeit", None), ("Loss", 1)),
)


def answers(folder: Path) -> Document:
    """Save three files of one event in a folder."""
    folder.mkdir()
    (folder / "event.json").write_bytes(event(section_facts()))
    (folder / "section.json").write_bytes(section(1))
    (folder / "standings.json").write_bytes(standings(*ROWS))
    return open_event(folder).document


def section_facts() -> dict[str, object]:
    return {"number": 1, "name": "Section 1"}


def kinds_of_differences(ours: Document, page: Document) -> list[str]:
    found = compare_with_page(ours, page, find_counted_systems(ours, resolve_rules))
    return [one.kind for one in found.differences]


def test_answers_add_published_ratings_with_decimals(tmp_path):
    page = answers(tmp_path / "saved")
    typed = retyped(page, random.Random(1), exact=True)
    assert kinds_of_differences(typed, page) == ["new-published"]
    typed = retyped(page, random.Random(2), exact=True)
    rows = [
        replace(
            player,
            ratings=tuple(
                (s, replace(f, rating=1500.0 if f.rating else None))
                for s, f in player.ratings
            ),
        )
        for player in typed.sections[0].players
    ]
    whole = replace(typed, sections=(replace(typed.sections[0], players=tuple(rows)),))
    assert kinds_of_differences(whole, page) == ["new-published"]


def test_mistakes_are_found_and_corrected(tmp_path):
    page = answers(tmp_path / "saved")
    rng = random.Random(3)
    garden = Garden(retyped(page, rng, exact=True), page, rng)
    for kind in ("other way", "bye", "name", "rating"):
        assert garden.plant(kind)
    kinds = kinds_of_differences(garden.document, page)
    assert sorted(kinds) == ["name", "new-published", "rating", "result", "result"]
    counted = find_counted_systems(garden.document, resolve_rules)
    found = compare_with_page(garden.document, page, counted).differences
    after = apply_differences(garden.document, found)
    assert kinds_of_differences(after, page) == []
    assert facts_by_person(after) == facts_by_person(page)
