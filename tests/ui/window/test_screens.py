"""The window fits the screen, at every size of type, with the frame around it."""

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QMargins, QRect, QSize

from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.screen_room import first_size, fit_on_screen
from uscalc.ui.window.main_window import MainWindow

FRAME = QMargins(4, 28, 4, 4)
SCREENS = ((1024, 768, 96), (1280, 800, 144), (1366, 768, 96), (1920, 1080, 96))


@pytest.fixture(scope="module", params=SCREENS, ids="{0[0]}x{0[1]} at {0[2]}".format)
def seen(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[tuple[int, int, int], list[dict[str, Any]]]:
    """What a start on such a screen shows, at three sizes of type."""
    width, height, dpi = request.param
    screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height}
    screen |= {"logicalDpi": dpi, "logicalBaseDpi": 96}
    path = tmp_path_factory.mktemp("screen") / "screen.json"
    path.write_text(json.dumps({"screens": [screen]}))
    zooms = ["100"] if dpi > 96 else ["100", "150", "200"]
    result = subprocess.run(
        [
            sys.executable,
            str(Path(__file__).parents[1] / "screen_probe.py"),
            path,
            *zooms,
        ],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return request.param, json.loads(result.stdout)


Seen = tuple[tuple[int, int, int], list[dict[str, Any]]]


def test_the_window_fits_the_screen_with_five_rounds_in_sight(seen):
    for told in seen[1]:
        assert told["on_screen"], told["zoom"]
        # And it uses what there is.
        assert told["covers"] > 0.75, told["zoom"]
    (width, _, _), told = seen
    for start in told:
        if start["zoom"] == 100 or (width >= 1280 and start["zoom"] == 150):
            assert start["rounds"] == [1, 2, 3, 4, 5], start["zoom"]
        else:
            assert len(start["rounds"]) >= 1, start["zoom"]
    for told in seen[1]:
        if told["zoom"] == 100:
            assert ("strip" in told["parts"]) == (told["window"][0] < 1200)


def test_bars_are_inside_the_window_and_lie_over_nothing(seen):
    for told in seen[1]:
        assert told["outside"] == [], told["zoom"]
        parts = told["parts"]
        assert {"top", "bottom", "problems", "table", "below", "rulesChip"} <= set(
            parts
        )
        assert "right" in parts or "strip" in parts
        assert "messages" in parts
    for told in seen[1]:
        parts = {name: QRect(*place) for name, place in told["parts"].items()}
        names = ("top", "table", "below", "bottom", "strip", "messages")
        names = tuple(name for name in names if name in parts)
        for one in names:
            for other in names:
                if one < other and {one, other} != {"messages", "table"}:
                    assert not parts[one].intersects(parts[other]), (one, other)
    bar = ("sectionTabs", "addSectionButton", "systemSwitch", "rulesChip")
    for told in seen[1]:
        places = [told["parts"][name] for name in bar if name in told["parts"]]
        assert len(places) >= 4
        for (left, _, width, _), (right, _, _, _) in itertools.pairwise(places):
            assert left + width <= right, told["zoom"]


@pytest.mark.parametrize(("width", "height", "_dpi"), SCREENS)
def test_a_first_size_leaves_room_for_the_frame(width, height, _dpi):
    available = QRect(0, 24, width, height - 24)
    size = first_size(available, FRAME)
    assert size.width() <= width - 8
    assert size.height() <= height - 24 - 32


def test_a_large_screen_gives_a_larger_window_and_what_fits_stays():
    assert first_size(QRect(0, 0, 1920, 1080)) == QSize(1536, 864)
    assert first_size(QRect(0, 0, 7680, 4320)) == QSize(1920, 1080)
    kept = QRect(40, 50, 700, 500)
    assert fit_on_screen(kept, QRect(0, 0, 1024, 768), FRAME) == kept


@pytest.mark.parametrize(
    "kept",
    [
        *(QRect(0, 0, 1900, 1040), QRect(1900, 1000, 400, 300)),
        *(QRect(-500, -300, 900, 600), QRect(3000, 40, 1280, 800)),
    ],
)
def test_a_remembered_place_is_fitted_in(kept):
    available = QRect(0, 0, 1024, 768)
    place = fit_on_screen(kept, available, FRAME)
    assert available.contains(place + FRAME)
    assert place.width() == min(kept.width(), 1016)
    assert place.height() == min(kept.height(), 736)


def test_a_kept_layout_is_fitted_in_or_passed_over(qtbot, window, theme, folders):
    window.setGeometry(300, 200, 1250, 780)
    window.close()
    small = QRect(0, 0, 1024, 768)
    again = MainWindow(
        Session(window.session.document, resolve_rules), theme, folders, lambda _: small
    )
    qtbot.addWidget(again)
    again.show()
    qtbot.waitExposed(again)
    qtbot.waitUntil(lambda: small.contains(again.frameGeometry()))
    assert again.places.folded
    damaged = QByteArray(b"nonsense")
    window.preferences.remember_layouts(
        window, {("explain", False): damaged, ("explain", True): damaged}
    )
    window.preferences.write()
    again = MainWindow(Session(window.session.document, resolve_rules), theme, folders)
    qtbot.addWidget(again)
    again.show()
    again.resize(1280, 800)
    qtbot.waitUntil(lambda: again.right.isVisible() and again.below.isVisible())
    again.close()
