"""The colors of images as arrays, so that they can be compared and counted at once."""

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage


def pixels(image: QImage) -> npt.NDArray[np.uint32]:
    """Return the colors in rows, as `QImage.pixel` gives them."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1)
    return rows | 0xFF000000


def colors_in(image: QImage) -> set[str]:
    """Return the names of all colors, as `#1a2b3c`."""
    found = np.zeros(1 << 24, np.bool_)
    found[pixels(image) & 0xFFFFFF] = True
    return {f"#{color:06x}" for color in np.flatnonzero(found).tolist()}


def apart(one: QImage, other: QImage) -> npt.NDArray[np.int16]:
    """Return the largest difference in red, green or blue between two images, pixel by pixel."""
    assert one.size() == other.size()
    parts = [
        pixels(image).view(np.uint8).reshape(image.height(), -1, 4)[:, :, :3]
        for image in (one, other)
    ]
    return np.abs(parts[0].astype(np.int16) - parts[1].astype(np.int16)).max(axis=2)
