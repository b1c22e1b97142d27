"""Arrays and objects as JSON text: members in declared order, counts, what else may stand in them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from metnos_cli.plan.grammar.algebra import TooMuch, intersect
from metnos_cli.plan.grammar.automaton import TooLarge, build
from metnos_cli.plan.grammar.gbnf import MAX_REPEAT, Rules, choice, group, is_atom, literal, repeat, sequence
from metnos_cli.plan.grammar.keys import any_key_but
from metnos_cli.plan.grammar.opposites import opposite
from metnos_cli.plan.grammar.patterns import any_of
from metnos_cli.plan.grammar.regex import Regex, both, negated
from metnos_cli.plan.grammar.shapes import ANY, Array, Boolean, Null, Number, Object, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.grammar.texts import Texts

_MAX_COUNTED = 24
_MAX_UNIQUE = 6
_MAX_UNORDERED = 3


class Host(Protocol):
    """What writes the values inside a container."""

    rules: Rules
    texts: Texts
    gap: str
    any_order: bool

    def use(self, name: str) -> str:
        """Make a primitive part of the grammar."""
        ...

    def note(self, at: str, keyword: str) -> None:
        """Something that the grammar cannot keep."""
        ...

    def expand(self, key: str) -> Shape:
        """The shape of a definition."""
        ...

    def value(self, shape: Shape, hint: str, depth: int) -> str | None:
        """GBNF of a value as one atom, or None when there is none."""
        ...


def array_expression(host: Host, part: Array, hint: str, depth: int) -> str | None:
    """GBNF of an array, or None when there is none."""
    comma = sequence(['","', host.gap])
    if part.unique:
        listed = _unique(host, part, hint, depth, comma)
        if listed is not None:
            return listed
        if part.most is None or part.most > 1:
            host.note(part.at, "uniqueItems")
    items = host.value(ANY if part.items is None else part.items, f"{hint}-item", depth + 1)
    if part.contains:
        found = _containing(host, part, hint, depth, comma)
        if found is not None:
            return _bracketed(host, found)
        host.note(part.at, "contains")
    for bound, keyword in ((part.least, "minItems"), (part.most, "maxItems")):
        if bound is not None and bound > MAX_REPEAT:
            host.note(part.at, keyword)
    body = _listed(host, part, items, hint, depth, comma)
    return None if body is None else _bracketed(host, body)


def _bracketed(host: Host, body: str) -> str:
    return sequence(['"["', host.gap, *((group(body), host.gap) if body else ()), '"]"'])


def _listed(host: Host, part: Array, items: str | None, hint: str, depth: int, comma: str) -> str | None:
    """Items up to the closing bracket: the first ones by place, the others alike."""
    first = len(part.prefix)
    least, most = max(0, part.least - first), None if part.most is None else max(0, part.most - first)
    if items is None:
        if part.least > first:
            return None
        most, items = 0, ""
    if first == 0:
        if most == 0:
            return ""
        more = repeat(f"({sequence([comma, items])})", max(0, least - 1), None if most is None else most - 1)
        body = sequence([items, more])
        return body if least else f"({body})?"
    rest = repeat(f"({sequence([comma, items])})", least, most) if items else ""
    for place in reversed(range(first)):
        item = host.value(part.prefix[place], f"{hint}-item", depth + 1)
        if item is None:
            if part.least > place:
                return None
            rest = ""
            continue
        body = sequence([comma if place else "", item, rest])
        rest = body if place < part.least else f"({body})?"
    return rest


def _containing(host: Host, part: Array, hint: str, depth: int, comma: str) -> str | None:
    """Items of which some have a shape of their own; None: that cannot be written."""
    if len(part.contains) > 1 or part.prefix:
        return None
    shape, least, most = part.contains[0]
    if part.least > least or part.most is not None or max(least, most or 0) > MAX_REPEAT:
        return None
    items = ANY if part.items is None else part.items
    try:
        wanted = host.value(intersect(items, shape, host.expand), f"{hint}-wanted", depth + 1)
        if most is None:
            other = host.value(items, f"{hint}-item", depth + 1)
        else:
            rest = intersect(items, opposite(shape, host.expand), host.expand)
            other = host.value(rest, f"{hint}-other", depth + 1)
    except TooMuch:
        return None
    before = f"({sequence([other, comma])})*" if other else ""
    after = f"({sequence([comma, other])})*" if other else ""
    others = f"({sequence([other, after])})?" if other else '""'
    if most is not None and least > most:
        return host.use("never")
    if wanted is None or most == 0:
        return others if least == 0 else host.use("never")
    one = host.rules.add(f"{hint}-some", sequence([before, wanted]))
    count = max(least, 1)
    more = repeat(f"({sequence([comma, one])})", count - 1, None if most is None else most - 1)
    body = sequence([one, more, after])
    return body if least else f"({body} | {others})"


def _unique(host: Host, part: Array, hint: str, depth: int, comma: str) -> str | None:
    """An array of different values out of a few: one rule per set of values that are still to be had."""
    values = _few_values(part.items) if part.items is not None and not part.prefix and not part.contains else None
    if values is None:
        return None
    told = [host.value((value,), hint, depth + 1) or "" for value in values]
    most = len(told) if part.most is None else min(part.most, len(told))
    if part.least > most:
        return None
    done: dict[tuple[frozenset[int], int], str] = {}

    def rest(left: frozenset[int], count: int) -> str:
        if (left, count) not in done:
            ways = ['""'] if count >= part.least else []
            if count < most:
                before = comma if count else ""
                ways += [sequence([before, told[place], rest(left - {place}, count + 1)]) for place in sorted(left)]
            body = choice(ways)
            done[left, count] = body if body == '""' else host.rules.add(f"{hint}-unique", body)
        return done[left, count]

    return _bracketed(host, rest(frozenset(range(len(told))), 0))


def _few_values(shape: Shape) -> list[Null | Boolean | Number | Text] | None:
    """The single values of a shape, when they are few."""
    found: list[Null | Boolean | Number | Text] = []
    for part in shape:
        match part:
            case Null():
                found.append(part)
            case Boolean(values):
                found += [Boolean(frozenset((value,))) for value in sorted(values)]
            case Number(values=values) if values is not None:
                found += [Number(values=(value,)) for value in values]
            case Text(values=texts) if texts is not None:
                found += [Text(values=(value,)) for value in texts]
            case _:
                return None
    return found if len(found) <= _MAX_UNIQUE else None


def object_expression(host: Host, part: Object, hint: str, depth: int, given: Mapping[str, str]) -> str | None:
    """GBNF of an object, or None when there is none.

    Args:
        host: Writes the values.
        part: The object.
        hint: What to call its rules.
        depth: How many containers stand around it.
        given: Property -> rule that stands for its value.
    """
    members = []
    for name, shape in part.props.items():
        value = given.get(name) if shape else None
        value = value or host.value(shape, name if depth == 0 else f"{hint}-{name}", depth + 1)
        if value is None and name in part.required:
            return None
        if value is not None:
            members.append((f"{_key(name)} {host.gap} {value}", name in part.required))
    extra = _extra_member(host, part, hint, depth)
    if host.any_order and len(members) <= _MAX_UNORDERED and part.least <= 0 and part.most is None:
        body: str | None = _in_any_order(host, members, extra, hint)
    else:
        body = _Members(host, part, members, extra, hint).expression()
    return None if body is None else _braced(host, body)


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    """The name of a property as JSON text, with its colon."""
    return literal(json.dumps(name, ensure_ascii=False) + ":")


def _braced(host: Host, body: str) -> str:
    inner = (body if is_atom(body) or " | " not in body else f"({body})", host.gap) if body else ()
    return sequence(['"{"', host.gap, *inner, '"}"'])


def _in_any_order(host: Host, members: list[tuple[str, bool]], extra: str | None, hint: str) -> str:
    """Members in whatever order, each at most once: one rule per set of those that were there."""
    comma = sequence(['","', host.gap])
    names: dict[frozenset[int], str] = {}
    needed = frozenset(place for place, (_, required) in enumerate(members) if required)

    def ways(seen: frozenset[int], before: str) -> str:
        told = ['""'] if needed <= seen else []
        left = [place for place in range(len(members)) if place not in seen]
        told += [sequence([before, members[place][0], after(seen | {place})]) for place in left]
        if extra is not None:
            told.append(sequence([before, extra, after(seen)]))
        return choice(told)

    def after(seen: frozenset[int]) -> str:
        if extra is None and len(seen) == len(members):
            return ""
        if seen not in names:
            names[seen] = host.rules.reserve(f"{hint}-then")
            host.rules.set(names[seen], ways(seen, comma))
        return names[seen]

    body = ways(frozenset(), "")
    return "" if body == '""' else body


def _extra_member(host: Host, part: Object, hint: str, depth: int) -> str | None:
    """A property that is not declared, or None when there may be none."""
    told = []
    if part.patterns:
        free = negated(any_of(frozenset(part.props)))
        for language, shape in part.patterns:
            told.append(_member(host, both(language, free), shape, part, hint, depth))
        others = both(free, *(negated(language) for language, _ in part.patterns))
        told.append(_member(host, others, ANY if part.extra is None else part.extra, part, hint, depth))
    else:
        value = host.value(ANY if part.extra is None else part.extra, f"{hint}-value", depth + 1)
        if value is not None:
            told.append(sequence([any_key_but(part.props, host.use), '":"', host.gap, value]))
    members = [member for member in told if member is not None]
    return host.rules.add(f"{hint}-extra", choice(members)) if members else None


def _member(host: Host, language: Regex, shape: Shape, part: Object, hint: str, depth: int) -> str | None:
    value = host.value(shape, f"{hint}-value", depth + 1)
    if value is None:
        return None
    try:
        key = host.texts.of_automaton(build(language))
    except TooLarge:
        host.note(part.at, "patternProperties")
        key = host.use("string")
    return None if key is None else sequence([key, '":"', host.gap, value])


class _Members:
    """The members of one object: each declared one at most once, in order, then the others."""

    def __init__(self, host: Host, part: Object, members: list[tuple[str, bool]], extra: str | None, hint: str) -> None:
        self._host = host
        self._hint = hint
        self._members = members
        self._extra = extra
        self._comma = sequence(['","', host.gap])
        self._least, self._most = part.least, part.most
        required = sum(needed for _, needed in members)
        if self._least <= required:
            self._least = 0
        if self._most is not None and extra is None and self._most >= len(members):
            self._most = None
        for bound, keyword in ((self._least, "minProperties"), (self._most, "maxProperties")):
            if bound is not None and bound > _MAX_COUNTED:
                host.note(part.at, keyword)
        self._least = min(self._least, _MAX_COUNTED)
        self._most = None if self._most is not None and self._most > _MAX_COUNTED else self._most
        # beyond this many the count no longer matters
        self._enough = max(1, self._least, 0 if self._most is None else self._most)
        self._done: dict[tuple[int, int], str | None] = {}

    def expression(self) -> str | None:
        """What stands between the braces; None when nothing may."""
        return self._from(0, 0)

    def _from(self, place: int, count: int) -> str | None:
        """Members from a place on, after so many others."""
        key = (place, count)
        if key not in self._done:
            self._done[key] = self._others(count) if place == len(self._members) else self._next(place, count)
        return self._done[key]

    def _next(self, place: int, count: int) -> str | None:
        member, needed = self._members[place]
        following = min(count + 1, self._enough)
        full = self._most is not None and count >= self._most
        after = None if full else self._from(place + 1, following)
        own = None
        if after is not None:
            parts = (self._comma if count else "", member, self._named(place + 1, after))
            own = " ".join([part for part in parts if part])
        if needed:
            return own
        without = self._from(place + 1, count)
        if own is None or without is None:
            return without if own is None else own
        if following == count and after == without:
            return f"({self._comma} {member})? {self._named(place + 1, after)}".rstrip()
        return choice([own, without or '""'])

    def _named(self, place: int, body: str) -> str:
        """A tail that several beginnings share gets a name."""
        shared = any(not needed for _, needed in self._members[:place])
        if shared and len(body) > 24 and not is_atom(body):
            return self._host.rules.add(f"{self._hint}-more", body)
        return group(body) if " | " in body else body

    def _others(self, count: int) -> str | None:
        least = max(0, self._least - count)
        most = None if self._most is None else self._most - count
        if self._extra is None or most == 0:
            return None if least else ""
        if count == 0:
            more = repeat(
                f"({sequence([self._comma, self._extra])})", max(0, least - 1), None if most is None else most - 1
            )
            body = sequence([self._extra, more])
            return body if least else f"({body})?"
        return repeat(f"({sequence([self._comma, self._extra])})", least, most)
