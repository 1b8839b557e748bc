"""Players of a foreign FIDE event who cannot be rated from it (section 6)."""

from uscalc.document.findings import Finding
from uscalc.document.model import Section
from uscalc.document.rate.check import Place
from uscalc.document.rate.members import Member, list_games
from uscalc.engine.floors import is_established
from uscalc.engine.rules import Rules

WORDS = {
    "any-rated": "a Regular rating",
    "established": "an established Regular rating",
}


def regular_only(section: Section, index: int) -> Finding | None:
    """Return a finding where other systems than Regular are asked for."""
    if section.systems in (None, ("R",)):
        return None
    return Finding(
        "regular-only",
        "warns",
        "FIDE events abroad count for Regular only",
        "leave systems out, or choose another kind of section",
        index,
        section.name,
    )


def not_eligible(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    rules: Rules,
    index: int,
) -> list[Finding]:
    """Return a finding for everybody with results whom these rules do not rate from them."""
    asked = WORDS.get(rules.foreign_fide)
    if asked is None:
        return []
    found = []
    for member in members:
        facts = member.player.facts("R")
        rated = facts.rating is not None and (
            rules.foreign_fide == "any-rated" or is_established(facts.games)
        )
        if rated or not any(list_games(section, member, broken)):
            continue
        found.append(
            Finding(
                "not-eligible",
                "warns",
                f"only a player with {asked} is rated from a FIDE event abroad",
                "give the Regular rating and its number of games, or leave the "
                "results out",
                index,
                section.name,
                member.player.number,
                None,
                "R",
            )
        )
    return found
