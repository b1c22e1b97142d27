"""A world with MCP servers."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.executors.calling import ProcessRunner
from metnos_cli.executors.catalog import Catalog, load_catalog
from metnos_cli.executors.mcp.caller import McpCaller
from metnos_cli.executors.mcp.listing import ask, with_servers
from metnos_cli.executors.mcp.servers import read_server
from tests.executors.mail.dovecot import free_port
from tests.executors.mail.mail_world import NOW, MailWorld, environment_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HERE = Path(__file__).parent


@dataclass
class McpWorld:
    """Settings with servers, the catalog that they make, and the runner that calls them."""

    home: Path
    servers: Mapping[str, Mapping[str, Any]]

    def __post_init__(self) -> None:
        import tomlkit

        self.world = MailWorld(self.home, more=tomlkit.dumps({"mcp": {"servers": dict(self.servers)}}))
        self.cache = self.world.environment.cache_dir
        self.catalog = self.load()

    def load(self) -> Catalog:
        """The catalog as a start of Metnos finds it."""
        return with_servers(load_catalog(), self.world.settings, self.cache, self.world.clock.now())

    def call(self, name: str, **args: Any) -> Any:
        """Call a tool as the pipeline does."""
        manifest = self.catalog.get(name)
        assert manifest is not None, [told.name for told in self.catalog if told.run.mcp]
        return ProcessRunner(callers={"mcp": McpCaller(self.cache)}).call(manifest, args, self.world.context())

    @property
    def calls(self) -> list[str]:
        """What the server has noted."""
        log = self.home / "calls.log"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    @property
    def names(self) -> list[str]:
        """Executors that come from servers."""
        return [manifest.name for manifest in self.catalog if manifest.run.mcp]


def library(**more: Any) -> dict[str, Any]:
    """The table of the tests' own server; where it keeps its notes comes from the environment."""
    command = [sys.executable, str(HERE / "library_server.py")]
    return {"command": command, "env_from": ["LIBRARY_FOLDER"], "timeout_s": 20, **more}


def rude(how: str, **more: Any) -> dict[str, Any]:
    """The table of a bad server."""
    return {"command": [sys.executable, str(HERE / "rude_server.py"), how], "timeout_s": 1, **more}


@pytest.fixture(autouse=True)
def notes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tests' own server keeps its notes."""
    monkeypatch.setenv("LIBRARY_FOLDER", str(home))


@pytest.fixture(scope="session")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the tests' own server offers, asked once for all tests."""
    folder = tmp_path_factory.mktemp("listed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIBRARY_FOLDER", str(folder))
        ask(read_server("library", library()), folder, NOW)
    return folder / "mcp" / "library.json"


@pytest.fixture
def books(home: Path, listed: Path) -> McpWorld:
    """The tests' own server over stdio."""
    kept = environment_of(home).cache_dir / "mcp"
    kept.mkdir(parents=True)
    (kept / "library.json").write_bytes(listed.read_bytes())
    return McpWorld(home, {"library": library()})


@pytest.fixture
def http_library(notes: None) -> Iterator[str]:
    """The tests' own server over streamable HTTP; its address."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, str(HERE / "library_server.py"), str(port)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if "Uvicorn running" in line:
                break
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait(10)
        assert process.stderr is not None
        process.stderr.close()
