"""Plans: what can be written under the grammar of a pool, in llama.cpp itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar import generate_framework_grammar, generate_tool_grammar
from tests.plan.small_catalog import ALL, FIND, MOVE, NOW, SORT, TAG, executor

pytest.importorskip("llama_cpp")

Call = tuple[str, dict[str, Any]]


def plan(*calls: Call, say: str = "", fillers: dict[str, Any] | None = None) -> str:
    """A framework as JSON text."""
    steps = [{"tool": tool, "args": args} for tool, args in calls]
    return json.dumps({"steps": steps, "fillers": fillers or {}, "final_message": say}, ensure_ascii=False)


@pytest.fixture(scope="module")
def engine() -> Any:
    """The grammar of three executors and up to four steps."""
    from tests.plan.grammar.engine import Engine

    return Engine(generate_framework_grammar((FIND, SORT, MOVE, NOW), 4))


find: Call = ("find_files", {"path": "~"})
ACCEPTED = {
    "one step": plan(find),
    "all arguments": plan(("find_files", {"path": "~/Perché no", "limit": 3, "hidden": True})),
    "chain": plan(
        find,
        ("sort_entries", {"from_step": 1, "by": "size", "top": 3}),
        ("move_files", {"from_step": 2, "dst": "/tmp"}),
    ),
    "back to the first": plan(
        find, ("sort_entries", {"from_step": 1, "by": "name"}), ("move_files", {"from_step": 1, "dst": "x"})
    ),
    "text field": plan(find, ("move_files", {"path": "${step1.folder}", "dst": "a"})),
    "inside text": plan(find, ("move_files", {"path": "a/${step1.size}/b ${step1.ok_count}", "dst": "a"})),
    "whole number": plan(find, ("find_files", {"path": "x", "limit": "${step1.ok_count}"})),
    "number that may be whole": plan(find, ("find_files", {"path": "x", "limit": "${step1.size}"})),
    "number": plan(find, ("move_files", {"path": "x", "dst": "y", "ratio": "${step1.size}"})),
    "truth": plan(find, ("find_files", {"path": "x", "hidden": "${step1.full}"})),
    "enum from outside": plan(find, ("sort_entries", {"from_step": 1, "by": "${RUNTIME:user}"})),
    "runtime": plan(("find_files", {"path": "${RUNTIME:home}/x ${RUNTIME:today}"})),
    "filler": plan(
        ("find_files", {"path": "${FILLER:cestino_folder}"}),
        fillers={"cestino_folder": {"prompt": "Come si chiama?", "default": "Trash", "tier": "fast"}},
    ),
    "last message": plan(
        find, ("get_now", {}), say="In ${step1.folder} ${step1.ok_count}, oggi ${step2.date}: $5 {x} $$"
    ),
    "entries of a step before the last": plan(find, ("get_now", {}), ("sort_entries", {"from_step": 1, "by": "name"})),
    "far text field": plan(find, ("get_now", {}), ("move_files", {"path": "${step1.folder}", "dst": "a"})),
    "dollars": plan(("find_files", {"path": "$ $x $$ {a} $"})),
    "nothing after the steps": '{"steps":[{"tool":"get_now","args":{}}]}',
    "only a message": '{"steps":[{"tool":"get_now","args":{}}],"final_message":"x"}',
    "compact": plan(find).replace(": ", ":").replace(", ", ","),
}
REFUSED = {
    "no steps": plan(),
    "unknown tool": plan(("find_file", {"path": "~"})),
    "unknown argument": plan(("find_files", {"path": "~", "deep": True})),
    "missing argument": plan(("find_files", {})),
    "wrong type": plan(("find_files", {"path": 3})),
    "below the minimum": plan(("find_files", {"path": "~", "limit": 0})),
    "arguments of another tool": plan(find, ("sort_entries", {"path": "~"})),
    "itself": plan(find, ("sort_entries", {"from_step": 2, "by": "name"})),
    "a later step": plan(find, ("sort_entries", {"from_step": 3, "by": "name"}), ("get_now", {})),
    "step zero": plan(find, ("sort_entries", {"from_step": 0, "by": "name"})),
    "a first step that needs entries": plan(("sort_entries", {"from_step": 1, "by": "name"})),
    "a step without entries": plan(("get_now", {}), ("sort_entries", {"from_step": 1, "by": "name"})),
    "field of another tool": plan(("get_now", {}), ("find_files", {"path": "${step1.folder}"})),
    "field of itself": plan(("find_files", {"path": "${step1.folder}"})),
    "field of a later step": plan(find, ("find_files", {"path": "${step2.folder}"})),
    "field that nobody has": plan(find, ("find_files", {"path": "${step1.colour}"})),
    "number as text": plan(find, ("find_files", {"path": "${step1.size}"})),
    "text as number": plan(find, ("find_files", {"path": "x", "limit": "${step1.folder}"})),
    "both of two exclusive arguments": plan(find, ("move_files", {"path": "x", "from_step": 1, "dst": "y"})),
    "neither of them": plan(find, ("move_files", {"dst": "y"})),
    "open placeholder": plan(("find_files", {"path": "${step1.folder"})),
    "nameless placeholder": plan(("find_files", {"path": "${}"})),
    "unknown placeholder": plan(("find_files", {"path": "${HOME}"})),
    "slot": plan(("find_files", {"path": "${SLOT:path}"})),
    "unknown runtime key": plan(("find_files", {"path": "${RUNTIME:shell}"})),
    "too many steps": plan(*[("get_now", {})] * 5),
    "message with an unknown field": plan(find, say="${step1.colour}"),
    "message with a later step": plan(find, say="${step2.folder}"),
    "placeholder by escapes": plan(find).replace("~", "\\u0024{x}"),
    "brace by escape": plan(find).replace("~", "$\\u007b"),
    "empty text where some is needed": plan(find, ("move_files", {"from_step": 1, "dst": ""})),
    "text behind the end": plan(find) + " and more",
    "a lot of white space": plan(find).replace(": ", ":      "),
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_a_sound_plan_can_be_written(engine: Any, text: str) -> None:
    """Every way of referring to earlier steps is there."""
    assert engine.check(text) == "accept"


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_malformed_plan_cannot_be_written(engine: Any, text: str) -> None:
    """No reference can dangle, no argument can be of another tool."""
    assert not engine.accepts(text)


def test_every_type_of_argument_may_come_from_an_earlier_step() -> None:
    """Arrays, objects, formatted text, and fields whose type nobody declared."""
    from tests.plan.grammar.engine import Engine

    engine = Engine(generate_framework_grammar((FIND, TAG), 3))
    first: Call = ("tag_files", {"names": ["a"], "day": "2026-01-31", "extra": {"note": "x"}})

    assert engine.check(plan(first, ("tag_files", {"names": "${step1.tags}", "extra": "${step1.extra}"}))) == "accept"
    assert (
        engine.check(plan(first, ("tag_files", {"names": ["${step1.free}", "b"], "day": "${step1.free}"}))) == "accept"
    )
    assert engine.check(plan(find, ("tag_files", {"names": "${step1.entries}"}))) == "accept"
    assert not engine.accepts(plan(find, ("tag_files", {"names": "${step1.folder}"})))
    assert not engine.accepts(plan(first, ("tag_files", {"names": ["a"], "day": "${step1.ok_count}"})))
    assert not engine.accepts(plan(("tag_files", {"names": []})))


def test_text_of_a_bounded_length_may_hold_placeholders() -> None:
    """How long it becomes is known only later; text without placeholders keeps to its bounds."""
    from tests.plan.grammar.engine import Engine

    note = executor("write_notes", {"properties": {"text": {"type": "string", "minLength": 2, "maxLength": 5}}})
    engine = Engine(generate_framework_grammar((FIND, note), 2))
    sound = ("abcde", "${step1.folder}", "a long text with ${step1.folder} in it", "$${step1.size}$", "${step1.size}!")
    for text in (
        *sound,
        "a",
        "abcdef",
        "${step1.size}",
        "a ${step2.folder}",
        "a long text with ${ in it",
        "a long $ text",
    ):
        written = plan(find, ("write_notes", {"text": text}))
        assert engine.accepts(written) == (text in sound), text


def test_steps_already_run_are_counted() -> None:
    """A plan that continues another one starts behind its steps."""
    from tests.plan.grammar.engine import Engine

    engine = Engine(generate_framework_grammar((SORT, MOVE), 2, done=(NOW, FIND)))
    first: Call = ("sort_entries", {"from_step": 2, "by": "name"})

    assert (
        engine.check(plan(first, ("move_files", {"from_step": 3, "dst": "${step1.date} ${step2.folder}"}))) == "accept"
    )
    assert not engine.accepts(plan(("sort_entries", {"from_step": 1, "by": "name"})))
    assert not engine.accepts(plan(("sort_entries", {"from_step": 3, "by": "name"})))


def test_a_pool_that_cannot_begin_a_plan_leaves_only_the_empty_one() -> None:
    """A grammar without a way out would end the process, so there is one."""
    from tests.plan.grammar.engine import Engine

    engine = Engine(generate_framework_grammar((SORT,), 3))

    assert engine.accepts(plan())
    assert not engine.accepts(plan(("sort_entries", {"from_step": 1, "by": "name"})))


def test_a_bad_executor_does_not_spoil_the_others() -> None:
    """One refers to nothing, one admits nothing; the third can be called."""
    from tests.plan.grammar.engine import Engine

    lost = executor("find_lost", {"properties": {"a": {"$ref": "#/$defs/none"}}})
    empty = executor("find_empty", {"properties": {"a": {"enum": []}}, "required": ["a"]})
    engine = Engine(generate_framework_grammar((lost, NOW, empty), 2))

    assert engine.accepts(plan(("get_now", {})))
    assert not engine.accepts(plan(("find_empty", {"a": 1})))
    with pytest.raises(ManifestError):
        generate_framework_grammar((lost,), 2)


def test_one_call_is_a_union_over_the_tools() -> None:
    """Only the arguments of the tool that was named, and they are plain values."""
    from tests.plan.grammar.engine import Engine

    engine = Engine(generate_tool_grammar(ALL))

    assert engine.accepts('{"tool":"find_files","args":{"path":"${x} $"}}')
    assert engine.accepts('{"tool": "sort_entries", "args": {"from_step": 1, "by": "name"}}')
    assert not engine.accepts('{"tool":"get_now","args":{"path":"x"}}')
    assert not engine.accepts('{"tool":"find_files","args":{}}')
    assert not engine.accepts('{"tool":"find_files","args":{"path":"x","limit":1.0}}')


def test_the_text_depends_on_nothing_but_the_pool() -> None:
    """Generation is deterministic, kept per pool, and filtered by the request when there is one."""
    first = generate_framework_grammar(ALL, 3)

    assert generate_framework_grammar(list(ALL), 3) is first
    assert generate_framework_grammar(ALL, 2) != first
    assert generate_framework_grammar((FIND, NOW), 3) != generate_framework_grammar((NOW, FIND), 3)
