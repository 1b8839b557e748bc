"""The wheel and the source archive are complete, and every build is the same."""

import hashlib
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from making.archives import unpack
from tests.cli.running import run_python
from uscalc import __version__

ROOT = Path(__file__).resolve().parents[2]
WHEEL = f"uscalc-{__version__}-py3-none-any.whl"
SDIST = f"uscalc-{__version__}.tar.gz"


def build(source: Path, out: Path) -> None:
    done = run_python("-m", "hatchling", "build", "-d", out, cwd=source, seconds=300)
    assert done.returncode == 0, done.stderr


def contents(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as opened:
        return {
            name: hashlib.sha256(opened.read(name)).hexdigest()
            for name in opened.namelist()
        }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    out = tmp_path_factory.mktemp("dist")
    build(ROOT, out)
    return out


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    unpack(built / SDIST, folder)
    return folder / SDIST.removesuffix(".tar.gz")


def files(folder: str, *suffixes: str) -> set[str]:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    return {name for name in found if not suffixes or name.endswith(suffixes)}


def test_the_wheel_contains_the_package_and_names_its_requirements(built):
    wanted = files("uscalc", ".py", "py.typed")
    wanted |= {f"uscalc/{name}" for name in files("resources")}
    wanted |= {f"uscalc/resources/{name[5:]}" for name in files("docs/help")}
    held = set(contents(built / WHEEL))
    assert {name for name in held if name.startswith("uscalc/")} == wanted
    assert any(name.endswith("licenses/LICENSE") for name in held)
    with zipfile.ZipFile(built / WHEEL) as opened:
        told = opened.read(f"uscalc-{__version__}.dist-info/METADATA").decode()
        points = opened.read(f"uscalc-{__version__}.dist-info/entry_points.txt")
    assert f"\nVersion: {__version__}\n" in told
    assert "\nrequires-dist: pyside6-essentials" in told.lower()
    assert b"uscalc = uscalc.cli:main" in points


def test_the_source_contains_every_file_of_the_project(unpacked):
    if (ROOT / ".git").exists():
        words = "git ls-files -z --cached --others --exclude-standard"
        listed = subprocess.check_output(words.split(), cwd=ROOT, text=True)
        kept = {name for name in listed.split("\0") if (ROOT / name).is_file()}
    else:
        made = re.compile(r"(\.venv[^/]*|build|dist|\.hypothesis|\.\w+_cache)/")
        kept = {name for name in files(".") if not made.match(name)}
    held = {
        path.relative_to(unpacked).as_posix()
        for path in unpacked.rglob("*")
        if path.is_file()
    }
    assert len(kept) > 1000
    assert kept - held == set()
    assert held - kept - {"PKG-INFO"} == set()


def test_two_builds_are_identical_also_of_the_source(built, unpacked, tmp_path):
    build(unpacked, tmp_path)
    assert contents(tmp_path / WHEEL) == contents(built / WHEEL)
    build(ROOT, tmp_path)
    for name in (WHEEL, SDIST):
        assert (tmp_path / name).read_bytes() == (built / name).read_bytes()
