"""An event read by the pydantic models: what it says, or what is wrong with it."""

import difflib
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tests.formats import native_models as models
from tests.formats.native_models import (
    EventModel,
    ForeignModel,
    PlayerModel,
    RatingModel,
    RulesModel,
    SectionModel,
)
from uscalc.document.model import (
    Document,
    ForeignRating,
    Link,
    Matches,
    OfficeInitial,
    Player,
    PrizeFloor,
    Published,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.engine.systems import SYSTEMS
from uscalc.formats.errors import FormatError
from uscalc.formats.native_json import HUGE, Loc, describe

_MODELS: Final[Mapping[str, type[BaseModel]]] = {
    "sections": models.SectionModel,
    "players": models.PlayerModel,
    "ratings": models.RatingModel,
    "published": models.PublishedModel,
    "prize_floor": models.PrizeFloorModel,
    "matches": models.MatchesModel,
    "initial": models.InitialModel,
    "fide": models.ForeignModel,
    "cfc": models.ForeignModel,
    "link": models.LinkModel,
    "base": models.BaseModelOfLink,
}

Said = tuple[str, str]
"""What is wrong, and what to do."""


def document_of(root: Any, path: Path | None) -> Document:
    """The event, as the models read it. Raises FormatError."""
    try:
        model = EventModel.model_validate(root)
    except ValidationError as error:
        raise first_error(root, error, path) from error
    link = model.link
    return _document(
        model,
        None
        if link is None
        else Link(link.path, _document(link.base, None), link.end_date),
    )


def _document(
    model: EventModel | models.BaseModelOfLink, link: Link | None
) -> Document:
    return Document(
        name=model.name,
        end_date=model.end_date,
        sections=tuple(_section(s, i) for i, s in enumerate(model.sections)),
        chain_sections=model.chain_sections,
        link=link,
    )


def first_error(root: Any, error: ValidationError, path: Path | None) -> FormatError:
    """The first thing that is wrong, with the number of the others.

    Unknown keys come first: a misspelt key is mostly the cause of a missing one.
    """
    details = sorted(
        error.errors(include_url=False), key=lambda e: e["type"] != "extra_forbidden"
    )
    loc, (wrong, remedy) = _explain(details[0])
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return FormatError(wrong, remedy + more, path=path, place=describe(root, loc))


def _explain(detail: ErrorDetails) -> tuple[Loc, Said]:
    """The place that the line names, and the words."""
    kind, loc = detail["type"], detail["loc"]
    if kind == "missing":
        return loc[:-1], (f'the key "{loc[-1]}" is missing', "add it")
    if kind == "extra_forbidden":
        return loc[:-1], _unknown_key(str(loc[-1]), _known_keys(loc[:-1]))
    if loc and loc[-1] == "[key]":
        return loc[:-2], _unknown_key(str(loc[-2]), SYSTEMS)
    shown = show(detail["input"])
    context = detail.get("ctx", {})
    if kind == "said":
        wrong = str(context["wrong"]).replace("{shown}", shown)
        return loc, (wrong, str(context["remedy"]))
    words = _WORDS.get(kind)
    if words is None:
        return loc, (f"{shown} cannot stand here: {detail['msg']}", "correct it")
    return loc, words(shown, context)


def _unknown_key(key: str, known: tuple[str, ...]) -> Said:
    near = difflib.get_close_matches(key.lower(), [k.lower() for k in known], 1)
    meant = [k for k in known if near and k.lower() == near[0]]
    remedy = (
        f'did you mean "{meant[0]}"?' if meant else f"known here are {', '.join(known)}"
    )
    return f"unknown key {show(key)}", remedy


def _known_keys(loc: Loc) -> tuple[str, ...]:
    """The keys of the object at a place."""
    names = [step for step in loc if isinstance(step, str)]
    if len(names) > 1 and names[-2] in ("ratings", "published"):
        del names[-1]
    model = _MODELS[names[-1]] if names else models.EventModel
    return tuple(model.model_fields)


def _choice(shown: str, context: Mapping[str, Any]) -> Said:
    expected = str(context["expected"]).replace("'", '"')
    return f"{shown} is none of the words known here", f"use {expected}"


_WORDS: Final[Mapping[str, Callable[[str, Mapping[str, Any]], Said]]] = {
    "float_type": lambda shown, _: (f"{shown} is not a number", "write a number"),
    "int_type": lambda shown, _: (
        f"{shown} is not a whole number",
        "write a whole number without quotes",
    ),
    "finite_number": lambda shown, _: (f"{shown} is not a number", "write a number"),
    "string_type": lambda shown, _: (
        f"{shown} is not text",
        "write it in quotation marks",
    ),
    "bool_type": lambda shown, _: (
        f"{shown} is neither true nor false",
        "write true or false",
    ),
    "list_type": lambda shown, _: (f"{shown} is not a list", "write a list: [...]"),
    "model_type": lambda shown, _: (
        f"{shown} is not an object",
        "write an object: {...}",
    ),
    "dict_type": lambda shown, _: (
        f"{shown} is not an object",
        "write an object: {...}",
    ),
    "greater_than_equal": lambda shown, context: (
        f"{shown} is too small",
        f"give at least {context['ge']:g}",
    ),
    "less_than_equal": lambda shown, context: (
        f"{shown} is too large",
        f"give at most {context['le']:g}",
    ),
    "literal_error": _choice,
}


def show(value: Any) -> str:
    """A value as the file has it, shortened."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "a number beyond all bounds"
    if isinstance(value, int) and abs(value) >= HUGE:
        return "a number beyond all bounds"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


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
