"""Writes what stores want of a release: python packaging/stores.py [DIST] [--out DIR].

A manifest for Flathub, the three for winget and the cask of Homebrew, each with the sums
of the files in DIST that a publisher has put at ADDRESS. What is not in DIST is left out.
"""

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from uscalc import __version__

ROOT: Final = Path(__file__).resolve().parent.parent
HOME: Final = "https://github.com/uscalc/uscalc"
ADDRESS: Final = f"{HOME}/releases/download/v{__version__}"
NAME: Final = "io.github.uscalc.uscalc"
WORDS: Final = "US Chess ratings, computed exactly, with every step shown"
FLATPAK: Final = """\
id: {name}
runtime: org.freedesktop.Platform
runtime-version: '25.08'
sdk: org.freedesktop.Sdk
command: uscalc
rename-desktop-file: uscalc.desktop
rename-icon: uscalc
finish-args:
  - --share=ipc
  - --socket=fallback-x11
  - --socket=wayland
  - --socket=cups
  - --device=dri
  - --filesystem=xdg-documents
modules:
  - name: uscalc
    buildsystem: simple
    build-commands:
      - mkdir -p /app/lib /app/bin
      - cp -r . /app/lib/uscalc
      - ln -s ../lib/uscalc/uscalc /app/bin/uscalc
      - cp -r share /app/
    sources:
      - type: archive
        url: {url}
        sha256: {sum}
"""
WINGET: Final = {
    "uscalc.uscalc.yaml": """\
PackageIdentifier: uscalc.uscalc
PackageVersion: {version}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.6.0
""",
    "uscalc.uscalc.installer.yaml": """\
PackageIdentifier: uscalc.uscalc
PackageVersion: {version}
InstallerType: inno
Scope: user
Installers:
  - Architecture: x64
    InstallerUrl: {url}
    InstallerSha256: {sum}
ManifestType: installer
ManifestVersion: 1.6.0
""",
    "uscalc.uscalc.locale.en-US.yaml": """\
PackageIdentifier: uscalc.uscalc
PackageVersion: {version}
PackageLocale: en-US
Publisher: The uscalc authors
PackageName: uscalc
PackageUrl: {home}
License: MIT
ShortDescription: {words}
ManifestType: defaultLocale
ManifestVersion: 1.6.0
""",
}
CASK: Final = """\
cask "uscalc" do
  arch arm: "arm64", intel: "x86_64"

  version "{version}"
  sha256 arm:   "{sum}",
         intel: "{other}"

  url "{home}/releases/download/v#{{version}}/uscalc-#{{version}}-macos-#{{arch}}.dmg"
  name "uscalc"
  desc "Calculate US Chess ratings exactly, with every step shown"
  homepage "{home}"

  depends_on macos: ">= :ventura"

  app "uscalc.app"

  zap trash: "~/Library/Application Support/uscalc"
end
"""


def recipes(dist: Path) -> Iterator[tuple[str, str]]:
    """Each recipe by its place, for the files that are in a folder."""
    known = {"version": __version__, "name": NAME, "home": HOME, "words": WORDS}
    start = f"uscalc-{__version__}"
    found = {path.name: path for path in dist.iterdir()}

    def told(name: str, other: str = "") -> dict[str, str]:
        summed = [_sum(found[one]) if one else "" for one in (name, other)]
        url = f"{ADDRESS}/{name}"
        return {**known, "url": url, "sum": summed[0], "other": summed[1]}

    if (archive := f"{start}-linux-x86_64.tar.xz") in found:
        yield f"{NAME}.yml", FLATPAK.format(**told(archive))
    if (installer := f"{start}-windows-x86_64-setup.exe") in found:
        for name, text in WINGET.items():
            yield f"winget/{name}", text.format(**told(installer))
    images = [f"{start}-macos-{kind}.dmg" for kind in ("arm64", "x86_64")]
    if found.keys() >= set(images):
        yield "uscalc.rb", CASK.format(**told(*images))


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Writes every recipe, and says which."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dist", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "stores")
    asked = parser.parse_args()
    for place, text in recipes(asked.dist):
        path = asked.out / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
