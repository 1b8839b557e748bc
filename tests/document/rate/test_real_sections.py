"""The ratings of real sections match the published ones."""

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from pathlib import Path

from tests.shared_data import shared
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

FLOATS_FROM = dt.date(2014, 9, 1)
DECIMALS = "2026-novice-decimals.uscalc"


@dataclass(frozen=True)
class Compared:
    """A published rating compared with the computed one."""

    place: str
    floats: bool
    computed: float
    published: float

    @property
    def off(self) -> float:
        return abs(floor(self.computed + 0.5) - self.published)


def files() -> list[Path]:
    return sorted(shared("realdata").glob("*.uscalc"))


@lru_cache(maxsize=1)
def rated() -> dict[str, DocumentRating]:
    documents = {path.name: open_event(path).document for path in files()}
    return {name: rate_document(one, resolve_rules) for name, one in documents.items()}


def compared(only: str | None = None) -> list[Compared]:
    """Return everybody in sections whose players were all rated before.

    Players whom a floor may have held that the file can't know are left out.
    """
    found = []
    for name, document in rated().items():
        if (name == DECIMALS) is not (only == DECIMALS):
            continue
        for section in document.sections:
            for rating in section.ratings:
                if any(t.start.how != "rated" for t in rating.trace.players):
                    continue
                for player in section.section.players:
                    published = player.published_in(rating.system)
                    post = rating.find_trace(player.number).post
                    if published is None or post is None:
                        continue
                    held = published.rating > post and published.rating % 100 == 0
                    if held and only is None:
                        continue
                    found.append(
                        Compared(
                            f"{name}, {section.section.name}, {player.number}",
                            section.end_date >= FLOATS_FROM,
                            post,
                            published.rating,
                        )
                    )
    return found


def share_within(found: list[Compared], within: float) -> float:
    assert len(found) > 500
    return sum(one.off <= within for one in found) / len(found)


def test_every_file_is_rated():
    assert len(rated()) == 211
    for name, document in rated().items():
        stops = [str(f) for f in document.findings if f.severity == "stops"]
        assert not stops, (name, stops)
        assert any(section.ratings for section in document.sections), name


def test_published_ratings_are_reproduced_by_the_storage_of_their_time():
    found = [one for one in compared() if not one.floats]
    assert share_within(found, 0) >= 0.985
    assert share_within(found, 1) >= 0.995
    assert share_within([one for one in compared() if one.floats], 1) >= 0.983
    found = compared(DECIMALS)
    assert len(found) == 12
    assert [one for one in found if abs(one.computed - one.published) > 0.01] == []
