"""What a frozen build is made of, as CycloneDX 1.6, and the sums of what was built."""

import datetime as dt
import hashlib
import json
import sys
import uuid
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final

from making.archives import moment
from making.licences import FROZEN_BY, QT, libraries_of_system, packages_within
from uscalc import __version__

SUMS: Final = "SHA256SUMS"


def sbom(folder: Path, name: str) -> bytes:
    """The list of the parts of a frozen folder; the same whenever they are the same."""
    parts = list(_parts(folder))
    made = dt.datetime.fromtimestamp(moment(), dt.UTC)
    whole = _part("application", "uscalc", __version__, "pypi", "MIT")
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{name} {parts}')}",
        "version": 1,
        "metadata": {
            "timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": whole,
        },
        "components": parts,
        "dependencies": [
            {"ref": whole["bom-ref"], "dependsOn": [one["bom-ref"] for one in parts]}
        ],
    }
    return f"{json.dumps(told, indent=1)}\n".encode()


def _parts(folder: Path) -> Iterator[dict[str, Any]]:
    number = sys.version.split()[0]
    yield _part("platform", "python", number, "generic", "PSF-2.0")
    for name in sorted({*packages_within(), *QT, FROZEN_BY}, key=str.lower):
        found = distribution(name)
        said = found.metadata.get("License-Expression", "")
        licence = "LGPL-3.0-only" if name in QT else said
        yield _part("library", name.lower(), found.version, "pypi", licence)
    if sys.platform == "linux":
        for package, version in sorted(libraries_of_system(folder).items()):
            yield _part("library", package, version, "deb/debian", "")


def _part(
    kind: str, name: str, version: str, where: str, licence: str
) -> dict[str, Any]:
    address = f"pkg:{where}/{name}@{version}"
    found: dict[str, Any] = {"type": kind, "bom-ref": address, "name": name}
    found |= {"version": version, "purl": address}
    return found | ({"licenses": [{"expression": licence}]} if licence else {})


def sums(paths: Sequence[Path]) -> bytes:
    """The lines of `sha256sum` for some files."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(paths)
        if path.is_file()
    ).encode()
