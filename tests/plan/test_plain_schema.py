"""What is called plain and fitting is never refused by JSON Schema itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.executors.catalog import load_catalog
from metnos_cli.executors.manifest import Manifest
from metnos_cli.plan.plain_schema import plainly_fits

BUNDLED = list(load_catalog(()))
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 2000),
    st.floats(allow_nan=False),
    st.text(max_size=6),
    st.lists(st.integers(), max_size=2),
)


@pytest.mark.parametrize("manifest", BUNDLED, ids=lambda manifest: manifest.name)
def test_the_examples_of_bundled_executors_fit(manifest: Manifest) -> None:
    """So that everyday calls need no library; what cannot be told is left to it."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(manifest.args)
    for example in manifest.examples:
        if plainly_fits(manifest.args, dict(example.args)):
            assert validator.is_valid(dict(example.args))


def test_most_examples_are_plain() -> None:
    """Otherwise this would be of no use."""
    fits = [plainly_fits(manifest.args, dict(one.args)) for manifest in BUNDLED for one in manifest.examples]

    assert sum(fits) / len(fits) > 0.9


@given(data=st.data())
def test_nothing_is_let_through_that_does_not_fit(data: st.DataObject) -> None:
    """Any values for the arguments of any bundled executor, some of them left out, some invented."""
    from jsonschema import Draft202012Validator

    manifest = data.draw(st.sampled_from(BUNDLED))
    properties: dict[str, Any] = manifest.args.get("properties", {})
    names = st.sampled_from([*properties, "invented"])
    known = [value for part in properties.values() for value in part.get("enum", ())]
    values = st.one_of(VALUES, st.sampled_from(known)) if known else VALUES
    args = data.draw(st.dictionaries(names, values, max_size=4))

    if plainly_fits(manifest.args, args):
        assert Draft202012Validator(manifest.args).is_valid(args)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, True),
        ({"type": "string", "pattern": "^a"}, "a"),
        ({"type": ["string", "null"]}, "a"),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1, "b": 2}),
        ({"oneOf": [{"type": "object"}]}, {}),
        ({"type": "object", "additionalProperties": False}, {"x": 1}),
        ({"$ref": "#"}, 1),
        (True, 1),
    ],
)
def test_what_is_not_plain_is_left_to_the_library(schema: Any, value: Any) -> None:
    """Or does not fit."""
    assert not (isinstance(schema, dict) and plainly_fits(schema, value))
