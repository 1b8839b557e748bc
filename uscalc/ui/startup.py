"""Keep PySide, pydantic and OpenSSL from work at start that the program doesn't use."""

import builtins
import linecache
import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from threading import RLock
from types import ModuleType
from typing import Any, Final

DEFERRED: Final = {
    f"shibokensupport.signature.{name}"
    for name in (
        *("parser", "layout", "errorhandler"),
        *("lib.enum_sig", "lib.pyi_generator", "lib.tool"),
    )
}
"""The modules of PySide that describe signatures, for error messages and `help`.

One more, `mapping`, is needed at once: PySide's own code in C++ looks into it.
"""
LOADING: Final = RLock()
"""Held while the code of such a module runs."""


def import_qt() -> None:
    """Import PySide and prepare the import of pydantic.

    Raises ImportError if a library of Qt is missing.
    """
    _import_pyside()
    _skip_feature_search()
    _spare_openssl()
    _skip_plugin_search()


class _DeferredModule(ModuleType):
    """A module whose code runs when one of its names is first used."""

    def __getattr__(self, name: str) -> Any:
        spec: Any = self.__spec__
        with LOADING:
            if spec.loader_state is not None:
                # PySide gives its modules a second name, which their loader doesn't know.
                second_name = spec.name
                spec.name, loader = spec.loader_state
                spec.loader_state = None
                loader.exec_module(self)
                spec.name = second_name
        return super().__getattribute__(name)


class _SignatureFinder:
    """Finds PySide's modules of signatures by other finders, and defers their code."""

    def __init__(self) -> None:
        self._loaders: dict[str, Any] = {}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """Return the spec of a module whose code is deferred, or None for another."""
        if fullname not in DEFERRED:
            return None
        for finder in sys.meta_path:
            spec: Any = finder is not self and finder.find_spec(fullname, path, target)
            if spec:
                self._loaders[fullname], spec.loader = spec.loader, self
                return spec
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Make a module without its names."""
        return _DeferredModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Keep what is needed to run the module's code later."""
        name = module.__name__
        setattr(module.__spec__, "loader_state", (name, self._loaders[name]))  # noqa: B010


class _FinderList(list[Any]):
    """A list of finders whose first one stays the first when another is inserted."""

    def insert(self, index: Any, finder: Any) -> None:
        super().insert(index + 1, finder)


def _import_pyside() -> None:
    """Import PySide without the code of its signatures.

    PySide compiles this code anew at each start, which takes a quarter of the time until
    a window is shown.
    """
    finders = sys.meta_path
    # PySide inserts its own finder as the first one and removes it when it is done.
    sys.meta_path = _FinderList([_SignatureFinder(), *finders])
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        sys.meta_path = finders


def _skip_feature_search() -> None:
    """Keep PySide from looking for uses of its optional features; uscalc has none.

    It would look at each import, and read the source of every imported module.
    """
    own = getattr(builtins, "__orig_import__", builtins.__import__)
    setattr(builtins, "__import__", own)  # noqa: B010
    linecache.clearcache()


def _spare_openssl() -> None:
    """Take hash functions from Python itself: OpenSSL would need 4 MB more."""
    if all(find_spec(name) is not None for name in ("_md5", "_sha1", "_blake2")):
        sys.modules.setdefault("_hashlib", None)  # type: ignore[arg-type]


def _skip_plugin_search() -> None:
    """Keep pydantic from looking for plugins in all installed packages.

    Nothing is to run that isn't part of the program. The part of pydantic that looks is
    replaced, because importing it takes as long as the search.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    loader = ModuleType("pydantic.plugin._loader")
    setattr(loader, "get_plugins", lambda: ())  # noqa: B010
    sys.modules.setdefault(loader.__name__, loader)
