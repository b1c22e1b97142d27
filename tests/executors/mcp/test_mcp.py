"""MCP servers' tools as executors: a real server of our own over both transports, and a published one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from tests.executors.mcp.conftest import McpWorld, library, rude

if TYPE_CHECKING:
    from pathlib import Path


def failing(world: McpWorld, name: str, **args: Any) -> ExecutorError:
    """How a call fails."""
    with pytest.raises(ExecutorError) as raised:
        world.call(name, **args)
    return raised.value


def test_tools_become_executors_with_their_schema(books: McpWorld) -> None:
    """Name, arguments, result fields, description."""
    manifest = books.catalog.get("add_numbers")

    assert manifest is not None
    assert manifest.run.mcp == {"server": "library", "tool": "add_numbers"}
    assert (manifest.version, manifest.verb, manifest.object) == ("1.2.3", "add", "numbers")
    assert manifest.args["required"] == ["first"]
    assert manifest.args["properties"]["second"]["default"] == 1
    assert manifest.args["additionalProperties"] is False
    assert set(manifest.fields) >= {"total", "words", "text", "entries", "ok_count"}
    assert {"add", "numbers", "library", "sum"} <= set(manifest.affinity["it"])


def test_effects_come_from_annotations_and_else_are_writing(books: McpWorld) -> None:
    """Reading that may reach outside is network; without a word it writes."""
    effects = {name: books.catalog.get(name) for name in books.names}

    assert {name: manifest.effect for name, manifest in effects.items() if manifest} == {
        "add_numbers": "read",
        "list_books": "read",
        "search_catalogue": "network",
        "save_note": "write",
        "burn_book": "delete",
        "echo_library": "read",
        "find_files_library": "read",
        "get_shelf_label": "read",
        "fail_always": "read",
        "hang_forever": "write",
        "die_now": "write",
    }


def test_the_user_knows_better_than_annotations(home: Path) -> None:
    """Per tool, or not trusting a server's word at all; and only the tools that are wanted."""
    world = McpWorld(
        home,
        {
            "sure": library(effects={"save_note": "read"}, tools=["save_note"]),
            "doubted": library(trust_annotations=False, tools=["add_numbers", "echo"]),
        },
    )

    told = {manifest.name: manifest.effect for manifest in world.catalog if manifest.run.mcp}

    assert told == {"save_note": "read", "add_numbers": "write", "echo_doubted": "write"}


def test_what_a_server_says_is_one_clean_line(books: McpWorld) -> None:
    """No escape sequence and no second line gets into prompts and lists."""
    manifest = books.catalog.get("get_shelf_label")

    assert manifest is not None
    assert manifest.description["en"] == "Label of a shelf [31m in red and over two lines."


def test_a_tool_that_cannot_be_an_executor_is_told(books: McpWorld) -> None:
    """An argument of our own name; the other tools are there."""
    assert [(bad.file, bad.why) for bad in books.catalog.problems] == [("mcp:library", "from_step")]


def test_structured_answers_become_fields_and_entries(books: McpWorld) -> None:
    """A later step may name a field, or work on the rows."""
    summed = books.call("add_numbers", first=41)
    listed = books.call("list_books", author="Calvino")

    assert (summed["total"], summed["words"], summed["ok_count"]) == (42, "41 + 1 = 42", 1)
    assert listed["entries"] == [{"title": "Calvino I", "pages": 120}, {"title": "Calvino II", "pages": 90}]
    assert listed["ok_count"] == 2
    assert books.call("echo_library", text="perché")["text"] == "perché"


def test_a_tool_that_says_no_is_wrong_arguments_when_it_only_reads(books: McpWorld) -> None:
    """Its words are told as data."""
    error = failing(books, "fail_always", reason="no\x1b[2Jsuch thing")

    assert (error.error_class, error.key) == (ErrorClass.WRONG_ARGS, "mcp_error")
    assert error.facts["why"].endswith("no [2Jsuch thing")


def test_wrong_arguments_are_told_by_class(books: McpWorld) -> None:
    """The server checks too."""
    assert failing(books, "add_numbers", first="many").error_class is ErrorClass.WRONG_ARGS


def test_a_server_that_hangs_is_stopped_in_time(home: Path) -> None:
    """Unavailable; it was called once, and its process is gone."""
    world = McpWorld(home, {"library": library(tools=["hang_forever"], timeout_s=4)})

    error = failing(world, "hang_forever")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mcp_silent")
    assert world.calls == ["hang"]


def test_a_server_that_dies_is_unavailable_and_called_once(books: McpWorld) -> None:
    """Its last words are in its log, not on the terminal."""
    error = failing(books, "die_now")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mcp_gone")
    assert books.calls == ["die"]
    assert "last words" in (books.cache / "mcp/library.log").read_text(encoding="utf-8")


def test_a_servers_words_do_not_reach_the_terminal(books: McpWorld, capfd: pytest.CaptureFixture[str]) -> None:
    """Neither its stderr nor the SDK's log; the file is the user's alone."""
    books.call("echo_library", text="x")

    log = books.cache / "mcp/library.log"
    assert capfd.readouterr() == ("", "")
    assert "speaking on stderr" in log.read_text(encoding="utf-8")
    assert log.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("how", "keys"),
    [
        ("exits", {"mcp_gone"}),
        ("mute", {"mcp_silent"}),
        ("garbage", {"mcp_silent", "mcp_gone"}),
        ("nonsense", {"mcp_not_understood", "mcp_error"}),
    ],
)
def test_what_is_no_server_leaves_a_problem_and_nothing_else(
    home: Path, how: str, keys: set[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """The catalog has everything else; the next start does not wait for it again."""
    world = McpWorld(home, {"bad": rude(how)})

    assert world.names == []
    assert world.catalog.get("find_files") is not None
    ((told, why),) = [(bad.file, bad.why) for bad in world.catalog.problems]
    assert told == "mcp:bad"
    assert why.partition(":")[0] in keys
    assert capfd.readouterr() == ("", "")
    before = (world.cache / "mcp/bad.json").stat().st_mtime_ns
    assert len(world.load().problems) == 1
    assert (world.cache / "mcp/bad.json").stat().st_mtime_ns == before


def test_a_server_that_does_not_even_stop_is_killed(home: Path) -> None:
    """It ignores the polite signal."""
    world = McpWorld(home, {"bad": rude("stubborn", timeout_s=0.5)})

    assert world.catalog.problems[0].why.startswith("mcp_silent")


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"command": ["/nessun/programma"]}, "mcp_not_started"),
        ({"url": "http://127.0.0.1:1/mcp", "timeout_s": 5}, "mcp_gone"),
        ({"command": ["true"], "env_from": ["NON_C_E"]}, "mcp_no_variable"),
        ({"command": ["true"], "url": "http://x/"}, "mcp_one_way"),
        ({}, "mcp_one_way"),
        ({"url": "file:///etc/passwd"}, "mcp_bad_server"),
        ({"command": 3}, "mcp_bad_server"),
        ({"command": ["true"], "comand": ["x"]}, "mcp_bad_server"),
        ({"command": ["true"], "effects": {"x": "nothing"}}, "mcp_bad_server"),
        ({"command": ["true"], "timeout_s": 0}, "mcp_bad_server"),
    ],
)
def test_a_server_that_cannot_be_had_is_a_problem_by_key(home: Path, table: dict[str, Any], key: str) -> None:
    """Down, not installed, or wrongly configured."""
    assert McpWorld(home, {"bad": table}).catalog.problems[0].why.partition(":")[0] == key


def test_a_server_is_asked_once_and_then_remembered(books: McpWorld) -> None:
    """The next start reads what was kept, without a process."""
    again = books.load()

    assert [manifest.digest for manifest in again] == [manifest.digest for manifest in books.catalog]
    assert again.signature == books.catalog.signature
    assert not (books.cache / "mcp/library.log").exists()


def test_a_tool_that_changed_since_it_was_admitted_is_not_called(books: McpWorld) -> None:
    """A server may change its mind, not our plan; what it offers now is known from the next start."""
    (books.home / "changed").touch()

    changed = failing(books, "save_note", text="x")
    gone = failing(books, "echo_library", text="x")

    assert (changed.error_class, changed.key) == (ErrorClass.WRONG_TOOL, "mcp_tool_changed")
    assert (gone.error_class, gone.key) == (ErrorClass.WRONG_TOOL, "mcp_tool_gone")
    assert books.calls == []
    assert "also_send_to" in str(books.load().get("save_note"))


def test_a_server_taken_out_of_the_settings_is_unavailable(books: McpWorld) -> None:
    """Its tools may still stand in a plan."""
    books.world.settings.table("mcp.servers").clear()  # type: ignore[attr-defined]

    assert failing(books, "echo_library", text="x").key == "mcp_no_server"


def test_ctrl_c_leaves_a_hanging_tool(books: McpWorld) -> None:
    """At once, and the server is stopped."""
    books.world.cancel_after = books.world.looks + 30

    with pytest.raises(Interrupted):
        books.call("hang_forever")

    assert books.calls in ([], ["hang"])


def test_streamable_http_works_alike(home: Path, http_library: str) -> None:
    """Same tools, same answers, same failures."""
    world = McpWorld(home, {"library": {"url": http_library, "timeout_s": 20}})

    assert world.call("add_numbers", first=1, second=2)["total"] == 3
    assert world.call("list_books", author="Eco")["ok_count"] == 2
    assert failing(world, "fail_always", reason="no").error_class is ErrorClass.WRONG_ARGS


def test_a_hanging_http_server_is_left_in_time(home: Path, http_library: str) -> None:
    """As over stdio."""
    world = McpWorld(home, {"library": {"url": http_library, "timeout_s": 2}})

    assert failing(world, "hang_forever").key == "mcp_silent"


def test_an_http_server_that_dies_is_unavailable(home: Path, http_library: str) -> None:
    """In the middle of a call."""
    world = McpWorld(home, {"library": {"url": http_library, "timeout_s": 20}})

    error = failing(world, "die_now")

    assert error.error_class is ErrorClass.UNAVAILABLE
    assert world.calls == ["die"]


def test_a_published_server_works(home: Path) -> None:
    """mcp-server-time from PyPI, as anybody would add it."""
    command = [sys.executable, "-m", "mcp_server_time", "--local-timezone", "Europe/Rome"]
    world = McpWorld(home, {"clock": {"command": command}})

    told = world.call("get_current_time", timezone="Asia/Tokyo")
    converted = world.call("convert_time", source_timezone="Europe/Rome", time="12:00", target_timezone="Asia/Tokyo")

    assert world.names == ["convert_time", "get_current_time"]
    assert {manifest.effect for manifest in world.catalog if manifest.run.mcp} == {"read"}
    assert (told["timezone"], told["is_dst"]) == ("Asia/Tokyo", False)
    assert told["entries"][0]["datetime"].endswith("+09:00")
    assert converted["time_difference"] in ("+7.0h", "+8.0h")
    assert failing(world, "get_current_time", timezone="Luna/Mare").error_class is ErrorClass.WRONG_ARGS
