"""A catalog and turns made from data: one read-only executor per tool, one successful step per turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ExitStatus
from metnos_cli.executors.catalog import Catalog
from metnos_cli.executors.manifest import Manifest, RunSpec, digest_of
from metnos_cli.records import Framework, Outcome, Step, StepResult, Trace, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metnos_cli.records import Request


def catalog_of(calls: Iterable[tuple[str, Mapping[str, Any]]]) -> Catalog:
    """One executor per tool: it reads, and takes the arguments that its calls have, as texts."""
    names: dict[str, set[str]] = {}
    for tool, args in calls:
        names.setdefault(tool, set()).update(args)
    return Catalog([_manifest(tool, sorted(args)) for tool, args in sorted(names.items())])


def _manifest(tool: str, args: list[str]) -> Manifest:
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in args},
        "additionalProperties": False,
    }
    return Manifest(
        name=tool,
        version="1",
        effect="read",
        description={"it": tool, "en": tool},
        affinity={},
        examples=(),
        args=schema,
        result={"type": "object", "properties": {}},
        message={"it": "", "en": ""},
        run=RunSpec(command=("true",)),
        digest=digest_of([tool, schema]),
    )


def taught_turn(identity: str, request: Request, tool: str, args: Mapping[str, Any]) -> Turn:
    """A turn of one step that the planner brought to a good end."""
    step = Step(tool, dict(args))
    result = StepResult(
        index=1,
        tool=tool,
        args=dict(args),
        provenance=dict.fromkeys(args, "user"),
        effect="read",
        result={"ok_count": 1, "error_count": 0},
        error=None,
        verdict=None,
        seconds=0.0,
    )
    return Turn(
        id=identity,
        request=request,
        trace=Trace(),
        framework=Framework((step,)),
        results=(result,),
        outcome=Outcome("answered", ExitStatus.ANSWERED, ""),
        seconds=0.0,
    )
