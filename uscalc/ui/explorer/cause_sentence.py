"""The sentence of the rating explorer whose numbers the user can try."""

from typing import Final

from markupsafe import Markup
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip

from uscalc.explain.numbers import speak_name
from uscalc.explain.scene.causes import Cause
from uscalc.explain.scene.scene import Scene
from uscalc.ui.frame.number_drag import (
    HOW_DRAG,
    HOW_TO_TRY,
    TRY,
    NumberDrag,
    style_number,
)
from uscalc.ui.session.shared_scene import SharedScene
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import name_widget

OWN: Final = Markup("R0 {rating}, N {games}.")
GAME: Final = Markup(" {name} {rating}: {score}.")


class CauseSentence(QTextBrowser):
    """The player's rating and games, and one game, in a sentence whose numbers can be tried."""

    def __init__(self, shared: SharedScene, theme: Theme) -> None:
        super().__init__(openLinks=False)
        self._shared = shared
        self._theme = theme
        self._html = Markup()
        self._game: int | None = None
        name_widget(self, "ideaCauses", "Numbers that you can try")
        self.setAccessibleDescription(HOW_TO_TRY)
        self.setToolTip("Drag a number to try another one, or click a result")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.drag = NumberDrag(self, shared)
        self.drag.dropped.connect(self._finish_drag)
        self.drag.clicked.connect(self._take_click)
        theme.changed.connect(self._follow_theme)

    def show_causes(self, scene: Scene, game: int | None) -> None:
        """Show the values of a scene, and those of one of its games."""
        if self.drag.cause is not None:
            return
        self._game = game
        html = OWN.format(
            rating=self._link(Cause("rating"), scene),
            games=self._link(Cause("games"), scene),
        )
        row = None if game is None else scene.find_row(game)
        if row is not None:
            html += GAME.format(
                name=speak_name(row.name),
                rating=self._link(Cause("rating", game), scene),
                score=self._link(Cause("score", game), scene),
            )
        if html != self._html:
            self._html = html
            self.setHtml(html)
            self._fit_height()

    def _follow_theme(self) -> None:
        scene = self._shared.value
        if scene is not None:
            self.show_causes(scene, self._game)

    def _link(self, cause: Cause, scene: Scene) -> Markup:
        colors = self._theme.colors
        tried = cause.read_value(scene) != cause.read_true_value(scene)
        return Markup('<a href="%s%s" style="%s color:%s">%s</a>%s') % (
            *(TRY, cause.key, style_number(colors)),
            colors.warning if tried else colors.text,
            cause.format_value(scene),
            f" ({cause.label})" if tried else "",
        )

    def _finish_drag(self, link: str) -> None:
        scene, cause = self._shared.value, Cause.parse(link.removeprefix(TRY))
        if scene is not None and cause is not None:
            self._html = Markup()
            self.show_causes(scene, self._game if cause.game is None else cause.game)
            self.drag.focus_link(link)

    def _take_click(self, link: str) -> None:
        """Try the next result of a clicked game; for other numbers, explain how to drag them."""
        scene, cause = self._shared.value, Cause.parse(link.removeprefix(TRY))
        if (
            scene is None
            or cause is None
            or cause.game is None
            or cause.kind != "score"
        ):
            QToolTip.showText(QCursor.pos(), HOW_DRAG, self)
            return
        self._shared.put(cause.try_value(scene, (cause.read_value(scene) + 0.5) % 1.5))
        self._shared.share_result(cause.game)

    def _fit_height(self) -> None:
        """Set the height that the text needs."""
        self.document().setTextWidth(self.viewport().width())
        self.setFixedHeight(round(self.document().size().height()) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_height()
