"""Nobody in the real sections has a rating that cannot be told."""

from dataclasses import replace

import pytest

from tests.explain.make import check_text, name_of
from tests.shared_data import shared
from uscalc.document.model import BY_DATE, RulesChoice
from uscalc.document.rate.whole import rate_document
from uscalc.explain.derive import derive_rating
from uscalc.explain.numbers import format_whole_rating
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

EDITIONS = (None, "2001-guide", "2009", "2015", "2020", "2025")


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_can_be_told(edition):
    choice = BY_DATE if edition is None else RulesChoice(edition)
    count = 0
    # By date everybody; under an edition that is asked for, every fourth event.
    every = 1 if edition is None else 4
    for path in sorted(shared("realdata").glob("*.uscalc"))[::every]:
        document = open_event(path).document
        sections = tuple(replace(s, rules=choice) for s in document.sections)
        rated = rate_document(replace(document, sections=sections), resolve_rules)
        for section in rated.sections:
            for rating in section.ratings:
                worked = rating.guide or (None,) * len(rating.trace.players)
                for place, player in enumerate(rating.trace.players):
                    found = derive_rating(rating.trace, place, name_of, worked[place])
                    check_text(found, player)
                    if player.post is not None:
                        assert format_whole_rating(player.post) in found.answer
                    count += 1
    assert count > 2000 / every
