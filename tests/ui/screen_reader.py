"""A window on a separate display, read over AT-SPI and typed into like a screen reader does.

It needs Xvfb, openbox, xdotool, dbus-daemon, at-spi2-core and jeepney; `find_missing`
lists those that are missing.
"""

import itertools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).parents[2]
PROGRAMS: Final = ("Xvfb", "openbox", "xdotool", "dbus-daemon")
LAUNCHERS: Final = (
    Path("/usr/libexec/at-spi-bus-launcher"),
    Path("/usr/lib/at-spi2-core/at-spi-bus-launcher"),
)
ATSPI: Final = "org.a11y.atspi"
EVENTS: Final = (
    *("object:state-changed:focused", "object:announcement"),
    "object:active-descendant-changed",
)
PATIENCE: Final = 20.0
"""Seconds until an expected reaction of a window counts as failed."""
CALM: Final = 0.25
"""Seconds without an event after which a key counts as handled."""
ACTIVE: Final = 1
CHECKED: Final = 4
FOCUSED: Final = 12
SHOWING: Final = 25
"""The numbers of states in AT-SPI's list."""


def find_missing() -> str:
    """Return what the tests with a screen reader lack on this machine; usually empty."""
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if not any(path.exists() for path in LAUNCHERS):
        lacking.append("at-spi2-core")
    try:
        import jeepney  # noqa: F401
    except ImportError:
        lacking.append("jeepney")
    return f"not installed: {', '.join(lacking)}" if lacking else ""


Address = tuple[str, str]
"""An object on the bus: the program, and the path in it."""


class Stop(NamedTuple):
    """The focus as a screen reader describes it."""

    role: str
    name: str
    description: str = ""


class ScreenReader:
    """Reads a window over AT-SPI, and types into it."""

    def __init__(self, environment: dict[str, str], bus: Any) -> None:
        self._environment = environment
        self._bus = bus
        self._focus: Address | None = None
        self.spoken: list[str] = []

    # Requests

    def _call(
        self,
        place: Address,
        interface: str,
        method: str,
        signature: str | None = None,
        *values: Any,
    ) -> Any:
        from jeepney import DBusAddress, MessageType, new_method_call

        name, path = place
        if not interface.startswith("org.freedesktop"):
            interface = f"{ATSPI}.{interface}"
        address = DBusAddress(path, name, interface)
        message = new_method_call(address, method, signature, values)
        serial = next(self._bus.outgoing_serial)
        self._bus.send(message, serial=serial)
        while True:
            answer = self._bus.receive(timeout=PATIENCE)
            if answer.header.fields.get(5) != serial:
                self._hear(answer)
                continue
            if answer.header.message_type is MessageType.error:
                raise LookupError(f"{method}: {answer.body}")
            return answer.body[0] if answer.body else None

    def _get(self, place: Address, interface: str, name: str) -> Any:
        values = f"{ATSPI}.{interface}", name
        return self._call(
            place, "org.freedesktop.DBus.Properties", "Get", "ss", *values
        )[1]

    def role_of(self, place: Address) -> str:
        return str(self._call(place, "Accessible", "GetRoleName"))

    def name_of(self, place: Address) -> str:
        return str(self._get(place, "Accessible", "Name"))

    def text_of(self, place: Address) -> str:
        count = self._get(place, "Text", "CharacterCount")
        return str(self._call(place, "Text", "GetText", "ii", 0, count))

    def description_of(self, place: Address) -> str:
        return str(self._get(place, "Accessible", "Description"))

    def row_heading_of(self, table: Address, row: int) -> str:
        return str(self._call(table, "Table", "GetRowDescription", "i", row))

    def column_heading_of(self, table: Address, column: int) -> str:
        return str(self._call(table, "Table", "GetColumnDescription", "i", column))

    def is_checked(self, place: Address) -> bool:
        return self.has_state(place, CHECKED)

    def has_state(self, place: Address, state: int) -> bool:
        low, high = self._call(place, "Accessible", "GetState")
        return bool((low | high << 32) >> state & 1)

    def children_of(self, place: Address) -> list[Address]:
        return [(*child,) for child in self._call(place, "Accessible", "GetChildren")]

    def walk(self, place: Address) -> Iterator[Address]:
        """Yield the objects on the screen, below a given object."""
        yield place
        for child in self.children_of(place):
            if self.has_state(child, SHOWING):
                yield from self.walk(child)

    def windows(self) -> list[Address]:
        """Return the windows of the program."""
        root = f"{ATSPI}.Registry", "/org/a11y/atspi/accessible/root"
        programs = self.children_of(root)
        return [window for program in programs for window in self.children_of(program)]

    def is_active(self) -> bool:
        """Return whether a window of the program gets the keys."""
        return any(self.has_state(window, ACTIVE) for window in self.windows())

    def find_focus(self) -> Address | None:
        """Return where the focus is, even if it was set before the test listened."""
        for window in self.windows():
            for place in self.walk(window):
                if self._focus is None and self.has_state(place, FOCUSED):
                    self._focus = place
        return self._focus

    def find(self, role: str, name: str) -> Address:
        """Return the object on the screen with a role and the beginning of a name."""

        def look() -> Address | None:
            for place in itertools.chain.from_iterable(map(self.walk, self.windows())):
                if self.role_of(place) == role and self.name_of(place).startswith(name):
                    return place
            return None

        return self.wait_for(look, f"{role} {name!r}")

    def wait_for(self, look: Callable[[], Any], what: str) -> Any:
        """Return the result of `look` as soon as it finds something."""
        end = time.monotonic() + PATIENCE
        while True:
            found = look()
            if found:
                return found
            assert time.monotonic() < end, f"not found: {what}"
            self.listen()

    # Events

    def _hear(self, message: Any) -> None:
        from jeepney import HeaderFields, MessageType

        if message.header.message_type is not MessageType.signal:
            return
        fields = message.header.fields
        member, body = fields[HeaderFields.member], message.body
        place = fields[HeaderFields.sender], fields[HeaderFields.path]
        if member == "StateChanged" and body[0] == "focused" and body[1]:
            self._focus = place
        elif member == "ActiveDescendantChanged":
            self._focus = tuple(body[3][1])
        elif member == "Announcement":
            self.spoken.append(body[3][1])

    def listen(self) -> None:
        """Receive events until none came for a while."""
        try:
            while True:
                self._hear(self._bus.receive(timeout=CALM))
        except TimeoutError:
            pass

    @property
    def focus(self) -> Stop:
        """Return the description of the focus."""
        at = self._focus
        assert at is not None
        return Stop(self.role_of(at), self.name_of(at), self.description_of(at))

    def wait_for_focus(self, role: str) -> Stop:
        """Return the focus as soon as it is on an object with a role."""
        self.wait_for(lambda: self.focus.role == role, f"the focus at a {role}")
        return self.focus

    # Typing

    def press(self, *keys: str) -> Stop:
        """Press keys by their names for xdotool; return the focus afterward."""
        for key in keys:
            self._send("key", "--clearmodifiers", key)
        return self.focus

    def type_text(self, text: str) -> None:
        self._send("type", "--delay", "20", "--", text)

    def _send(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._environment, check=True)
        self.listen()


def _free_display() -> str:
    used = {path.name[1:] for path in Path("/tmp/.X11-unix").glob("X*")}
    return next(f":{n}" for n in range(90, 200) if str(n) not in used)


@contextmanager
def read_window(folder: Path, *arguments: str) -> Iterator[ScreenReader]:
    """Start the program with its own display, bus and folders; end all of them afterward."""
    from jeepney import DBusAddress, MatchRule, message_bus, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    display = _free_display()
    started: list[subprocess.Popen[str]] = []
    connections: list[Any] = []
    folder.mkdir(exist_ok=True)
    environment = {
        **{k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "TMPDIR")},
        "DISPLAY": display,
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "PYTHONPATH": str(ROOT),
    }

    def start(*command: str, **more: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(command, env=environment, text=True, **more)
        started.append(process)
        return process

    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        start(
            "Xvfb", display, "-screen", "0", "1280x800x24", "-nolisten", "tcp", **quiet
        )
        _wait_for_path(Path(f"/tmp/.X11-unix/X{display[1:]}"))
        ready = folder / "ready"
        start("openbox", "--startup", f"touch {ready}", **quiet)
        # A window shown before may never get the keys.
        _wait_for_path(ready)
        daemon = start(
            "dbus-daemon", "--session", "--nofork", "--print-address=1",
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert daemon.stdout is not None
        environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()
        session = open_dbus_connection(environment["DBUS_SESSION_BUS_ADDRESS"])
        connections.append(session)
        where = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        answer = session.send_and_get_reply(new_method_call(where, "GetAddress"))
        bus = open_dbus_connection(answer.body[0])
        connections.append(bus)
        rule = MatchRule(type="signal", interface=f"{ATSPI}.Event.Object")
        bus.send_and_get_reply(message_bus.AddMatch(rule))
        registry = DBusAddress(
            "/org/a11y/atspi/registry", f"{ATSPI}.Registry", f"{ATSPI}.Registry"
        )
        for event in EVENTS:
            bus.send_and_get_reply(
                new_method_call(registry, "RegisterEvent", "sass", (event, [], ""))
            )
        reader = ScreenReader(environment, bus)
        program = start(sys.executable, "-m", "uscalc", *arguments, cwd=ROOT)
        reader.wait_for(reader.windows, "the window")
        reader.wait_for(reader.is_active, "the window, active")
        reader.wait_for(reader.find_focus, "the focus")
        yield reader
        assert program.poll() is None, "the window is gone"
    finally:
        for connection in connections:
            connection.close()
        for process in reversed(started):
            process.terminate()
            process.wait(10)
            if process.stdout is not None:
                process.stdout.close()


def _wait_for_path(path: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, path
        time.sleep(0.05)
