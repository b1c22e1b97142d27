"""The table of schemas, each checked by llama.cpp and by a JSON Schema validator."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from metnos_cli.plan.grammar.schema import generate_schema_grammar, unexpressed
from tests.plan.grammar.table import ROWS, Row

POLICY = {"exclusive-draft4", "tuple-old", "ref-of-itself"}
"""Written as older drafts had it, or without end: a validator of the present one reads them otherwise."""


def test_the_table_is_large() -> None:
    """It holds at least 300 cases."""
    cases = sum(len(accepted) + len(refused) for _, _, accepted, refused in ROWS)

    assert cases >= 300
    assert len({name for name, _, _, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_engine_accepts_what_the_schema_admits_and_nothing_else(row: Row) -> None:
    """Each text of the table has llama.cpp's verdict."""
    pytest.importorskip("llama_cpp")
    from tests.plan.grammar.engine import Engine

    _, schema, accepted, refused = row
    engine = Engine(generate_schema_grammar(schema))

    assert [(text, engine.check(text)) for text in accepted] == [(text, "accept") for text in accepted]
    assert [text for text in refused if engine.accepts(text)] == []
    assert unexpressed(schema) == () or row[0] == "long-length"


@pytest.mark.parametrize("row", [row for row in ROWS if row[0] not in POLICY], ids=lambda row: row[0])
def test_a_validator_agrees_with_the_table(row: Row) -> None:
    """What the table accepts is valid; what it refuses is invalid, or no JSON, or a matter of white space and format."""
    _, schema, accepted, refused = row
    validator = Draft202012Validator(schema)

    assert [text for text in accepted if not validator.is_valid(json.loads(text))] == []
    for text in refused:
        try:
            value = json.loads(text)
        except ValueError:
            continue
        assert not validator.is_valid(value) or row[0] in {"pretty", "optional", "string-escapes"} | FORMATS, text


FORMATS = {row[0] for row in ROWS if row[0].startswith("format-")}
