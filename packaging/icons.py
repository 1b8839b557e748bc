"""Makes the icons of every system from the drawings: python packaging/icons.py.

Sizes of a line of text have a drawing of their own, without what would be a blur there.
"""

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER: Final = Path(__file__).resolve().parent.parent / "resources" / "icons"
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL: Final = 32
"""Up to here by the small drawing."""
WINDOWS: Final = (16, 24, 32, 48, 64, 128, 256)
MACOS: Final = {
    16: b"icp4",
    32: b"icp5",
    64: b"icp6",
    128: b"ic07",
    256: b"ic08",
    512: b"ic09",
}


def drawn(drawing: str, size: int) -> QImage:
    """A drawing at a size in pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(FOLDER / f"{drawing}.svg")).render(painter, QRectF(image.rect()))
    painter.end()
    return image


def icon(size: int) -> QImage:
    """The program's icon at a size."""
    return drawn("uscalc-small" if size <= SMALL else "uscalc", size)


def png(image: QImage) -> bytes:
    """The file of a picture."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # type: ignore[call-overload]
    return bytes(data.data())


def ico(sizes: Iterable[int]) -> bytes:
    """The icons of Windows in one file."""
    files = [(size, png(icon(size))) for size in sizes]
    place = 6 + 16 * len(files)
    head, body = struct.pack("<HHH", 0, 1, len(files)), b""
    for size, data in files:
        edge = size % 256
        head += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(data), place)
        place += len(data)
        body += data
    return head + body


def icns() -> bytes:
    """The icons of macOS in one file."""
    body = b""
    for size, kind in MACOS.items():
        data = png(icon(size))
        body += kind + struct.pack(">I", len(data) + 8) + data
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def made() -> dict[str, bytes]:
    """Every file that is made of the drawings, by its name."""
    return {
        **{f"uscalc-{size}.png": png(icon(size)) for size in SIZES},
        "uscalc.ico": ico(WINDOWS),
        "uscalc.icns": icns(),
    }


if __name__ == "__main__":
    for name, data in made().items():
        (FOLDER / name).write_bytes(data)
