"""Takes a framework apart into its structure and its values, and puts it together again with others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.manifest import digest_of
from metnos_cli.records import Framework, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACEHOLDER = re.compile(r"\$\{(?:step\d+\.|FILLER:|RUNTIME:|SLOT:|ARG:)[^{}$]+\}")
SLOT = re.compile(r"\$\{SLOT:([a-z][a-z_-]*)(?:#([1-9][0-9]{0,3}))?\}")
ESCAPE = re.compile(r"[./]")


@dataclass(frozen=True, slots=True)
class Shape:
    """A framework without the values that a request may have supplied."""

    family: str
    """Digest of tools and structure: frameworks of one family differ in values alone."""
    steps: tuple[tuple[str, Mapping[str, Any]], ...]
    """Tool and the arguments that belong to the structure."""
    values: Mapping[str, Any]
    """Role -> value: ``1.path`` is the argument ``path`` of the first step."""

    @property
    def tools(self) -> tuple[str, ...]:
        """Executors, in order."""
        return tuple(tool for tool, _ in self.steps)


def take_apart(framework: Framework) -> Shape:
    """The structure and the values of a framework.

    References to earlier steps, fillers and runtime values are structure; literals and ``${SLOT:dim}`` are values.
    Mappings and lists of mappings stay structure: what stands in them is not told by single words.
    """
    steps: list[tuple[str, Mapping[str, Any]]] = []
    values: dict[str, Any] = {}
    for number, step in enumerate(framework.steps, start=1):
        fixed: dict[str, Any] = {}
        for name, value in step.args.items():
            if name != "from_step" and _is_value(value):
                values[f"{number}.{name}"] = value
            else:
                fixed[name] = value
        steps.append((step.tool, fixed))
    fillers = {name: filler.prompt for name, filler in framework.fillers.items()}
    family = digest_of([[[tool, dict(fixed)] for tool, fixed in steps], fillers])[:16]
    return Shape(family, tuple(steps), values)


def put_together(shape: Shape, values: Mapping[str, Any], like: Framework) -> Framework:
    """The framework of this structure with these values; fillers and final message as in ``like``."""
    steps = tuple(
        Step(
            tool,
            {**fixed, **{role.partition(".")[2]: value for role, value in values.items() if _step_of(role) == number}},
        )
        for number, (tool, fixed) in enumerate(shape.steps, start=1)
    )
    return Framework(steps, like.fillers, like.final_message)


def name_of(role: str) -> str:
    """The argument's name: what roles of different families may have in common."""
    return role.partition(".")[2]


def _step_of(role: str) -> int:
    return int(role.partition(".")[0])


def _is_value(value: Any) -> bool:
    if isinstance(value, str):
        return not PLACEHOLDER.search(value) or SLOT.fullmatch(value) is not None
    if isinstance(value, bool | int | float):
        return True
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(held, str | int | float) and not isinstance(held, bool) and _is_value(held) for held in value
        )
    )
