"""Waiting without a clock: on any machine, a test waits for what must happen."""

# ruff: noqa: N802 - the names are those of pytest-qt

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

PATIENCE = 120_000
"""Milliseconds until a test gives up; only a failing test waits this long."""


class PatientBot(QtBot):
    """A bot that gives up late, whatever a test says, so that a busy machine fails no test."""

    def waitUntil(
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE
    ) -> None:
        super().waitUntil(callback, timeout=max(timeout, PATIENCE))

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=max(timeout, PATIENCE), **more)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE, **more: Any) -> Any:
        return super().waitSignals(signals, timeout=max(timeout, PATIENCE), **more)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE) -> Any:
        return super().waitExposed(widget, timeout=max(timeout, PATIENCE))

    def waitActive(self, widget: Any, *, timeout: int = PATIENCE) -> Any:
        return super().waitActive(widget, timeout=max(timeout, PATIENCE))
