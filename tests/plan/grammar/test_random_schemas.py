"""Random schemas: what fits is accepted, what a validator refuses is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from metnos_cli.plan.grammar.schema import generate_schema_grammar, unexpressed
from tests.plan.grammar.schemas import PAIRS, as_text, changed

pytest.importorskip("llama_cpp")

relaxed = settings(
    deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@relaxed
@given(st.data())
def test_a_value_that_fits_is_accepted(data: Any) -> None:
    """Random schema, random value of it, as a program writes it."""
    from tests.plan.grammar.engine import Engine

    schema, values = data.draw(PAIRS)
    value = data.draw(values)

    assert Draft202012Validator(schema).is_valid(value)
    assert Engine(generate_schema_grammar(schema)).check(as_text(value)) == "accept", schema


@relaxed
@given(st.data())
def test_a_value_that_no_longer_fits_is_refused(data: Any) -> None:
    """Something replaced, removed or added: what no longer fits is refused."""
    from tests.plan.grammar.engine import Engine

    schema, values = data.draw(PAIRS)
    value = data.draw(changed(data.draw(values)))
    text = as_text(value)
    engine = Engine(generate_schema_grammar(schema))

    assert unexpressed(schema) == ()
    if not Draft202012Validator(schema).is_valid(json.loads(text)):
        assert not engine.accepts(text), schema
