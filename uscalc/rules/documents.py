"""Reads the rating documents, where each topic stands in them, and open points."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from uscalc.engine.citations import TOPICS, Citation, Citations
from uscalc.engine.table import Edition, Reading
from uscalc.rules.data import Loc, RuleDataError, read_checked
from uscalc.rules.models import DOCUMENTS, OWN_SECTIONS, READINGS, SECTIONS


@dataclass(frozen=True, slots=True)
class Documents:
    """The editions in order, the oldest first; `goes_on_from` has those that say so."""

    editions: Mapping[str, Edition]
    goes_on_from: Mapping[str, str]

    @property
    def exact(self) -> tuple[str, ...]:
        """The keys of the editions that give exact rules."""
        return tuple(key for key, e in self.editions.items() if not e.by_hand)

    @property
    def by_hand(self) -> str:
        """The key of the guide that is worked by hand."""
        (key,) = (key for key, e in self.editions.items() if e.by_hand)
        return key


def read_documents(path: Path) -> Documents:
    """Return the editions and what each goes on from. Raises RuleDataError."""
    editions: dict[str, Edition] = {}
    goes_on_from: dict[str, str] = {}
    for key, said in read_checked(DOCUMENTS, path, _edition).items():
        place = f"{path.name}, {key}"
        before = said.get("as")
        edition = Edition(
            key,
            said["title"],
            said["authors"],
            said["date"],
            said.get("in_force"),
            said.get("by_hand", False),
        )
        if editions and edition.date < list(editions.values())[-1].date:
            raise RuleDataError(f"{place}: date: it is older than the one before it")
        if before is not None:
            if before not in editions or editions[before].by_hand or edition.by_hand:
                raise RuleDataError(
                    f"{place}: as: {before!r} is no edition before it to go on from"
                )
            goes_on_from[key] = before
        editions[key] = edition
    if sum(edition.by_hand for edition in editions.values()) != 1:
        raise RuleDataError(f"{path.name}: by_hand: one guide is worked by hand")
    if len(editions) == 1:
        raise RuleDataError(f"{path.name}: there is no edition")
    return Documents(editions, goes_on_from)


def read_citations(path: Path, documents: Documents) -> dict[str, Citations]:
    """Return where each edition prints what. Raises RuleDataError with the topic's place."""
    given = read_checked(SECTIONS, path, _edition)
    for key in given:
        if key not in documents.exact:
            raise RuleDataError(f"{path.name}: edition {key} is unknown")
    said: dict[str, dict[str, Any]] = {}
    found = {}
    for key in documents.exact:
        before = said.get(documents.goes_on_from.get(key, ""), {})
        said[key] = {**before, **given.get(key, {})}
        for topic in TOPICS:
            if topic not in said[key]:
                raise RuleDataError(f"{path.name}, {key}: {topic}: it is missing")
        found[key] = Citations(
            **{topic: Citation(key, said[key][topic]) for topic in TOPICS},
            start_by_system=tuple(
                (system, Citation(key, section))
                for system, section in said[key].get(OWN_SECTIONS, {}).items()
            ),
        )
    return found


def read_readings(path: Path) -> tuple[Reading, ...]:
    """Return the open points and how they are read. Raises RuleDataError."""
    found: tuple[Reading, ...] = read_checked(READINGS, path, _point)["reading"]
    return found


def _edition(loc: Loc) -> str:
    return f", {loc[0]}"


def _point(loc: Loc) -> str:
    return "".join(f", reading {i + 1}" for i in loc if isinstance(i, int))
