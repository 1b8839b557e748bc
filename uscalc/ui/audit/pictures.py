"""The picture of an audit: a section whose published ratings have a reason."""

from dataclasses import replace
from typing import TYPE_CHECKING

from uscalc.document.change import Edit, with_players
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Player, Published
from uscalc.document.rate.rating import rate_document
from uscalc.engine.rounding import shown
from uscalc.engine.systems import System
from uscalc.rules.resolve import rules_for
from uscalc.ui.audit.view import AuditView
from uscalc.ui.scheduling.waiting import wait_for

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

OTHER_WAY = {"W": "L", "L": "W"}


def audited(window: "Frame") -> "Frame":
    """Return the window over a section of which one result was published the other way."""
    session = window.session
    at = session.selection
    if session.section is not None and not any(
        player.published for player in session.section.players
    ):
        session.edit(_published, at.section, at.system)
    view = window.show_view("auditView")
    if isinstance(view, AuditView) and session.system_rating() is not None:
        view.following.now()
        wait_for(lambda: view.shown_of is session.system_rating())
    return window


def _published(document: Document, index: int, system: System) -> Edit:
    """Return the event as published with one game the other way."""
    game = _decided(document, index)
    if game is None:
        return Edit(document, "Published")
    row, place, text = game
    true = set_result(document, index, row, place, text).document
    rated = rate_document(true, rules_for).sections[index].in_system(system)
    if rated is None:
        return Edit(document, "Published")

    def said(player: Player) -> Player:
        post = rated.post(player.number)
        if post is None:
            return player
        return replace(player, published=((system, Published(shown(post))),))

    players = [said(player) for player in document.sections[index].players]
    return Edit(with_players(document, index, players), "Published")


def _decided(document: Document, index: int) -> tuple[int, int, str] | None:
    """Return the first decided game, with the result reversed."""
    for row, player in enumerate(document.sections[index].players):
        for place, text in enumerate(player.results):
            if text[:1] in OTHER_WAY and text[1:].isdigit():
                return row, place, f"{OTHER_WAY[text[0]]}{text[1:]}"
    return None
