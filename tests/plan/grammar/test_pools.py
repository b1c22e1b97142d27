"""Pools of every size, and names of every kind."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from metnos_cli.executors.catalog import load_catalog
from metnos_cli.plan.grammar import generate_framework_grammar, generate_tool_grammar, unexpressed
from metnos_cli.plan.grammar.schema import generate_schema_grammar
from metnos_cli.plan.validator import validate_tool_call
from tests.plan.small_catalog import executor

pytest.importorskip("llama_cpp")

LARGEST = 1_000_000
STEPS = 6


@pytest.mark.parametrize("size", range(1, 41))
def test_the_grammar_of_a_pool_of_any_size_loads(size: int) -> None:
    """One to forty executors, six steps: llama.cpp reads it, and it stays below a megabyte."""
    from tests.plan.grammar.engine import Engine

    catalog = list(load_catalog(()))
    source = random.Random(size)
    pool = source.sample(catalog, min(size, len(catalog)))
    pool += [replace(manifest, name=f"{manifest.name}_twin", digest="") for manifest in pool[: size - len(pool)]]
    grammar = generate_framework_grammar(pool, STEPS)
    first = next((one for one in pool if validate_tool_call({"tool": one.name, "args": {}}, pool)[0]), None)

    assert len(pool) == size
    assert len(grammar) < LARGEST
    engine = Engine(grammar)
    if first is not None:
        assert engine.accepts(json.dumps({"steps": [{"tool": first.name, "args": {}}]}))


def test_everything_in_the_bundled_catalog_loads_and_is_expressed() -> None:
    """One call of each, and nothing is left to the validator without being named."""
    from tests.plan.grammar.engine import Engine

    for manifest in load_catalog(()):
        engine = Engine(generate_tool_grammar((manifest,)))
        for example in manifest.examples:
            ordered = {name: example.args[name] for name in manifest.args["properties"] if name in example.args}
            text = json.dumps({"tool": manifest.name, "args": ordered}, ensure_ascii=False)
            assert engine.check(text) == "accept"
        assert all(pointer.startswith("/") or not pointer for pointer, _ in unexpressed(manifest.args))


NAMES = [
    "find.files", "find-files", "find_files", "FindFiles", "9find_files", "find_files_è", "findFiles 2", "find/files",
    "n" * 200, "n" * 199 + "m", 'say_"hi"', "back\\slash", "new\nline", "🍋_lemon", "t_args", "root", "ws", "string", "_",
]  # fmt: skip


def test_names_of_every_kind_stay_apart() -> None:
    """Dots, dashes, accents, digits first, 200 characters, names of rules: each is called by its own name alone."""
    from tests.plan.grammar.engine import Engine

    base = executor("find_base", {"properties": {"a": {"type": "integer"}}, "required": ["a"]})
    pool = []
    for place, name in enumerate(NAMES):
        args = {**base.args, "properties": {"a": {"const": place}}}
        pool.append(replace(base, name=name, args=args, digest=""))
    engine = Engine(generate_tool_grammar(pool))
    plans = Engine(generate_framework_grammar(pool, 2))

    for place, name in enumerate(NAMES):
        for other in range(len(NAMES)):
            call = {"tool": name, "args": {"a": other}}
            assert engine.accepts(json.dumps(call, ensure_ascii=False)) == (other == place)
        steps = {"steps": [{"tool": name, "args": {"a": place}}, {"tool": name, "args": {"a": "${step1.ok_count}"}}]}
        assert plans.check(json.dumps(steps, ensure_ascii=False)) == "accept"


def test_names_of_properties_stay_apart() -> None:
    """The same names as keys of one object, each with a value of its own."""
    from tests.plan.grammar.engine import Engine

    schema = {
        "type": "object",
        "properties": {name: {"const": place} for place, name in enumerate(NAMES)},
        "additionalProperties": False,
    }
    engine = Engine(generate_schema_grammar(schema))

    for place, name in enumerate(NAMES):
        assert engine.check(json.dumps({name: place}, ensure_ascii=False)) == "accept"
        assert not engine.accepts(json.dumps({name: place + 1}, ensure_ascii=False))


def test_no_schema_breaks_out_of_the_grammar() -> None:
    """Texts that look like the notation are only texts."""
    from tests.plan.grammar.engine import Engine

    evil = ['" | "x', "]* root", "\\", 'a\nroot ::= "x"', "${step1.x}", "# note", "\x00", "[^", "{2001}"]
    engine = Engine(generate_schema_grammar({"enum": evil}))

    assert [text for text in evil if not engine.accepts(json.dumps(text, ensure_ascii=False))] == []
    assert not engine.accepts('"x"')


def test_what_is_too_deep_is_any_value_and_is_named() -> None:
    """Four containers inside the outermost are written out; what stands deeper is left to the validator."""
    from tests.plan.grammar.engine import Engine

    schema: dict[str, object] = {"type": "object", "properties": {"x": {"type": "integer"}}}
    for _ in range(5):
        schema = {"type": "object", "properties": {"v": schema}, "additionalProperties": False}
    engine = Engine(generate_schema_grammar(schema))

    assert engine.accepts('{"v":{"v":{"v":{"v":{"v":{"x":1}}}}}}')
    assert engine.accepts('{"v":{"v":{"v":{"v":{"v":{"x":"left to the validator"}}}}}}')
    assert not engine.accepts('{"v":{"v":{"v":{"v":{"w":1}}}}}')
    assert unexpressed(schema) == (("/properties/v" * 5, "depth"),)


def test_executors_with_many_arguments_do_not_make_a_grammar_endless() -> None:
    """Less is remembered of a plan where each executor needs many rules; what can be written stays sound."""
    from tests.plan.grammar.engine import Engine

    names = [f"field_{place}" for place in range(60)]
    result = {"entries": {"type": "array"}}
    pool = [
        executor(
            f"make_things_{number}",
            {"properties": {name: {"type": "string"} for name in names}},
            {**result, f"own_{number}": {"type": "string"}},
        )
        for number in range(8)
    ]
    grammar = generate_framework_grammar(pool, STEPS)
    engine = Engine(grammar)
    first = {"tool": "make_things_1", "args": {"field_7": "x"}}

    assert len(grammar) < LARGEST
    for name, sound in (("${step1.ok_count} x", True), ("${step1.own_2}", False), ("${step2.own_1}", False)):
        text = json.dumps({"steps": [first, {"tool": "make_things_2", "args": {"field_7": name}}]})
        assert engine.accepts(text) == sound


def test_choices_that_grow_out_of_one_another_have_an_end() -> None:
    """Five hundred values, each the beginning of the next, neither overflow the generator nor the engine."""
    from tests.plan.grammar.engine import Engine

    values = ["a" * length for length in range(1, 501)]
    engine = Engine(generate_schema_grammar({"enum": values}))

    assert [length for length in (1, 2, 40, 41, 42, 43, 250, 500) if not engine.accepts(json.dumps("a" * length))] == []
    assert not engine.accepts(json.dumps("a" * 501))
    assert not engine.accepts('""')


def test_schemas_nested_without_measure_are_read_to_a_depth() -> None:
    """Objects, alternatives and definitions four hundred deep neither crash nor hang."""
    from tests.plan.grammar.engine import Engine

    nested: dict[str, object] = {"type": "integer"}
    choices: dict[str, object] = {"type": "integer"}
    chain: dict[str, object] = {"n0": {"type": "integer"}}
    for level in range(1, 400):
        nested = {"type": "object", "properties": {"v": nested}, "required": ["v"]}
        choices = {"anyOf": [{"type": "string"}, choices]}
        chain[f"n{level}"] = {"anyOf": [{"$ref": f"#/$defs/n{level - 1}"}, {"type": "string"}]}

    assert Engine(generate_schema_grammar(nested)).accepts('{"v":{"v":{"v":{"v":{"v":{"v":1}}}}}}')
    assert Engine(generate_schema_grammar(choices)).accepts('"x"')
    assert Engine(generate_schema_grammar({"$defs": chain, "$ref": "#/$defs/n399"})).accepts('"x"')
    assert {keyword for _, keyword in unexpressed(nested) + unexpressed(choices)} == {"depth"}
