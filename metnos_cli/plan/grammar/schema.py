"""One JSON Schema as a grammar of its own, and what such a grammar leaves to the validator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar.emitter import JSON, Emitter
from metnos_cli.plan.grammar.gbnf import Rules
from metnos_cli.plan.grammar.reading import Reader
from metnos_cli.plan.grammar.render import render

if TYPE_CHECKING:
    from collections.abc import Mapping


def generate_schema_grammar(schema: Mapping[str, Any] | bool) -> str:
    """A grammar of the JSON texts that a schema admits, properties in declared order.

    Args:
        schema: JSON Schema (2020-12).

    Raises:
        ManifestError: It is no schema, refers to something that it does not hold, or admits nothing at all.
    """
    return _written(schema)[0]


def unexpressed(schema: Mapping[str, Any] | bool) -> tuple[tuple[str, str], ...]:
    """What the grammar of a schema cannot keep and the validator therefore has to.

    Args:
        schema: JSON Schema (2020-12).

    Returns:
        (JSON pointer of the schema, keyword), in the order in which they are met; the keyword ``depth`` says that
        what stands there is too deep to be written out.

    Raises:
        ManifestError: As ``generate_schema_grammar``.
    """
    return _written(schema)[1]


def _written(schema: Mapping[str, Any] | bool) -> tuple[str, tuple[tuple[str, str], ...]]:
    reader = Reader(schema)
    rules = Rules()
    rules.set("root", "")
    body = Emitter(rules, JSON, reader.expand, reader.note).value(reader.read(schema), "value-of", 0)
    if body is None:
        raise ManifestError(file="", pointer="/", why="admits nothing")
    rules.set("root", body)
    return render(rules), tuple(reader.notes)
