"""Opens composite executors: a step that stands for a pipeline becomes that pipeline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from metnos_cli.records import Framework, Step

if TYPE_CHECKING:
    from metnos_cli.ports import Catalog

_STEP = re.compile(r"\$\{step(\d+)\.")
_ARG = re.compile(r"\$\{ARG:([A-Za-z0-9_-]+)\}")
DEPTH = 8
"""Composites may stand in composites; deeper than this is a manifest that names itself."""


def expand(framework: Framework, catalog: Catalog, depth: int = DEPTH) -> Framework:
    """The framework with every composite step replaced by its steps, references renumbered.

    Args:
        framework: Any plan.
        catalog: Where manifests are looked up.
        depth: How many levels may still be opened.
    """
    manifests = [catalog.get(step.tool) for step in framework.steps]
    if depth == 0 or not any(manifest and manifest.run.pipeline for manifest in manifests):
        return framework
    place: dict[int, int] = {}
    steps: list[Step] = []
    message = framework.final_message
    for number, (step, manifest) in enumerate(zip(framework.steps, manifests, strict=True), start=1):
        args = renumber(dict(step.args), place)
        if manifest is None or not manifest.run.pipeline:
            steps.append(Step(step.tool, args))
        else:
            inner = Framework.from_json(manifest.run.pipeline)
            shift = {old: len(steps) + old for old in range(1, len(inner.steps) + 1)}
            steps += [Step(part.tool, fill(renumber(dict(part.args), shift), args)) for part in inner.steps]
            if number == len(framework.steps) and not message:
                message = renumber(inner.final_message, shift)
        place[number] = len(steps)
    if framework.final_message:
        message = renumber(message, place)
    return expand(Framework(tuple(steps), framework.fillers, message), catalog, depth - 1)


def renumber(value: Any, place: Mapping[int, int]) -> Any:
    """Every reference to step N made a reference to ``place[N]``, in strings, lists and mappings."""
    if isinstance(value, str):
        return _STEP.sub(lambda found: f"${{step{place.get(int(found[1]), int(found[1]))}.", value)
    if isinstance(value, Mapping):
        return {
            key: place.get(inner, inner) if key == "from_step" and isinstance(inner, int) else renumber(inner, place)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [renumber(inner, place) for inner in value]
    return value


def fill(value: Any, args: Mapping[str, Any]) -> Any:
    """``${ARG:name}`` replaced by the argument; an argument that was not given leaves its key out."""
    if isinstance(value, str):
        whole = _ARG.fullmatch(value)
        if whole:
            return args.get(whole[1])
        return _ARG.sub(lambda found: str(args.get(found[1], "")), value)
    if isinstance(value, Mapping):
        filled = {key: fill(inner, args) for key, inner in value.items()}
        return {key: inner for key, inner in filled.items() if inner is not None or value[key] is None}
    if isinstance(value, list):
        return [fill(inner, args) for inner in value]
    return value
