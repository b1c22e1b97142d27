"""Keeps what servers offer between starts, and gives it as manifests: a server is asked once, and again when told."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.catalog import Problem
from metnos_cli.executors.manifest import Manifest
from metnos_cli.executors.mcp.servers import read_server
from metnos_cli.executors.mcp.session import Listing, list_tools
from metnos_cli.executors.mcp.tools import manifests_of, source_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.catalog import Catalog
    from metnos_cli.executors.mcp.servers import Server

FORMAT = 1
AGAIN_S = 600.0
"""Seconds after which a server that could not be asked is tried again on its own."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of one server."""

    listing: Listing | None
    """What it offers; None: it could not be asked."""
    why: str = ""
    """Message key of why not."""
    at: float = 0.0
    """When, as a timestamp."""


def with_servers(catalog: Catalog, settings: Settings, cache_dir: Path, now: datetime) -> Catalog:
    """The catalog with the tools of every server in the settings.

    A server is asked only when nothing is known of it; one that does not answer leaves a problem and keeps nothing
    else from working.

    Args:
        catalog: Bundled and user's executors; theirs are the names.
        settings: ``mcp.servers``.
        cache_dir: Where listings are kept.
        now: With its zone.
    """
    manifests: list[Manifest] = []
    problems: list[Problem] = []
    for name, table in settings.table("mcp.servers").items():
        try:
            server = read_server(name, table)
            listing = known(server, cache_dir, now)
        except ExecutorError as error:
            problems.append(Problem(f"mcp:{name}", "/", f"{error.key}: {error.facts.get('why', '')}".rstrip(": ")))
            continue
        names = {manifest.name for manifest in (*catalog, *manifests)}
        for found in manifests_of(server, listing, names.__contains__):
            if isinstance(found, Manifest):
                manifests.append(found)
            else:
                problems.append(Problem(source_of(server), str(found.facts["pointer"]), str(found.facts["why"])))
    return catalog.adding(manifests, problems) if manifests or problems else catalog


def known(server: Server, cache_dir: Path, now: datetime) -> Listing:
    """What a server offers, from what is kept or by asking it.

    Raises:
        ExecutorError: ``unavailable``: nothing is known and it does not answer, or did not a moment ago.
    """
    kept = _read(server, cache_dir)
    if kept is not None and kept.listing is not None:
        return kept.listing
    if kept is not None and 0 <= now.timestamp() - kept.at < AGAIN_S:
        raise ExecutorError(ErrorClass.UNAVAILABLE, kept.why, server=server.name, why="")
    return ask(server, cache_dir, now)


def ask(server: Server, cache_dir: Path, now: datetime, check: Callable[[], None] = lambda: None) -> Listing:
    """Ask a server for its tools and keep the answer, or that there was none.

    Raises:
        ExecutorError: ``unavailable``: it does not answer.
    """
    try:
        listing = list_tools(server, log_of(server.name, cache_dir), check)
    except ExecutorError as error:
        _write(server, cache_dir, {"why": error.key, "at": now.timestamp()})
        raise
    keep(server, cache_dir, listing, now)
    return listing


def keep(server: Server, cache_dir: Path, listing: Listing, now: datetime) -> None:
    """Keep what a server offers."""
    told = {"version": listing.version, "tools": list(listing.tools), "at": now.timestamp()}
    _write(server, cache_dir, told)


def forget(name: str, cache_dir: Path) -> None:
    """Forget what is kept of a server."""
    for path in (_file(name, cache_dir), log_of(name, cache_dir)):
        path.unlink(missing_ok=True)


def log_of(name: str, cache_dir: Path) -> Path:
    """The file that gets what a server says on stderr."""
    return cache_dir / "mcp" / f"{name}.log"


def _file(name: str, cache_dir: Path) -> Path:
    return cache_dir / "mcp" / f"{name}.json"


def _read(server: Server, cache_dir: Path) -> Kept | None:
    """What is kept of this very table; None when there is nothing, or it cannot be read."""
    try:
        told = json.loads(_file(server.name, cache_dir).read_text(encoding="utf-8"))
        if told["format"] != FORMAT or told["server"] != server.digest:
            return None
        if "tools" in told:
            return Kept(Listing(str(told["version"]), tuple(told["tools"])), at=float(told["at"]))
        return Kept(None, str(told["why"]), float(told["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        # It can be asked for again: missing or damaged is the same.
        return None


def _write(server: Server, cache_dir: Path, told: dict[str, Any]) -> None:
    """Whole or not at all; where it cannot be kept, the next start asks again."""
    path = _file(server.name, cache_dir)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".listing-")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump({"format": FORMAT, "server": server.digest, **told}, stream, ensure_ascii=False)
        Path(name).replace(path)
    except OSError:
        return
