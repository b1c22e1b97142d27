"""Reads the MCP servers of the settings: a program on this machine, or an address."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import urlsplit

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.manifest import digest_of
from metnos_cli.records import Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.config.load import Settings

NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
EFFECTS = frozenset(get_args(Effect)) - {"ask"}
KEYS = frozenset(
    {"command", "env", "env_from", "cwd", "url", "headers_from", "timeout_s", "trust_annotations", "effects", "tools"}
)


@dataclass(frozen=True, slots=True)
class Server:
    """One server, as ``[mcp.servers.NAME]`` declares it: ``command`` or ``url``."""

    name: str
    """Its name in the settings."""
    command: tuple[str, ...] = ()
    """Program and arguments (stdio)."""
    env: Mapping[str, str] = field(default_factory=dict)
    """Variables that it gets besides a few harmless ones."""
    env_from: tuple[str, ...] = ()
    """Names of variables of this process that it gets too: where tokens stand."""
    cwd: str = ""
    """Its working folder."""
    url: str = ""
    """Address (streamable HTTP)."""
    headers_from: Mapping[str, str] = field(default_factory=dict)
    """Header -> name of the variable that holds its value."""
    timeout_s: float = 30.0
    """Seconds for connecting and one call together."""
    trust_annotations: bool = True
    """Whether the server's own word on what a tool does counts; otherwise every tool writes."""
    effects: Mapping[str, str] = field(default_factory=dict)
    """Tool -> effect, where the user knows better."""
    tools: tuple[str, ...] = ()
    """Tools to admit; empty: all."""

    @property
    def digest(self) -> str:
        """Changes when the table does."""
        told = {name: getattr(self, name) for name in self.__slots__}
        return digest_of({name: list(value) if isinstance(value, tuple) else value for name, value in told.items()})

    @property
    def program(self) -> str:
        """The program, ``~`` expanded."""
        return str(Path(self.command[0]).expanduser()) if self.command[0].startswith("~") else self.command[0]

    @property
    def folder(self) -> str | None:
        """Its working folder; None: ours."""
        return str(Path(self.cwd).expanduser()) if self.cwd else None

    def variables(self) -> dict[str, str]:
        """What a program gets on top of the SDK's harmless ones.

        Raises:
            ExecutorError: ``unavailable``: a variable is not set.
        """
        return {**self.env, **{name: _variable(self, name) for name in self.env_from}}

    def headers(self) -> dict[str, str]:
        """What is sent with each request.

        Raises:
            ExecutorError: ``unavailable``: a variable is not set.
        """
        return {header: _variable(self, name) for header, name in self.headers_from.items()}


def read_servers(settings: Settings) -> dict[str, Server]:
    """Every server of the settings, by name.

    Raises:
        ExecutorError: ``unavailable`` when a table is wrong; the facts name server, key and what is wanted.
    """
    return {name: read_server(name, table) for name, table in settings.table("mcp.servers").items()}


def read_server(name: str, table: Any) -> Server:
    """One table, checked.

    Raises:
        ExecutorError: ``unavailable``: it is wrong.
    """
    if not NAME.fullmatch(name):
        raise _wrong(name, name, "a-z 0-9 -")
    if not isinstance(table, dict):
        raise _wrong(name, name, "table")
    for key in table:
        if key not in KEYS:
            raise _wrong(name, key, " | ".join(sorted(KEYS)))
    server = Server(
        name=name,
        command=_command(name, table.get("command", ())),
        env=_texts_by_name(name, "env", table.get("env", {})),
        env_from=_texts(name, "env_from", table.get("env_from", ())),
        cwd=_text(name, "cwd", table.get("cwd", "")),
        url=_text(name, "url", table.get("url", "")),
        headers_from=_texts_by_name(name, "headers_from", table.get("headers_from", {})),
        timeout_s=_seconds(name, table.get("timeout_s", 30.0)),
        trust_annotations=_flag(name, "trust_annotations", table.get("trust_annotations", True)),
        effects=_texts_by_name(name, "effects", table.get("effects", {})),
        tools=_texts(name, "tools", table.get("tools", ())),
    )
    if bool(server.command) == bool(server.url):
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mcp_one_way", server=name)
    if server.url and (urlsplit(server.url).scheme not in ("http", "https") or not urlsplit(server.url).hostname):
        raise _wrong(name, "url", "http:// | https://")
    for tool, effect in server.effects.items():
        if effect not in EFFECTS:
            raise _wrong(name, f"effects.{tool}", " | ".join(sorted(EFFECTS)))
    return server


def _variable(server: Server, name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mcp_no_variable", server=server.name, variable=name)
    return value


def _command(server: str, value: Any) -> tuple[str, ...]:
    """A list, or one text split as a shell would; never run through a shell."""
    import shlex

    if isinstance(value, str):
        try:
            return tuple(shlex.split(value))
        except ValueError as error:
            raise _wrong(server, "command", '["...", "..."]') from error
    return _texts(server, "command", value)


def _texts(server: str, key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise _wrong(server, key, '["...", "..."]')
    return tuple(value)


def _texts_by_name(server: str, key: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(part, str) for part in value.values()):
        raise _wrong(server, key, '{ NAME = "..." }')
    return dict(value)


def _text(server: str, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(server, key, '"..."')
    return value


def _seconds(server: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise _wrong(server, "timeout_s", "> 0")
    return float(value)


def _flag(server: str, key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(server, key, "true | false")
    return value


def _wrong(server: str, setting: str, wanted: str) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, "mcp_bad_server", server=server, setting=setting, wanted=wanted)
