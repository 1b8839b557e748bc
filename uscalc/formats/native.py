"""The program's own event file: reading, and saving so that nothing is lost."""

import codecs
import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from uscalc.document.model import (
    Document,
    ForeignRating,
    Matches,
    OfficeInitial,
    Player,
    PrizeFloor,
    Published,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.formats.errors import FormatError
from uscalc.formats.files import replace_file
from uscalc.formats.migrations import STEPS, Step, migrate, present_version
from uscalc.formats.native_errors import first_error, show
from uscalc.formats.native_json import parse_json
from uscalc.formats.native_models import (
    EventModel,
    ForeignModel,
    PlayerModel,
    RatingModel,
    RulesModel,
    SectionModel,
)
from uscalc.formats.native_write import FORMAT, write_event
from uscalc.formats.opened import Opened

KEY: Final = "uscalc"
NAME: Final = "uscalc event file"
SUFFIX: Final = ".uscalc"

__all__ = ["KEY", "NAME", "read", "read_event", "recognises", "save_event"]


def recognises(head: bytes) -> bool:
    """Whether it says that it is one; a damaged file may not."""
    begins = head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    return begins and f'"{FORMAT}"'.encode() in head


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """The event in the file; it always says its end date. Raises FormatError."""
    return Opened(read_event(data, path), KEY, NAME)


def read_event(
    data: bytes, path: Path | None = None, *, steps: Sequence[Step] = STEPS
) -> Document:
    """The document that an event file holds.

    `steps` are the migrations from version 1 on. Raises FormatError, with `path` in
    it, for whatever is wrong with the file.
    """
    root = _present(parse_json(data, path), path, steps)
    try:
        model = EventModel.model_validate(root)
    except ValidationError as error:
        raise first_error(root, error, path) from error
    return Document(
        name=model.name,
        end_date=model.end_date,
        sections=tuple(_section(s, i) for i, s in enumerate(model.sections)),
        chain_sections=model.chain_sections,
    )


def save_event(document: Document, path: Path) -> None:
    """Write an event file whole or not at all. Raises FormatError."""
    try:
        data = write_event(document).encode("utf-8")
    except ValueError as error:
        raise FormatError(
            f"the event has a value that no file can hold ({error})",
            "correct the value",
            path=path,
        ) from error
    replace_file(path, data)


def _present(root: Any, path: Path | None, steps: Sequence[Step]) -> dict[str, Any]:
    """The top object in the present version."""
    if not isinstance(root, dict):
        raise FormatError(
            f"{show(root)} is no event",
            f'an event file is an object that begins {{"format": "{FORMAT}", ...',
            path=path,
        )
    if root.get("format") != FORMAT:
        said = show(root["format"]) if "format" in root else "missing"
        raise FormatError(
            f'"format" is {said}, so this is no event file',
            f'an event file says "format": "{FORMAT}"',
            path=path,
        )
    version = root.get("version")
    if type(version) is not int or version < 1:
        raise FormatError(
            '"version" is ' + (show(version) if "version" in root else "missing"),
            f'write "version": {present_version(steps)}',
            path=path,
        )
    if version > present_version(steps):
        raise FormatError(
            f"it is of version {show(version)}, newer than this program knows "
            f"({present_version(steps)})",
            "open it with a newer uscalc",
            path=path,
        )
    if version == present_version(steps):
        return root
    try:
        return migrate(root, version, steps)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(
            f"it says version {version}, but does not have its form "
            f"({json.dumps(str(error))})",
            "correct the file by hand",
            path=path,
        ) from error


def _section(model: SectionModel, index: int) -> Section:
    return Section(
        name=f"Section {index + 1}" if model.name is None else model.name,
        start_date=model.start_date,
        end_date=model.end_date,
        time_control=model.time_control,
        online=model.online,
        kind=model.kind,
        systems=None if model.systems is None else tuple(model.systems),
        half_k=model.half_k,
        rules=_rules(model.rules),
        players=tuple(_player(player) for player in model.players),
    )


def _rules(model: RulesModel) -> RulesChoice:
    return RulesChoice(model.edition, tuple((model.model_extra or {}).items()))


def _player(model: PlayerModel) -> Player:
    return Player(
        number=model.number,
        name=model.name,
        id=model.id,
        birth=model.birth_date,
        adult=model.adult,
        ratings=tuple((system, _facts(r)) for system, r in model.ratings.items()),
        fide=_foreign(model.fide),
        cfc=_foreign(model.cfc),
        results=tuple(model.results),
        published=tuple(
            (system, Published(p.rating, p.games))
            for system, p in model.published.items()
        ),
    )


def _foreign(model: ForeignModel | None) -> ForeignRating | None:
    return None if model is None else ForeignRating(model.rating, model.as_of)


def _facts(model: RatingModel) -> RatingFacts:
    rating, prize, matches = model.rating, model.prize_floor, model.matches
    initial = model.initial
    return RatingFacts(
        rating=None if rating == "unknown" else rating,
        unknown=rating == "unknown",
        games=model.games,
        as_of=model.as_of,
        source=model.source,
        rounded=model.rounded,
        record=model.record,
        peak=model.peak,
        wins=model.wins,
        draws=model.draws,
        events=model.events,
        floor=model.floor,
        prize_floor=None
        if prize is None
        else PrizeFloor(prize.level, prize.amount, prize.date),
        life_master=model.life_master,
        ceiling=model.ceiling,
        official=model.official,
        matches=None
        if matches is None
        else Matches(matches.net_180_days, matches.net_3_years),
        initial=None
        if initial is None
        else OfficeInitial(initial.rating, initial.games),
    )
