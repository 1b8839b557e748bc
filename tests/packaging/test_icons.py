"""The icons are the drawn ones, in every size that a system needs."""

import struct
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ICONS = ROOT / "resources" / "icons"
QT = pytest.mark.skipif(find_spec("PySide6") is None, reason="needs Qt")


@QT
def test_the_icons_are_made_of_the_drawings(monkeypatch):
    from PySide6.QtGui import QImage

    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    from icons import SIZES, icon

    for size in SIZES:
        kept = QImage(str(ICONS / f"uscalc-{size}.png"))
        fresh = icon(size).convertToFormat(kept.format())
        assert kept.size() == fresh.size()
        far = [
            max(abs(a - b) for a, b in zip(one.getRgb(), two.getRgb(), strict=True))
            for x in range(0, size, max(size // 16, 1))
            for y in range(0, size, max(size // 16, 1))
            for one, two in ((kept.pixelColor(x, y), fresh.pixelColor(x, y)),)
        ]
        assert max(far) < 24, size
    del sys.modules["icons"]


def test_windows_and_macos_find_every_size_in_their_files():
    data = (ICONS / "uscalc.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    assert kind == 1
    sizes = []
    for place in range(count):
        edge, _, _, _, _, depth, length, at = struct.unpack_from(
            "<BBBBHHII", data, 6 + 16 * place
        )
        assert depth == 32
        assert data[at : at + 8] == b"\x89PNG\r\n\x1a\n"
        assert at + length <= len(data)
        sizes.append(edge or 256)
    assert sizes == [16, 24, 32, 48, 64, 128, 256]
    data = (ICONS / "uscalc.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8])[0] == len(data)
    at, kinds = 8, []
    while at < len(data):
        kinds.append(data[at : at + 4])
        at += struct.unpack(">I", data[at + 4 : at + 8])[0]
    assert kinds == [b"icp4", b"icp5", b"icp6", b"ic07", b"ic08", b"ic09"]
