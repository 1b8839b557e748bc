"""Declare the commands and the picture of the start page and the sample events."""

from operator import methodcaller
from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec
from uscalc.ui.start.samples import SAMPLES, Sample

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    class HasStartPage(Protocol):
        """A window that has a start page and opens the samples."""

        def show_start_page(self) -> QWidget:
            """Show the start page over the event."""

        def open_sample(self, sample: Sample) -> None:
            """Open one of the samples."""


START_COMMANDS: "Final[tuple[CommandSpec[HasStartPage], ...]]" = (
    CommandSpec(
        "start",
        "Start page",
        "Show the three tasks, the recent files and the sample events",
        lambda window: window.show_start_page(),
        places=(MenuPlace("file", 1.2), MenuPlace("help", 0)),
    ),
    *(
        CommandSpec(
            sample.action,
            f"Sample: {sample.title}",
            sample.shows,
            methodcaller("open_sample", sample),
            places=(MenuPlace("samples", 1),),
        )
        for sample in SAMPLES
    ),
)
START_PICTURES: "Final[tuple[PictureSpec[HasStartPage, QWidget], ...]]" = (
    PictureSpec(
        "start", "The start page", lambda window: window.show_start_page().window()
    ),
)
