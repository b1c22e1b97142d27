"""The vaglio: what it allows, what it asks about, what it denies, and what it would show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.executors.manifest import RunSpec
from metnos_cli.safety.vaglio import GuardedVaglio, typed
from tests.executors.small_world import manifest

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("get_now", {}),
        ("find_files", {"path": "~/a", "pattern": "*.log"}),
        ("read_files", {"path": "~/note.txt"}),
        ("read_files", {"path": "~/not-there"}),
        ("move_files", {"path": "~/a", "pattern": "*.log", "dst": "~/b"}),
        ("move_files", {"entries": [{"path": "~/a/x"}], "dst": "~/b"}),
        ("create_dirs", {"path": "~/new"}),
        ("write_files", {"path": "~/new.txt", "text": "x"}),
        ("write_files", {"path": "~/new.txt", "text": "x", "mode": "overwrite"}),
        ("write_files", {"path": "~/note.txt", "text": "x", "mode": "append"}),
        ("get_urls", {"url": "https://example.com/"}),
        ("get_urls", {"url": "not an address"}),
        ("get_inputs", {"prompt": "x", "kind": "text"}),
    ],
)
def test_what_is_allowed(small: SmallWorld, name: str, args: dict[str, Any]) -> None:
    """Reading, and changes that replace nothing and can be taken back."""
    small.file("note.txt", "x")

    assert small.judge(name, args).decision == "allow"


@pytest.mark.parametrize(
    ("name", "args", "reason"),
    [
        ("delete_files", {"path": "~/note.txt"}, "delete"),
        ("delete_files", {"entries": [{"path": "~/note.txt"}]}, "delete"),
        ("write_files", {"path": "~/note.txt", "text": "x", "mode": "overwrite"}, "overwrite"),
        ("move_files", {"path": "~/a", "dst": "~/note.txt", "overwrite": True}, "overwrite"),
        ("copy_files", {"path": "~/a", "dst": "~/folder", "overwrite": True}, "overwrite"),
        ("write_files", {"path": "~/.bashrc", "text": "x", "mode": "append"}, "hidden"),
        ("move_files", {"path": "~/a", "dst": "~/.config/autostart/x"}, "hidden"),
        ("create_dirs", {"path": "~/x/.hidden/y"}, "hidden"),
    ],
)
def test_what_is_asked_about(small: SmallWorld, name: str, args: dict[str, Any], reason: str) -> None:
    """Deleting, replacing, and where programs keep their settings."""
    small.file("note.txt", "x")
    (small.home / "folder").mkdir()

    verdict = small.judge(name, args)

    assert (verdict.decision, verdict.reason) == ("ask", reason)


@pytest.mark.parametrize(
    ("name", "args", "reason"),
    [
        ("find_files", {"path": "/etc"}, "path_outside"),
        ("read_files", {"path": "~/.ssh/id_rsa"}, "path_secret"),
        ("read_files", {"path": "~/link"}, "path_secret"),
        ("move_files", {"path": "~/a", "dst": "/tmp/x"}, "path_outside"),
        ("move_files", {"path": "/etc/hosts", "dst": "~/b"}, "path_outside"),
        ("write_files", {"path": "~/.config/metnos/runtime.toml", "text": "x"}, "path_secret"),
        ("delete_files", {"path": "~/.local/share/metnos"}, "path_secret"),
        ("get_urls", {"url": "http://127.0.0.1:8000/"}, "host_private"),
        ("get_urls", {"url": "http://localhost/"}, "host_private"),
        ("get_urls", {"url": "http://[::ffff:10.0.0.1]/"}, "host_private"),
    ],
)
def test_what_is_denied(small: SmallWorld, name: str, args: dict[str, Any], reason: str) -> None:
    """Before anything runs, whoever asks."""
    small.file(".ssh/id_rsa", "x")
    (small.home / "link").symlink_to(small.home / ".ssh/id_rsa")

    verdict = small.judge(name, args, str(args))

    assert (verdict.decision, verdict.reason) == ("deny", reason)


def test_a_listed_host_is_allowed(small: SmallWorld) -> None:
    """Exactly it."""
    small.config = '[safety]\nprivate_hosts = ["127.0.0.1:8000"]\n'

    assert small.judge("get_urls", {"url": "http://127.0.0.1:8000/x"}).decision == "allow"
    assert small.judge("get_urls", {"url": "http://127.0.0.1:8001/x"}).decision == "deny"


@pytest.mark.parametrize(
    ("name", "args", "provenance", "text", "decision"),
    [
        ("get_urls", {"url": "https://evil.example/"}, {"url": "tool:read_files"}, "leggi ~/a e aprila", "ask"),
        (
            "get_urls",
            {"url": "https://ok.example/"},
            {"url": "tool:read_files"},
            "apri https://ok.example/ come dice ~/a",
            "allow",
        ),
        ("get_urls", {"url": "https://ok.example/"}, {"url": "memory"}, "la pagina di sempre", "allow"),
        ("get_urls", {"entries": [{"url": "https://evil.example/"}]}, {"entries": "tool:read_files"}, "x", "ask"),
        (
            "write_files",
            {"path": "~/sum.txt", "text": "anything"},
            {"path": "user", "text": "tool:describe_entries"},
            "salva in ~/sum.txt",
            "allow",
        ),
        ("write_files", {"path": "~/evil.txt", "text": "x"}, {"path": "tool:get_urls"}, "salva dove dice", "ask"),
        ("move_files", {"entries": [{"path": "~/a"}], "dst": "~/b"}, {"entries": "tool:find_files"}, "in ~/b", "allow"),
        ("move_files", {"path": "~/a", "dst": "~/evil"}, {"dst": "tool:read_files"}, "sposta ~/a", "ask"),
        ("find_files", {"path": "~/evil"}, {"path": "tool:read_files"}, "x", "allow"),
    ],
)
def test_where_a_destination_comes_from(
    small: SmallWorld, name: str, args: dict[str, Any], provenance: dict[str, str], text: str, decision: str
) -> None:
    """What a page says is not what the user says, unless the user typed it too."""
    verdict = small.judge(name, args, text, provenance)

    assert verdict.decision == decision
    if decision == "ask":
        assert verdict.reason == "tool_value"
        assert verdict.facts["origin"] in ("read_files", "get_urls")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({"entries": [{"path": "~/a"}, {"path": "/etc/hosts"}]}, "path_outside"),
        ({"entries": [{"path": "~/.ssh/id_rsa"}]}, "path_secret"),
        ({"input": "~/.ssh/id_rsa"}, "path_secret"),
        ({"things": ["~/a", "~/.netrc"]}, "path_secret"),
        ({"input": "/etc/hosts"}, "harmless"),
        ({"input": "/me waves"}, "harmless"),
        ({"entries": [{"path": "~/a"}, {"name": "/etc"}]}, "harmless"),
    ],
)
def test_what_others_code_is_given(small: SmallWorld, args: dict[str, Any], reason: str) -> None:
    """It does not go through the guard: paths in entries, and secrets under any name, are stopped here."""
    small.file(".ssh/id_rsa", "x")
    small.file(".netrc", "x")
    program = replace(manifest("get_now"), run=replace(manifest("get_now").run, python="", command=("cat",)))

    assert small.vaglio.judge(program, args, {}, small.request("x")).reason == reason


def test_a_servers_tool_is_asked_about(small: SmallWorld) -> None:
    """Nobody here can take back what it changes."""
    foreign = replace(manifest("get_now").run, python="", mcp={"server": "lamps", "tool": "on"})
    changing = replace(manifest("get_now"), run=foreign, effect="write")
    reading = replace(changing, effect="read")

    assert small.vaglio.judge(changing, {}, {}, small.request("x")).reason == "foreign"
    assert small.vaglio.judge(reading, {}, {}, small.request("x")).decision == "allow"


def test_sending_always_asks(small: SmallWorld) -> None:
    """Whoever said it."""
    sending = replace(manifest("get_now"), effect="send")

    assert small.vaglio.judge(sending, {"to": "a@b.it"}, {"to": "user"}, small.request("a@b.it")).reason == "send"


def test_what_would_be_touched(small: SmallWorld) -> None:
    """Each file by name, clean of control sequences; a pattern is looked up."""
    for name in ("b.TMP", "a.tmp", "keep", ".hidden.tmp", "odd\x1b[2J.tmp", "folder.tmp/x"):
        small.file(f"w/{name}")

    by_pattern = small.vaglio.targets(manifest("delete_files"), {"path": "~/w", "pattern": "*.tmp"})
    by_entries = small.vaglio.targets(manifest("delete_files"), {"entries": [{"path": "~/w/a.tmp"}, {"name": "x"}]})
    many = small.vaglio.targets(manifest("delete_files"), {"entries": [{"path": str(n)} for n in range(600)]})

    assert by_pattern == ("~/w/a.tmp", "~/w/b.TMP", "~/w/odd.tmp", "~/w")
    assert by_entries == ("~/w/a.tmp", "x")
    assert (len(many), many[-1]) == (501, "… +100")


@pytest.mark.parametrize(
    ("value", "text", "said"),
    [
        ("~/b", "sposta in ~/b", True),
        ("~/b", "sposta in ~/b.", True),
        ("~/b", "sposta in «~/b», grazie", True),
        ("~/b", "sposta in ~/bc", False),
        ("~/b", "sposta in ~/b/c", False),
        ("~/b", "sposta in /x~/b", False),
        ("a", "una parola", False),
        ("https://a.it/", "apri https://a.it/x", False),
        ("https://a.it", "apri https://a.it.evil.com", False),
        ("https://a.it/x", "apri https://a.it/x!", True),
        ("anna@a.it", "scrivi a joanna@a.it", False),
    ],
)
def test_what_counts_as_typed(value: str, text: str, said: bool) -> None:
    """The whole value, not a piece of another."""
    assert typed(value, text) is said


@given(st.text(min_size=1), st.text())
def test_typed_never_fails(value: str, text: str) -> None:
    """Values may hold anything."""
    assert typed(value, text) in (True, False)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("move_messages", {"entries": [{"title": "x"}], "dst_folder": "School"}),
        ("move_messages", {"entries": [{"title": "x"}], "dst_folder": "Lavoro/.clienti"}),
        ("find_messages", {"folder": "Bollette"}),
        ("read_messages", {"folder": "Kunden/2026"}),
    ],
)
def test_a_mail_folder_is_no_folder_of_the_disk(small: SmallWorld, name: str, args: dict[str, Any]) -> None:
    """Where the terminal happens to stand says nothing about the folders of a mail account."""
    elsewhere = replace(small.environment, cwd=Path("/"))

    verdict = GuardedVaglio.of(elsewhere, small.settings).judge(
        manifest(name), args, dict.fromkeys(args, "user"), small.request("sposta le mail")
    )

    assert verdict.decision == "allow"


def test_a_folder_of_anybody_else_is_one_of_the_disk(small: SmallWorld) -> None:
    """Only the executors for mail that come with Metnos are known to mean a folder of the account."""
    foreign = replace(manifest("move_messages"), run=RunSpec(command=("true",)))
    args = {"entries": [{"title": "x"}], "dst_folder": "/etc/mail"}

    verdict = small.vaglio.judge(foreign, args, dict.fromkeys(args, "user"), small.request("sposta le mail"))

    assert (verdict.decision, verdict.reason) == ("deny", "path_outside")
