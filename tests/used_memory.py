"""How much memory a process took at most."""

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> int:
    """Megabytes of this process, from its own beginning on; 0 where nothing tells.

    Linux counts what `getrusage` gives from what the parent of a process had: a large
    one of the tests would make every program look large.
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
