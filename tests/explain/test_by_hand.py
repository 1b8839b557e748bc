"""The printed derivation suffices: a reader with a pocket calculator gets the rating."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.engine.make import rules, rules_on
from tests.explain.calculator import reckon
from tests.explain.make import lines, name_of, told
from tests.explain.reader import printed, recomputed
from tests.explain.test_paths import EDITIONS, PATHS
from tests.shared_data import shared
from uscalc.document.model import BY_DATE, RulesChoice
from uscalc.document.rate.whole import rate_document
from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

NEAR = 0.1
DAYS = ("2012-01-01", "2014-01-01")


def real(every: int) -> Iterator[tuple[str, PlayerTrace, Derivation, SectionTrace]]:
    """Some players of every real section, in every system they are rated in."""
    count = 0
    for path in sorted(shared("realdata").glob("*.uscalc")):
        document = open_event(path).document
        sections = tuple(replace(s, rules=BY_DATE) for s in document.sections)
        rated = rate_document(replace(document, sections=sections), resolve_rules)
        for section in rated.sections:
            for rating in section.ratings:
                for place, player in enumerate(rating.trace.players):
                    count += 1
                    if count % every == 0 and player.step5 is not None:
                        told_of = derive_rating(rating.trace, place, name_of)
                        yield path.name, player, told_of, rating.trace


def check_by_hand(player: PlayerTrace, derivation: Derivation) -> None:
    if player.step5 is None:
        return
    assert player.post is not None
    for full in (True, False):
        raw, stored = recomputed(printed(derivation, full))
        assert raw == pytest.approx(player.step5.raw, abs=NEAR)
        assert stored == pytest.approx(player.post, abs=NEAR)


@pytest.mark.parametrize("edition", [*EDITIONS, *DAYS])
@pytest.mark.parametrize("path", PATHS)
def test_every_path_can_be_worked_out_by_hand(path, edition):
    rule_set = rules_on(edition) if "-" in edition else rules(edition)
    trace = PATHS[path](rule_set)
    for place, player in enumerate(trace.players):
        check_by_hand(player, told(trace, place))


def test_real_players_and_the_worksheet_can_be_worked_out_by_hand():
    count = 0
    for name, player, derivation, _ in real(every=37):
        count += 1
        try:
            check_by_hand(player, derivation)
        except AssertionError as error:
            raise AssertionError(f"{name}: {derivation.heading}") from error
    assert count > 50
    count = 0
    for trace, place, worked in worksheets():
        assert worked.result is not None
        found = lines(derive_rating(trace, place, name_of, worked))
        by_hand = reckon(found["guide.result"].formula)
        assert by_hand == pytest.approx(worked.result, abs=NEAR)
        count += 1
    assert count


def worksheets() -> Iterator[tuple[SectionTrace, int, GuideWorksheet]]:
    """Some players of a real section whom the guide of 2001 has an answer for."""
    document = open_event(shared("realdata", "200407187620-01.uscalc")).document
    guide = RulesChoice("2001-guide")
    sections = tuple(replace(s, rules=guide) for s in document.sections)
    rated = rate_document(replace(document, sections=sections), resolve_rules)
    for rating in rated.sections[0].ratings:
        for place, worked in enumerate(rating.guide or ()):
            if worked.result is not None:
                yield rating.trace, place, worked
