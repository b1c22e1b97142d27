"""Which categories of the lexicon may start a value, and of which kind."""

from __future__ import annotations

ATOMS: dict[str, frozenset[str]] = {
    "cycle": frozenset(
        (
            *("this", "next", "last", "latest", "few", "num", "figure", "unit", "units", "weekday", "month", "season"),
            *("holiday", "weekend", "pod"),
        )
    ),
    "nth": frozenset(
        ("ord", "num", "figure", "last", "latest", "unit", "weekday", "weekend", "quartermark", "holiday")
    ),
    "relative": frozenset(("in", "num", "figure", "lasting", "few", "one")),
    "date": frozenset(("figure", "month", "domarticle", "num", "ord")),
    "clock": frozenset(("at", "clock", "figure", "num", "to_hour", "fraction")),
    "named": frozenset(("relday", "weekday", "daypod", "holiday", "weekend", "season", "pod", "now")),
}
"""Constraint of a time expression -> categories that may start it."""

OPENERS = ("from", "between", "until", "by", "before", "after", "since", "within", "throughout", "asap")
"""Words that start a range or an open end."""

EDGES = ("endof", "startof", "midof")
"""Words that name the end, the start or the middle of a period."""

TIMES = frozenset((*OPENERS, *EDGES, "every", "podshift", "lasts")).union(*ATOMS.values())
"""Every category that may start a time expression."""

COUNTS = frozenset(
    ("figure", "num", "scale", "count", "minus", "dash", "ord", "one", "few", "lasting", "currency", "block", "point")
)
"""Every category that may start a number, an ordinal, a duration, a quantity or a sum."""

FOLLOWS = frozenset(
    (
        *("unit", "units", "mark", "month", "link", "ampm", "past", "pastword", "toword", "clockand", "clockless"),
        *("dash", "to", "sharp", "next", "last", "latest", "this", "few", "zone", "pod", "daypod", "relday", "weekday"),
        *("weekdays", "quartermark", "ordmark", "ordsuffix", "half", "more"),
    )
)
"""What may follow a number that belongs to a time expression."""
