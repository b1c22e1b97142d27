"""The runner's way to MCP tools: one connection per call, nothing called that has changed since it was admitted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError, ManifestError
from metnos_cli.executors.mcp.listing import keep, log_of
from metnos_cli.executors.mcp.results import answer_of
from metnos_cli.executors.mcp.servers import read_server
from metnos_cli.executors.mcp.session import Listing, call_tool
from metnos_cli.executors.mcp.tools import manifest_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.executors.mcp.servers import Server
    from metnos_cli.ports import ExecutorContext


class McpCaller:
    """Calls the tools of the servers in the settings; for ``ProcessRunner(callers={"mcp": ...})``.

    Args:
        cache_dir: Where listings and logs are kept.
    """

    def __init__(self, cache_dir: Path) -> None:
        self._cache = cache_dir

    def __call__(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Mapping[str, Any]:
        """Call one tool, once.

        Raises:
            ExecutorError: ``unavailable`` (the server does not start, hangs, dies, is no longer configured),
                ``wrong_tool`` (it no longer offers the tool, or another one under that name), ``wrong_args``,
                ``internal`` (the tool failed and may have acted).
            Interrupted: Ctrl-C.
        """
        name, tool = manifest.run.mcp.get("server", ""), manifest.run.mcp.get("tool", "")
        table = context.settings.table("mcp.servers").get(name)
        if table is None:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "mcp_no_server", server=name)
        server = read_server(name, table)

        def admit(listing: Listing) -> None:
            self._admit(manifest, server, tool, listing, context)

        told = call_tool(server, tool, dict(args), log_of(name, self._cache), context.check_cancelled, admit)
        return answer_of(manifest, told)

    def _admit(self, manifest: Manifest, server: Server, tool: str, listing: Listing, context: ExecutorContext) -> None:
        """The tool is the one that was planned and consented to: a server may change its mind, not our plan.

        Raises:
            ExecutorError: ``wrong_tool``; what it offers now is kept for the next turn.
        """
        offered = next((row for row in listing.tools if row.get("name") == tool), None)
        facts = {"server": server.name, "tool": manifest.name}
        if offered is None:
            keep(server, self._cache, listing, context.clock.now())
            raise ExecutorError(ErrorClass.WRONG_TOOL, "mcp_tool_gone", **facts)
        try:
            now = manifest_of(server, listing.version, offered, lambda name: name != manifest.name)
        except ManifestError as error:
            raise ExecutorError(ErrorClass.WRONG_TOOL, "mcp_tool_changed", **facts) from error
        if now.digest != manifest.digest:
            keep(server, self._cache, listing, context.clock.now())
            raise ExecutorError(ErrorClass.WRONG_TOOL, "mcp_tool_changed", **facts)
