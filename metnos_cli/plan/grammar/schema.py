"""One JSON Schema as a grammar of its own, and what such a grammar leaves to the validator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar.emitter import JSON, Emitter
from metnos_cli.plan.grammar.gbnf import Rules
from metnos_cli.plan.grammar.reading import Reader
from metnos_cli.plan.grammar.render import render

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class SchemaGrammar:
    """The grammar of one schema."""

    text: str
    """GBNF, its root rule being ``root``."""
    unexpressed: tuple[tuple[str, str], ...]
    """(JSON pointer of the schema, keyword) of what it cannot keep, in the order in which they are met."""


def schema_grammar(schema: Mapping[str, Any] | bool) -> SchemaGrammar:
    """A grammar of the JSON texts that a schema admits, properties in declared order, and what it leaves out.

    Args:
        schema: JSON Schema (2020-12).

    Raises:
        ManifestError: It is no schema, refers to something that it does not hold, or admits nothing at all.
    """
    reader = Reader(schema)
    rules = Rules()
    rules.set("root", "")
    body = Emitter(rules, JSON, reader.expand, reader.note).value(reader.read(schema), "value-of", 0)
    if body is None:
        raise ManifestError(file="", pointer="/", why="admits nothing")
    rules.set("root", body)
    return SchemaGrammar(render(rules), tuple(reader.notes))


def generate_schema_grammar(schema: Mapping[str, Any] | bool) -> str:
    """The text of ``schema_grammar``.

    Raises:
        ManifestError: As there.
    """
    return schema_grammar(schema).text


def unexpressed(schema: Mapping[str, Any] | bool) -> tuple[tuple[str, str], ...]:
    """What the grammar of a schema cannot keep and the validator therefore has to.

    Args:
        schema: JSON Schema (2020-12).

    Returns:
        (JSON pointer of the schema, keyword); the keyword ``depth`` says that what stands there is too deep to be
        written out.

    Raises:
        ManifestError: As ``schema_grammar``.
    """
    return schema_grammar(schema).unexpressed
