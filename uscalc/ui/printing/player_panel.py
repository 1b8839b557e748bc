"""Print the page of the selected player."""

from collections.abc import Callable
from functools import partial

from uscalc.document.rate.rated import DocumentRating
from uscalc.monitor import Monitor
from uscalc.report.player_page import make_player_html, make_player_page
from uscalc.report.tables import format_person
from uscalc.report.wall.outputs import Paper
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.printing.output import (
    MakePages,
    PrintJob,
    make_file_name,
    make_pdf_file,
)
from uscalc.ui.printing.player_layout import lay_out_player
from uscalc.ui.printing.print_panel import PrintPanel


class PlayerPagePanel(PrintPanel):
    """Prints or saves the page of the player who was selected when the panel was made."""

    prefix = "playerPage"

    def __init__(self, window: MainFrame, again: Callable[[], object]) -> None:
        session = window.session
        self._section = session.selection.section
        player = session.player
        self._number = None if player is None else player.number
        self._who = "no player" if player is None else format_person(player.name)
        super().__init__(
            window, "playerPagePanel", f"Player report: {self._who}", again
        )

    @property
    def _problem(self) -> str:
        """The reason why there is no page; empty if there is one."""
        sections = self._session.rating.sections
        if self._number is None or self._section >= len(sections):
            return "Nothing to print. Select a player first."
        section = sections[self._section]
        if section.section.kind == "unrated" or not section.ratings:
            return "Nothing to print: the section isn't rated."
        if self._number not in section.ratings[0].places:
            return f"Nothing to print: {self._who} is no longer in the section."
        return ""

    def make_page_job(self) -> MakePages | None:
        """Return a function that makes the pages; None if there is a problem."""
        if self._problem or self._number is None:
            return None
        player = self._session.rating, self._section, self._number
        look = self.chosen_paper, self.big.isChecked()
        return partial(_make_player_pages, *player, *look)

    def describe_content(self) -> str:
        """Return a description of the page, or why there is none."""
        return self._problem or f"Player report for {self._who}"

    def suggest_file_name(self) -> str:
        """Return the player's name as a file name."""
        return make_file_name(self._who, "rating")


def _make_player_pages(
    rating: DocumentRating,
    section: int,
    number: int,
    paper: Paper,
    big: bool,
    monitor: Monitor,
) -> PrintJob:
    monitor.check()
    page = make_player_page(rating, section, number)
    if page is None:
        return PrintJob((), "", {})
    pages = lay_out_player(page, paper, big)
    return PrintJob(
        pages,
        f"{page.name}: {page.event}",
        {
            ".pdf": make_pdf_file,
            ".html": lambda _, __: make_player_html(page, paper, big).encode("utf-8"),
        },
    )
