"""Write a report into its folder: all three files or none."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError
from uscalc.formats.report2c.writer import FILE_NAMES
from uscalc.formats.storage.together import write_together

CHOOSE_ANOTHER_FOLDER: Final = "choose another folder"


def find_targets(folder: Path) -> dict[str, Path]:
    """Return the path of each file in an existing folder. Raises FormatError."""
    try:
        return make_targets(folder, os.listdir(folder))
    except (OSError, ValueError) as error:
        raise make_folder_error(folder, error) from error


def make_targets(folder: Path, there: Iterable[str] = ()) -> dict[str, Path]:
    """Return the path of each file; a name in `there` keeps its own capitals."""
    spelt = {name.upper(): name for name in there}
    return {name: folder / spelt.get(name, name) for name in FILE_NAMES.values()}


def write_report(
    paths: Mapping[str, Path], made: Mapping[str, bytes], over: bool = False
) -> None:
    """Write the files, or none of them. Raises FormatError."""
    try:
        write_together({paths[name]: made[name] for name in paths}, over)
    except FormatError as error:
        # A problem of one file is reported for that file, one of all for the folder.
        cause = error.__cause__
        if not isinstance(cause, OSError) or isinstance(cause, IsADirectoryError):
            raise
        raise make_folder_error(next(iter(paths.values())).parent, cause) from error


def make_folder_error(folder: Path, error: OSError | ValueError) -> FormatError:
    """Return the error that explains why no report can be written to a folder."""
    if isinstance(error, FileNotFoundError):
        said = "there is no such folder"
    elif isinstance(error, NotADirectoryError):
        return FormatError("it is a file, and no folder", "name a folder", path=folder)
    elif isinstance(error, PermissionError):
        said = "nothing can be written in it: the permission is missing"
    else:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        said = f"nothing can be written in it: {reason}"
    return FormatError(said, CHOOSE_ANOTHER_FOLDER, path=folder)
