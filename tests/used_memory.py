"""The most memory that a process used."""

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> int:
    """Return the megabytes of this process since it began; 0 if the system doesn't tell.

    On Linux, `getrusage` starts from the memory of the parent process, so that a large
    test process would make every program look large.
    """
    if STATUS.exists():
        lines = STATUS.read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("VmHWM"))
        return int(line.split()[1]) // 1024
    if sys.platform == "win32":
        return 0
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // (1024 * 1024 if sys.platform == "darwin" else 1024)
