"""Looks a manifest over: what is wrong, what is missing, and what the grammar leaves to the validator."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.records import LANGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from metnos_cli.executors.catalog import Catalog
    from metnos_cli.executors.manifest import Manifest

EXAMPLES = 6
"""Of each language: fewer teach the planner too little."""
_FIELD = re.compile(r"\$\{([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a manifest."""

    level: Literal["error", "warning", "note"]
    """error: it will not work; warning: it will work badly; note: good to know."""
    executor: str
    """Its name, or the file that could not be read."""
    pointer: str
    """JSON pointer into the manifest."""
    key: str
    """Message key below ``[lint]``."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""


def lint(manifest: Manifest, catalog: Catalog) -> list[Finding]:
    """Everything there is to say about a manifest that keeps to the format, the worst first.

    Args:
        manifest: What to look over.
        catalog: What a composite executor may call.
    """
    found = [*_schemas(manifest)]
    if not found:
        found = [*_examples(manifest), *_message(manifest), *_target(manifest, catalog), *_words(manifest)]
        found += _left_to_the_validator(manifest)
    order = ("error", "warning", "note")
    return sorted(found, key=lambda finding: order.index(finding.level))


def lint_all(catalog: Catalog, names: tuple[str, ...] = ()) -> list[Finding]:
    """The same of the whole catalog, or of some of it; manifests that could not be read come first."""
    found = [
        Finding("error", problem.file, problem.pointer, "format", {"why": problem.why})
        for problem in catalog.problems
        if not names
    ]
    for manifest in catalog:
        if not names or manifest.name in names:
            found += lint(manifest, catalog)
    return found


def _schemas(manifest: Manifest) -> Iterator[Finding]:
    """Whether arguments and result are JSON Schemas."""
    import jsonschema

    for name, schema in (("args", manifest.args), ("result", manifest.result)):
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            pointer = "/".join(["", name, *map(str, error.absolute_path)])
            yield Finding("error", manifest.name, pointer, "schema", {"why": error.message})
    told = manifest.args["properties"].get("from_step")
    if isinstance(told, dict) and told.get("type") != "integer":
        yield Finding("error", manifest.name, "/args/properties/from_step/type", "from_step")


def _examples(manifest: Manifest) -> Iterator[Finding]:
    """Whether examples keep to the arguments, and are enough."""
    from metnos_cli.plan.argument_schema import errors_of, with_unknowns

    for place, example in enumerate(manifest.examples):
        given = with_unknowns(dict(example.args), lambda _text: None)
        for error in errors_of(manifest.args, manifest.digest, given):
            facts = {"text": example.text, "why": error.message}
            yield Finding("error", manifest.name, f"/examples/{place}/args", "example", facts)
    for lang in LANGS:
        count = sum(example.lang == lang for example in manifest.examples)
        if count < EXAMPLES:
            facts = {"count": count, "lang": lang, "wanted": EXAMPLES}
            yield Finding("warning", manifest.name, "/examples", "few_examples", facts)
    for text, times in Counter(example.text.casefold() for example in manifest.examples).items():
        if times > 1:
            yield Finding("warning", manifest.name, "/examples", "same_example", {"text": text})


def _message(manifest: Manifest) -> Iterator[Finding]:
    """Whether the final message names fields that there are."""
    for lang in LANGS:
        for name in _FIELD.findall(manifest.message[lang]):
            if name not in manifest.fields:
                yield Finding("error", manifest.name, f"/message/{lang}", "message_field", {"field": name})


def _target(manifest: Manifest, catalog: Catalog) -> Iterator[Finding]:
    """Whether what would be called is there."""
    if manifest.run.python:
        from metnos_cli.executors.loading import load_target

        try:
            load_target(manifest)
        except ExecutorError as error:
            level: Literal["error", "warning"] = "warning" if error.error_class is ErrorClass.UNAVAILABLE else "error"
            yield Finding(level, manifest.name, "/run/python", error.key, error.facts)
        except (ImportError, SyntaxError, ValueError, TypeError, NameError, AttributeError, OSError) as error:
            why = f"{type(error).__name__}: {error}"
            yield Finding("error", manifest.name, "/run/python", "broken_module", {"why": why})
    elif manifest.run.command:
        program = manifest.run.command[0]
        if not Path(manifest.folder, program).is_file() and shutil.which(program) is None:
            yield Finding("error", manifest.name, "/run/command/0", "no_program", {"program": program})
    for place, step in enumerate(manifest.run.pipeline.get("steps", ())):
        if not isinstance(step, dict) or step.get("tool") not in catalog:
            tool = step.get("tool") if isinstance(step, dict) else step
            yield Finding("error", manifest.name, f"/run/pipeline/steps/{place}", "no_tool", {"tool": tool})


def _words(manifest: Manifest) -> Iterator[Finding]:
    """Whether planner and people are told enough."""
    for lang in LANGS:
        if not manifest.affinity.get(lang):
            yield Finding("warning", manifest.name, f"/affinity/{lang}", "no_affinity", {"lang": lang})
    for name, schema in manifest.args["properties"].items():
        if not isinstance(schema, dict) or not schema.get("description"):
            yield Finding("warning", manifest.name, f"/args/properties/{name}", "no_description", {"name": name})


def _left_to_the_validator(manifest: Manifest) -> Iterator[Finding]:
    """What the grammar cannot say; the validator still does."""
    from metnos_cli.plan.grammar.schema import unexpressed

    for pointer, why in unexpressed(manifest.args):
        yield Finding("note", manifest.name, f"/args{pointer}", "left_to_validator", {"why": why})
