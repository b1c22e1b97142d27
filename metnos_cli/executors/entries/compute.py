"""compute_entries: count, sum, mean, minimum and maximum over what an earlier step found."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.amounts import SIZE_FIELDS, as_number, number_text, size_text
from metnos_cli.executors.answer import answer
from metnos_cli.executors.entries.fields import field_of
from metnos_cli.executors.labels import field_label
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.ports import ExecutorContext

COMPUTED: Mapping[str, Callable[[Sequence[float]], float]] = {
    "sum": math.fsum,
    "mean": lambda values: math.fsum(values) / len(values),
    "min": min,
    "max": max,
}


def compute_entries(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """One number over the entries; for the extremes, the entry that has it.

    Raises:
        ExecutorError: ``wrong_args``: no entry has the field, or none has a number in it; ``missing_input``: no
            field was named.
    """
    entries, op = args["entries"], str(args["op"])
    if op == "count":
        return _answer([], op, "", len(entries), len(entries), context)
    if not args.get("field"):
        raise ExecutorError(ErrorClass.MISSING_INPUT, "field_needed", op=op)
    field = field_of(entries, str(args["field"]))
    numbers = [(as_number(entry.get(field), context.lang), entry) for entry in entries]
    having = [(number, entry) for number, entry in numbers if number is not None]
    if entries and not having:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "not_numbers", field=field)
    if not having:
        return _answer([], op, field, 0 if op == "sum" else None, 0, context)
    value = COMPUTED[op]([number for number, _ in having])
    if all(isinstance(number, int) for number, _ in having) and float(value).is_integer():
        value = int(value)
    at = [entry for number, entry in having if number == value][:1] if op in ("min", "max") else []
    return _answer(at, op, field, value, len(having), context)


def _answer(
    found: list[Any], op: str, field: str, value: float | None, count: int, context: ExecutorContext
) -> dict[str, Any]:
    lang = context.lang
    if value is None:
        told = text(lang, "summary.none")
    else:
        told = size_text(value, lang) if field in SIZE_FIELDS else number_text(value, lang)
    summary = text(lang, f"summary.{op}", field=field_label(field, lang), value=told, count=number_text(count, lang))
    row = {"name": f"{op} {field}".strip(), "value": value}
    # A whole that was worked out is one thing done, also where there was nothing to work on.
    return answer(found or [row], ok_count=1, op=op, field=field, value=value, count=count, summary=summary)
