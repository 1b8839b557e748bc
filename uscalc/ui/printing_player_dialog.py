"""The page of the selected player, as it will be printed."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from uscalc.document.rating import DocumentRating
from uscalc.report.player_page import player_html, player_page
from uscalc.report.tables import person
from uscalc.report.wall_html import Paper
from uscalc.ui.message_bar import MessageBar
from uscalc.ui.printing_dialog import Made, PrintingDialog
from uscalc.ui.printing_page import pdf_of
from uscalc.ui.printing_player import lay_out_player
from uscalc.ui.session import Session
from uscalc.ui.theme import Theme
from uscalc.ui.wall_dialog import file_name


class PlayerPageDialog(PrintingDialog):
    """Prints or saves the page of one player, chosen when the dialog opens."""

    name = "playerPage"

    def __init__(
        self,
        session: Session,
        theme: Theme,
        messages: MessageBar,
        window: QWidget,
        again: Callable[[], object],
    ) -> None:
        self._rating = session.rating
        self._section = session.selection.section
        player = session.player
        self._number = None if player is None else player.number
        self._who = "nobody" if player is None else person(player.name)
        super().__init__(theme, messages, window, again, f"Page for {self._who}")
        self.refresh()

    def job(self) -> Callable[[], Made] | None:
        """The pages of the player; none where the section is not rated."""
        section = (
            self._rating.sections[self._section] if self._rating.sections else None
        )
        if self._number is None or section is None or not section.ratings:
            return None
        rating, paper, big = self._rating, self.chosen_paper, self.big.isChecked()
        return partial(_make, rating, self._section, self._number, paper, big)

    def counted(self) -> str:
        """Whose page, or why there is none."""
        if self._number is None:
            return "Nothing to print: nobody is selected."
        if not self._rating.sections[self._section].ratings:
            return "Nothing to print: the section is not rated."
        return f"The page for {self._who}"

    def file_name(self) -> str:
        """The player's name, as a file is called."""
        return file_name(self._who, "rating")


def _make(
    rating: DocumentRating, section: int, number: int, paper: Paper, big: bool
) -> Made:
    page = player_page(rating, section, number)
    if page is None:
        return Made((), "", {})
    pages = lay_out_player(page, paper, big)
    title = f"{page.name}: {page.event}"
    return Made(
        pages,
        title,
        {
            ".pdf": lambda: pdf_of(pages, title),
            ".html": lambda: player_html(page, paper, big).encode("utf-8"),
        },
    )
