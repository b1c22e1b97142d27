"""Writes a resolved time as the fields of a slot, in the user's zone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.time.calendar import RANK

if TYPE_CHECKING:
    from datetime import tzinfo

    from metnos_cli.text.slots.time.resolved import Resolved


@dataclass(frozen=True, slots=True)
class Value:
    """One reading of a time expression, on the wall clock."""

    kind: str
    """point, interval or open."""
    start: datetime
    """Value of a point or an open one; from of an interval."""
    end: datetime
    """To of an interval, excluded; of a point the end of its grain."""
    grain: str
    """How exactly it was said."""
    side: str = ""
    """Of an open one: before or after."""
    certain: bool = True
    """False when there are other readings."""
    others: tuple[Value, ...] = ()
    """The other readings."""
    argument: tuple[datetime | None, datetime | None] | None = None
    """The bounds that an executor takes, where they are not those of the value."""


def from_resolved(found: Resolved) -> Value:
    """The point or interval that a chain of constraints means."""
    kind = "interval" if found.interval else "point"
    others = tuple(Value(kind, other[0], other[1], found.grain) for other in found.others if other != found.span)
    argument: tuple[datetime | None, datetime | None] | None = found.rolling
    if argument is None and found.unit in ("day", "week", "month", "quarter", "year"):
        midnight = found.span[0].replace(hour=0, minute=0, second=0)
        argument = (midnight, midnight + timedelta(days=1)) if RANK[found.grain] <= RANK["day"] else found.span
    return Value(kind, found.span[0], found.span[1], found.grain, "", found.certain, others, argument)


def opened(value: Value, side: str, *, inclusive: bool) -> Value:
    """Everything before or after a time; ``inclusive`` when the time itself is meant too ("entro venerdì")."""
    bound = value.start
    coarse = RANK[value.grain] >= RANK["day"]
    if (side == "after" and not inclusive and coarse) or (side == "before" and inclusive and coarse):
        bound = value.end
    others = tuple(opened(other, side, inclusive=inclusive) for other in value.others)
    until = value.end if inclusive and value.kind == "interval" else bound  # "entro domani mattina": it is meant too
    argument = (None, until) if side == "before" else (bound, None)
    return replace(value, kind="open", side=side, others=others, argument=argument)


def between(start: datetime, end: datetime, grain: str, *, until: datetime | None = None) -> Value:
    """From one moment to another; ``until`` is the end as an executor takes it."""
    return Value("interval", start, end, grain, argument=None if until is None else (start, until))


def fields_of(value: Value, zone: tzinfo | None) -> dict[str, Any]:
    """The fields of a slot ``time``: Duckling's, and ``argument`` where an executor takes other bounds."""
    fields: dict[str, Any] = {"kind": value.kind}
    if value.kind == "interval":
        fields["from"], fields["to"] = iso(value.start, zone), iso(value.end, zone)
    else:
        if value.kind == "open":
            fields["dir"] = value.side
        fields["value"] = iso(value.start, zone)
    fields["grain"] = value.grain
    argument = value.argument
    if argument is None and value.kind == "point" and RANK[value.grain] >= RANK["day"]:
        argument = (value.start, value.end)
    if argument is not None:
        told = "/".join(".." if moment is None else iso(moment, zone) for moment in argument)
        fields["argument"] = told
    return fields


def iso(moment: datetime, zone: tzinfo | None) -> str:
    """A moment of the wall clock in ISO 8601 to the second, with the offset its zone has then.

    A moment that a clock set forward skips comes out as the one it becomes.
    """
    moment = moment.replace(microsecond=0)
    if zone is None:
        return moment.isoformat()
    return moment.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).isoformat()
