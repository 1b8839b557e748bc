"""The files by which a Linux desktop and its shells know the program."""

import datetime as dt
import gzip
from pathlib import Path
from typing import Final

from making.archives import moment
from making.completion import completions
from making.contents import ROOT
from making.manual import manual

LINUX: Final = ROOT / "packaging" / "linux"
ICONS: Final = ROOT / "resources" / "icons"
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
METAINFO: Final = "io.github.uscalc.uscalc.metainfo.xml"


def desktop_files() -> dict[str, bytes]:
    """Every file by its place below /usr."""
    day = dt.datetime.fromtimestamp(moment(), dt.UTC).date()
    hicolor = "share/icons/hicolor"
    files = {
        "share/applications/uscalc.desktop": (LINUX / "uscalc.desktop").read_bytes(),
        "share/mime/packages/uscalc.xml": (LINUX / "uscalc.xml").read_bytes(),
        f"share/metainfo/{METAINFO}": (LINUX / METAINFO).read_bytes(),
        "share/man/man1/uscalc.1.gz": gzip.compress(
            manual(day).encode("utf-8"), 9, mtime=0
        ),
        f"{hicolor}/scalable/apps/uscalc.svg": (ICONS / "uscalc.svg").read_bytes(),
        f"{hicolor}/scalable/mimetypes/application-x-uscalc.svg": (
            ICONS / "uscalc-document.svg"
        ).read_bytes(),
    }
    for size in SIZES:
        picture = (ICONS / f"uscalc-{size}.png").read_bytes()
        files[f"{hicolor}/{size}x{size}/apps/uscalc.png"] = picture
    for place, text in completions().items():
        files[place] = text.encode("utf-8")
    return files


def lay_out(files: dict[str, bytes], below: Path) -> None:
    """Writes files to their places."""
    for place, data in files.items():
        path = below / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
