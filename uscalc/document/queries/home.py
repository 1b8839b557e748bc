"""The state that most of an event's people are from; newcomers are too, most likely."""

from collections import Counter

from uscalc.document.model import Document


def home_state(document: Document) -> str:
    """Return the state of most of the players, or else that of the event; empty if unknown."""
    states = Counter(
        player.state.strip().upper()
        for section in document.sections
        for player in section.players
        if player.state
    )
    ranked = states.most_common(2)
    if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return ranked[0][0]
    return document.report.state.strip().upper()
