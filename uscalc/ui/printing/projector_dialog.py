"""Choose the lists and sections that are projected, and the seconds for each page."""

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialog

from uscalc.report.tables import clean_name
from uscalc.ui.printing.output import make_check, make_choice
from uscalc.ui.printing.projected_pages import PROJECTED_LISTS
from uscalc.ui.printing.projector import (
    ProjectorChoices,
    find_projector_screen,
    projector_of,
)
from uscalc.ui.printing.section_ticks import SectionTicks
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    STRETCH,
    add_parts,
    make_column,
    make_page,
    make_row,
    make_scroll_area,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import AcceptCancelButtons
from uscalc.ui.widgets.labels import FieldLabel, make_running_text, make_text_label

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

SECONDS: Final = (5, 8, 10, 15, 20, 30, 60)
ONE_SCREEN: Final = (
    "No second screen found, so the standings will fill this one. Press Space or an "
    "arrow key to turn pages, Esc to end."
)
OTHER_SCREEN: Final = (
    "The standings will fill the other screen, and you can keep working here. To end, "
    "use this command again, or press Esc on that screen."
)


class ProjectorDialog(QDialog):
    """Ask what to project; the last choices are selected."""

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window)
        self._window = window
        self._projector = projector_of(window)
        set_up_dialog(self, "projectorDialog", "Project standings")
        kept = window.preferences
        known = kept.read_projector("lists", " ".join(ProjectorChoices().lists)).split()
        self.lists = {
            name: make_check(f"projectorList-{name}", words, self._enable_start)
            for name, (words, _, _) in PROJECTED_LISTS.items()
        }
        for name, check in self.lists.items():
            check.setChecked(name in known)
        seconds = [(str(count), f"{count} seconds") for count in SECONDS]
        self.seconds = make_choice("projectorSeconds", "Time for each page", seconds)
        usual = str(ProjectorChoices().seconds)
        last = kept.read_projector("seconds", usual)
        is_known = self.seconds.findData(last) >= 0
        self.seconds.show_text(last if is_known else usual)
        self.sections = SectionTicks("projector", self._enable_start)
        document = window.session.document
        self.sections.show_sections(
            {
                section.identity: clean_name(section.name) or f"Section {place}"
                for place, section in enumerate(document.sections, 1)
            }
        )
        self.sections.tick_all(self._projector.choices.left_out)
        self._lay_out()
        self._enable_start()
        self.accepted.connect(self._start)

    def _lay_out(self) -> None:
        column = make_column(self, DIALOG_MARGINS, UNIT // 2)
        own = self._window.screen()
        alone = find_projector_screen(own) is own
        note = make_running_text("projectorNote", "note")
        note.setText(ONE_SCREEN if alone else OTHER_SCREEN)
        row = make_row()
        label = FieldLabel("&Time for each page", self.seconds)
        add_parts(row, label, self.seconds, STRETCH)
        page = make_page("projectorSectionsPage")
        add_parts(make_column(page), self.sections, STRETCH)
        area = make_scroll_area("projectorArea", "Sections", page)
        self._buttons = AcceptCancelButtons(self, "projector", "&Start")
        add_parts(
            column,
            make_text_label("projectorListsTitle", "part", "Lists"),
            *self.lists.values(),
            make_text_label("projectorSectionsTitle", "part", "Sections"),
            (area, 1),
            row,
            note,
            self._buttons,
        )
        digit = self.fontMetrics().horizontalAdvance("0")
        self.setMinimumWidth(48 * digit)

    def _enable_start(self) -> None:
        lists = any(check.isChecked() for check in self.lists.values())
        document = self._window.session.document
        out = self.sections.find_left_out(document)
        sections = len(out) < max(len(document.sections), 1)
        self._buttons.yes.setEnabled(lists and sections)

    def _start(self) -> None:
        """Start, and remember the choices."""
        lists = tuple(name for name, check in self.lists.items() if check.isChecked())
        kept = self._window.preferences
        kept.remember_projector("lists", " ".join(lists))
        kept.remember_projector("seconds", self.seconds.said)
        self._projector.start_projection(
            ProjectorChoices(lists, int(self.seconds.said), self.sections.left_out)
        )


def toggle_projector(window: "MainFrame") -> None:
    """End the projection, or ask what to project."""
    projector = projector_of(window)
    if projector.isVisible():
        projector.end_projection()
    else:
        ProjectorDialog(window).open()
