"""Make the help's pictures of differences and corrections from the sample event."""

from collections.abc import Mapping
from math import floor as floor_of

from msgspec.structs import replace

from uscalc.document.edit.cells import set_result
from uscalc.document.edit.unknown_ratings import with_rating
from uscalc.document.model import (
    Document,
    Edit,
    PublishedRating,
    with_player,
)
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.report.compare_view import CompareView
from uscalc.ui.scheduling import wait_for
from uscalc.ui.session.session import PublishedPage


def make_compared_window(window: MainFrame) -> MainFrame:
    """Return the window with a page on which a few values are different."""
    session = window.session
    if session.section is not None:
        index = session.selection.section
        rating = rate_document(
            _change_document(session.document, index), session.rulebook
        )
        page = _publish_ratings(rating.document, rating)
        page = _put_on_floor(page, rating, index)
        session.show_page(PublishedPage(page, "The pasted page"))
        view = _compare_now(window)
        view.differences.table.go_to(view.differences.model.rowCount() - 1)
    return window


def _compare_now(window: MainFrame) -> CompareView:
    """Return the view after corrections were searched for every mismatch."""
    view: CompareView = window.show_view("view-compare-with-us-chess")
    view.following.refresh_later()
    view.following.refresh_now()
    wait_for(lambda: view.comparison.explained)
    view.differences.refresh()
    return view


def _publish_ratings(document: Document, rating: DocumentRating) -> Document:
    """Return the event with these ratings as the published ones."""
    for index, section in enumerate(rating.sections):
        for row, player in enumerate(document.sections[index].players):
            text = tuple(
                (one.system, PublishedRating(round_for_display(post)))
                for one in section.ratings
                if (post := one.find_post(player.number)) is not None
            )
            document = with_player(
                document, index, row, replace(player, published=text)
            )
    return document


def _put_on_floor(page: Document, rating: DocumentRating, index: int) -> Document:
    """Return the page with one published rating at a floor that the event doesn't have."""
    for one in rating.sections[index].ratings:
        for row, player in enumerate(page.sections[index].players):
            before, post = player.facts(one.system).rating, one.find_post(player.number)
            if before is None or post is None:
                continue
            floor = float(100 * floor_of(before / 100))
            if round_for_display(post) < floor:
                text = dict(player.published) | {one.system: PublishedRating(floor)}
                return with_player(
                    page, index, row, replace(player, published=tuple(text.items()))
                )
    return page


def _change_document(document: Document, index: int) -> Document:
    """Return the event with another name, another rating and another result."""
    players = document.sections[index].players
    if players and players[0].name:
        changed = replace(players[0], name=f"{players[0].name}e")
        document = with_player(document, index, 0, changed)
    for row, player in enumerate(players[1:], 1):
        rated = [pair for pair in player.ratings if pair[1].rating is not None]
        if rated and rated[0][1].rating is not None:
            system, facts = rated[0]
            changed = with_rating(
                player, system, replace(facts, rating=rated[0][1].rating + 10)
            )
            document = with_player(document, index, row, changed)
            break
    return _change_result(document, index, {"W": "D"})


def _change_result(
    document: Document, index: int, turned: Mapping[str, str]
) -> Document:
    """Return the event with one result changed: of the first game whose result is in `turned`."""
    for row, player in enumerate(document.sections[index].players):
        for place, text in enumerate(player.results):
            if text[:1] in turned and text[1:].isdigit():
                other = f"{turned[text[0]]}{text[1:]}"
                return set_result(document, index, row, place, other).document
    return document


def make_corrected_window(window: MainFrame) -> MainFrame:
    """Return the window with a section in which one published result is reversed."""
    session = window.session
    at = session.selection
    if session.section is not None and not any(
        player.published for player in session.section.players
    ):
        session.apply_edit(_publish_changed_event, at.section, at.system)
    if session.find_system_rating() is not None:
        _compare_now(window).corrections.refresh()
    return window


def _publish_changed_event(document: Document, index: int, system: System) -> Edit:
    """Return the event as if published with the result of one game reversed."""
    true = _change_result(document, index, {"W": "L", "L": "W"})
    rated = rate_document(
        true, resolve_rules, only=lambda at, of: (at, of) == (index, system)
    )
    return Edit(_publish_ratings(document, rated), "Published")
