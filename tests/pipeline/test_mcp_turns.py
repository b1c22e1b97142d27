"""Whole turns over a real MCP server: its tools are planned, judged, called and remembered like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.plan.grammar import generate_framework_grammar, generate_tool_grammar
from metnos_cli.plan.validator import validate_tool_call
from tests.executors.mcp.conftest import library, listed, notes  # noqa: F401  fixtures
from tests.pipeline.test_turn import Small, Yes, plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def here(home: Path, listed: Path) -> Iterator[Small]:  # noqa: F811  the fixture above
    """A home whose settings name the tests' own server."""
    import tomlkit

    config = home / ".config/metnos/runtime.toml"
    config.parent.mkdir(parents=True)
    config.write_text(tomlkit.dumps({"mcp": {"servers": {"library": library()}}}), encoding="utf-8")
    made = Small(home)
    kept = made.world.environment.cache_dir / "mcp"
    kept.mkdir(parents=True)
    (kept / "library.json").write_bytes(listed.read_bytes())
    yield made
    made.world.close()


def noted(here: Small) -> list[str]:
    """What the server did."""
    log = here.home / "calls.log"
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def test_a_reading_tool_runs_without_a_question_and_its_fields_pipe_on(here: Small) -> None:
    """Into another step's argument and into the message; the second time from memory."""
    proposal = plan(
        ("add_numbers", {"first": 40, "second": 2}),
        ("echo_library", {"text": "${step1.words}"}),
        message="Fa ${step1.total}: ${step2.text}",
    )

    first = here.turn(proposal, text="somma 40 e 2 con la libreria e ripetilo")
    second = here.turn(text="somma 40 e 2 con la libreria e ripetilo")

    assert first.outcome.message == "Fa 42: 40 + 2 = 42"
    assert (second.outcome.message, second.layer) == ("Fa 42: 40 + 2 = 42", "shortcut")
    assert noted(here) == ["add", "add"]


def test_rows_of_a_tool_are_entries_of_the_next_step(here: Small) -> None:
    """Sorted by an executor of Metnos' own."""
    turn = here.turn(
        plan(
            ("list_books", {"author": "Eco"}),
            ("sort_entries", {"from_step": 1, "by": "pages", "order": "asc"}),
        ),
        text="list books of the author Eco in the library and sort them by pages",
    )

    assert [entry["title"] for entry in turn.outcome.entries] == ["Eco II", "Eco I"]


def test_a_writing_tool_asks_first(here: Small) -> None:
    """Without a yes the server is not even started."""
    asked = "save a note in the library"
    alone = here.turn(plan(("save_note", {"text": "ciao"})), text=asked)
    here.consent = Yes()
    agreed = here.turn(plan(("save_note", {"text": "ciao"})), text=asked)

    (question,) = here.consent.questions
    assert alone.outcome.kind == "refused"
    assert (question.tool, question.args, question.effect) == ("save_note", {"text": "ciao"}, "write")
    assert agreed.outcome.kind == "answered"
    assert noted(here) == ["note ciao"]


def test_a_tool_that_dies_ends_the_turn_and_is_not_called_again(here: Small) -> None:
    """It may have acted: no other plan is tried."""
    here.consent = Yes()

    turn = here.turn(plan(("die_now", {"text": "x"})), plan(("save_note", {"text": "y"})), text="die now, library")

    assert turn.outcome.kind == "dead_end"
    assert "library" in turn.outcome.message
    assert noted(here) == ["die"]


def test_tools_have_grammar_and_validator(here: Small) -> None:
    """As any executor."""
    pool = tuple(manifest for manifest in here.world.catalog if manifest.run.mcp)
    call: dict[str, Any] = {"tool": "add_numbers", "args": {"first": 1}}

    assert "add_numbers" in generate_tool_grammar(pool)
    assert "search_catalogue" in generate_framework_grammar(pool, 3)
    assert validate_tool_call(call, pool)[0]
    assert not validate_tool_call({"tool": "add_numbers", "args": {"first": "1"}}, pool)[0]
    assert not validate_tool_call({"tool": "add_numbers", "args": {"first": 1, "more": 2}}, pool)[0]
