"""The picture of an audit: a section whose published ratings have a reason."""

from dataclasses import replace
from typing import TYPE_CHECKING

from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Edit, Player, PublishedRating, with_players
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.report.audit_view import AuditView
from uscalc.ui.scheduling.following import wait_for

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

OTHER_WAY = {"W": "L", "L": "W"}


def make_audited_window(window: "MainFrame") -> "MainFrame":
    """Return the window over a section of which one result was published the other way."""
    session = window.session
    at = session.selection
    if session.section is not None and not any(
        player.published for player in session.section.players
    ):
        session.apply_edit(_publish_changed_event, at.section, at.system)
    view = window.show_view("auditView")
    if isinstance(view, AuditView) and session.find_system_rating() is not None:
        view.following.refresh_now()
        wait_for(lambda: view.shown_of is session.find_system_rating())
    return window


def _publish_changed_event(document: Document, index: int, system: System) -> Edit:
    """Return the event as published with one game the other way."""
    game = _find_decided_game(document, index)
    if game is None:
        return Edit(document, "Published")
    row, place, text = game
    true = set_result(document, index, row, place, text).document
    rated = rate_document(true, resolve_rules).sections[index].in_system(system)
    if rated is None:
        return Edit(document, "Published")

    def said(player: Player) -> Player:
        post = rated.find_post(player.number)
        if post is None:
            return player
        return replace(
            player, published=((system, PublishedRating(round_for_display(post))),)
        )

    players = [said(player) for player in document.sections[index].players]
    return Edit(with_players(document, index, players), "Published")


def _find_decided_game(document: Document, index: int) -> tuple[int, int, str] | None:
    """Return the first decided game, with the result reversed."""
    for row, player in enumerate(document.sections[index].players):
        for place, text in enumerate(player.results):
            if text[:1] in OTHER_WAY and text[1:].isdigit():
                return row, place, f"{OTHER_WAY[text[0]]}{text[1:]}"
    return None
