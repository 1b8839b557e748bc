"""Connect the start page: what each choice opens, and which coach it starts."""

from pathlib import Path

from PySide6.QtCore import QObject

from uscalc.ui.files.samples import FIRST_SAMPLE, Sample
from uscalc.ui.files.start_page import StartPage
from uscalc.ui.scheduling import connect_pairs
from uscalc.ui.window.first_steps import Task, list_steps
from uscalc.ui.window.window import Window


class StartController(QObject):
    """Runs the choices on the start page of a window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._task: Task | None = None
        """The task whose coach starts when the next event is shown."""
        self.page = StartPage(window, window.place_messages)
        connect_pairs(
            (self.page.task_selected, self._run_choice),
            (self.page.sample, self._open_sample),
            (self.page.file, self._open_file),
            (self.page.shown, self._follow_page),
            (window.session.opened, self._handle_new_event),
        )
        for name, button in window.rail.buttons.items():
            button.clicked.connect(self.page.close_page)
            action = window.named_actions[f"space-{name}"]
            action.triggered.connect(self.page.close_page)

    def show_page(self) -> StartPage:
        """Show the start page."""
        self._task = None
        self.page.show_page()
        return self.page

    def _follow_page(self, shown: bool) -> None:
        """While the start page is shown, mark no space and name no event in the title."""
        window = self._window
        window.rail.mark_space(None if shown else window.spaces.current.name)
        window.show_title(named=not self.page.hides_sample)

    def _run_choice(self, choice: str) -> None:
        actions = self._window.named_actions
        if choice == "estimate":
            self.page.close_page()
            self._window.enter_space("what-if")
            actions["myRating"].trigger()
            self._start_coach("estimate")
        elif choice == "ratings":
            self._task = None
            self._window.open_sample(FIRST_SAMPLE, self._show_newcomer)
        else:
            self._task = "tournament"
            actions[choice].trigger()

    def _open_sample(self, sample: Sample) -> None:
        self._task = None
        self._window.open_sample(sample)

    def _open_file(self, path: Path) -> None:
        self._task = None
        self._window.files.opening.open_file(path)

    def _handle_new_event(self) -> None:
        """Start the coach of the task for which the event was opened."""
        task, self._task = self._task, None
        if task is None:
            self._window.coach.drop_task()
        else:
            self._start_coach(task)

    def _start_coach(self, task: Task) -> None:
        self._window.coach.start_task(task, list_steps(self._window, task))

    def _show_newcomer(self) -> None:
        """Select a player who is unrated before the event."""
        window, section = self._window, self._window.session.section
        assert section is not None
        system = window.session.selection.system
        window.enter_space("teach")
        for row, player in enumerate(section.players):
            if player.facts(system).rating is None:
                window.session.select(row=row)
                break
        for action in ("showLesson", "showIdea"):
            window.named_actions[action].trigger()
        self._start_coach("ratings")
