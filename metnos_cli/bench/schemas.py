"""Measures grammars of JSON Schemas: right verdicts by llama.cpp itself, with and without the validator, time, size."""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import GrammarRejected, ManifestError, UsageError
from metnos_cli.plan.grammar.schema import schema_grammar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

SHOWN = 50
"""Schemas with wrong verdicts that a report names."""


@dataclass(frozen=True, slots=True)
class SchemaCase:
    """One schema, with texts and what is right for them."""

    id: str
    """Its name in the file."""
    split: str
    """The part of the file that it belongs to."""
    schema: Any
    """JSON Schema."""
    texts: tuple[tuple[str, bool], ...]
    """(JSON text, whether the schema admits it)."""


@dataclass(frozen=True, slots=True)
class SchemaResult:
    """What became of one schema."""

    case: SchemaCase
    """The schema."""
    problem: str
    """Why there is no grammar, or empty; a schema without a grammar admits nothing."""
    unexpressed: tuple[tuple[str, str], ...]
    """(JSON pointer, keyword) of what is left to the validator."""
    milliseconds: float
    """Time to write the grammar."""
    size: int
    """Characters of the grammar."""
    wrong: tuple[str, ...]
    """Texts on which the grammar alone is wrong."""
    wrong_with_validator: tuple[str, ...]
    """Texts on which grammar and validator together are wrong."""


def load_schemas(path: Path) -> tuple[SchemaCase, ...]:
    """Schemas from a file with one JSON object a line.

    Each has ``schema`` and its texts, as ``texts`` and ``valid``, as ``accept`` and ``reject``, or as ``sets`` (lists
    of texts) and ``valid``.

    Raises:
        UsageError: The file cannot be read, or a line has another shape; facts: ``file``, ``line``, ``why``.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("bench_data", file=str(path), line=0, why=str(error)) from error
    cases = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                cases.append(_case(json.loads(line), number))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise UsageError("bench_data", file=str(path), line=number, why=repr(error)) from error
    return tuple(cases)


def _case(told: Mapping[str, Any], number: int) -> SchemaCase:
    if "accept" in told or "reject" in told:
        texts = [(text, True) for text in told.get("accept", ())] + [(text, False) for text in told.get("reject", ())]
    else:
        listed = told["texts"] if "texts" in told else [text for part in told["sets"] for text in part]
        texts = list(zip(listed, told["valid"], strict=True))
    split = str(told.get("split") or told.get("file") or "all")
    pairs = tuple((str(text), bool(valid)) for text, valid in texts)
    return SchemaCase(str(told.get("id", number)), split, told["schema"], pairs)


def measure_schemas(
    cases: Sequence[SchemaCase], told: Callable[[SchemaResult], None] = lambda _result: None
) -> list[SchemaResult]:
    """The verdicts on every schema; Ctrl-C ends early and keeps what was done.

    Raises:
        ModelMissing: llama.cpp is not installed.
    """
    results: list[SchemaResult] = []
    try:
        for case in cases:
            results.append(_measure(case))
            told(results[-1])
    except KeyboardInterrupt:
        return results
    return results


def _measure(case: SchemaCase) -> SchemaResult:
    from metnos_cli.models.gbnf import GrammarChecker

    started = time.perf_counter()
    try:
        written = schema_grammar(case.schema)
    except ManifestError as error:
        wrong = tuple(text for text, valid in case.texts if valid)
        why = f"{error.facts.get('pointer', '')} {error.facts.get('why', '')}"
        return SchemaResult(case, why, (), (time.perf_counter() - started) * 1e3, 0, wrong, wrong)
    milliseconds = (time.perf_counter() - started) * 1e3
    try:
        with GrammarChecker(written.text) as checker:
            verdicts = [checker.accepts(text) for text, _ in case.texts]
    except GrammarRejected as error:
        everything = tuple(text for text, _ in case.texts)
        why = str(error.facts.get("why", ""))
        return SchemaResult(case, why, written.unexpressed, milliseconds, len(written.text), everything, everything)
    pairs = list(zip(case.texts, verdicts, strict=True))
    wrong = tuple(text for (text, valid), verdict in pairs if verdict != valid)
    both = tuple(text for (text, valid), verdict in pairs if (verdict and _valid(case.schema, text)) != valid)
    return SchemaResult(case, "", written.unexpressed, milliseconds, len(written.text), wrong, both)


def _valid(schema: Any, text: str) -> bool:
    """The validator's verdict on a text that the grammar accepts."""
    from metnos_cli.plan.argument_schema import errors_of
    from metnos_cli.plan.schema_errors import told_errors

    if isinstance(schema, bool):
        return schema
    return not any(told_errors(errors_of(schema, "", json.loads(text))))


def schemas_report(results: Sequence[SchemaResult]) -> dict[str, Any]:
    """Shares, times and sizes, by part of the file too, and the schemas on which something is wrong."""
    times = sorted(result.milliseconds for result in results) or [0.0]
    sizes = sorted(result.size for result in results) or [0]
    splits = Counter(result.case.split for result in results)
    wrong = [result for result in results if result.wrong_with_validator or result.wrong]
    return {
        "schemas": len(results),
        "texts": sum(len(result.case.texts) for result in results),
        "overall": _shares(results),
        "by_split": {split: _shares([one for one in results if one.case.split == split]) for split in splits},
        "generation_ms": {
            "median": statistics.median(times),
            "p95": times[min(len(times) - 1, int(len(times) * 0.95))],
            "max": times[-1],
        },
        "characters": {"median": statistics.median(sizes), "max": sizes[-1]},
        "left_to_validator": sum(bool(result.unexpressed) for result in results),
        "without_grammar": [{"id": one.case.id, "why": one.problem} for one in results if one.problem][:SHOWN],
        "not_right": [
            {
                "id": one.case.id,
                "texts": list(one.wrong[:3]),
                "left_to_validator": [f"{pointer or '/'} {keyword}" for pointer, keyword in one.unexpressed],
                "right_with_validator": not one.wrong_with_validator,
            }
            for one in wrong
        ][:SHOWN],
    }


def _shares(results: Sequence[SchemaResult]) -> dict[str, Any]:
    count = len(results) or 1
    return {
        "schemas": len(results),
        "right": sum(not result.wrong for result in results) / count,
        "right_with_validator": sum(not result.wrong_with_validator for result in results) / count,
    }
