"""Reads the rating documents, where each topic stands in them, and open points."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from uscalc.engine.citations import TOPICS, Citation, Citations
from uscalc.engine.systems import SYSTEMS
from uscalc.engine.table import Edition, Reading
from uscalc.rules.data import RuleDataError, innermost, read_data
from uscalc.rules.keys import KeyFaultError, Keys, by_key, day, flag, several, text

OWN_SECTIONS: Final = "start_by_system"


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
    """The editions and what each goes on from. Raises RuleDataError."""
    editions: dict[str, Edition] = {}
    goes_on_from: dict[str, str] = {}
    for key, raw in read_data(path).items():
        place = f"{path.name}, {key}"
        try:
            keys = Keys(raw)
            before = keys.take("as", text, None)
            edition = Edition(
                key,
                keys.take("title", text),
                keys.take("authors", text),
                keys.take("date", day),
                keys.take("in_force", day, None),
                keys.take("by_hand", flag, False),
            )
            keys.done()
        except KeyFaultError as error:
            raise RuleDataError(f"{place}: {innermost(error)}") from error
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
    """Where each edition prints what. Raises RuleDataError with the topic's place."""
    given = read_data(path)
    for key in given:
        if key not in documents.exact:
            raise RuleDataError(f"{path.name}: edition {key} is unknown")
    said: dict[str, dict[str, Any]] = {}
    found = {}
    for key in documents.exact:
        try:
            own = _sections(given.get(key, {}))
        except KeyFaultError as error:
            raise RuleDataError(f"{path.name}, {key}: {innermost(error)}") from error
        said[key] = {**said.get(documents.goes_on_from.get(key, ""), {}), **own}
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


def _sections(raw: Any) -> dict[str, Any]:
    """What an edition says itself."""
    keys = Keys(raw)
    own: dict[str, Any] = {
        topic: keys.take(topic, _section) for topic in TOPICS if topic in raw
    }
    if OWN_SECTIONS in raw:
        own[OWN_SECTIONS] = keys.take(OWN_SECTIONS, by_key(_section))
        for system in own[OWN_SECTIONS]:
            if system not in SYSTEMS:
                raise KeyFaultError((OWN_SECTIONS, system), "there is no such system")
    keys.done()
    return own


def _section(raw: Any) -> str:
    if not text(raw).strip():
        raise ValueError("it is empty")
    return text(raw)


def read_readings(path: Path) -> tuple[Reading, ...]:
    """The open points and how they are read. Raises RuleDataError."""
    try:
        keys = Keys(read_data(path))
        found = keys.take("reading", several(_reading))
        keys.done()
    except KeyFaultError as error:
        place = "".join(f", reading {i + 1}" for i in error.path if isinstance(i, int))
        raise RuleDataError(f"{path.name}{place}: {innermost(error)}") from error
    return found


def _reading(raw: Any) -> Reading:
    keys = Keys(raw)
    reading = Reading(
        keys.take("section", text),
        keys.take("text", text),
        keys.take("letter", flag, False),
    )
    keys.done()
    return reading
