"""Random plans: what the grammar writes is sound, what is sound can be written."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from metnos_cli.executors.catalog import load_catalog
from metnos_cli.plan.grammar import generate_framework_grammar
from metnos_cli.plan.validator import read_framework, validate_framework
from tests.plan.grammar.walker import Walker
from tests.plan.small_catalog import ALL, FIND, MOVE, NOW, SORT

LEFT_TO_THE_VALIDATOR = {"undefined_filler", "unused_filler", "no_steps"}
"""Fillers are written behind the steps that use them; and a pool that needs entries has no first step."""


@pytest.mark.parametrize("seed", range(24))
def test_a_plan_that_the_grammar_writes_is_sound(seed: int) -> None:
    """Texts written at random by the grammar of a random pool pass the validator."""
    source = random.Random(seed)
    catalog = list(load_catalog(()))
    pool = source.sample(catalog, source.randint(1, 9)) if seed % 3 else list(ALL)
    steps = source.randint(1, 6)
    walker = Walker(generate_framework_grammar(pool, steps))

    for _ in range(25):
        text = walker.write(source, source.choice([40, 200, 600]))
        framework, broken = read_framework(text)
        assert framework is not None, (text, broken)
        errors = validate_framework(framework, pool, max_steps=steps)
        assert [error.text for error in errors if error.key not in LEFT_TO_THE_VALIDATOR] == [], text


def random_plan(source: random.Random, pool: tuple[Any, ...], steps: int) -> str:
    """A plan of random calls with random references, sound or not."""
    calls = []
    for place in range(source.randint(1, steps)):
        manifest = source.choice(pool)
        args = {
            name: random_value(source, name, schema, place)
            for name, schema in manifest.args["properties"].items()
            if name in manifest.args.get("required", ()) or source.random() < 0.4
        }
        calls.append({"tool": manifest.name, "args": args})
    told = "".join(reference(source, len(calls) + 1) for _ in range(source.randint(0, 2)))
    return json.dumps({"steps": calls, "fillers": {}, "final_message": f"Fatto {told}"}, ensure_ascii=False)


def random_value(source: random.Random, name: str, schema: dict[str, Any], place: int) -> Any:
    """A value of the declared type, or a reference."""
    if name == "from_step":
        return source.randint(1, max(1, place))
    if place and source.random() < 0.4:
        return reference(source, place + 1)
    if "enum" in schema:
        return source.choice(schema["enum"])
    plain = {"integer": 3, "number": 1.5, "boolean": True, "array": ["a"], "object": {}}
    text = f"~/x {reference(source, place + 1)}" if place and source.random() < 0.3 else "2026-01-31"
    return plain.get(schema["type"], text)


def reference(source: random.Random, before: int) -> str:
    """A field of an earlier step, which may not have it."""
    fields = ["folder", "size", "ok_count", "date", "week", "total", "dst", "full", "entries"]
    return f"${{step{source.randint(1, max(1, before - 1))}.{source.choice(fields)}}}"


@pytest.mark.parametrize("pool", [(FIND, NOW), (FIND, SORT, MOVE), (FIND, MOVE, NOW)], ids=["two", "three", "mixed"])
def test_the_engine_and_the_validator_agree_on_plans_of_a_small_pool(pool: tuple[Any, ...]) -> None:
    """With few executors nothing is forgotten: sound plans are accepted, all others refused."""
    pytest.importorskip("llama_cpp")
    from tests.plan.grammar.engine import Engine

    source = random.Random(7)
    engine = Engine(generate_framework_grammar(pool, 3))
    sound = 0
    for _ in range(1500):
        text = random_plan(source, pool, 3)
        framework, _ = read_framework(text)
        assert framework is not None
        errors = validate_framework(framework, pool)
        sound += not errors
        assert engine.accepts(text) == (not errors), (text, [error.text for error in errors])

    assert sound > 100
