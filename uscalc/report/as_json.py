"""Convert results to JSON values in the documented shape."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.document.findings import Finding
from uscalc.document.model import Player
from uscalc.document.queries.games import list_unchecked_limits
from uscalc.document.queries.unknowns import (
    find_relevant_assumptions,
    summarize_assumptions,
)
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.whole import compute_floor_after, facts_after
from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.table import PARAMETERS
from uscalc.engine.trace import PlayerTrace, StandardTrace
from uscalc.version import __version__

Json = dict[str, Any]
FORMAT: Final = "uscalc.ratings/1"


AssumptionsSource = Callable[
    [SectionRating, SystemRating], tuple[RelevantAssumption, ...]
]
"""Returns the assumptions of a rating, the most important first."""


def make_rating_json(
    rated: DocumentRating,
    sections: Iterable[int],
    assumed: AssumptionsSource = find_relevant_assumptions,
) -> Json:
    """Convert the whole event; numbers are unrounded. `assumed` may return cached values."""
    return {
        "format": FORMAT,
        "engine": __version__,
        "event": rated.document.name,
        "import": make_log_json(rated.log),
        "sections": [make_section_json(rated.sections[i], assumed) for i in sections],
    }


def make_section_json(section: SectionRating, assumed: AssumptionsSource) -> Json:
    """Convert one section with its findings and its rating in each system."""
    return {
        "name": section.section.name,
        "findings": [make_finding_json(finding) for finding in section.findings],
        "ratings": [
            make_system_json(section, rating, assumed(section, rating))
            for rating in section.ratings
        ],
    }


def make_finding_json(finding: Finding) -> Json:
    """Convert one finding: the problem, its place, and the fix.

    `also` has the pairing numbers of other players that it concerns, if any.
    """
    return {
        "code": finding.code,
        "severity": finding.severity,
        "player": finding.player,
        **({"also": list(finding.also)} if finding.also else {}),
        "round": finding.round,
        "system": finding.system,
        "message": finding.message,
        "remedy": finding.remedy,
    }


def make_log_json(log: Iterable[Finding]) -> list[Json]:
    """Convert what a reader doubted, changed, assumed or left out."""
    return [
        {"section": found.section_name or None, **make_finding_json(found)}
        for found in log
    ]


def make_system_json(
    section: SectionRating,
    rating: SystemRating,
    assumptions: tuple[RelevantAssumption, ...],
) -> Json:
    """Convert one section in one system: the rules and a row for every pairing number."""
    assumed = _group_assumptions(assumptions, rating)
    value = {
        "system": rating.system,
        "dual": rating.dual,
        "rules": make_rules_json(rating.trace.rules),
        "assumptions": summarize_assumptions(assumptions),
        "players": [
            make_player_json(player, section, rating, assumed)
            for player in section.section.players
        ],
    }
    unchecked = [
        {"player": found.number, "what": list(found.what), "why": found.why}
        for found in list_unchecked_limits(rating.trace)
    ]
    return value | {"unchecked": unchecked} if unchecked else value


def _group_assumptions(
    assumptions: tuple[RelevantAssumption, ...], rating: SystemRating
) -> dict[int, list[Json]]:
    """Return, by the player's place, assumptions that could move a displayed rating."""
    found: dict[int, list[Json]] = {}
    for assumption in assumptions:
        unknown = assumption.unknown
        place, kind, taken = unknown.place, unknown.kind, unknown.taken
        number = None if place is None else rating.trace.players[place].entrant.number
        for at, _, low, high in assumption.moved:
            found.setdefault(at, []).append(
                {
                    "kind": kind,
                    "player": number,
                    "taken": taken,
                    "low": low,
                    "high": high,
                }
            )
    return found


def _make_carryover(
    player: Player, trace: PlayerTrace, section: SectionRating, rating: SystemRating
) -> Json | None:
    """Return the facts with which the player starts the next event; None if not rated."""
    if trace.formula == "none" or rating.guide is not None:
        return None
    facts = facts_after(player.facts(rating.system), trace, section.end_date)
    return {
        "games": facts.games,
        "record": facts.record,
        "peak": facts.peak,
        "floor": compute_floor_after(facts, rating.system, rating.trace.rules),
        "wins": facts.wins,
        "draws": facts.draws,
        "events": facts.events,
    }


def make_rules_json(rules: Rules) -> Json:
    """Convert every parameter of a rule set, and what a file of changed rules changed."""
    names = ("edition", "date", *PARAMETERS, "overridden")
    values = {name: make_plain(getattr(rules, name)) for name in names}
    if rules.guide is not None:
        values["edition"] = rules.guide.edition
    if rules.changes is not None:
        file, names = rules.changes
        changed = {name: make_plain(getattr(rules, name)) for name in names}
        values["changed"] = {"file": file, "parameters": changed}
    return values


def make_plain(value: Any) -> Any:
    """Convert frozen values to JSON values."""
    if value is None or isinstance(value, (str, float, int)):
        return value
    if isinstance(value, Struct):
        return {key: make_plain(item) for key, item in asdict(value).items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: make_plain(item) for key, item in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [make_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: make_plain(item) for key, item in value.items()}
    return value.isoformat() if isinstance(value, dt.date) else value


def make_player_json(
    player: Player,
    section: SectionRating,
    rating: SystemRating,
    assumed: Mapping[int, list[Json]],
) -> Json:
    """Convert one row: the main figures of the trace.

    `assumed` has the assumptions that could move each place's displayed rating.
    """
    place = rating.places[player.number]
    trace = rating.trace.players[place]
    step5 = trace.step5
    standard = step5 if isinstance(step5, StandardTrace) else None
    published = player.published_in(rating.system)
    performed = rating.find_performance(player.number)
    row: Json = {
        "number": player.number,
        "name": player.name,
        "pre": trace.entrant.rating,
        "games": trace.entrant.games,
        "r0": trace.start.r0,
        "n": trace.start.n,
        "effective_games": trace.effective.n_eff,
        "formula": trace.formula,
        "score": trace.entrant.score,
        "games_played": trace.entrant.m,
        "expected": None if standard is None else standard.expected,
        "k": None if standard is None else standard.k,
        "bonus": None if standard is None else standard.bonus,
        "step3": None if trace.step3 is None else trace.step3.result,
        "step4": None if trace.step4 is None else trace.step4.result,
        "step5": None if step5 is None else step5.result,
        "floor": None if trace.floors is None else trace.floors.floor,
        "post": trace.post,
        "post_rounded": None
        if trace.post is None
        else int(round_for_display(trace.post)),
        "post_games": trace.post_games,
        "change": trace.change,
        "performance": None if performed is None else performed.rating,
        "performance_relation": None if performed is None else performed.relation,
        "assumptions": assumed.get(place, []),
        "published": None
        if published is None
        else {"rating": published.rating, "games": published.games},
    }
    if (worked := rating.find_worksheet(player.number)) is not None:
        _add_guide_answer(row, worked)
    row["after"] = _make_carryover(player, trace, section, rating)
    return row


GUIDE_FIGURES: Final = (
    *("expected", "delta", "k", "half_k", "change", "cutoff", "bonus"),
)


def _add_guide_answer(row: Json, worked: GuideWorksheet) -> None:
    """Replace the row's figures by the guide's, and move the exact ones to "exact"."""
    own = (
        *("formula", "expected", "k", "bonus", "step3", "step4", "step5", "floor"),
        *("post", "post_rounded", "post_games", "change"),
    )
    row["exact"] = {key: row[key] for key in own}
    post = worked.result
    row.update(dict.fromkeys(own))
    row["formula"] = "guide"
    figures = {"half_k": False} if worked.answer is None else worked.answer._asdict()
    row.update({key: figures.get(key) for key in ("expected", "k", "bonus")})
    row["post"] = post
    if post is not None:
        row["post_rounded"] = int(round_for_display(post))
        row["change"] = post - row["pre"]
        row["post_games"] = row["exact"]["post_games"]
    row["worksheet"] = {
        "problem": worked.problem,
        "assumed_games": worked.assumed_games,
        "games": [make_plain(game) for game in worked.games],
        **{key: figures.get(key) for key in GUIDE_FIGURES},
    }
