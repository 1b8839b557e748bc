"""Functions of our classes that Qt calls, wrapped so that an error in one is readable.

With Python 3.11, an exception from C code that leaves such a function while Python
calls Qt ends the process without a message. If Python code catches it first, it is
reported like any other. Once wrapped, they stay wrapped in the process, because Qt
remembers the functions that it has called.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import wraps
from inspect import CO_VARARGS
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject

import uscalc


def load_all_modules() -> None:
    """Import every module of the program, for its classes."""
    for found in pkgutil.walk_packages(uscalc.__path__, "uscalc."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)


def list_classes(base: type = QObject) -> Iterator[type]:
    """Yield our classes below a class of Qt."""
    for cls in base.__subclasses__():
        if cls.__module__.startswith("uscalc."):
            yield cls
        yield from list_classes(cls)


def raise_in_python(function: FunctionType) -> Callable[..., Any]:
    """Return the function with its exceptions caught and raised again.

    A signal gives a function only as many values as it takes, which is no longer seen.
    """
    code = function.__code__
    most = None if code.co_flags & CO_VARARGS else code.co_argcount

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments[:most], **named)
        except BaseException as error:
            raise error from None

    return called


def wrap_overrides() -> None:
    """Wrap all functions that override one of Qt's, for the lifetime of the process."""
    load_all_modules()
    for cls in set(list_classes()):
        of_qt = [base for base in cls.__mro__ if base.__module__.startswith("PySide6.")]
        for name, function in list(vars(cls).items()):
            if isinstance(function, FunctionType) and any(
                name in vars(base) for base in of_qt
            ):
                setattr(cls, name, raise_in_python(function))
