"""The summary counts each audited section once, by its outcome."""

from uscalc.document.audit import result


def fact(kind: str = "games", explains: tuple[int, ...] = (1, 2)) -> result.AuditFact:
    put = result.KeyChange(1, (("ratings.R.games", 31),))
    return result.AuditFact(
        kind, (put,), "31 games", "the number of games", 0.01, explains
    )


def audit(*facts, left=(), missed=4) -> result.RatingAudit:
    """Return an audit in which this many of six published ratings don't match."""
    compared = tuple(
        result.ComparedRating(
            number, f"Player {number}", 1500, 1500, float(number <= missed)
        )
        for number in range(1, 7)
    )
    explained = tuple(n for n in range(1, missed + 1) if n not in left)
    guess = 2 * len(facts) >= len(explained)
    one = result.Explanation(facts, explained, (), left, 0.01, guess)
    return result.RatingAudit(0, "Open", "R", compared, (one,) if facts else ())


def test_a_section_is_counted_by_its_number_of_corrections():
    assert result.classify_audit(audit(missed=0)) == "exact"
    assert result.classify_audit(audit(fact())) == "one"
    assert result.classify_audit(audit(fact(), fact())) == "two"
    assert result.classify_audit(audit(fact(), fact(), fact())) == "more"
    assert result.classify_audit(audit(fact(), left=(3,))) == "part"
    assert result.classify_audit(audit()) == "left"


def test_audits_are_counted_the_same_at_once_and_in_parts():
    tally = result.AuditTally()
    three = [audit(fact()), audit(fact(), fact("floor", (3,))), audit(missed=0)]
    tally.count_audits(three)
    assert (tally.published, tally.exact, tally.explained, tally.left) == (18, 10, 8, 0)
    assert tally.facts == {"games": 2, "floor": 1}
    assert tally.ratings == {"games": 4, "floor": 1}
    assert (tally.kinds, sum(tally.guesses.values())) == (["games", "floor"], 1)
    audits = [audit(fact()), audit(fact("floor"), left=(2,)), audit(), audit(missed=0)]
    whole, one, other = result.AuditTally(), result.AuditTally(), result.AuditTally()
    whole.count_audits(audits)
    one.count_audits(audits[:1])
    other.count_audits(audits[1:])
    one.add_tally(other)
    assert one == whole
