"""Talks to one MCP server for as long as one thing takes: bounded, stoppable, and silent on the user's terminal."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from pathlib import Path

    from mcp import Client

    from metnos_cli.executors.mcp.servers import Server

T = TypeVar("T")
POLL_S = 0.05
PAGES = 20
"""Of a list of tools, at most."""
TOLD = 300


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server offers."""

    version: str
    """As the server says, or empty."""
    tools: tuple[dict[str, Any], ...]
    """As JSON: name, title, description, inputSchema, outputSchema, annotations."""


def list_tools(server: Server, log: Path, check: Callable[[], None] = lambda: None) -> Listing:
    """Ask a server for its tools.

    Args:
        server: Which.
        log: File that gets what it says on stderr.
        check: Raises to stop.

    Raises:
        ExecutorError: ``unavailable``: it does not start, answer or speak the protocol.
    """

    async def work(client: Client) -> Listing:
        return await _listed(client)

    return _run(server, log, check, work)


def call_tool(
    server: Server,
    tool: str,
    args: dict[str, Any],
    log: Path,
    check: Callable[[], None],
    admit: Callable[[Listing], None],
) -> Any:
    """Call one tool, once.

    Args:
        server: Whose.
        tool: Its own name.
        args: Arguments as JSON.
        log: File that gets what it says on stderr.
        check: Raises to stop.
        admit: Looks at what the server offers now, before anything is called; raises to leave it.

    Returns:
        The SDK's ``CallToolResult``.

    Raises:
        ExecutorError: By class; ``unavailable`` when it hangs or dies, whether the tool acted or not.
    """

    async def work(client: Client) -> Any:
        admit(await _listed(client))
        return await client.call_tool(tool, args)

    return _run(server, log, check, work)


def _run(server: Server, log: Path, check: Callable[[], None], work: Callable[[Client], Awaitable[T]]) -> T:
    """Run in an event loop of its own thread, so that Ctrl-C and the clock are heeded while it waits.

    Raises:
        ExecutorError: Whatever goes wrong, by class.
    """
    try:
        from anyio.from_thread import start_blocking_portal
        from mcp.client.stdio import stdio_client  # noqa: F401  the SDK is missing as a whole or not at all
    except ImportError as error:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "extra_missing", extra="mcp") from error
    server.variables(), server.headers()
    end = time.monotonic() + server.timeout_s
    with _written_to(log) as words, start_blocking_portal() as portal:
        future = portal.start_task_soon(_talk, server, words, work)
        try:
            while True:
                try:
                    found: T = future.result(POLL_S)
                except NotYet:
                    check()
                    if time.monotonic() > end:
                        facts = {"server": server.name, "seconds": f"{server.timeout_s:g}"}
                        raise ExecutorError(ErrorClass.UNAVAILABLE, "mcp_silent", **facts) from None
                else:
                    return found
        except CancelledError as error:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "mcp_gone", server=server.name, why="") from error
        finally:
            # Leaving the portal waits until the server has been stopped; the SDK bounds each of its steps.
            future.cancel()


async def _talk(server: Server, words: TextIO, work: Callable[[Client], Awaitable[T]]) -> T:
    """Connect, do it, disconnect; every failure in Metnos' own classes."""
    from mcp import Client

    try:
        async with _transport(server, words) as transport, Client(transport) as client:
            return await work(client)
    except BaseExceptionGroup as group:
        leaf = _leaf(group)
        if isinstance(leaf, _foreign()):
            raise _told(server, leaf) from group
        raise leaf from group
    except _foreign() as error:
        raise _told(server, error) from error


def _foreign() -> tuple[type[Exception], ...]:
    """What the SDK and the libraries below it raise (pydantic's errors are ``ValueError``)."""
    import anyio
    import httpx2
    from mcp import MCPError

    streams = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream)
    return (MCPError, httpx2.HTTPError, httpx2.InvalidURL, OSError, EOFError, ValueError, RuntimeError, *streams)


@contextlib.asynccontextmanager
async def _transport(server: Server, words: TextIO) -> AsyncIterator[Any]:
    if server.command:
        from mcp import StdioServerParameters
        from mcp.client.stdio import stdio_client

        yield stdio_client(
            StdioServerParameters(
                command=server.program,
                args=list(server.command[1:]),
                env=server.variables(),
                cwd=server.folder,
                encoding_error_handler="replace",
            ),
            errlog=words,
        )
        return
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    # Nothing of the environment counts: a proxy would see what is meant for the server.
    async with httpx2.AsyncClient(
        headers=server.headers(), timeout=server.timeout_s, trust_env=False, follow_redirects=False
    ) as client:
        yield streamable_http_client(server.url, http_client=client)


async def _listed(client: Client) -> Listing:
    tools: list[dict[str, Any]] = []
    cursor: str | None = None
    for _ in range(PAGES):
        page = await client.list_tools(cursor=cursor, cache_mode="refresh")
        tools += [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None:
            break
    info = client.server_info
    return Listing(info.version if info else "", tuple(tools))


def _told(server: Server, error: Exception) -> ExecutorError:
    """What went wrong, by class."""
    from mcp import MCPError
    from mcp_types import CONNECTION_CLOSED, INVALID_PARAMS, METHOD_NOT_FOUND

    why = one_line(str(error) or type(error).__name__)
    if isinstance(error, MCPError):
        if error.code == CONNECTION_CLOSED:
            return ExecutorError(ErrorClass.UNAVAILABLE, "mcp_gone", server=server.name, why=why)
        kinds = {INVALID_PARAMS: ErrorClass.WRONG_ARGS, METHOD_NOT_FOUND: ErrorClass.WRONG_TOOL}
        return ExecutorError(kinds.get(error.code, ErrorClass.INTERNAL), "mcp_error", server=server.name, why=why)
    if isinstance(error, TimeoutError):
        return ExecutorError(ErrorClass.UNAVAILABLE, "mcp_silent", server=server.name, seconds=f"{server.timeout_s:g}")
    if isinstance(error, OSError) and server.command:
        facts = {"server": server.name, "program": server.command[0], "why": error.strerror or why}
        return ExecutorError(ErrorClass.UNAVAILABLE, "mcp_not_started", **facts)
    if type(error).__module__.partition(".")[0] in ("httpx2", "anyio") or isinstance(error, OSError | EOFError):
        return ExecutorError(ErrorClass.UNAVAILABLE, "mcp_gone", server=server.name, why=why)
    return ExecutorError(ErrorClass.UNAVAILABLE, "mcp_not_understood", server=server.name, why=why)


def _leaf(group: BaseExceptionGroup[Any]) -> BaseException:
    """The first single cause inside nested groups; ours before others."""
    found: list[BaseException] = []
    waiting: list[BaseException] = [group]
    while waiting:
        error = waiting.pop(0)
        if isinstance(error, BaseExceptionGroup):
            waiting += error.exceptions
        else:
            found.append(error)
    return next((error for error in found if isinstance(error, ExecutorError)), found[0])


@contextlib.contextmanager
def _written_to(log: Path) -> Iterator[TextIO]:
    """The server's stderr and the SDK's own log go to a file of the user's alone, begun anew each time.

    Raises:
        ExecutorError: ``unavailable``: the file cannot be written.
    """
    try:
        log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise ExecutorError(
            ErrorClass.UNAVAILABLE, "mcp_no_log", path=str(log), why=error.strerror or str(error)
        ) from error
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as words:
        logger = logging.getLogger("mcp")
        handler = logging.StreamHandler(words)
        spoke = logger.propagate
        logger.addHandler(handler)
        logger.propagate = False
        try:
            yield words
        finally:
            logger.removeHandler(handler)
            logger.propagate = spoke


def one_line(text: str) -> str:
    """Foreign words on one short line, without control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:TOLD]
