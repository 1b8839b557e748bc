"""Declare the views, commands and pictures of printing."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec, call_later

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.printing.print_panel import PrintDialog, PrintPanel
    from uscalc.ui.printing.projector import ProjectorWindow
    from uscalc.ui.printing.worksheets_view import WorksheetsView


def _show_worksheet(window: "MainFrame") -> "WorksheetsView":
    view: WorksheetsView = window.get_view(WORKSHEETS_VIEW.name)
    view.show_what("worksheet")
    window.show_view(WORKSHEETS_VIEW.name)
    return view


def _show_lesson_paper(window: "MainFrame") -> "WorksheetsView":
    view: WorksheetsView = window.get_view(WORKSHEETS_VIEW.name)
    view.show_lesson()
    window.show_view(WORKSHEETS_VIEW.name)
    return view


def ask_player_page(window: "MainFrame") -> "PrintDialog":
    """Open the preview of the selected player's page."""
    from uscalc.ui.printing.player_panel import PlayerPagePanel
    from uscalc.ui.printing.print_panel import PrintDialog

    panel = PlayerPagePanel(window, lambda: ask_player_page(window))
    dialog = PrintDialog(window, panel)
    dialog.open()
    return dialog


def _wait_for_pages(panel: "PrintPanel | ProjectorWindow") -> None:
    """Wait until the pages of a panel are made."""
    from uscalc.ui.scheduling import wait_for

    wait_for(lambda: not panel.busy)


def _prepare_lesson_picture(window: "MainFrame") -> "QWidget":
    _wait_for_pages(_show_lesson_paper(window))
    return window.panel_of(WORKSHEETS_VIEW.name)


def _prepare_page_picture(window: "MainFrame") -> "PrintDialog":
    dialog = ask_player_page(window)
    _wait_for_pages(dialog.panel)
    return dialog


def _prepare_projector_picture(window: "MainFrame") -> "QWidget":
    from uscalc.ui.printing.projector import ProjectorChoices, projector_of

    projector = projector_of(window)
    projector.start_projection(ProjectorChoices())
    # As large as the window, so that the screen doesn't matter.
    projector.showNormal()
    projector.resize(window.width(), window.width() * 9 // 16)
    _wait_for_pages(projector)
    return projector


WALL_VIEW: Final = ViewSpec(
    name="view-wall-charts",
    title="Wall charts",
    where="below",
    action="wallSheets",
    hint="Print or save wall charts and standings of every section",
    make=call_later("uscalc.ui.printing.wall_view:WallChartsView"),
    pictures=(
        PictureSpec(
            "wall-charts",
            "Wall charts before they are printed",
            lambda window: _wait_for_pages(window.show_view("view-wall-charts")),
        ),
    ),
    keys=("Ctrl+P",),
    places=(MenuPlace("report", 1),),
)
WORKSHEETS_VIEW: Final = ViewSpec(
    name="view-worksheets",
    title="Worksheets",
    where="below",
    action="worksheet",
    hint="Print or save exercises for a class, from this section or made-up players",
    make=call_later("uscalc.ui.printing.worksheets_view:WorksheetsView"),
    pictures=(
        PictureSpec(
            "worksheets",
            "A worksheet before it is printed",
            lambda window: _wait_for_pages(_show_worksheet(window)),
        ),
    ),
    keys=("Ctrl+Shift+K",),
    places=(MenuPlace("teach", 2),),
    show=_show_worksheet,
)
PRINTING_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "playerPage",
        "Print player &report…",
        "Print or save one player's full rating calculation",
        ask_player_page,
        ("Ctrl+Shift+P",),
        (MenuPlace("report", 1),),
    ),
    CommandSpec(
        "lessonPaper",
        "Lesson slides and handout",
        "Save a lesson's slides, or print its handout or the teacher's notes",
        _show_lesson_paper,
        ("Ctrl+Shift+F9",),
        (MenuPlace("teach", 2),),
    ),
    CommandSpec(
        "projector",
        "Pro&ject standings…",
        "Page through standings and ratings on a second screen, or on this one",
        call_later("uscalc.ui.printing.projector:toggle_projector"),
        ("Ctrl+Shift+J",),
        (MenuPlace("report", 1),),
    ),
)
PRINTING_PICTURES: "Final[tuple[PictureSpec[MainFrame, QWidget], ...]]" = (
    PictureSpec("page", "The page for one player", _prepare_page_picture),
    PictureSpec(
        "lesson-paper", "Slides and handout of a lesson", _prepare_lesson_picture
    ),
    PictureSpec("projector", "Standings on a projector", _prepare_projector_picture),
)
