"""Run the command line in its own process, on small events."""

import importlib
import io
import json
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread

from tests.build import event_file

ROOT = Path(__file__).parents[2]

SAMPLE = ROOT / "resources" / "samples" / "autumn-open.uscalc"
SECONDS = 120
"""Only a command that hangs takes this long."""


def run(*args, **env):
    """Run a command in a fork of this process, and return its result.

    Hundreds of new processes would take minutes. Commands that paint with Qt need a
    fork in which Qt was not imported.
    """
    words = [*map(str, args)]
    painted = "tour" in words[:1] or any(word.endswith(".pdf") for word in words)
    if painted or not hasattr(os, "fork"):
        return run_anew(*args, **env)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as told:
        code = branched(words, out.fileno(), told.fileno(), env)
        said = []
        for file in (out, told):
            file.seek(0)
            said.append(file.read().decode(env.get("PYTHONIOENCODING", "utf-8")))
    return subprocess.CompletedProcess(words, code, *said)


def run_json(*args, **env):
    return json.loads(run(*args, **env).stdout)


def first_rating(*args):
    return run_json("rate", *args, "--json")["sections"][0]["ratings"][0]


def refused(*args, **env):
    """Return the one line that says why a command was refused."""
    done = run(*args, **env)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("uscalc: ")
    assert "Traceback" not in done.stderr
    return done.stderr


def run_anew(*args, **env):
    return run_python("-m", "uscalc", *args, **env)


def run_python(*args, cwd=None, seconds=SECONDS, **env):
    """Run Python with these arguments; a variable with the value None is removed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    return subprocess.run(
        [sys.executable, *map(str, args)],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding=env.get("PYTHONIOENCODING", "utf-8"),
        env={name: value for name, value in environment.items() if value is not None},
        timeout=seconds,
    )


WITHOUT_QT = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6"):
            raise ImportError("No module named PySide6")

sys.meta_path.insert(0, Blocker())
from uscalc.cli import main
main(sys.argv[1:])
"""
"""The program on a computer without Qt."""


def branched(words, output, errors, env, before=lambda: None):
    """Return the exit code of a command that writes to these outputs; None is a closed output."""
    import_everything()
    with warnings.catch_warnings():
        # The warning is about threads, which a fork doesn't copy.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 70
        try:
            _command(words, output, errors, env, before)
        except SystemExit as ended:
            code = ended.code or 0
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.WIFEXITED(status), f"it was ended by signal {os.WTERMSIG(status)}"
    return os.WEXITSTATUS(status)


def on_a_terminal(*args, errors=None, **env):
    """Return the exit code of a command, and what a terminal receives of its output.

    The terminal also receives standard error, unless that goes elsewhere.
    """
    import pty

    leader, follower = pty.openpty()
    codes, parts = [], []

    def command():
        told = follower if errors is None else errors
        codes.append(branched([*map(str, args)], follower, told, env))
        os.close(follower)

    beside = Thread(target=command)
    beside.start()
    with suppress(OSError):
        while part := os.read(leader, 65536):
            parts.append(part)
    beside.join()
    os.close(leader)
    return codes[0], b"".join(parts).decode(env.get("PYTHONIOENCODING", "utf-8"))


def _command(words, output, errors, env, before):
    from uscalc.cli import main

    signal.alarm(SECONDS)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name, value in env.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    sys.stderr = _open_stream(2, errors, "backslashreplace")
    sys.stdout = _open_stream(1, output, "strict")
    before()
    try:
        main(words)
    finally:
        # Flush as Python does at its end, where a failure gives exit code 120.
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()


def _open_stream(number, given, errors):
    """Return a stream that writes to a given descriptor; None for a closed one."""
    if given is None:
        os.close(number)
        return None
    os.dup2(given, number)
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    return io.TextIOWrapper(open(number, "wb", closefd=False), encoding, errors=errors)


@cache
def import_everything():
    """Import everything that commands import late, so that the forks need not."""
    for room in ("cli", "formats", "report", "ratinglist", "rules"):
        package = importlib.import_module(f"uscalc.{room}")
        for found in pkgutil.walk_packages(package.__path__, f"uscalc.{room}."):
            importlib.import_module(found.name)


def event(players, **section):
    file = event_file(*players, end="2025-03-02", **{"systems": ["R"], **section})
    return json.dumps(file | {"name": "Spring Swiss"})


def player(number, rating, *results, **more):
    facts = {} if rating is None else {"R": {"rating": rating, "games": 40}}
    named = {"number": number, "name": f"Player {number}", "ratings": facts}
    return {**named, "results": list(results), **more}


PAIR = [player(1, 1700, "W2"), player(2, 1600, "L1")]
