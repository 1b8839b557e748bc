"""The selected player's details, as a form with help for each field."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.counted import count_in_words, make_sentence
from uscalc.document.edit.settings import Field, Target, make_fields
from uscalc.document.model import Player
from uscalc.document.rate.rated import SystemRating
from uscalc.engine.inputs import SOURCE_NAMES, SYSTEM_NAMES, SYSTEMS, System
from uscalc.engine.trace import BlendSource
from uscalc.explain.numbers import format_rating, format_significant
from uscalc.explain.start import explain_start
from uscalc.ui.frame.form import Form, FormSubject
from uscalc.ui.frame.form_panel import FormPanel
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme import figures
from uscalc.ui.theme.hints import list_assumptions as taken
from uscalc.ui.theme.theme import UNIT, Colors, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_running_text,
    show_or_hide,
)
from uscalc.ui.widgets.controls import make_choice
from uscalc.ui.widgets.layouts import FoldingPart

MOST_OTHERS = 3


def describe_assumptions(
    player: Player, rating: SystemRating, found: tuple[RelevantAssumption, ...] | None
) -> tuple[str, ...]:
    """Return a sentence for each assumption about a player.

    `found` are the assumptions that matter; None while they are being searched for.
    """
    place = rating.places.get(player.number)
    if place is None:
        return ()
    trace = rating.trace.players[place]
    if found is None:
        return tuple(
            f"{make_sentence(text)} Calculating its effect…"
            for text in taken(player, trace)
        )
    lines = [
        f"{make_sentence(one.unknown.taken)} {_describe_effect(one, place)}"
        for one in found
        if one.unknown.place == place
    ]
    others = [
        (moved, assumption)
        for assumption in found
        if assumption.unknown.place not in (place, None)
        for moved in assumption.moved
        if moved.place == place
    ]
    for moved, assumption in others[:MOST_OTHERS]:
        whose = assumption.unknown.place
        assert whose is not None
        number = rating.trace.players[whose].entrant.number
        lines.append(
            f"Player {number}: {assumption.unknown.taken}. This rating "
            f"could be {_describe_range(moved.low, moved.high, moved.shown)}."
        )
    if len(others) > MOST_OTHERS:
        more = count_in_words(len(others) - MOST_OTHERS, "more assumption")
        lines.append(f"And {more} about other players.")
    if not lines:
        lines = [
            f"{make_sentence(text)} No effect on the ratings shown."
            for text in taken(player, trace)
        ]
    return tuple(lines)


def _describe_effect(assumption: RelevantAssumption, place: int) -> str:
    own = next((m for m in assumption.moved if m.place == place), None)
    others = len(assumption.moved) - (own is not None)
    parts = []
    if own is not None:
        parts.append(
            f"The post-event rating {own.shown} could be "
            f"{_describe_range(own.low, own.high, own.shown)}."
        )
    if others:
        rated = "1 other rating" if others == 1 else f"{others} other ratings"
        points = max(m.points for m in assumption.moved if m.place != place)
        by = "1 point" if points == 1 else f"{points} points"
        parts.append(f"{rated} could change by up to {by}.")
    return " ".join(parts)


def _describe_range(low: int, high: int, shown: int) -> str:
    low, high = min(low, shown), max(high, shown)
    return f"anything from {low} to {high}"


HEADS: Final = ("Source", "Rating", "Counts as", "Days", "Weight")
CELL: Final = Markup("<td align='%s' style='padding:1px 8px 1px 0%s'>%s</td>")
ROW: Final = Markup("<tr>%s</tr>")


def make_start_page(rated: SystemRating, place: int, colors: Colors) -> Markup:
    """Return the starting rating and its sources; empty for a player with a rating."""
    player = rated.trace.players[place]
    start = player.start
    if start.how in ("rated", "fixed"):
        return Markup()
    decision = {line.key: line for line in explain_start(player, rated.trace)}["r0"]
    n = start.n or 0
    counts = "no games" if n == 0 else "1 game" if n == 1 else f"{n} games"
    parts = [
        Markup("<p style='margin:0 0 4px 0'><b>%s</b>, counting as %s. %s</p>")
        % (format_rating(start.r0), counts, decision.text)
    ]
    if start.lines:
        item = Markup("<li style='color:%s'>%s: %s</li>")
        decides = Markup("<b>this applies</b>")
        parts.append(
            Markup("<ol style='margin:0 0 4px 18px'>%s</ol>")
            % Markup().join(
                item % (colors.text, line.text, decides)
                if line.applies
                else item % (colors.pale, line.text, line.reason)
                for line in start.lines
            )
        )
    if start.sources:
        parts.append(_make_source_table(start.sources, colors))
    if start.how == "blend":
        parts.append(
            Markup("<p style='margin:4px 0 0 0; color:%s'>%s</p>")
            % (colors.soft, decision.formula)
        )
    return Markup().join(parts)


def _make_source_table(sources: Iterable[BlendSource], colors: Colors) -> Markup:
    """Return a table of the ratings that the starting rating is based on, with their weights."""

    def make_row(cells: tuple[str, ...], color: str = "") -> Markup:
        return ROW % Markup().join(
            CELL % ("right" if place else "left", color, cell)
            for place, cell in enumerate(cells)
        )

    rows = (
        make_row(
            (
                SOURCE_NAMES[source.key],
                format_rating(source.original),
                format_rating(source.x),
                "today" if source.assumed_current else str(source.d),
                format_significant(source.w),
            )
        )
        for source in sources
    )
    heads = make_row(HEADS, f"; color:{colors.pale}")
    return Markup("<table cellspacing='0'>%s</table>") % Markup().join((heads, *rows))


PERSONAL = FormSubject(
    lambda target: _describe_player(target), lambda target: target.player
)
RATED = FormSubject(
    lambda target: f"{_describe_player(target)}, {SYSTEM_NAMES[target.system]}",
    lambda target: target.player,
)
FOLDS = tuple(
    (name, title, make_fields(name))
    for name, title in (
        ("floors", "Floors and career totals"),
        ("foreign", "Foreign ratings"),
        ("office", "US Chess starting rating"),
        ("matches", "Matches"),
        ("published", "Published after the event"),
    )
)
NOBODY = "No player selected. Select one in the crosstable."


class PlayerPanel(FormPanel):
    """The form of the selected player; each change is one edit, which can be undone."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("player", "Player details", "Player details", theme, parent)
        self._session = session
        self._system: System = session.selection.system
        self._place: object = None
        self._build_forms()
        self.finish_building()
        connect_each(self._follow_selection, session.opened, session.selected)
        session.edited.connect(self.refresh)
        # The text of these labels has its own colors.
        connect_each(
            self._refresh_results, session.rated, session.assumed, theme.changed
        )

    def _build_forms(self) -> None:
        column = self.column
        self.heading = make_running_text("playerHeading", "heading")
        add_parts(
            column,
            self.heading,
            self._make_form(make_fields("person"), PERSONAL),
            self._make_part_title("Pre-event rating"),
        )
        self.systems = make_choice(
            "playerSystem",
            "Rating system",
            [(s, SYSTEM_NAMES[s]) for s in SYSTEMS],
            self._choose_system,
            hint="Rating to show and edit below",
        )
        folds = make_column(spacing=UNIT // 4)
        add_parts(column, self.systems, self._make_form(make_fields("rating")), folds)
        self._folds: dict[str, FoldingPart] = {}
        for name, title, fields in FOLDS:
            form = self._make_form(fields, PERSONAL if name == "foreign" else RATED)
            fold = FoldingPart(f"player{name.title()}", title, form)
            self._folds[name] = fold
            folds.addWidget(fold)
        self.start_title = self._make_part_title("Starting rating")
        self.start = make_running_text("playerStart", "", form=Qt.TextFormat.RichText)
        self.assumed_title = self._make_part_title("Assumptions")
        self.assumed = make_running_text("playerAssumed", "")
        add_parts(
            column, self.start_title, self.start, self.assumed_title, self.assumed
        )

    def _make_form(
        self, fields: tuple[Field, ...], subject: FormSubject = RATED
    ) -> Form:
        return self.add_form(Form("player", fields, self._session, subject))

    def _make_part_title(self, title: str) -> QLabel:
        name = f"player{title.title().replace(' ', '')}"
        return make_running_text(name, "part", title)

    # Following

    def _follow_selection(self) -> None:
        selection = self._session.selection
        place = selection.section, selection.system
        if place != self._place:
            self._place = place
            self._system = selection.system
        self.refresh()

    def _choose_system(self, key: str) -> None:
        # Unfinished text belongs to the system that was shown until now.
        self._session.pending.commit_all()
        self._system = next(system for system in SYSTEMS if system == key)
        if self._system in self._session.list_systems():
            self._session.select(system=self._system)
        self.refresh()

    def refresh(self) -> None:
        """Show the data of the selected player."""
        if self.idle:
            return
        session, selection = self._session, self._session.selection
        player, row = session.player, selection.row
        target = (
            Target(session.document, selection.section, row, self._system)
            if player is not None and row is not None
            else None
        )
        for form in self.forms:
            form.show_target(target)
        self.systems.setEnabled(target is not None)
        if player is None or target is None:
            self.heading.setText(NOBODY)
        else:
            self.heading.setText(f"{player.number}  {player.name or 'No name yet'}")
            for place, system in enumerate(SYSTEMS):
                facts = player.facts(system)
                known = "unknown" if facts.unknown else "unrated"
                if facts.rating is not None:
                    known = figures.format_rating(facts.rating)
                self.systems.setItemText(place, f"{SYSTEM_NAMES[system]}  {known}")
            self.systems.show_text(self._system)
            for name, _, fields in FOLDS:
                self._folds[name].set_note(_summarize_fields(fields, target))
        self._refresh_results()

    def _refresh_results(self) -> None:
        """Show the starting rating and the assumptions."""
        if not self.isVisible():
            return
        session = self._session
        section, player = session.find_section_rating(), session.player
        rating = section.in_system(self._system) if section else None
        # A rating in another system can be the source of the starting rating in this one.
        rating = rating or session.shown.rating
        start = ""
        lines: tuple[str, ...] = ()
        if rating is not None and player is not None:
            place = rating.places.get(player.number)
            if place is not None:
                start = make_start_page(rating, place, self._theme.colors)
                found = session.assumptions
                mine = found and found.rating is rating
                lines = describe_assumptions(
                    player, rating, found.assumptions if found and mine else None
                )
        show_or_hide(self.start, start)
        if rating is not None:
            self.start_title.setText(f"Starting rating, {SYSTEM_NAMES[rating.system]}")
        self.start_title.setVisible(bool(start))
        show_or_hide(self.assumed, "\n".join(f"•  {line}" for line in lines))
        self.assumed_title.setVisible(bool(lines))


def _describe_player(target: Target) -> str:
    player = target.player
    return f"Player {player.number} ({player.name or 'no name yet'})"


def _summarize_fields(fields: tuple[Field, ...], target: Target) -> str:
    """Return a summary of the fields that are filled in."""
    parts = []
    for field in fields:
        text = field.read(target)
        if text and text != "no":
            label = field.label
            parts.append(label if text == "yes" else f"{label} {text}")
    return ", ".join(parts[:2]) + (" …" if len(parts) > 2 else "")
