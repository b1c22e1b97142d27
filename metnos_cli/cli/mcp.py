"""``metnos executors add-mcp`` and its kin: admit an MCP server after showing its tools and what each may do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.agreeing import agreed
from metnos_cli.cli.wiring import world
from metnos_cli.errors import Refused, UsageError
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.cli.wiring import World
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.executors.mcp.servers import Server

KEY = "mcp.servers"
SCHEMA_VERSION = 1


def add_mcp(
    name: str = typer.Argument(...),
    command: list[str] = typer.Argument(None),
    url: str = typer.Option("", "--url"),
    env_from: list[str] = typer.Option([], "--env-from"),
    header_from: list[str] = typer.Option([], "--header-from"),
    timeout: float = typer.Option(30.0, "--timeout"),
    distrust: bool = typer.Option(False, "--distrust"),
    yes: bool = typer.Option(False, "--yes", "-y"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Admit an MCP server: connect, show its tools, and write it into the settings."""
    from metnos_cli.executors.mcp.servers import read_server

    here = world()
    if bool(url) == bool(command):
        raise UsageError("mcp_one_way", server=name)
    table: dict[str, Any] = {"url": url} if url else {"command": list(command or ())}
    if env_from:
        table["env_from"] = env_from
    if header_from:
        table["headers_from"] = dict(_header(told) for told in header_from)
    if timeout != 30.0:
        table["timeout_s"] = timeout
    if distrust:
        table["trust_annotations"] = False
    server = read_server(name, table)
    admitted, problems = _offered(here, server)
    _tell(here, server, admitted, problems, as_json=as_json)
    if not yes and not agreed(here, "mcp.ask", "add-mcp", name=name):
        raise Refused("user_said_no", tool="add-mcp")
    _write(here, name, table)
    here.environment.stderr.write(messages.text(here.lang, "mcp.added", name=name, count=len(admitted)) + "\n")


def refresh_mcp(
    name: str = typer.Argument(...),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Ask an admitted MCP server for its tools again."""
    from metnos_cli.executors.mcp.servers import read_server

    here = world()
    server = read_server(name, _configured(here, name))
    admitted, problems = _offered(here, server)
    _tell(here, server, admitted, problems, as_json=as_json)


def remove_mcp(name: str = typer.Argument(...)) -> None:
    """Take an MCP server and its tools out again."""
    from metnos_cli.config.edit import unset_entry
    from metnos_cli.config.schema import BY_NAME
    from metnos_cli.executors.mcp.listing import forget

    here = world()
    _configured(here, name)
    if here.settings.file is not None:
        unset_entry(here.settings.file, BY_NAME[KEY], name)
    forget(name, here.environment.cache_dir)
    here.environment.stderr.write(messages.text(here.lang, "mcp.removed", name=name) + "\n")


def _header(told: str) -> tuple[str, str]:
    header, equals, variable = told.partition("=")
    if not equals or not header.strip() or not variable.strip():
        raise UsageError("mcp_header", found=told)
    return header.strip(), variable.strip()


def _configured(here: World, name: str) -> Any:
    servers = here.settings.table(KEY)
    if name not in servers:
        raise UsageError("mcp_unknown_server", server=name, names=", ".join(servers) or "–")
    return servers[name]


def _offered(here: World, server: Server) -> tuple[list[Manifest], list[Mapping[str, Any]]]:
    """The server's tools as executors, and those that cannot be.

    Raises:
        ExecutorError: ``unavailable``: it does not answer.
    """
    from metnos_cli.executors.catalog import load_catalog
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.executors.mcp.listing import ask
    from metnos_cli.executors.mcp.tools import manifests_of

    listing = ask(server, here.environment.cache_dir, here.now())
    known = load_catalog((here.environment.executors_dir,), cache_dir=here.environment.cache_dir)
    found = manifests_of(server, listing, known.__contains__)
    return (
        [one for one in found if isinstance(one, Manifest)],
        [one.facts for one in found if not isinstance(one, Manifest)],
    )


def _tell(
    here: World, server: Server, admitted: list[Manifest], problems: list[Mapping[str, Any]], *, as_json: bool
) -> None:
    """The tools on stdout, each with what it may do; everything a server says is cleaned."""
    if as_json:
        tools = [
            {"name": one.name, "tool": one.run.mcp["tool"], "effect": one.effect, "description": one.description["en"]}
            for one in admitted
        ]
        told = {"schema_version": SCHEMA_VERSION, "server": server.name, "tools": tools, "problems": problems}
        here.environment.stdout.write(json.dumps(told, ensure_ascii=False, default=str) + "\n")
        return
    width = max((len(one.name) for one in admitted), default=0)
    for one in admitted:
        effect = messages.text(here.lang, f"mcp.effect_{one.effect}")
        here.environment.stdout.write(f"{one.name:<{width}}  {effect:<12}  {clean_line(one.description[here.lang])}\n")
    for facts in problems:
        here.environment.stderr.write(
            messages.text(here.lang, "mcp.left_out", pointer=facts["pointer"], why=clean_line(str(facts["why"]))) + "\n"
        )


def _write(here: World, name: str, table: Mapping[str, Any]) -> None:
    from metnos_cli.config.edit import set_entry
    from metnos_cli.config.schema import BY_NAME

    set_entry(here.settings.file or here.environment.config_file, BY_NAME[KEY], name, table, here.lang)
