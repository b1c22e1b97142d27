"""filter_entries, sort_entries and group_entries: choosing and ordering what an earlier step found."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.amounts import as_number
from metnos_cli.executors.answer import answer
from metnos_cli.executors.entries.conditions import condition
from metnos_cli.executors.entries.fields import field_of, moment, sort_key
from metnos_cli.executors.labels import field_label
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from metnos_cli.ports import ExecutorContext

PERIODS: Mapping[str, Callable[[datetime], str]] = {
    "day": lambda at: f"{at:%Y-%m-%d}",
    "week": lambda at: f"{at:%G-W%V}",
    "month": lambda at: f"{at:%Y-%m}",
    "year": lambda at: f"{at:%Y}",
}
SHOWN_GROUPS = 30
LINE_SHOWN = 100
"""Characters shown of the line that holds what was looked for."""


def filter_entries(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The entries whose field fits, unchanged, in their order.

    Raises:
        ExecutorError: ``wrong_args``: no entry has such a field.
    """
    entries = args["entries"]
    field = field_of(entries, str(args["where_field"]))
    op = str(args.get("op") or "equals")
    fits = condition(field, op, args["where_value"], context.lang, context.clock.now().tzinfo)
    kept = [entry for entry in entries if fits(entry.get(field))]
    if op == "contains":
        kept = [_with_line(entry, field, str(args["where_value"])) for entry in kept]
    return answer(kept, removed=len(entries) - len(kept))


def _with_line(entry: Mapping[str, Any], field: str, wanted: str) -> dict[str, Any]:
    """The entry, and where its text is long the first line that holds what was looked for."""
    text = entry.get(field)
    if not isinstance(text, str) or "\n" not in text.strip():
        return dict(entry)
    told = wanted.casefold()
    lines = enumerate(text.splitlines(), start=1)
    number, line = next(((at, line) for at, line in lines if told in line.casefold()), (0, ""))
    if not number:
        return dict(entry)  # what was looked for goes over the end of a line
    line = " ".join(line.split())
    start = max(0, line.casefold().find(told) - LINE_SHOWN // 3)
    shown = ("…" if start else "") + line[start : start + LINE_SHOWN] + ("…" if start + LINE_SHOWN < len(line) else "")
    return {**entry, "line": f"{number}: {shown}"}


def sort_entries(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The entries in order, those without the field last, the first ``limit`` of them.

    Raises:
        ExecutorError: ``wrong_args``: no entry has such a field.
    """
    entries = args["entries"]
    field = field_of(entries, str(args["by"]))
    having = [entry for entry in entries if entry.get(field) not in (None, "")]
    lacking = [entry for entry in entries if entry.get(field) in (None, "")]
    having.sort(key=lambda entry: sort_key(entry[field], context.lang), reverse=args.get("order") == "desc")
    return answer(
        [*having, *lacking][: args.get("limit")],
        by=field,
        by_label=field_label(field, context.lang),
        total=len(entries),
    )


def group_entries(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """One entry per value of a field with how often it occurs, the most frequent first.

    Raises:
        ExecutorError: ``wrong_args``: no entry has such a field.
    """
    entries = args["entries"]
    field = field_of(entries, str(args["by"]))
    none = text(context.lang, "summary.none")
    counts: defaultdict[str, int] = defaultdict(int)
    sizes: defaultdict[str, float] = defaultdict(float)
    for entry in entries:
        name = _name(entry.get(field), args.get("period"), none)
        counts[name] += 1
        sizes[name] += as_number(entry.get("size"), context.lang) or 0
    sized = any("size" in entry for entry in entries)
    groups = [
        {"name": name, "count": count, **({"size": int(sizes[name])} if sized else {})}
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], sort_key(item[0], context.lang)))
    ]
    told = ", ".join(f"{group['name']} {group['count']}" for group in groups[:SHOWN_GROUPS])
    label = field_label(field, context.lang)
    summary = f"{label}: {told}" + (", …" if len(groups) > SHOWN_GROUPS else "")
    return answer(groups, by=field, by_label=label, groups=len(groups), summary=summary)


def _name(value: Any, period: Any, none: str) -> str:
    """What a group is called."""
    if value in (None, "", []):
        return none
    at = moment(value) if period else None
    if at is not None:
        return PERIODS[str(period)](at)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
