"""The fingerprint of a framework: which plan it is, whatever values the request put into it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.manifest import digest_of
from metnos_cli.plan.placeholders import Kind, parse

if TYPE_CHECKING:
    from metnos_cli.records import Framework, Slot


def fingerprint(framework: Framework, slots: Iterable[Slot] = ()) -> str:
    """Digest of the steps with the values of slots removed.

    Two plans that call the same tools with the same arguments, but for values which the request supplied, have the
    same fingerprint; fillers' prompts and the final message do not count.

    Args:
        framework: The plan.
        slots: The request's slots: a literal argument that is the text or the value of one is removed like a
            ``${SLOT:dim}`` that stands in its place.

    Returns:
        64 hexadecimal digits (SHA-256).
    """
    known = _values(slots)
    return digest_of([[step.tool, _without_slots(dict(step.args), known)] for step in framework.steps])


def _values(slots: Iterable[Slot]) -> dict[tuple[type, Any], str]:
    """Value -> marker, for the texts and scalar values of the slots."""
    known: dict[tuple[type, Any], str] = {}
    for slot in slots:
        from metnos_cli.text.slots.argument import as_argument

        for value in (slot.text, slot.fields.get("value"), as_argument(slot)):
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                known.setdefault((type(value), value), f"${{SLOT:{slot.dim}}}")
    return known


def _without_slots(value: Any, known: Mapping[tuple[type, Any], str]) -> Any:
    if isinstance(value, Mapping):
        return {key: held if key == "from_step" else _without_slots(held, known) for key, held in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [_without_slots(held, known) for held in value]
    if isinstance(value, str):
        whole = parse(value)
        if whole is not None and whole.kind is Kind.SLOT:
            return f"${{SLOT:{whole.name}}}"
    if isinstance(value, str | int | float):
        return known.get((type(value), value), value)
    return value
