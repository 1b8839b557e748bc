"""Plan how one player is filled from the member that a person selected; no Qt."""

import datetime as dt

from uscalc.document.compare.people import may_be_one_person
from uscalc.document.fill.entry import CHOICE, FoundMember, ListEntry
from uscalc.document.fill.listed import PlannedFill, plan_fill_listed
from uscalc.document.model import Document
from uscalc.ratinglist.matching import Place
from uscalc.ui.rating_list.words import is_abbreviation


def plan_player_fill(
    document: Document, place: Place, entry: ListEntry, as_of: dt.date
) -> PlannedFill:
    """Return the changes, with a doubt if the supplement has a different name."""
    section, row = place
    player = document.sections[section].players[row]
    doubt = ""
    if not may_be_one_person(player.name, entry.name):
        doubt = f"the list has {entry.name} there"
    begun = not player.member and is_abbreviation(player.name, entry.name)
    name = entry.name if begun else ""
    found = FoundMember(section, row, entry, CHOICE, doubt, name)
    (plan,) = plan_fill_listed(document, (found,), as_of)
    return plan
