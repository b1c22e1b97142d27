"""Writes GBNF: names that llama.cpp reads, literals and classes that cannot break out, bounded repeats."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Ranges = tuple[tuple[int, int], ...]
"""Code points as sorted, disjoint, inclusive ranges."""

MAX_REPEAT = 2000
"""llama.cpp reads a larger maximum as "without end" and refuses a larger minimum."""
STATE = "\x01"
"""Stands in the names of rules that differ by what a plan remembers; a name without it is the same everywhere."""
TOOL = "\x02"
"""Stands at the start of the names of rules that belong to one executor."""

_MAX_NESTED = 40
_Trie = dict[str, Any]
_NAMED = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}
_UNSAFE_NAME = re.compile(r"[^a-z0-9]+")
_NAME = re.compile(r"(?<![a-z0-9\x01\x02-])\x02?[a-z][a-z0-9-]*\x01?(?![a-z0-9\x01\x02-])")


def literal(text: str) -> str:
    """A GBNF string that matches exactly this text."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return '"' + "".join([_in_literal(char) for char in text]) + '"'


def _in_literal(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if 0x20 <= ord(char) < 0x7F or 0xA0 <= ord(char) < 0xD800 else code(ord(char))


def char_class(ranges: Ranges, *, negated: bool = False) -> str:
    """A GBNF character class over these code points."""
    body = "".join(_in_class(low) if low == high else f"{_in_class(low)}-{_in_class(high)}" for low, high in ranges)
    return f"[{'^' if negated else ''}{body}]"


def _in_class(point: int) -> str:
    if chr(point) in '^-]["\\' or not (0x20 < point < 0x7F or 0xA0 < point < 0xD800):
        return code(point)
    return chr(point)


def code(point: int) -> str:
    """A code point as an escape of the notation."""
    if point in _NAMED:
        return _NAMED[point]
    return f"\\x{point:02X}" if point < 0x100 else f"\\u{point:04X}" if point < 0x10000 else f"\\U{point:08X}"


def sequence(parts: Iterable[str]) -> str:
    """Parts one after the other; adjacent literals become one."""
    told: list[str] = []
    for part in parts:
        if not part:
            continue
        if told and is_literal(part) and is_literal(told[-1]):
            told[-1] = told[-1][:-1] + part[1:]
        else:
            told.append(part)
    return " ".join(told)


def is_literal(part: str) -> bool:
    """Whether an expression is one quoted string."""
    return len(part) > 1 and part[0] == '"' and _LITERAL.fullmatch(part) is not None


_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def choice(parts: Sequence[str]) -> str:
    """One of several expressions, without repeating any."""
    return " | ".join(dict.fromkeys(parts))


def group(expression: str) -> str:
    """An expression that may be repeated or put into a sequence."""
    return expression if is_atom(expression) else f"({expression})"


def is_atom(expression: str) -> bool:
    """Whether an expression is one literal, class, group or rule name."""
    if expression.startswith('"'):
        return is_literal(expression)
    if expression.startswith("["):
        return _CLASS.fullmatch(expression) is not None
    return " " not in expression and _NAME.fullmatch(expression) is not None


_CLASS = re.compile(r"\[(?:[^\]\\]|\\.)*\]", re.DOTALL)


def repeat(atom: str, least: int, most: int | None) -> str:
    """An atom repeated; a bound above what llama.cpp takes is relaxed to it (or to no end).

    Args:
        atom: A character class, a literal, a group or a rule name.
        least: At least so often.
        most: At most so often; None: without end.
    """
    least = min(least, MAX_REPEAT)
    if most is None or most > MAX_REPEAT:
        return f"{atom}*" if least == 0 else f"{atom}+" if least == 1 else f"{atom}{{{least},}}"
    if (least, most) == (0, 1):
        return f"{atom}?"
    if least == most:
        return "" if most == 0 else atom if most == 1 else f"{atom}{{{most}}}"
    return f"{atom}{{{least},{most}}}" if most else ""


def trie(texts: Iterable[str]) -> str:
    """One of these texts, common beginnings said once: a long flat choice is slow to walk."""
    root: _Trie = {}
    for text in texts:
        node = root
        for char in text:
            node = node.setdefault(char, {})
        node[""] = {}
    return _branches(root, 0)


def _branches(root: _Trie, depth: int) -> str:
    """What may follow; below some depth the rest of each text is written out, because nesting has an end."""
    if depth > _MAX_NESTED:
        return f"({choice([literal(rest) for rest in _rests(root)])})"
    prefix = ""
    while len(root) == 1 and "" not in root:
        char, root = next(iter(root.items()))
        prefix += char
    told = [sequence([literal(char), _branches(node, depth + 1)]) for char, node in root.items() if char]
    tail = "" if not told else f"({' | '.join(told)})?" if "" in root else f"({' | '.join(told)})"
    return sequence([literal(prefix) if prefix else "", tail])


def _rests(root: _Trie) -> Iterator[str]:
    """The texts below a node."""
    waiting = [("", root)]
    while waiting:
        text, node = waiting.pop()
        for char, child in node.items():
            if char:
                waiting.append((text + char, child))
            else:
                yield text


class Rules:
    """A grammar in the making: named rules, each body kept once.

    Args:
        prefix: How the names of its own rules start.
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._bodies: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def add(self, hint: str, body: str) -> str:
        """A rule with this body, or the one that already has it.

        Args:
            hint: What to call it; made safe and unique.
            body: GBNF expression.

        Returns:
            The rule's name; it ends in ``STATE`` when the body depends on what a plan remembers.
        """
        found = self._names.get(body)
        if found is None:
            found = self.reserve(hint, differs=STATE in body)
            self._names[body] = found
            self._bodies[found] = body
        return found

    def reserve(self, hint: str, *, differs: bool = False) -> str:
        """A name of its own, its body to be set later (recursion)."""
        stem = self._prefix + safe_name(hint)
        suffix = STATE if differs else ""
        name, number = stem + suffix, 1
        while name in self._bodies:
            number += 1
            name = f"{stem}-{number}{suffix}"
        self._bodies[name] = ""
        return name

    def set(self, name: str, body: str) -> None:
        """The body of a reserved name."""
        self._bodies[name] = body

    def __contains__(self, name: str) -> bool:
        return name in self._bodies

    def __getitem__(self, name: str) -> str:
        return self._bodies[name]

    def items(self) -> Iterator[tuple[str, str]]:
        """(name, body) in the order of making."""
        return iter(self._bodies.items())


@lru_cache(maxsize=4096)
def safe_name(hint: str) -> str:
    """A rule name from any text: lower-case ASCII letters, digits and ``-``, at most 40 long, never empty."""
    name = _UNSAFE_NAME.sub("-", hint[:80].lower())[:40].strip("-")
    return name if name and name[0].isalpha() else f"r-{name}" if name else "r"


@lru_cache(maxsize=8192)
def names_in(body: str) -> frozenset[str]:
    """Rules that an expression refers to."""
    return frozenset(_NAME.findall(_QUOTED.sub(" ", body)))


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]', re.DOTALL)
