"""A sheet has its answer found beside the window."""

from PySide6.QtCore import QObject, Signal

from uscalc.analysis.forecast_model import ForecastParameters, NothingToForecastError
from uscalc.analysis.one_player import NoRatingError
from uscalc.document.sheet.answer import EstimateAnswer, answer_estimate
from uscalc.document.sheet.sheet import BadEstimateError, Estimate
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.scheduling.worker import Worker


class EstimateWorker(QObject):
    """The answer to the last sheet; `problem` says why there is none."""

    came = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.answer: EstimateAnswer | None = None
        self.problem = ""
        self._worker = Worker(self)
        self._worker.done.connect(self._receive_answer)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._worker.busy

    def request_answer(self, sheet: Estimate, settings: ForecastParameters) -> None:
        """Have a sheet with games answered; until then the last answer stays."""

        def work(monitor: Monitor) -> object:
            try:
                return answer_estimate(sheet, resolve_rules, settings, monitor)
            except (BadEstimateError, NothingToForecastError, NoRatingError) as error:
                text = str(error)
                return f"{text[:1].upper()}{text[1:]}."
            except CancelledError:
                return None

        self._worker.start_job(work)

    def cancel_request(self, problem: str = "") -> None:
        """There is nothing to answer, and perhaps something wrong."""
        self._worker.drop_job()
        self.answer, self.problem = None, problem
        self.came.emit()

    def let_go(self) -> None:
        """End what is being computed, and waits for that."""
        self._worker.close()

    def _receive_answer(self, result: object) -> None:
        self.answer = result if isinstance(result, EstimateAnswer) else None
        self.problem = result if isinstance(result, str) else ""
        self.came.emit()
