"""The vaglio (Italian: the sieve): judges every executor call just before it runs, and says why."""

from __future__ import annotations

import os
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.records import Verdict
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from metnos_cli.config.load import Settings
    from metnos_cli.environment import Environment
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Request
    from metnos_cli.safety.hosts import HostPolicy
    from metnos_cli.safety.paths import PathGuard

PATH_ARGS = frozenset(
    {"path", "paths", "dst", "src", "source", "target", "folder", "file", "files", "dir", "directory"}
)
PATH_ENDS = ("_path", "_file", "_folder", "_dir")
TARGET_ARGS = frozenset({"dst", "target"})
URL_ARGS = frozenset({"url", "urls", "link", "address"})
MAIL, MAIL_FOLDERS = "messages", ("folder", "dst_folder")
"""Things that lie in folders of a mail account, and the arguments that name these: no folder of the disk."""
CONTENT_ARGS = frozenset({"text", "content", "body", "sentences"})
"""What is written, not where: a text that a step gave may be written to the place that the user said."""
SINKS = frozenset({"write", "delete", "send", "network"})
TARGETS_SHOWN = 500
OWN = "metnos_cli."
"""Executors whose code begins so touch files by the guard alone."""
ENTRY_NAMES = ("path", "url", "name", "title", "text")
"""Fields that name an entry, the best first."""


class GuardedVaglio:
    """Fulfils ``ports.Vaglio``: allow, ask or deny.

    Denied are paths outside the allowed folders, secrets, and private hosts. Asked are deletions, sending, replacing,
    hidden files, whatever a server's tool changes, and a destination that came out of a step and not from the user.

    Args:
        files: Says how a path is meant and whether it may be touched; asked for when a path is judged.
        hosts: Says which hosts may be reached; asked for when an address is judged.
    """

    def __init__(self, files: Callable[[], PathGuard], hosts: Callable[[], HostPolicy]) -> None:
        self._build_files = files
        self._build_hosts = hosts

    @staticmethod
    def of(environment: Environment, settings: Settings) -> GuardedVaglio:
        """The judge that the settings and the user's folders make."""
        return GuardedVaglio(lambda: _path_guard(environment, settings), lambda: _host_policy(settings))

    @cached_property
    def _files(self) -> PathGuard:
        return self._build_files()

    @cached_property
    def _hosts(self) -> HostPolicy:
        return self._build_hosts()

    def judge(
        self, manifest: Manifest, args: Mapping[str, Any], provenance: Mapping[str, str], request: Request
    ) -> Verdict:
        """Allow, ask or deny, with the reason.

        Args:
            manifest: What is called.
            args: With what; ``entries`` in place of ``from_step``.
            provenance: Argument -> ``user``, ``memory`` or ``tool:<name>``.
            request: What the user typed.
        """
        denied = self._denied(manifest, args)
        if denied is not None:
            return denied
        for ask in (self._by_effect, self._by_target):
            found = ask(manifest, args)
            if found is not None:
                return found
        return self._by_origin(manifest, args, provenance, request) or Verdict("allow", "harmless")

    def targets(self, manifest: Manifest, args: Mapping[str, Any]) -> tuple[str, ...]:
        """What exactly would be touched, one a line, for the consent question."""
        named = [clean_line(value) for _, value in _texts(args, lambda name: is_path(name) or is_url(name))]
        told: list[str] = []
        entries = list(args.get("entries") or ())
        if manifest.effect == "delete":
            from metnos_cli.executors.files.entry import without_last_copies

            entries = without_last_copies(entries)
        for entry in entries:
            value = next((entry[name] for name in ENTRY_NAMES if entry.get(name)), "")
            told.append(clean_line(str(value)))
        pattern = args.get("pattern")
        if pattern and manifest.effect in ("delete", "write") and isinstance(args.get("path"), str):
            told += self._matching(str(args["path"]), str(pattern))
        if len(told) > TARGETS_SHOWN:
            told = [*told[:TARGETS_SHOWN], f"… +{len(told) - TARGETS_SHOWN}"]
        return (*told, *named)

    # -- parts of the above

    def _matching(self, path: str, pattern: str) -> list[str]:
        """The files that a pattern picks in a folder, as the executors pick them; none when it cannot be read."""
        from metnos_cli.executors.files.entry import matcher

        fits, hidden = matcher(pattern), pattern.startswith(".")
        try:
            folder = self._files.readable(path)
            found = sorted(
                folder / entry.name
                for entry in os.scandir(folder)
                if entry.is_file(follow_symlinks=False) and fits(entry.name) and (hidden or entry.name[0] != ".")
            )
        except (ExecutorError, OSError):
            return []
        return [clean_line(self._files.shown(inside)) for inside in found if self._files.admits(inside)]

    def _denied(self, manifest: Manifest, args: Mapping[str, Any]) -> Verdict | None:
        writing = manifest.effect in ("write", "delete")
        for name, value in _texts(args, lambda name: _on_disk(name, manifest)):
            reason = self._refusal(value, writing=writing or name in TARGET_ARGS)
            if reason is not None:
                return Verdict("deny", reason.key, {**reason.facts, "arg": name})
        if not manifest.run.python.startswith(OWN):
            # Others' code does not go through the guard on files: what it is given is looked at here.
            for name, value in _given(args):
                reason = self._refusal(value, writing=False)
                if reason is not None and (name == "path" or reason.key == "path_secret"):
                    return Verdict("deny", reason.key, {**reason.facts, "arg": name})
        for _, value in _texts(args, is_url):
            from metnos_cli.safety.hosts import read_url

            try:
                target = read_url(value)
            except ExecutorError:
                # Not a URL at all: the executor itself says so, as wrong arguments.
                continue
            private = self._hosts.refusal(target)
            if private is not None:
                return Verdict("deny", private, {"host": target.host, "port": target.port, "url": target.url})
        return None

    def _refusal(self, path: str, *, writing: bool) -> ExecutorError | None:
        """Why a path is denied; None when it is not, or is no path at all."""
        try:
            self._files.writable(path) if writing else self._files.readable(path)
        except ExecutorError as error:
            return error if error.error_class is ErrorClass.DENIED else None
        return None

    @staticmethod
    def _by_effect(manifest: Manifest, args: Mapping[str, Any]) -> Verdict | None:  # noqa: ARG004  one signature
        if manifest.effect in ("delete", "send"):
            return Verdict("ask", manifest.effect, {"tool": manifest.name})
        if manifest.run.mcp and manifest.effect in SINKS:
            return Verdict("ask", "foreign", {"tool": manifest.name, "server": manifest.run.mcp.get("server", "")})
        return None

    def _by_target(self, manifest: Manifest, args: Mapping[str, Any]) -> Verdict | None:
        """Whether what is written replaces something, or goes where programs keep their settings."""
        if manifest.effect != "write":
            return None
        replacing = args.get("overwrite") is True or args.get("mode") == "overwrite"
        moving = any(name in args for name in TARGET_ARGS)
        for name, value in _texts(args, lambda name: _on_disk(name, manifest)):
            if moving and name not in TARGET_ARGS:
                continue
            path = self._path(value)
            if path is None:
                continue
            if replacing and os.path.lexists(path):
                return Verdict("ask", "overwrite", {"path": self._files.shown(path)})
            if any(part.startswith(".") for part in self._below_home(path)):
                return Verdict("ask", "hidden", {"path": self._files.shown(path)})
        return None

    def _by_origin(
        self, manifest: Manifest, args: Mapping[str, Any], provenance: Mapping[str, str], request: Request
    ) -> Verdict | None:
        """Whether a destination came out of a step: what a page or a mail says is not what the user says."""
        if manifest.effect not in SINKS:
            return None
        for name, value in _texts(args, lambda _name: True):
            origin = provenance.get(name, "user")
            if origin.startswith("tool:") and not _is_content(name, manifest) and not typed(value, request.text):
                facts = {"arg": name, "value": clean_line(value), "origin": origin.removeprefix("tool:")}
                return Verdict("ask", "tool_value", facts)
        if manifest.effect == "network":
            urls = [str(entry["url"]) for entry in args.get("entries") or () if entry.get("url")]
            strange = [url for url in urls if not typed(url, request.text)]
            if strange:
                facts = {"arg": "url", "value": clean_line(strange[0]), "origin": _origin(provenance)}
                return Verdict("ask", "tool_value", facts)
        return None

    def _path(self, value: str) -> Path | None:
        try:
            return self._files.writable(value)
        except ExecutorError:
            return None

    def _below_home(self, path: Path) -> tuple[str, ...]:
        """The parts of a path below the allowed folder it stands in: only those were named by somebody."""
        roots = [root for root in self._files.policy.roots if path.is_relative_to(root)]
        return path.relative_to(max(roots, key=lambda root: len(root.parts))).parts if roots else path.parts


def is_path(name: str) -> bool:
    """Whether an argument of this name holds a path."""
    return name in PATH_ARGS or name.endswith(PATH_ENDS)


def _on_disk(name: str, manifest: Manifest) -> bool:
    """Whether an argument holds a path: what Metnos' own executors for mail call a folder is one of the account's."""
    in_account = manifest.object == MAIL and name in MAIL_FOLDERS and manifest.run.python.startswith(OWN)
    return is_path(name) and not in_account


def is_url(name: str) -> bool:
    """Whether an argument of this name holds an address."""
    return name in URL_ARGS or name.endswith("_url")


def typed(value: str, text: str) -> bool:
    """Whether the user typed exactly this value: as a whole, not as a piece of another path, address or word."""
    return re.search(rf"(?<![\w@./~:-]){re.escape(value)}(?![\w@/:-]|\.\w)", text) is not None


def _is_content(name: str, manifest: Manifest) -> bool:
    return name in CONTENT_ARGS and manifest.effect == "write"


def _origin(provenance: Mapping[str, str]) -> str:
    told = provenance.get("entries") or provenance.get("from_step") or "tool:?"
    return told.removeprefix("tool:")


def _texts(args: Mapping[str, Any], wanted: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """(name, text) of the arguments wanted; of a list, each text in it."""
    for name, value in args.items():
        if name == "entries" or not wanted(name):
            continue
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str):
                yield name, one


def _given(args: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(name, text) of whatever reads like a path: entries' paths, and arguments of any name that begin like one."""
    for entry in args.get("entries") or ():
        if isinstance(entry, dict) and isinstance(entry.get("path"), str):
            yield "path", entry["path"]
    for name, value in _texts(args, lambda _name: True):
        if value.startswith(("/", "~")) and "\n" not in value:
            yield name, value


def _path_guard(environment: Environment, settings: Settings) -> PathGuard:
    from metnos_cli.safety.paths import PathGuard

    return PathGuard.reading(environment, settings)


def _host_policy(settings: Settings) -> HostPolicy:
    """Built when an address is judged: most calls name none, and its imports cost more than a quick answer."""
    from metnos_cli.safety.hosts import HostPolicy

    return HostPolicy.of(settings)
