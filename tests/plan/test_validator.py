"""The validator tells everything that is wrong with a plan, where it stands, in words a model can act on."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli import messages
from metnos_cli.plan.validator import read_framework, validate_framework, validate_tool_call
from metnos_cli.records import LANGS, Framework, Step
from tests.plan.small_catalog import ALL, FIND, MOVE, NOW, SORT, TAG, executor

FILLER = {"q": {"prompt": "Quale?", "default": "x", "tier": "fast"}}


def told(*calls: tuple[str, dict[str, Any]], say: str = "", fillers: Any = None, **more: Any) -> list[tuple[str, str]]:
    """(pointer, key) of each error of a plan."""
    given = {
        "steps": [{"tool": tool, "args": args} for tool, args in calls],
        "fillers": fillers or {},
        "final_message": say,
    }
    framework, broken = read_framework(given)
    assert not broken
    assert framework is not None
    return [(error.pointer, error.key) for error in validate_framework(framework, ALL, **more)]


find = ("find_files", {"path": "~"})
SOUND = {
    "one step": ((find,), {}),
    "chain": (
        (find, ("sort_entries", {"from_step": 1, "by": "size"}), ("move_files", {"from_step": 2, "dst": "x"})),
        {},
    ),
    "typed references": ((find, ("find_files", {"path": "${step1.folder}", "limit": "${step1.ok_count}"})), {}),
    "number for a whole number": ((find, ("find_files", {"path": "x", "limit": "${step1.size}"})), {}),
    "undeclared type": ((("tag_files", {"names": ["a"]}), ("tag_files", {"names": "${step1.free}"})), {}),
    "runtime": ((("find_files", {"path": "${RUNTIME:home}/x"}),), {"say": "${step1.ok_count} ${RUNTIME:today}"}),
    "filler": ((("find_files", {"path": "${FILLER:q}"}),), {"fillers": FILLER}),
    "filler in the message": ((find,), {"fillers": FILLER, "say": "${FILLER:q}"}),
    "learned": ((("find_files", {"path": "${SLOT:path#2}"}),), {"learned": True}),
    "composite": ((("find_files", {"path": "${ARG:where}"}),), {"args": ["where"]}),
    "one of two exclusive": ((("move_files", {"path": "x", "dst": "y"}),), {}),
    "enum from outside": ((find, ("sort_entries", {"from_step": 1, "by": "${step1.folder}"})), {}),
}


@pytest.mark.parametrize("case", SOUND.values(), ids=SOUND)
def test_a_sound_plan_has_no_errors(case: Any) -> None:
    """Every kind of reference where it may stand."""
    calls, more = case

    assert told(*calls, **more) == []


BROKEN = {
    "no steps": ((), {}, [("/steps", "no_steps")]),
    "too many": ((find, find), {"max_steps": 1}, [("/steps", "too_many_steps")]),
    "unknown tool": ((("find_file", {}),), {}, [("/steps/0/tool", "unknown_tool")]),
    "missing": ((("find_files", {}),), {}, [("/steps/0/args/path", "missing")]),
    "unexpected": ((("find_files", {"path": "x", "a/b": 1}),), {}, [("/steps/0/args/a~1b", "unexpected")]),
    "type": ((("find_files", {"path": 3}),), {}, [("/steps/0/args/path", "type")]),
    "limit": ((("find_files", {"path": "x", "limit": 0}),), {}, [("/steps/0/args/limit", "limit")]),
    "enum": ((find, ("sort_entries", {"from_step": 1, "by": "colour"})), {}, [("/steps/1/args/by", "enum")]),
    "enum by reference": ((find, ("sort_entries", {"from_step": 1, "by": "${step1.full}"})), {}, [("/steps/1/args/by", "enum")]),
    "enum within text": ((find, ("sort_entries", {"from_step": 1, "by": "x ${step1.folder}"})), {}, [("/steps/1/args/by", "enum")]),
    "deep": ((("tag_files", {"names": ["a", 2], "extra": {"note": 1}}),), {}, [("/steps/0/args/extra/note", "type"), ("/steps/0/args/names/1", "type")]),
    "few": ((("tag_files", {"names": []}),), {}, [("/steps/0/args/names", "limit")]),
    "exclusive": ((find, ("move_files", {"path": "x", "from_step": 1, "dst": "y"})), {}, [("/steps/1/args", "exclusive")]),
    "exclusive by reference": ((find, ("move_files", {"path": "${step1.folder}", "from_step": 1, "dst": "y"})), {}, [("/steps/1/args", "exclusive")]),
    "neither": ((("move_files", {"dst": "y"}),), {}, [("/steps/0/args", "alternatives")]),
    "itself": ((find, ("sort_entries", {"from_step": 2, "by": "size"})), {}, [("/steps/1/args/from_step", "from_step")]),
    "no number": ((find, ("sort_entries", {"from_step": "1", "by": "size"})), {}, [("/steps/1/args/from_step", "from_step")]),
    "placeholder for a step": ((find, ("sort_entries", {"from_step": "${step1.ok_count}", "by": "size"})), {}, [("/steps/1/args/from_step", "from_step")]),
    "no entries": ((("get_now", {}), ("sort_entries", {"from_step": 1, "by": "size"})), {}, [("/steps/1/args/from_step", "from_step_without_entries")]),
    "later": ((("find_files", {"path": "${step1.folder}"}),), {}, [("/steps/0/args/path", "later_step")]),
    "field": ((find, ("find_files", {"path": "${step1.colour}"})), {}, [("/steps/1/args/path", "unknown_field")]),
    "wrong type by reference": ((find, ("find_files", {"path": "x", "limit": "${step1.folder}"})), {}, [("/steps/1/args/limit", "type")]),
    "number as text": ((find, ("find_files", {"path": "${step1.ok_count}"})), {}, [("/steps/1/args/path", "type")]),
    "text inside for a number": ((find, ("find_files", {"path": "x", "limit": "${step1.ok_count} "})), {}, [("/steps/1/args/limit", "type")]),
    "runtime": ((("find_files", {"path": "${RUNTIME:shell}"}),), {}, [("/steps/0/args/path", "unknown_runtime")]),
    "undefined filler": ((("find_files", {"path": "${FILLER:q}"}),), {}, [("/steps/0/args/path", "undefined_filler")]),
    "unused filler": ((find,), {"fillers": FILLER}, [("/fillers/q", "unused_filler")]),
    "filler without question": ((find,), {"fillers": {"q": {"prompt": " "}}, "say": "${FILLER:q}"}, [("/fillers/q/prompt", "empty_prompt")]),
    "placeholder in a filler": ((find,), {"fillers": {"q": {"prompt": "${step1.folder}?"}}, "say": "${FILLER:q}"}, [("/fillers/q/prompt", "placeholder_in_filler")]),
    "slot": ((("find_files", {"path": "${SLOT:path}"}),), {}, [("/steps/0/args/path", "slot_not_allowed")]),
    "argument": ((("find_files", {"path": "${ARG:where}"}),), {}, [("/steps/0/args/path", "arg_not_allowed")]),
    "argument unknown": ((("find_files", {"path": "${ARG:where}"}),), {"args": ["who"]}, [("/steps/0/args/path", "arg_not_allowed")]),
    "malformed": ((("find_files", {"path": "${HOME}"}),), {}, [("/steps/0/args/path", "malformed_placeholder")]),
    "message": ((find,), {"say": "${step2.folder} ${step1.colour} ${"}, [("/final_message", "malformed_placeholder"), ("/final_message", "later_step"), ("/final_message", "unknown_field")]),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN)
def test_each_error_is_told_with_its_place(case: Any) -> None:
    """The JSON pointer and the kind of error."""
    calls, more, errors = case

    assert told(*calls, **more) == errors


def test_all_errors_are_told_at_once() -> None:
    """A plan with one mistake in each part names them all."""
    found = told(
        ("find_files", {"limit": "x", "colour": 1}),
        ("sort_entries", {"from_step": 5, "by": "z"}),
        ("fly_kites", {"to": "${step9.x}"}),
        say="${step1.nothing}",
        fillers=FILLER,
    )

    assert sorted(key for _, key in found) == [
        "enum", "from_step", "later_step", "missing", "type", "unexpected", "unknown_field", "unknown_tool", "unused_filler",
    ]  # fmt: skip


def test_steps_already_run_are_counted() -> None:
    """A plan that continues another one may name its steps."""
    framework = Framework((Step("sort_entries", {"from_step": 1, "by": "name"}),), {}, "${step1.folder} ${step2.total}")

    assert validate_framework(framework, (SORT,), done=(FIND,)) == ()
    assert [error.key for error in validate_framework(framework, (SORT,), done=(NOW,))] == [
        "from_step_without_entries",
        "unknown_field",
    ]


def test_one_call_is_checked_with_plain_values() -> None:
    """Text that looks like a placeholder is only text there."""
    assert validate_tool_call({"tool": "find_files", "args": {"path": "${HOME}"}}, ALL) == (True, ())
    assert validate_tool_call(Step("get_now", {}), (NOW,)) == (True, ())
    for call, key in (
        ({"tool": "find_files", "args": {}}, "missing"),
        ({"tool": "fly", "args": {}}, "unknown_tool"),
        ({"tool": "get_now"}, "shape"),
        ({}, "unknown_tool"),
    ):
        fits, errors = validate_tool_call(call, ALL)
        assert (fits, [error.key for error in errors]) == (False, [key])


@pytest.mark.parametrize(
    ("text", "pointer", "key"),
    [
        ("{", "", "not_json"),
        ("[]", "", "outline"),
        ('{"steps":{}}', "", "outline"),
        ('{"steps":[{"args":{}}]}', "/steps/0", "step_outline"),
        ('{"steps":[{"tool":"a","args":[1]}]}', "/steps/0/args", "shape"),
        ('{"steps":[],"fillers":[1]}', "/fillers", "shape"),
        ('{"steps":[],"fillers":{"q":{"prompt":1}}}', "/fillers/q", "filler_outline"),
        ('{"steps":[],"final_message":1}', "/final_message", "shape"),
    ],
)
def test_what_is_no_plan_at_all_is_told(text: str, pointer: str, key: str) -> None:
    """Without a grammar a model writes anything."""
    framework, errors = read_framework(text)

    assert framework is None
    assert [(error.pointer, error.key) for error in errors] == [(pointer, key)]


def test_a_schema_that_refers_to_nothing_is_told_and_nothing_is_fetched() -> None:
    """Neither inside the schema nor at an address."""
    for reference in ("#/$defs/none", "http://127.0.0.1:9/schema.json"):
        lost = executor("find_lost", {"properties": {"a": {"$ref": reference}}})
        fits, errors = validate_tool_call({"tool": "find_lost", "args": {"a": 1}}, (lost,))

        assert not fits
        assert [error.key for error in errors] == ["broken_schema"]


def test_unknown_values_are_judged_by_what_is_known_of_them() -> None:
    """``not``, ``if`` and ``oneOf`` hold back where a placeholder could go either way."""
    schema = {
        "properties": {"kind": {"enum": ["n", "s"]}, "v": {"type": ["integer", "string"]}, "w": {"type": "string"}},
        "required": ["v"],
        "if": {"properties": {"kind": {"const": "n"}}, "required": ["kind"]},
        "then": {"properties": {"v": {"type": "integer"}}},
        "not": {"properties": {"w": {"const": "x"}}, "required": ["w"]},
        "oneOf": [{"properties": {"v": {"type": "integer"}}}, {"properties": {"v": {"type": "string"}}}],
    }
    one = executor("make_things", schema)

    def keys(**args: Any) -> list[str]:
        framework = Framework((Step("find_files", {"path": "x"}), Step("make_things", args)))
        return [error.key for error in validate_framework(framework, (FIND, one))]

    assert keys(kind="n", v="${step1.ok_count}") == []
    assert keys(kind="n", v="${step1.folder}") == ["type"]
    assert keys(kind="${FILLER:q}", v="${step1.folder}") == ["undefined_filler"]
    assert keys(v=1, w="${step1.folder}") == []
    assert keys(v=1, w="x") == ["other"]


def test_every_error_can_be_said_in_both_languages() -> None:
    """To the model in English, to the user in theirs."""
    framework, _ = read_framework(
        {
            "steps": [
                {"tool": "find_files", "args": {"a": 1}},
                {"tool": "move_files", "args": {}},
                {"tool": "x", "args": {}},
            ],
            "fillers": {"q": {"prompt": ""}},
            "final_message": "${step9.a} ${RUNTIME:z} ${FILLER:u} ${SLOT:time} ${ARG:x} ${",
        }
    )
    assert framework is not None
    errors = validate_framework(framework, ALL)

    assert len({error.key for error in errors}) >= 10
    for error in errors:
        assert error.text.startswith(f"{error.pointer}: ")
        assert all(messages.text(lang, f"plan_error.{error.key}", **error.facts) for lang in LANGS)


def test_the_pool_decides_which_tools_there_are() -> None:
    """An executor outside it does not exist for a plan."""
    framework = Framework((Step("find_files", {"path": "x"}),))

    assert [error.key for error in validate_framework(framework, (MOVE, TAG))] == ["unknown_tool"]
