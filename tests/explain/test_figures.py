"""Every figure that a derivation prints is in the trace, or is a constant of the rules."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from math import floor, isfinite
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from tests.engine.make import rules
from tests.explain.calculator import reckon
from tests.explain.make import check_text, derive, lines, name_of
from tests.explain.reader import NEAR, printed
from tests.explain.test_paths import EDITIONS, PATHS
from tests.often import some
from tests.shared_data import shared
from uscalc.document.model import BY_DATE, Document, RulesChoice
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.special import compute_provisional_expectancy, find_knots
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StandardTrace
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.trace.build import build_graph

FIGURE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
WORDS = re.compile(
    r"\[[^]]*\]|Steps? \d|Table \d|Move \d+|^\d+\. |\d{1,2}/\d{1,2}/\d{4}|[Tt]he \d{4} edition"
    r"|\d{4} rating rules|\d{4} guide|section [\d.]+ of",
    re.MULTILINE,
)
"""Numbers that count nothing, for example days or where a rule is printed."""
CONSTANTS = {
    *(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 10.0, 50.0),
    *(0.662, 0.00000739, 2569.0, 2200.0, 100000.0, 2355.0),
    *(0.06, 365.25, 350.0, 1e-7, 300.0, 4000.0),
    *(400.0, 800.0, 0.5, 200.0, 6.5, 0.0025, 2500.0),
    *(100.0, 150.0, 2100.0, 2700.0, 180.0, 8.0, 25.0),
}


def figures_of(value: Any) -> Iterator[float]:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return
    if isinstance(value, int | float):
        yield float(value)
    elif isinstance(value, Struct):
        for each in fields(value):
            yield from figures_of(getattr(value, each.name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from figures_of(item)


def follow_from(player: PlayerTrace, trace: SectionTrace) -> Iterator[float]:
    """Yield figures that follow from the trace by one subtraction or count."""
    entrant, r0 = player.entrant, player.start.r0
    yield from (r0 - 400, r0 + 400)
    yield from (v for v in (player.change, player.post_games) if v is not None)
    for step in (player.step3, player.step4, player.step5):
        if isinstance(step, StandardTrace):
            yield entrant.score - step.expected
            yield step.gain - (step.threshold or 0.0)
        elif isinstance(step, SpecialTrace):
            yield from (len(step.moves), len(step.strengths) + 1)
            yield step.target - step.score
            yield len(find_knots(step.strengths, step.prior))
            looked_at = [step.start, step.end]
            looked_at += [move.knot for move in step.moves[:1]]
            for strength in (*step.strengths, step.prior):
                for at in looked_at:
                    yield compute_provisional_expectancy(at, strength)
                yield from (strength - 400, strength + 400)
    if player.match is not None:
        yield player.match.result - r0
    if len(trace.players) == 2:
        one, other = (
            e.matches.official or e.rating or 0.0 for e in trace.section.entrants
        )
        yield one - other
    if player.post is not None and entrant.rating is not None:
        yield floor(player.post + 0.5) - floor(entrant.rating + 0.5)
        if player.floors is not None:
            yield player.floors.floor - 100.0
    facts = entrant.floors
    yield (facts.wins or 0) + entrant.wins
    yield (facts.draws or 0) + entrant.draws
    yield (facts.events or 0) + (entrant.m >= 3)
    yield from (max(entrant.m, 4), entrant.most_meetings)
    opponents = dict.fromkeys(entrant.opponents)
    yield sum(trace.players[place].step3 is not None for place in opponents)
    yield trace.rules.peak_floor_lowest
    peak = max(entrant.rating or 0.0, facts.peak or 0.0)
    yield from (peak, floor(peak + 0.5), (peak - 200) // 100 * 100)
    yield -(-(peak - 200) // 100) * 100 - 100


def allowed(player: PlayerTrace, trace: SectionTrace) -> list[float]:
    rules = trace.rules
    values = [player, rules.age_formula, rules.bonus_multiplier]
    values += [origin.prints for _, origin in rules.origins]
    values += [rules.fide_conversion.pieces, rules.fide_youth_conversion]
    # Words like "five games" are counts of this player's own games.
    found = [*CONSTANTS, *follow_from(player, trace), *range(player.entrant.m + 1)]
    for place in player.entrant.opponents:
        opponent = trace.players[place]
        values += [opponent.start, opponent.entrant.start]
        found += [*opponent.entrant.numbers, opponent.post or 0.0]
        found += [opponent.entrant.rating or 0.0]
        steps = (opponent.step3, opponent.step4)
        found += [step.result for step in steps if step is not None]
    found += figures_of(values)
    return [abs(value) for value in found if isfinite(value)]


def unexplained_figures(text: str, known: Iterable[float]) -> list[str]:
    """Return printed figures that have no such source, as precise as their digits."""
    figures = set(known)
    wrong = []
    for printed_figure in FIGURE.findall(WORDS.sub(" ", text)):
        value = float(printed_figure)
        slack = 0.5 * 10.0 ** -len(printed_figure.partition(".")[2]) + 1e-9
        if not any(abs(value - figure) <= slack for figure in figures):
            wrong.append(printed_figure)
    return wrong


def body(derivation: Derivation) -> str:
    return printed(derivation).partition("\n")[2]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("path", PATHS)
def test_every_figure_is_one_of_the_trace(path, edition):
    trace = PATHS[path](rules(edition))
    for place, player in enumerate(trace.players):
        text = body(derive(trace, place))
        assert unexplained_figures(text, allowed(player, trace)) == []


def test_a_changed_digit_is_found_and_a_worksheet_has_its_own_figures():
    trace = PATHS["standard with bonus"](rules("2025"))
    text = body(derive(trace))
    gain = f"{trace.players[0].step5.gain:.2f}"
    assert gain in text
    changed = text.replace(gain, f"{float(gain) + 0.01:.2f}")
    assert unexplained_figures(changed, allowed(trace.players[0], trace))
    for trace, place, worked in worksheets():
        derivation = derive_rating(trace, place, name_of, worked)
        known = [*allowed(trace.players[place], trace), *figures_of(worked)]
        known += [game.difference for game in worked.games]
        assert unexplained_figures(body(derivation), map(abs, known)) == []
        by_hand = reckon(lines(derivation)["guide.result"].formula)
        assert by_hand == pytest.approx(worked.result, abs=NEAR)


OWN_ARITHMETIC = {
    *("move#", "f", "f.start", "f.knot", "pwe"),
    *("gain", "threshold", "post", "distance", "peak", "floor"),
}
"""The lines that print more than the nodes: f, its terms and its knots at the search's points
(the graph has only the points), the points above expected, the sum of the games, the value
that another edition prints, and a floor that does not apply.
"""


def list_sections(every: int) -> Iterator[SectionTrace]:
    sample = get_resource_path("samples", "autumn-open.uscalc")
    for path in (sample, *some(sorted(shared("realdata").glob("*.uscalc")), every)):
        for section in rate_document(open_event(path).document, resolve_rules).sections:
            yield from (rating.trace for rating in section.ratings)


def test_every_figure_is_a_node_of_the_sections_traces():
    seen: Counter[str] = Counter()
    for trace in list_sections(18):
        places = [i for i, one in enumerate(trace.players) if one.post is not None]
        nodes = [n for place in places for n in build_graph(trace, place, "").nodes]
        figures = [node.value for node in nodes]
        figures += figures_of([tuple(node.parameters.values()) for node in nodes])
        known = {*CONSTANTS, *map(abs, figures)}
        for place in places:
            derivation = derive_rating(trace, place, lambda number: "Ann")
            player = trace.players[place]
            knots = {
                abs(knot)
                for step in (player.step3, player.step4, player.step5)
                if isinstance(step, SpecialTrace)
                for knot in find_knots(step.strengths, step.prior)
            }
            lines = [
                (line.key, f"{line.text} {line.formula} {line.value}")
                for line in derivation.iterate_lines()
            ]
            lines += [
                ("game", f"{game.strength} {game.expectation}")
                for chapter in derivation.chapters
                for game in chapter.games
                if isinstance(getattr(trace.players[place], chapter.key), StandardTrace)
            ]
            for key, text in lines:
                kind = re.sub(r"\d+", "#", key.partition(".")[2] or key)
                # A search may end at the end of a plateau, which is a knot.
                own = known | knots if kind == "end" else known
                foreign = unexplained_figures(re.sub(r"\(no\. \d+\)", "", text), own)
                assert not foreign or kind in OWN_ARITHMETIC, (key, text, foreign)
                seen[kind] += bool(foreign)
    assert {kind for kind, count in seen.items() if count} == OWN_ARITHMETIC
    assert seen.keys() >= {"we", "expected", "k", "result", "prior", "n_star", "game"}
    assert "target" in seen


def under(document: Document, choice: RulesChoice) -> DocumentRating:
    sections = tuple(replace(s, rules=choice) for s in document.sections)
    return rate_document(replace(document, sections=sections), resolve_rules)


def real_players(every) -> Iterator[tuple[str, PlayerTrace, Derivation, SectionTrace]]:
    """Yield some players of every third section, in every system in which they are rated."""
    count = 0
    for path in some(sorted(shared("realdata").glob("*.uscalc")), 3):
        for section in under(open_event(path).document, BY_DATE).sections:
            for rating in section.ratings:
                for place, player in enumerate(rating.trace.players):
                    count += 1
                    if count % every == 0 and player.step5 is not None:
                        told_of = derive_rating(rating.trace, place, name_of)
                        yield path.name, player, told_of, rating.trace


def worksheets() -> Iterator[tuple[SectionTrace, int, GuideWorksheet]]:
    """Yield some players of a real section for whom the guide of 2001 has an answer."""
    document = open_event(shared("realdata", "200407187620-01.uscalc")).document
    for rating in under(document, RulesChoice("2001-guide")).sections[0].ratings:
        for place, worked in enumerate(rating.guide or ()):
            if worked.result is not None:
                yield rating.trace, place, worked


ALL_EDITIONS = (None, "2001-guide", "2009", "2015", "2020", "2025")


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_everybodys_rating_can_be_explained(edition):
    choice = BY_DATE if edition is None else RulesChoice(edition)
    count = 0
    # By date, use every second event; under a selected edition, every twelfth.
    every = 2 if edition is None else 12
    for path in some(sorted(shared("realdata").glob("*.uscalc")), every):
        for section in under(open_event(path).document, choice).sections:
            for rating in section.ratings:
                worked = rating.guide or (None,) * len(rating.trace.players)
                for place, player in enumerate(rating.trace.players):
                    found = derive_rating(rating.trace, place, name_of, worked[place])
                    check_text(found, player)
                    count += 1
    assert count > 2000 / every
