"""Conditions on one field of an entry."""

from __future__ import annotations

import fnmatch
import operator
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.amounts import as_number, as_size
from metnos_cli.executors.entries.fields import moment
from metnos_cli.executors.when import read_period

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import tzinfo

    from metnos_cli.records import Lang

ORDERING: Mapping[str, Callable[[Any, Any], bool]] = {
    "greater": operator.gt,
    "at_least": operator.ge,
    "less": operator.lt,
    "at_most": operator.le,
}


def condition(field: str, op: str, wanted: Any, lang: Lang, zone: tzinfo | None) -> Callable[[Any], bool]:
    """The question to put to a field's value.

    Args:
        field: Its name.
        op: One of ``filter_entries``.
        wanted: What to compare with: a number, a size such as ``10 MB``, a moment, an interval, a text.
        lang: Decides how numbers are written.
        zone: Of moments that name none.

    Raises:
        ExecutorError: ``wrong_args``: the moment is none.
    """
    if field == "extension" and isinstance(wanted, str) and op != "matches":
        wanted = wanted.strip().removeprefix("*").removeprefix(".")
    if op.startswith("not_"):
        positive = condition(field, op.removeprefix("not_"), wanted, lang, zone)
        return lambda value: not positive(value)
    if op in ORDERING:
        return _ordering(ORDERING[op], wanted, lang, zone)
    if op == "equals":
        return _equality(wanted, lang, zone)
    told = str(wanted).casefold()
    tests: dict[str, Callable[[str], bool]] = {
        "contains": lambda value: told in value,
        "starts_with": lambda value: value.startswith(told),
        "ends_with": lambda value: value.endswith(told),
        "matches": lambda value: fnmatch.fnmatchcase(value, told),
    }
    test = tests[op]
    return lambda value: value is not None and test(_text(value))


def _ordering(
    compare: Callable[[Any, Any], bool], wanted: Any, lang: Lang, zone: tzinfo | None
) -> Callable[[Any], bool]:
    """Larger or smaller: as numbers, as moments, or as texts, by what is wanted."""
    bound = as_size(wanted, lang)
    if bound is not None:
        return lambda value: (number := as_number(value, lang)) is not None and compare(number, bound)
    at = moment(wanted)
    if at is not None:
        limit = at if at.tzinfo else at.replace(tzinfo=zone)
        return lambda value: (
            (found := moment(value)) is not None
            and compare(found if found.tzinfo else found.replace(tzinfo=zone), limit)
        )
    told = str(wanted).casefold()
    return lambda value: isinstance(value, str) and compare(value.casefold(), told)


def _equality(wanted: Any, lang: Lang, zone: tzinfo | None) -> Callable[[Any], bool]:
    """The same: as a truth, as a number, as a moment inside a day or interval, or as a text whatever its case."""
    if isinstance(wanted, bool):
        return lambda value: value is wanted or _text(value) == _text(wanted)
    day = isinstance(wanted, str) and (moment(wanted) is not None or ("/" in wanted and moment(_first(wanted))))
    period = read_period(wanted, zone) if day else None
    number = as_size(wanted, lang)
    told = _text(wanted)

    def test(value: Any) -> bool:
        if value is None:
            return False
        if isinstance(value, list | tuple):
            return any(test(part) for part in value)
        if _text(value) == told:
            return True
        at = moment(value) if period is not None else None
        if period is not None and at is not None:
            return period.holds(at if at.tzinfo else at.replace(tzinfo=zone))
        return number is not None and not isinstance(value, bool) and as_number(value, lang) == number

    return test


def _first(told: str) -> str:
    return told.partition("/")[0]


def _text(value: Any) -> str:
    return str(value).strip().casefold()
