"""Ties a framework to the request it came from, and ties it again to a new one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.align import Alignment, Segment, align
from metnos_cli.memory.induction.context import core, left
from metnos_cli.memory.induction.reading import value_of
from metnos_cli.memory.shape import Shape, put_together, take_apart
from metnos_cli.memory.view import LITERAL_DIMS, TIME_DIMS, View
from metnos_cli.text.slots.argument import as_argument, moment_of

if TYPE_CHECKING:
    from metnos_cli.memory.view import Span
    from metnos_cli.records import Framework, Slot

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
TABLES = (".csv", ".tsv")
"""Endings of files whose rows are read."""
PAST = ("_files", "_messages")
"""Executors of what is there already: nothing of it is of a time ahead."""
ENDING = re.compile(r"\.\w{1,5}$")
COUNTED = frozenset({"number", "quantity", "amount-of-money", "temperature"})
"""Plain figures: a preposition tells what they are to what is done."""
PLACES = frozenset({None, "di", "in", "da", "su", "of", "from", "on"})
"""What may stand before a single path or address without changing what is done with it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A framework with the values of a new request."""

    framework: Framework
    """Nothing left to bind."""
    bindings: Mapping[str, Any]
    """Placeholder, or argument, -> value."""
    used_then: frozenset[int]
    """Words of the old request that supplied values."""
    used_now: frozenset[int]
    """Words of the new one that did."""
    unbound: tuple[str, ...] = ()
    """Arguments for which the new request has nothing."""
    loose: tuple[str, ...] = ()
    """Values of the new request that nothing took."""


def generalise(framework: Framework, slots: Sequence[Slot], text: str) -> Framework | None:
    """The framework with ``${SLOT:dim}`` where the request supplied a value; None when it may not be stored.

    A date that stands in no word of the request was worked out from one like "oggi": where it is no slot's own value
    it cannot be worked out again, and the framework would be about another day tomorrow.
    """
    shape = take_apart(framework)
    places = list(_places(slots))
    values: dict[str, Any] = {}
    for role, value in shape.values.items():
        if isinstance(value, list):
            values[role] = [_grounded(held, places, text) for held in value]
        else:
            values[role] = _grounded(value, places, text)
    fixed = _strings([dict(held) for _, held in shape.steps])
    if any(held is None for value in values.values() for held in (value if isinstance(value, list) else [value])):
        return None
    if any(date not in text for told in fixed for date in DATE.findall(told)):
        return None
    return put_together(shape, values, framework)


def _places(slots: Sequence[Slot]) -> Iterator[tuple[str, Any]]:
    """(placeholder, value) of each slot."""
    counts: dict[str, int] = {}
    for slot in slots:
        number = counts[slot.dim] = counts.get(slot.dim, 0) + 1
        yield f"${{SLOT:{slot.dim}}}" if number == 1 else f"${{SLOT:{slot.dim}#{number}}}", as_argument(slot)


def _grounded(value: Any, places: list[tuple[str, Any]], text: str) -> Any:
    """The placeholder whose value this is (each is used once), the value itself, or None when it may not be kept."""
    for number, (placeholder, held) in enumerate(places):
        if type(held) is type(value) and held == value:
            del places[number]
            return placeholder
    if isinstance(value, str) and any(date not in text for date in DATE.findall(value)):
        return None
    return value


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for held in value.values():
            yield from _strings(held)
    elif isinstance(value, list | tuple):
        for held in value:
            yield from _strings(held)


def of_others(framework: Framework, then: View, now: View) -> tuple[str, ...]:
    """Words by which a request is about other things than the example, in kind or in number.

    Args:
        framework: The example's plan, as it is kept.
        then: The example.
        now: The request.
    """
    return (*of_another_kind(framework, then, now), *of_another_number(framework, then, now))


def ahead(framework: Framework, now: datetime) -> tuple[str, ...]:
    """Times of files and mails that lie ahead: none is of next October, and "until" then are all of them.

    Args:
        framework: The plan with the values of the request.
        now: The moment of asking.
    """
    told = (str(step.args["when"]) for step in framework.steps if step.tool.endswith(PAST) and "when" in step.args)
    return tuple(when for when in told if _lies_ahead(when, now))


def behind(framework: Framework, now: datetime) -> tuple[str, ...]:
    """Times that have gone by and to which something would be put: nobody moves an appointment to last Friday."""
    told = (
        str(value)
        for step in framework.steps
        for name, value in step.args.items()
        if name == "to" or (name == "when" and step.tool.startswith("create_"))
    )
    return tuple(when for when in told if _has_gone(when, now))


def _lies_ahead(when: str, now: datetime) -> bool:
    first, _, last = when.partition("/")
    bound, free = (last, timedelta(days=1)) if first == ".." else (first, timedelta(0))
    moment = moment_of(bound, now.tzinfo)
    return moment is not None and moment > now + free


def _has_gone(when: str, now: datetime) -> bool:
    moment = moment_of(when.rpartition("/")[2], now.tzinfo)
    return moment is not None and moment <= now


def of_another_kind(framework: Framework, then: View, now: View) -> tuple[str, ...]:
    """Files that a plan of several steps would read otherwise than those it was learnt with.

    A table comes as its rows and any other file as one text: how many rows a table has is no plan for a note.
    """
    if len(framework.steps) < 2:
        return ()
    known = {told.endswith(TABLES) for told in _files(then)}
    return tuple(told for told in _files(now) if known and told.endswith(TABLES) not in known)


def _files(view: View) -> list[str]:
    told = [str(span.slot.fields["value"]).lower() for span in view.spans.values() if span.slot.dim == "path"]
    return [one for one in told if ENDING.search(one)]


def of_another_number(framework: Framework, then: View, now: View) -> tuple[str, ...]:
    """What tells several where the example told one, or one for several, when a figure of its plan stands in no word.

    "il file più vecchio" is one file, "i file più vecchi" are who knows how many.
    """
    told, asked = _several(then), _several(now)
    if len(told) == len(asked):
        return ()
    constants = align(then, take_apart(framework).values).constants
    figures = any(isinstance(value, int) and not isinstance(value, bool) for value in constants.values())
    return tuple(asked or told) if figures else ()


def _several(view: View) -> list[str]:
    plural = view.lexicon.plural
    return [word.text for at, word in enumerate(view.words) if word.key in plural and not view.spans_in(at, at + 1)]


def bind_same(framework: Framework, view: View) -> Bound:
    """Bind to a request with the very same words: each placeholder takes the slot of its number."""
    shape = take_apart(framework)
    alignment = align(view, shape.values)
    values, bindings = dict(shape.values), {}
    missing: list[str] = []
    for segment in alignment.segments:
        if segment.kind in ("slot", "number") and _holds_placeholder(shape.values[segment.role]):
            span = view.spans_in(segment.first, segment.last)[0]
            value = as_argument(span.slot)
            _fill(values, segment.role, shape.values[segment.role], value, span.slot.dim)
            bindings[f"${{SLOT:{span.slot.dim}}}"] = value
    missing += [role for role, value in values.items() if _holds_placeholder(value)]
    used = frozenset(place for place, owner in enumerate(alignment.owners) if owner is not None)
    return Bound(put_together(shape, values, framework), bindings, used, used, tuple(missing))


def _fill(values: dict[str, Any], role: str, template: Any, value: Any, dim: str) -> None:
    if not isinstance(template, list):
        values[role] = value
        return
    held = list(values[role])
    for place, told in enumerate(held):
        if isinstance(told, str) and told.startswith(f"${{SLOT:{dim}"):
            held[place] = value
            break
    values[role] = held


def _holds_placeholder(value: Any) -> bool:
    return any(isinstance(held, str) and "${SLOT:" in held for held in (value if isinstance(value, list) else [value]))


def bind(framework: Framework, then: View, now: View) -> Bound:
    """Bind to a request in other words.

    What each argument's words were, the new words must be too, or be a value of the same kind in the same place.

    Args:
        framework: With ``${SLOT:dim}`` placeholders.
        then: The request it was learnt from.
        now: The new request.
    """
    shape = take_apart(framework)
    alignment = align(then, shape.values)
    pairs = dict(_pairs(alignment, then, now))
    used_now: set[int] = set()
    values: dict[str, Any] = dict(alignment.constants)
    bindings: dict[str, Any] = {}
    missing: list[str] = [] if alignment.sure else ["?"]
    for segment in alignment.segments:
        found = pairs.get(segment)
        value = None if found is None else _value(then, now, found, segment, shape)
        if found is None or value is None:
            missing.append(segment.role)
            continue
        used_now.update(range(*found))
        if segment.kind == "parts":
            values.update(value)
            bindings.update(value)
        else:
            taught = shape.values[segment.role]
            values[segment.role] = [*values.get(segment.role, ()), value] if isinstance(taught, list) else value
            bindings[segment.role] = value
    used_then = frozenset(place for place, owner in enumerate(alignment.owners) if owner is not None)
    loose = tuple(_loose(alignment, then, now, used_now))
    whole = put_together(shape, values, framework)
    return Bound(whole, bindings, used_then, frozenset(used_now), tuple(missing), loose)


def _value(then: View, now: View, found: tuple[int, int], segment: Segment, shape: Shape) -> Any:
    if segment.kind in ("words", "form"):
        taught, told = shape.values[segment.role], then.slice(segment.first, segment.last)
        # What was told as it stands is told as it stands now: "HELLO" is not "Hello".
        return taught if isinstance(taught, str) and taught != told else now.slice(*found)
    span = next(iter(now.spans_in(*found)))
    # Of a value with several readings the first was right for these very words, and is for no others.
    sure = span.slot.certain or _words_of(then, segment) == _words_of(now, Segment(*found, segment.role, segment.kind))
    return value_of(now, span, found[0], segment.role, segment.kind) if sure else None


def _words_of(view: View, segment: Segment) -> list[str]:
    return [word.key for word in view.words[segment.first : segment.last] if not word.function]


def _pairs(alignment: Alignment, then: View, now: View) -> Iterator[tuple[Segment, tuple[int, int]]]:
    """Each argument's words with those of the new request that stand for them."""
    taken: set[int] = set()
    for segment in alignment.segments:
        if segment.kind in ("words", "form"):
            place = _same_words(then, segment, now, taken)
            if place is not None:
                taken.update(range(*place))
                yield segment, place
    typed: dict[str, list[tuple[Segment, Span]]] = {}
    for segment in alignment.segments:
        if segment.kind not in ("words", "form"):
            span = then.spans_in(segment.first, segment.last)[0]
            typed.setdefault(_likeness(span), []).append((segment, span))
    for kind, old in typed.items():
        new = [
            span for _, span in sorted(now.spans.items()) if _likeness(span) == kind and not taken & set(_range(span))
        ]
        for (segment, span), other in _matched(old, new, then, now):
            if _agrees(span, other, then, now):
                yield segment, (other.first, other.last)


def _range(span: Span) -> range:
    return range(span.first, span.last)


FINE = frozenset({"hour", "minute", "second"})
"""Grains of what is a moment, unless it lasts."""


def _likeness(span: Span) -> str:
    """Values of one likeness may take one another's place: "at 5" is no "until 5", and no "from 5 to 7"."""
    if span.slot.dim != "time" or span.recurring or span.kind == "open":
        return span.kind
    stretch = span.slot.fields.get("kind") == "interval" and span.slot.fields.get("grain") in FINE
    return "stretch" if stretch else "time"


def _same_words(then: View, segment: Segment, now: View, taken: set[int]) -> tuple[int, int] | None:
    keys = [word.key for word in then.words[segment.first : segment.last]]
    size = len(keys)
    for at in range(len(now) - size + 1):
        if [word.key for word in now.words[at : at + size]] == keys and not taken & set(range(at, at + size)):
            if left(now, at, free(now))[0] != left(then, segment.first, free(then))[0]:
                continue
            return at, at + size
    return None


def free(view: View) -> list[str | None]:
    """No word taken."""
    return [None] * len(view)


def _matched(
    old: list[tuple[Segment, Span]], new: list[Span], then: View, now: View
) -> Iterator[tuple[tuple[Segment, Span], Span]]:
    """Pairs of old and new values of one kind; nothing where it is not clear which is which."""
    if len(old) != len(new):
        return
    if len(old) == 1:
        yield old[0], new[0]
        return
    then_values = [repr(as_argument(span.slot)) for _, span in old]
    now_values = [repr(as_argument(span.slot)) for span in new]
    if sorted(then_values) == sorted(now_values) and len(set(now_values)) == len(now_values):
        pairs = [(pair, new[now_values.index(value)]) for pair, value in zip(old, then_values, strict=True)]
        if _consistent([(_lead(then, span), _lead(now, other)) for (_, span), other in pairs]):
            yield from pairs
        return
    then_leads = [_lead(then, span) for _, span in old]
    now_leads = [_lead(now, span) for span in new]
    if sorted(then_leads) == sorted(now_leads) and len(set(now_leads)) == len(now_leads):
        for pair, lead in zip(old, then_leads, strict=True):
            yield pair, new[now_leads.index(lead)]


def _consistent(leads: list[tuple[str, str]]) -> bool:
    """Whether equal values are introduced alike: none by another preposition, one at least by the same."""
    told = [(one, other) for one, other in leads if one and other]
    return any(one == other for one, other in told) and all(one == other for one, other in told)


def _lead(view: View, span: Span) -> str:
    return left(view, core(view, span), free(view))[0] or ""


def _agrees(span: Span, other: Span, then: View, now: View) -> bool:
    """Whether a value is introduced as the old one was: "al 20%" is no "del 20%"."""
    one, another = _lead(then, span) or None, _lead(now, other) or None
    if one == another or span.slot.dim in TIME_DIMS or span.slot.dim == "ordinal":
        return True
    return span.slot.dim in LITERAL_DIMS and one in PLACES and another in PLACES


def _loose(alignment: Alignment, then: View, now: View, used: set[int]) -> Iterator[str]:
    """Values of the new request that no argument took, and that did not stand in the old one as mere words."""
    idle = [
        _told(then, span)
        for span in then.spans.values()
        if all(alignment.owners[place] is None for place in _range(span))
    ]
    for span in now.spans.values():
        if used & set(_range(span)):
            continue
        value = _told(now, span)
        if value in idle:
            idle.remove(value)
        else:
            yield span.slot.text


def _told(view: View, span: Span) -> tuple[str, str | None]:
    """A value, and for a plain figure what leads to it: "volume a 20" sets what "volume 20" may only raise."""
    return repr(as_argument(span.slot)), _lead(view, span) if span.slot.dim in COUNTED else None
