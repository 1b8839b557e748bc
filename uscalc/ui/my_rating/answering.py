"""A sheet has its answer found beside the window."""

from PySide6.QtCore import QObject, Signal

from uscalc.analysis.forecast_model import NothingToForecastError, Settings
from uscalc.analysis.one_player import NoRatingError
from uscalc.document.sheet.answer import SheetAnswer, answer_sheet
from uscalc.document.sheet.sheet import BadSheetError, Sheet
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import rules_for
from uscalc.ui.scheduling.worker import Worker


class Answering(QObject):
    """The answer to the last sheet; `problem` says why there is none."""

    came = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.answer: SheetAnswer | None = None
        self.problem = ""
        self._worker = Worker(self)
        self._worker.done.connect(self._came)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._worker.busy

    def ask(self, sheet: Sheet, settings: Settings) -> None:
        """Have a sheet with games answered; until then the last answer stays."""

        def work(monitor: Monitor) -> object:
            try:
                return answer_sheet(sheet, rules_for, settings, monitor)
            except (BadSheetError, NothingToForecastError, NoRatingError) as error:
                text = str(error)
                return f"{text[:1].upper()}{text[1:]}."
            except CancelledError:
                return None

        self._worker.ask(work)

    def forget(self, problem: str = "") -> None:
        """There is nothing to answer, and perhaps something wrong."""
        self._worker.forget()
        self.answer, self.problem = None, problem
        self.came.emit()

    def let_go(self) -> None:
        """End what is being computed, and waits for that."""
        self._worker.close()

    def _came(self, result: object) -> None:
        self.answer = result if isinstance(result, SheetAnswer) else None
        self.problem = result if isinstance(result, str) else ""
        self.came.emit()
