"""Checks a plan before it runs: a pure function that tells every error at once, in terms a model can act on."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.plan.argument_schema import errors_of, with_unknowns
from metnos_cli.plan.placeholders import RUNTIME_KEYS, Kind, Placeholder, find, malformed, parse, strings
from metnos_cli.plan.plain_schema import plainly_fits
from metnos_cli.plan.schema_errors import told_errors
from metnos_cli.records import Framework, Step

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest

MAX_STEPS = 8
MAX_BLOCKED_PROPOSALS = 2
"""How many proposals in a row may be refused in one turn before the engine gives up."""


@dataclass(frozen=True, slots=True)
class PlanError:
    """One thing that is wrong with a plan."""

    pointer: str
    """JSON pointer into the framework, such as ``/steps/1/args/path``."""
    key: str
    """Message key below ``[plan_error]``."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""

    @property
    def text(self) -> str:
        """What the model is told: where, and what to do about it."""
        return f"{self.pointer or '/'}: {messages.text('en', f'plan_error.{self.key}', **self.facts)}"


@dataclass(frozen=True, slots=True)
class _Known:
    """What placeholders of one plan may refer to."""

    steps: tuple[Manifest | None, ...]
    """Executors by step, those already run first; None where the tool does not exist."""
    fillers: Collection[str]
    """Names of the plan's fillers."""
    learned: bool
    """Whether ``${SLOT:...}`` may stand in it."""
    args: Collection[str] | None
    """Arguments of the composite executor that this is the body of."""


def validate_framework(
    framework: Framework,
    pool: Sequence[Manifest],
    *,
    max_steps: int = MAX_STEPS,
    learned: bool = False,
    args: Collection[str] | None = None,
    done: Sequence[Manifest] = (),
) -> tuple[PlanError, ...]:
    """All that is wrong with a plan; empty when it may run.

    Args:
        framework: The plan.
        pool: Executors that it may use.
        max_steps: How many steps it may have.
        learned: Whether it comes from memory, where ``${SLOT:dim}`` stands for values of the present request.
        args: Names that ``${ARG:name}`` may have, in the body of a composite executor; None elsewhere.
        done: Executors of steps that have already run: the plan's own steps are counted on from there.
    """
    by_name = {manifest.name: manifest for manifest in pool}
    steps = (*done, *(by_name.get(step.tool) for step in framework.steps))
    known = _Known(steps, framework.fillers, learned, args)
    errors: list[PlanError] = []
    if not framework.steps:
        errors.append(PlanError("/steps", "no_steps"))
    if len(framework.steps) > max_steps:
        errors.append(PlanError("/steps", "too_many_steps", {"limit": max_steps, "given": len(framework.steps)}))
    for place, step in enumerate(framework.steps):
        errors.extend(_step_errors(step, f"/steps/{place}", len(done) + place + 1, known, by_name))
    errors.extend(_placeholder_errors(framework.final_message, "/final_message", len(steps) + 1, known))
    errors.extend(_filler_errors(framework))
    return tuple(errors)


def validate_tool_call(call: Step | Mapping[str, Any], pool: Sequence[Manifest]) -> tuple[bool, tuple[PlanError, ...]]:
    """Check one call, its arguments being plain values.

    Args:
        call: A step, or the JSON object ``{"tool": ..., "args": {...}}``.
        pool: Executors that may be called.

    Returns:
        Whether it may be made, and all that is wrong with it; pointers start at the call.
    """
    tool, args = (call.tool, call.args) if isinstance(call, Step) else (call.get("tool"), call.get("args"))
    manifest = next((held for held in pool if held.name == tool), None)
    errors: tuple[PlanError, ...]
    if manifest is None:
        errors = (_unknown_tool(tool, "/tool", [held.name for held in pool]),)
    elif not isinstance(args, Mapping):
        errors = (PlanError("/args", "shape", {"wanted": "object"}),)
    else:
        errors = tuple(_schema_errors(manifest, args, "/args"))
    return not errors, errors


def read_framework(told: Any) -> tuple[Framework | None, tuple[PlanError, ...]]:
    """A framework from what a model wrote, or what is wrong with its outline.

    Args:
        told: JSON text, or the value already parsed.
    """
    if isinstance(told, str):
        try:
            told = json.loads(told)
        except ValueError as error:
            return None, (PlanError("", "not_json", {"why": str(error)}),)
    errors = tuple(_outline_errors(told))
    return (None, errors) if errors else (Framework.from_json(told), ())


def _outline_errors(told: Any) -> Iterator[PlanError]:
    if not isinstance(told, Mapping) or not isinstance(told.get("steps"), list):
        yield PlanError("", "outline")
        return
    for place, step in enumerate(told["steps"]):
        if not isinstance(step, Mapping) or not isinstance(step.get("tool"), str):
            yield PlanError(f"/steps/{place}", "step_outline")
        elif not isinstance(step.get("args") or {}, Mapping):
            yield PlanError(f"/steps/{place}/args", "shape", {"wanted": "object"})
    fillers = told.get("fillers") or {}
    if not isinstance(fillers, Mapping):
        yield PlanError("/fillers", "shape", {"wanted": "object"})
    else:
        for name, filler in fillers.items():
            if not isinstance(filler, Mapping) or not all(
                isinstance(filler.get(key, ""), str) for key in ("prompt", "default", "tier")
            ):
                yield PlanError(f"/fillers/{name}", "filler_outline")
    if not isinstance(told.get("final_message") or "", str):
        yield PlanError("/final_message", "shape", {"wanted": "string"})


def _step_errors(
    step: Step, pointer: str, index: int, known: _Known, pool: Mapping[str, Manifest]
) -> Iterator[PlanError]:
    manifest = pool.get(step.tool)
    if manifest is None:
        yield _unknown_tool(step.tool, f"{pointer}/tool", list(pool))
        yield from _placeholder_errors(dict(step.args), f"{pointer}/args", index, known)
        return
    args = dict(step.args)
    broken = list(_placeholder_errors(args, f"{pointer}/args", index, known))
    yield from broken
    if manifest.takes_entries and "from_step" in args:
        yield from _from_step_errors(args["from_step"], f"{pointer}/args/from_step", index, known)
        if not isinstance(args["from_step"], int):
            args["from_step"] = 1  # its own error is told above
    unknowns = with_unknowns(args, lambda text: _types_of(text, known))
    yield from _schema_errors(manifest, unknowns, f"{pointer}/args")


def _schema_errors(manifest: Manifest, args: Mapping[str, Any], pointer: str) -> Iterator[PlanError]:
    if plainly_fits(manifest.args, dict(args)):
        return
    for place, key, facts in told_errors(errors_of(manifest.args, manifest.digest, args)):
        yield PlanError(pointer + place, key, facts)


def _from_step_errors(given: Any, pointer: str, index: int, known: _Known) -> Iterator[PlanError]:
    giving = [
        place for place, held in enumerate(known.steps[: index - 1], 1) if held is not None and held.gives_entries
    ]
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given < index:
        yield PlanError(pointer, "from_step", {"given": given, "step": index, "allowed": _listed(giving)})
        return
    target = known.steps[given - 1]
    if target is not None and not target.gives_entries:
        facts = {"given": given, "tool": target.name, "allowed": _listed(giving)}
        yield PlanError(pointer, "from_step_without_entries", facts)


def _placeholder_errors(value: Any, pointer: str, index: int, known: _Known) -> Iterator[PlanError]:
    """Placeholders of one value that stand for nothing; ``index``: the step they stand in, from 1."""
    for place, text in strings(value, pointer):
        for broken in malformed(text):
            yield PlanError(place, "malformed_placeholder", {"text": broken})
    for place, found in find(value, pointer):
        error = _placeholder_error(found, index, known)
        if error is not None:
            yield PlanError(place, *error)


def _placeholder_error(found: Placeholder, index: int, known: _Known) -> tuple[str, dict[str, Any]] | None:
    facts: dict[str, Any] = {"text": found.text, "name": found.name}
    if found.kind is Kind.STEP:
        if not 1 <= found.number < index:
            return "later_step", {**facts, "given": found.number, "last": index - 1}
        target = known.steps[found.number - 1]
        if target is not None and found.name not in target.fields:
            return "unknown_field", {**facts, "tool": target.name, "allowed": _listed(target.fields)}
    elif found.kind is Kind.FILLER and found.name not in known.fillers:
        return "undefined_filler", facts
    elif found.kind is Kind.RUNTIME and found.name not in RUNTIME_KEYS:
        return "unknown_runtime", {**facts, "allowed": _listed(RUNTIME_KEYS)}
    elif found.kind is Kind.SLOT and not known.learned:
        return "slot_not_allowed", facts
    elif found.kind is Kind.ARG and (known.args is None or found.name not in known.args):
        return "arg_not_allowed", facts
    return None


def _filler_errors(framework: Framework) -> Iterator[PlanError]:
    told = ([dict(step.args) for step in framework.steps], framework.final_message)
    used = {found.name for _, found in find(told) if found.kind is Kind.FILLER}
    for name, filler in framework.fillers.items():
        if name not in used:
            yield PlanError(f"/fillers/{name}", "unused_filler", {"name": name})
        if not filler.prompt.strip():
            yield PlanError(f"/fillers/{name}/prompt", "empty_prompt", {"name": name})
        for key, text in (("prompt", filler.prompt), ("default", filler.default)):
            if "${" in text:
                yield PlanError(f"/fillers/{name}/{key}", "placeholder_in_filler", {"name": name})


def _types_of(text: str, known: _Known) -> frozenset[str] | None:
    """JSON types that a placeholder may have, as far as declarations tell."""
    found = parse(text)
    if found is None or found.kind is not Kind.STEP or found.number > len(known.steps):
        return frozenset({"string"}) if found is not None and found.kind is Kind.RUNTIME else None
    target = known.steps[found.number - 1]
    declared = target.result.get("properties", {}).get(found.name) if target is not None else None
    types = declared.get("type") if isinstance(declared, Mapping) else None
    if types is None:
        return frozenset({"array"}) if found.name == "entries" else None
    return frozenset([types] if isinstance(types, str) else types)


def _unknown_tool(tool: Any, pointer: str, names: Sequence[str]) -> PlanError:
    return PlanError(pointer, "unknown_tool", {"tool": tool, "allowed": _listed(names)})


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(str(value) for value in values) or "-"
