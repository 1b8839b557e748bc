"""Recipes, version and lists of files agree: each name in one of them is in the others."""

import configparser
import datetime as dt
import gzip
import hashlib
import json
import re
import struct
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import pytest

from uscalc import __version__
from uscalc.formats.every import open_files
from uscalc.resources import get_resource_path
from uscalc.ui.diagnostics.display import BASE, PAGE, WAYLAND, XCB

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
RELEASE = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
TESTS = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
INSTALLER = (PACKAGING / "windows" / "uscalc.iss").read_text("utf-8")
SPEC = (PACKAGING / "uscalc.spec").read_text("utf-8")
BUILD = (PACKAGING / "build.py").read_text("utf-8")
LOCALES = (".installer", ".locale.en-US")
PLATFORMS = {"linux", "windows", "macos"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(autouse=True)
def recipes(monkeypatch: pytest.MonkeyPatch):
    """Import the modules of the recipes as the recipes do, and remove them afterwards."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    yield
    for name in list(sys.modules):
        if name.split(".")[0] in ("build", "making", "trial"):
            del sys.modules[name]


def metainfo() -> ET.Element:
    (path,) = LINUX.glob("*.metainfo.xml")
    root = ET.parse(path).getroot()
    assert path.name == f"{root.findtext('id')}.metainfo.xml"
    return root


def desktop_entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(LINUX / "uscalc.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def test_the_version_is_written_once_with_its_changes():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (\S+)(?: \((\S+)\))?", changes, re.MULTILINE)
    released = [name for name, date in headings if date != "unreleased"]
    assert released[0] == __version__
    words = (ROOT / "docs" / "releases" / f"{__version__}.md").read_text("utf-8")
    assert {*re.findall(r"uscalc[-_](\d+\.\d+\.\d+)", words)} <= {__version__}
    newest = metainfo().find("releases/release").attrib
    assert newest["version"] == __version__
    assert newest["date"] == dict(headings)[__version__]
    assert dt.date.fromisoformat(newest["date"])
    # The link of each picture names this release.
    pictures = [one.text or "" for one in metainfo().iter("image")]
    for picture in pictures:
        place = picture.partition(f"/v{__version__}/")[2]
        assert (ROOT / place).read_bytes().startswith(b"\x89PNG"), picture
    assert len(pictures) == 3
    for text in (SPEC, INSTALLER, RELEASE, BUILD):
        assert __version__ not in text
    assert "version" in PROJECT["dynamic"]


def test_the_build_attaches_packages_and_workflows_run_files_that_exist():
    assert set(re.findall(r"-(linux|windows|macos)-", BUILD)) == PLATFORMS
    attached = re.findall(r"dist/\*([\w.*-]+)", RELEASE)
    installed = [".whl", ".tar.*", ".deb", ".zip", "-setup.exe", ".dmg"]
    assert attached == [*installed, ".cdx.json"]
    words = (ROOT / "docs" / "releases" / f"{__version__}.md").read_text("utf-8")
    told = re.findall(r"`(?:uscalc|…)[\w.…-]*?(-setup\.exe|\.\w+(?:\.xz)?)`", words)
    told = {name.removeprefix(".tar") for name in told}
    assert {"-setup.exe", ".dmg", ".deb", ".xz", ".whl"} <= told
    for text in (RELEASE, TESTS):
        for name in re.findall(r"(packaging/\w+\.py|\.ci/run|docs/[\w/]+)", text):
            assert (ROOT / name).exists(), name
        assert '"$(which python)"' in text or "sudo python" not in text
    start = "Programming Language :: Python :: 3."
    named = {one.split()[-1] for one in PROJECT["classifiers"] if one.startswith(start)}
    assert set(re.findall(r'"(3\.\d+)"', TESTS)) == named == {"3.11", "3.12", "3.13"}
    assert PROJECT["requires-python"] == ">=3.11"
    programs = re.findall(r"program: (\S+) }", RELEASE)
    frozen = ("build/frozen/uscalc/", "build/frozen/uscalc.app/")
    assert [program.startswith(frozen) for program in programs] == [True] * 4
    assert 'WORK / "frozen" / "uscalc"' in BUILD


def test_the_older_workbook_of_the_trial_is_one():
    from trial import TABLE, workbook

    opened = open_files({"a.xls": workbook(TABLE)}, None, dt.date(2025, 5, 4))
    (section,) = opened.document.sections
    rows = [(p.name, *p.results) for p in section.players]
    assert rows == [("Inventa, Ada", "W2"), ("Inventa, Bea", "L1")]
    # Frozen builds contain the optional package; the wheel may lack it.
    assert re.findall(r"packaging/trial\.py (.*?) ?-- ", RELEASE) == ["--frozen"] * 3


def test_the_installer_names_the_same_programs_and_files():
    names = set(re.findall(r'program\("(\w+)"', SPEC))
    assert names == {"uscalc", "uscalcw"}
    assert set(re.findall(r"\{app\}\\(\w+)\.exe", INSTALLER)) <= names
    for value in re.findall(r"\{#(\w+)\}", INSTALLER):
        assert f'"{value}":' in BUILD
    inside = r"{#Source}\_internal\uscalc\resources"
    for name in re.findall(re.escape(inside) + r"\\(\S+)", INSTALLER):
        assert get_resource_path(*name.split("\\")).is_file()
    assert "LICENCES.txt" in BUILD
    assert r"{#Source}\LICENCES.txt" in INSTALLER
    types = set(desktop_entry()["MimeType"].strip(";").split(";"))
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    known = ET.parse(LINUX / "uscalc.xml").getroot()
    declared = {kind.get("type") for kind in known}
    globs = {g.get("pattern") for g in known.iter(f"{space}glob")}
    assert types == declared
    assert globs == {"*.uscalc", "*.sjson", "*.ptoz"}
    for suffix in ("uscalc", "sjson", "ptoz"):
        assert rf"Software\Classes\.{suffix}" in INSTALLER
        assert f'"{suffix}"' in SPEC
    assert {m.text for m in metainfo().iter("mediatype")} <= types


def test_windows_and_versions_are_identified():
    application = (ROOT / "uscalc/ui/application.py").read_text("utf-8")
    entry = desktop_entry()
    assert f'setDesktopFileName("{entry["StartupWMClass"]}")' in application
    assert entry["Exec"] == "uscalc %f"
    assert entry["Icon"] == "uscalc"
    assert metainfo().findtext("launchable") == "uscalc.desktop"
    assert metainfo().findtext("project_license") == PROJECT["license"]
    from ends import lowest

    needs = lowest(PROJECT["dependencies"])
    assert "PySide6-Essentials==6.11.3" in needs
    assert len(needs) == len(PROJECT["dependencies"])
    with pytest.raises(ValueError, match="no lower bound"):
        lowest(["somebody"])


def test_every_file_of_the_desktop_has_its_place():
    from making.desktop import desktop_files

    files = desktop_files()
    assert {
        *("share/applications/uscalc.desktop", "share/mime/packages/uscalc.xml"),
        "share/icons/hicolor/scalable/apps/uscalc.svg",
        "share/icons/hicolor/48x48/apps/uscalc.png",
        "share/icons/hicolor/scalable/mimetypes/application-x-uscalc.svg",
        "share/bash-completion/completions/uscalc",
    } <= files.keys()
    for place, data in files.items():
        if place.endswith(".png"):
            size = int(place.split("/")[3].split("x")[0])
            assert struct.unpack(">II", data[16:24]) == (size, size)
    assert files == desktop_files()


def test_the_manual_has_every_command_and_every_option():
    from making.desktop import desktop_files
    from uscalc.cli.commands import load_commands

    page = gzip.decompress(desktop_files()["share/man/man1/uscalc.1.gz"]).decode()
    plain = page.replace("\\-", "-")
    for name, command in load_commands().commands.items():
        if command.hidden:
            continue
        assert f"uscalc {name}" in plain
        shown = [one for one in command.params if not getattr(one, "hidden", False)]
        # A renamed option keeps its former name, which the manual omits.
        for option in (one.opts[0] for one in shown):
            assert not option.startswith("--") or option in plain, (name, option)
    assert f"uscalc {__version__}" in page
    assert not [line for line in page.splitlines() if line.startswith("'")]


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
def test_libraries_that_a_window_needs_are_included_or_named():
    from making.libraries import MACHINE

    page = (ROOT / PAGE).read_text(encoding="utf-8")
    rows = [[cell.strip(" `") for cell in row.split("|")] for row in page.splitlines()]
    debian = {cells[1]: cells[2] for cells in rows if len(cells) == 6}
    for library in (*BASE, *WAYLAND):
        assert debian[library] in MACHINE[library]
    # These libraries are small, often missing, and the same everywhere.
    assert {one for one in XCB if not one.startswith("libxcb-")} <= set(MACHINE)


def test_system_libraries_and_their_own_dependencies_are_left_out(monkeypatch):
    from making import libraries

    needs = {
        "/here/plugin.so": {"libxcb-cursor.so.0", "libcups.so.2", "libglib-2.0.so.0"},
        "/usr/lib/libxcb-cursor.so.0": {"libxcb-image.so.0"},
    }
    monkeypatch.setattr(
        libraries, "needed_by", lambda path: needs.get(path.as_posix(), set())
    )
    # The last one is Debian's own Python, which the bootloader loads by name.
    taken = ["libxcb-cursor.so.0", "libxcb-image.so.0"]
    taken.append("x86_64-linux-gnu/libpython3.11.so.1.0")
    left = ["libcups.so.2", "libglib-2.0.so.0", "libgnutls.so.30"]
    entries = [("plugin.so", "/here/plugin.so", "BINARY")]
    entries += [(name, f"/usr/lib/{name}", "BINARY") for name in (*taken, *left)]
    found = {entry[0] for entry in libraries.taken_along(entries)}
    assert found == {"plugin.so", *taken}


def test_only_the_parts_of_qt_that_the_window_uses_are_included():
    from making.contents import is_wanted

    qt = "PySide6/Qt"
    for name in (
        *(f"{qt}/lib/libQt6Core.so.6", f"{qt}/plugins/platforms/libqxcb.so"),
        *(f"{qt}/plugins/platforms/libqoffscreen.so", "PySide6/QtSvg.abi3.so"),
        *("PySide6/Qt6Widgets.dll", "PySide6/plugins/platforms/qwindows.dll"),
        *("PySide6/QtCore.pyd", f"{qt}/lib/QtGui.framework/Versions/A/QtGui"),
        *(f"{qt}/plugins/platforms/libqcocoa.dylib", "PySide6/pyside6.abi3.dll"),
        *("numpy/_core/_multiarray_umath.so", "uscalc/resources/help/index.md"),
    ):
        assert is_wanted(name), name
    for name in (
        *(f"{qt}/lib/libQt6Quick.so.6", f"{qt}/lib/libQt6Network.so.6"),
        *(f"{qt}/plugins/platforms/libqvnc.so", f"{qt}/translations/qtbase_de.qm"),
        *("PySide6/Qt6Qml.dll", "PySide6/opengl32sw.dll", "PySide6/QtNetwork.pyd"),
        f"{qt}/lib/QtQml.framework/Versions/A/QtQml",
    ):
        assert not is_wanted(name), name


def test_every_bound_has_its_reason_and_pins_are_within():
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    block = text[text.index("\ndependencies = [") : text.index("[project.optional")]
    for before, line in pairwise([line.strip() for line in block.splitlines()]):
        assert not line.startswith('"') or before.startswith("#"), line
    requirements = pytest.importorskip("packaging.requirements")
    pins = (PACKAGING / "constraints.txt").read_text("utf-8").split()
    named = {plain_name(pin.split("==")[0]): pin.split("==")[1] for pin in pins}
    extras = PROJECT["optional-dependencies"].values()
    for need in [*PROJECT["dependencies"], *(n for extra in extras for n in extra)]:
        found = requirements.Requirement(need)
        assert found.specifier.contains(named[plain_name(found.name)]), need


def plain_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
def test_a_build_names_its_parts_with_versions_licenses_and_sums(tmp_path, monkeypatch):
    from making import sbom

    system = {"libexpat1": "2.5.0-1"}
    monkeypatch.setattr(sbom, "libraries_of_system", lambda _folder: system)
    monkeypatch.setattr(sbom, "packages_within", lambda: {"numpy", "click"})
    monkeypatch.setattr(sbom, "FROZEN_BY", "hatchling")
    made = sbom.sbom(tmp_path, "uscalc-linux")
    assert made == sbom.sbom(tmp_path, "uscalc-linux")
    told = json.loads(made)
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    addresses = [one["purl"] for one in told["components"]]
    assert addresses[-1] == "pkg:deb/debian/libexpat1@2.5.0-1"
    assert f"pkg:pypi/numpy@{version('numpy')}" in addresses
    assert told["dependencies"][0]["dependsOn"] == addresses
    (qt,) = (one for one in told["components"] if one["name"].startswith("pyside6"))
    assert qt["licenses"] == [{"expression": "LGPL-3.0-only"}]
    path = tmp_path / "a.whl"
    path.write_bytes(b"a")
    digest = hashlib.sha256(b"a").hexdigest()
    assert sbom.sums([path, tmp_path]).decode().split() == [digest, "a.whl"]


def test_what_a_build_lacks_is_named_with_its_package(monkeypatch, capsys):
    import build

    monkeypatch.setattr(build.shutil, "which", lambda _program: None)
    monkeypatch.setattr(build.ctypes.util, "find_library", lambda _name: None)
    monkeypatch.setattr(build.sysconfig, "get_config_var", lambda _name: None)
    monkeypatch.setattr(build, "find_spec", lambda _name: None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "argv", ["build.py"])
    monkeypatch.delenv(build.INSIDE, raising=False)
    assert build.main() == 2
    told = capsys.readouterr().err
    python = f"python3.{sys.version_info.minor}"
    wanted = [f"{python}-venv", "binutils", "dpkg", f"lib{python}"]
    assert re.findall(r"apt install ([\w.-]+)", told) == wanted
    assert told.count("\n") == 1
    assert build.commit_time().isdecimal()


@pytest.mark.skipif(sys.platform != "linux", reason="a script of Linux")
def test_a_build_is_made_only_of_a_program_that_says_its_version(tmp_path):
    import build

    program = tmp_path / "uscalc"
    for script in (f"echo uscalc {__version__}", "echo uscalc 0.1", "exit 1"):
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        if __version__ in script:
            build.start(tmp_path)
        else:
            with pytest.raises((LookupError, subprocess.CalledProcessError)):
                build.start(tmp_path)


def test_the_store_recipes_have_the_checksums_of_the_files(tmp_path):
    import stores

    kinds = ["linux-x86_64.tar.xz", "windows-x86_64-setup.exe"]
    kinds += ["macos-arm64.dmg", "macos-x86_64.dmg"]
    names = [f"uscalc-{__version__}-{kind}" for kind in kinds]
    assert list(stores.recipes(tmp_path)) == []
    for name in names:
        (tmp_path / name).write_bytes(name.encode())
    made = dict(stores.recipes(tmp_path))
    winget = {f"winget/uscalc.uscalc{end}.yaml" for end in ("", *LOCALES)}
    assert set(made) == {"io.github.uscalc.uscalc.yml", "uscalc.rb"} | winget
    text = "".join(made.values())
    for name in names:
        assert hashlib.sha256(name.encode()).hexdigest() in text
    for name in names[:2]:
        assert f"{stores.ADDRESS}/{name}" in text
    assert metainfo().findtext("id") == stores.NAME
    assert metainfo().findtext("summary") == stores.WORDS


@pytest.mark.parametrize("second", ["{}", "{ }"])
def test_two_builds_are_compared_with_their_lists_of_parts(tmp_path, second):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, text in zip(folders, ("{}", second), strict=True):
        folder.mkdir()
        (folder / "uscalc-linux.cdx.json").write_text(text)
    done = subprocess.run([sys.executable, PACKAGING / "compare.py", *folders])
    assert done.returncode == (second != "{}")
