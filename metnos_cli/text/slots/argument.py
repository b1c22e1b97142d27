"""Turns a slot into the value that an executor's argument takes."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

    from metnos_cli.records import Slot

_LETTERS = {
    "year": "Y",
    "quarter": "M",
    "month": "M",
    "week": "W",
    "day": "D",
    "hour": "H",
    "minute": "M",
    "second": "S",
}


def as_argument(slot: Slot) -> str | int | float:
    """The value of a slot as executors take it.

    Returns:
        ``time``: a moment in ISO 8601 with its offset; a span (a day, a month, "dalle 9 alle 11") ``FROM/TO`` with the
        end excluded; an open one ``FROM/..`` or ``../TO``. ``duration``: ISO 8601 (``PT1H30M``). ``number`` and
        ``ordinal``: the number. ``quantity``: bytes for sizes of data, otherwise the figure and its unit (``5 km``).
        ``amount-of-money``: ``20 EUR``. Everything else: the text of the value; a ``url`` has a scheme.
    """
    fields = slot.fields
    if slot.dim == "time":
        return _time(fields)
    if slot.dim == "duration":
        return _duration(fields)
    if slot.dim in ("number", "ordinal"):
        return _number(fields["value"])
    if slot.dim == "quantity":
        return int(fields["bytes"]) if "bytes" in fields else f"{_number(fields['value'])} {fields['unit']}"
    if slot.dim == "amount-of-money":
        return f"{_number(fields['value'])} {fields['unit']}"
    value = str(fields["value"])
    return f"https://{value}" if slot.dim == "url" and "://" not in value else value


def moment_of(told: str, zone: tzinfo | None) -> datetime | None:
    """The moment that one end of a time argument tells; None of a placeholder, an open end, or no time at all.

    Args:
        told: ISO 8601.
        zone: The zone of a moment that names none.
    """
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _time(fields: Mapping[str, Any]) -> str:
    if "argument" in fields:
        return str(fields["argument"])
    if fields["kind"] == "interval":
        return f"{fields['from']}/{fields['to']}"
    if fields["kind"] == "open":
        return f"{fields['value']}/.." if fields["dir"] == "after" else f"../{fields['value']}"
    return str(fields["value"])


def _duration(fields: Mapping[str, Any]) -> str:
    """ISO 8601 of the parts, weeks as days where they stand beside other parts."""
    parts: dict[str, float] = dict(fields.get("parts") or {fields["unit"]: fields["value"]})
    if "quarter" in parts:
        parts["month"] = parts.get("month", 0) + 3 * parts.pop("quarter")
    if "week" in parts and len(parts) > 1:
        parts["day"] = parts.get("day", 0) + 7 * parts.pop("week")
    if any(value != int(value) for value in parts.values()):
        return f"PT{_number(float(fields['normalized']['value']))}S"
    date = "".join(
        f"{_number(parts[unit])}{_LETTERS[unit]}" for unit in ("year", "month", "week", "day") if unit in parts
    )
    clock = "".join(f"{_number(parts[unit])}{_LETTERS[unit]}" for unit in ("hour", "minute", "second") if unit in parts)
    return f"P{date}T{clock}" if clock else f"P{date}"
