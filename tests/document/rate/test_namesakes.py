"""Who stands in several chained sections without an ID is named, not guessed at."""

from dataclasses import replace

from tests.build import player, post, rate, section, trace
from uscalc.document.model import Player
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_sections, rating_of
from uscalc.rules.resolve import resolve_rules


def called(name: str, number: int, *results: str, member: str | None = None) -> Player:
    return replace(player(number, *results, id=member), name=name)


def event(first=None, second=None, name="Ortiz, Ana", **more) -> DocumentRating:
    """Ana in two sections, with these member IDs."""
    return rate(
        section(
            called("Ortiz, Ana", 1, "W2", member=first),
            called("Other, Olaf", 2, "L1"),
            name="Open",
        ),
        section(
            called("Third, Thea", 1, "L2"),
            called(name, 2, "W1", member=second),
            name="Blitz",
        ),
        **{"chain_sections": True, **more},
    )


def said(rated: DocumentRating) -> list[str]:
    return [str(f) for f in rated.findings if f.code == "not-chained"]


ANA = (
    'section "Blitz", player 2: "Ortiz, Ana" is also in "Open", but can\'t be matched '
    "without a member ID. Enter the ID in both sections if this is the same person."
)


def test_a_name_without_id_is_not_chained_and_that_is_said():
    rated = event()
    assert trace(rated.sections[1], 2).entrant.rating == 1500.0
    assert said(rated) == [ANA]
    assert [f.severity for f in rated.findings] == ["warns"]


def test_one_id_of_the_two_joins_nothing():
    assert said(event("12345678", None)) == [ANA]
    assert said(event(None, "12345678")) == [ANA]


def test_with_the_same_id_they_are_chained_and_nothing_is_said():
    rated = event("12345678", "12345678")
    assert trace(rated.sections[1], 2).entrant.rating == post(rated.sections[0], 1)
    assert said(rated) == []


def test_two_ids_are_two_people():
    assert said(event("12345678", "87654321")) == []


def test_spaces_and_capitals_make_no_other_name():
    (one,) = said(event(name="ORTIZ,  ana"))
    assert '"ORTIZ,  ana" is also in "Open"' in one
    assert said(event(name="")) == []


def test_where_sections_are_not_chained_nothing_is_said():
    assert said(event(chain_sections=False)) == []


def test_many_are_one_line():
    players = [called(f"Same, S{n}", n) for n in range(1, 7)]
    rated = rate(
        *(section(*players, name=name) for name in ("A", "B")), chain_sections=True
    )
    (line,) = said(rated)
    assert line.startswith(
        'section "B": "Same, S1", "Same, S2", "Same, S3" and 3 more are also in "A"'
    )


def test_sections_kept_unrated_do_not_count():
    alone = section(called("Ortiz, Ana", 1), name="A", kind="unrated")
    assert (
        said(rate(alone, section(called("Ortiz, Ana", 1)), chain_sections=True)) == []
    )


def test_a_rating_made_again_after_an_edit_says_the_same():
    document = event().document
    worked = rate_sections(document, resolve_rules)
    assert rating_of(document, worked).findings == event().findings
    renamed = event(name="Ortiz, Anabel").document
    again = rating_of(renamed, rate_sections(renamed, resolve_rules, worked))
    assert said(again) == []
