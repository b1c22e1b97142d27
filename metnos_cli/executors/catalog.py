"""The catalog: every executor admitted now, from the package and from the user's folders, read once and kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli import __version__
from metnos_cli.errors import ManifestError
from metnos_cli.executors.manifest import Manifest, digest_of, parse_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

BUNDLED = Path(__file__).parent
"""Where the package's own manifests stand, one folder a family."""
CACHE_NAME = f"catalog-{__version__}.json"
CACHE_FORMAT = 1
TOLD_WHY = 300


@dataclass(frozen=True, slots=True)
class Problem:
    """A manifest that was left out, and why."""

    file: str
    """Where it stands."""
    pointer: str
    """JSON pointer to what is wrong."""
    why: str
    """What would have been right, or the parser's reason."""


class Catalog:
    """The executors admitted now.

    Args:
        manifests: In the order of their right to a name: of two with the same name the first stays.
        problems: Manifests that were left out while reading.
    """

    def __init__(self, manifests: Sequence[Manifest], problems: Sequence[Problem] = ()) -> None:
        self._by_name: dict[str, Manifest] = {}
        told = list(problems)
        for manifest in manifests:
            first = self._by_name.setdefault(manifest.name, manifest)
            if first is not manifest:
                told.append(Problem(manifest.folder, "/name", f"{manifest.name}: {first.folder}"))
        self._by_name = dict(sorted(self._by_name.items()))
        self.problems: tuple[Problem, ...] = tuple(told)
        self._signature = ""

    @property
    def signature(self) -> str:
        """Digest of all manifests: it changes when any of them does."""
        if not self._signature:
            self._signature = self.signature_of(tuple(self._by_name))
        return self._signature

    def get(self, name: str) -> Manifest | None:
        """One manifest, or None."""
        return self._by_name.get(name)

    def __iter__(self) -> Iterator[Manifest]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def signature_of(self, names: Sequence[str]) -> str:
        """Digest of these executors' manifests, whatever their order; a missing one gives what never matches."""
        import hashlib

        parts = []
        for name in sorted(set(names)):
            manifest = self._by_name.get(name)
            if manifest is None:
                return f"missing:{name}"
            parts.append(f"{name}:{manifest.digest}")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def adding(self, manifests: Sequence[Manifest], problems: Sequence[Problem] = ()) -> Catalog:
        """This catalog with more executors, which cannot take the names that are there (servers' tools)."""
        return Catalog((*self._by_name.values(), *manifests), (*self.problems, *problems))


def load_catalog(user_dirs: Sequence[Path] = (), *, cache_dir: Path | None = None) -> Catalog:
    """Read every manifest; a broken one becomes a problem and stops none of the others.

    Args:
        user_dirs: Folders holding ``NAME/manifest.toml`` or ``NAME.toml``; one that is missing is empty.
        cache_dir: Where the parsed documents are kept between starts (keyed by path, size and time of change);
            None: nothing is kept.
    """
    sources = [path for folder in (BUNDLED, *user_dirs) for path in _manifests_in(folder)]
    stamps = {str(path): _stamp(path) for path in sources}
    kept = _read_cache(cache_dir, stamps)
    manifests: list[Manifest] = []
    problems: list[Problem] = []
    fresh: dict[str, list[Any]] = {}
    for path, stamp in stamps.items():
        try:
            told, digest = kept.get(path) or _read(path)
            manifests.append(parse_manifest(told, path, digest))
        except ManifestError as error:
            facts = error.facts
            problems.append(Problem(facts["file"], facts["pointer"], str(facts["why"])[:TOLD_WHY]))
        else:
            fresh[path] = [stamp, told, digest]
    if cache_dir is not None and len(kept) != len(fresh):
        _write_cache(cache_dir, fresh)
    return Catalog(manifests, problems)


def _manifests_in(folder: Path) -> list[Path]:
    """Manifest files of a folder, sorted: beside one another, or one a sub-folder."""
    if folder == BUNDLED:
        # Named as the executor, verb_object.toml: a family's word lists may stand beside them.
        return sorted(folder.glob("*/*_*.toml"))
    return sorted({*folder.glob("*.toml"), *folder.glob("*/manifest.toml")})


def _stamp(path: Path) -> list[int]:
    """What tells that a file changed; a file that cannot be looked at has none and is read (and reported)."""
    try:
        found = path.stat()
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size, found.st_ino]


def _read(path: str) -> tuple[Mapping[str, Any], str]:
    """One document, as JSON holds it, with its digest.

    Raises:
        ManifestError: It cannot be read or is not TOML.
    """
    import tomllib

    try:
        told = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ManifestError(file=path, pointer="/", why=str(error)) from error
    # TOML has dates and JSON has none: the same form whether it comes from the file or from what was kept.
    plain: Mapping[str, Any] = json.loads(json.dumps(told, ensure_ascii=False, default=str))
    return plain, digest_of(plain)


def _read_cache(cache_dir: Path | None, stamps: Mapping[str, list[int]]) -> dict[str, tuple[Mapping[str, Any], str]]:
    """Documents kept from an earlier start whose files have not changed since."""
    if cache_dir is None:
        return {}
    try:
        told = json.loads((cache_dir / CACHE_NAME).read_text(encoding="utf-8"))
        if told["format"] != CACHE_FORMAT:
            return {}
        return {
            path: (document, digest)
            for path, (stamp, document, digest) in told["files"].items()
            if stamp and stamps.get(path) == stamp
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # What was kept is only a shortcut: missing or damaged, the manifests themselves are read.
        return {}


def _write_cache(cache_dir: Path, files: Mapping[str, Any]) -> None:
    """Keep the documents for the next start; where that is not possible, the next start reads them again."""
    import os
    import tempfile

    try:
        cache_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=cache_dir, prefix=".catalog-")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump({"format": CACHE_FORMAT, "files": files}, stream, ensure_ascii=False)
        Path(name).replace(cache_dir / CACHE_NAME)
    except OSError:
        return
