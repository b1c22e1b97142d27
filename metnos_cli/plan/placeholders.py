"""Placeholders of a framework: found, checked for shape and resolved, in text and in JSON values.

    ${stepN.field}    a declared result field of step N
    ${FILLER:name}    a small value that the runner finds
    ${RUNTIME:key}    the moment and the place: now, today, lang, user, home, cwd, location, account
    ${SLOT:dim#k}     the k-th slot of that dimension in the present request (k is 1 when left out)
    ${ARG:name}       an argument of a composite executor

What a placeholder stands for is data: text that came from a value is never searched for placeholders again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

RUNTIME_KEYS: tuple[str, ...] = ("now", "today", "lang", "user", "home", "cwd", "location", "account")
FIELD = r"[^\s{}$]+"
_PATTERN = re.compile(
    r"\$\{(?:"
    rf"step(?P<step>[1-9][0-9]{{0,3}})\.(?P<field>{FIELD})"
    r"|FILLER:(?P<filler>[^\W\d]\w*)"
    r"|RUNTIME:(?P<runtime>[a-z_]+)"
    r"|SLOT:(?P<slot>[a-z][a-z_-]*)(?:#(?P<nth>[1-9][0-9]{0,3}))?"
    r"|ARG:(?P<arg>[^{}$]+)"
    r")\}"
)
_OWN_FIELD = re.compile(r"\$\{([^\s{}$:.]+)\}")


class Kind(StrEnum):
    """Who binds a placeholder."""

    STEP = "step"
    FILLER = "FILLER"
    RUNTIME = "RUNTIME"
    SLOT = "SLOT"
    ARG = "ARG"


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One placeholder, as written."""

    kind: Kind
    """Who binds it."""
    name: str
    """Field, filler, key, dimension or argument."""
    text: str
    """As written, braces included."""
    number: int = 1
    """The step N of ``${stepN.field}``, or the k of ``${SLOT:dim#k}``; otherwise 1."""

    def __str__(self) -> str:
        return self.text


def parse(text: str) -> Placeholder | None:
    """The placeholder that a string consists of, or None when it is anything else."""
    found = _PATTERN.fullmatch(text)
    return _read(found) if found else None


def in_text(text: str) -> tuple[Placeholder, ...]:
    """The placeholders of one string, in order of appearance."""
    return tuple(_read(found) for found in _PATTERN.finditer(text)) if "${" in text else ()


def around(text: str) -> tuple[str, ...]:
    """What stands before, between and behind the placeholders of a string."""
    pieces, start = [], 0
    for found in _PATTERN.finditer(text):
        pieces.append(text[start : found.start()])
        start = found.end()
    return (*pieces, text[start:])


def malformed(text: str) -> tuple[str, ...]:
    """What starts like a placeholder and is none, such as ``${step1}``; each up to its brace or the next blank."""
    rest = _PATTERN.sub(" ", text) if "${" in text else ""
    return tuple(re.findall(r"\$\{[^\s{}]*\}?", rest))


def find(value: Any, pointer: str = "") -> Iterator[tuple[str, Placeholder]]:
    """All placeholders of a JSON value.

    Args:
        value: The value; keys of objects are names, not text, and are not searched.
        pointer: Where the value stands.

    Yields:
        (JSON pointer of the string, placeholder).
    """
    for place, text in strings(value, pointer):
        for found in in_text(text):
            yield place, found


def strings(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """All strings of a JSON value with their JSON pointers, in document order."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from strings(held, f"{pointer}/{escape_pointer(str(key))}")
    elif isinstance(value, list | tuple):
        for place, held in enumerate(value):
            yield from strings(held, f"{pointer}/{place}")


def resolve(value: Any, lookup: Callable[[Placeholder], Any]) -> Any:
    """A JSON value with its placeholders replaced; the value given is left as it was.

    A string that is exactly one placeholder becomes the raw value with its type; inside a longer string the value
    is rendered as text. Nothing that ``lookup`` returns is searched again.

    Args:
        value: JSON value.
        lookup: Gives the value of a placeholder; what it raises is passed on.
    """
    if isinstance(value, str):
        whole = parse(value)
        if whole is not None:
            return lookup(whole)
        return _PATTERN.sub(lambda found: as_text(lookup(_read(found))), value) if "${" in value else value
    if isinstance(value, Mapping):
        return {key: resolve(held, lookup) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [resolve(held, lookup) for held in value]
    return value


def as_text(value: Any) -> str:
    """A value as it reads inside a sentence: text as it is, lists joined by commas, nothing for null."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list | tuple) and not any(isinstance(held, Mapping | list | tuple) for held in value):
        return ", ".join(as_text(held) for held in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return json.dumps(value, ensure_ascii=False, default=str)


def of_step(template: str, step: int) -> str:
    """A manifest's own message, ``${ok_count}``, as a framework's: ``${step2.ok_count}``."""
    return _OWN_FIELD.sub(lambda found: f"${{step{step}.{found[1]}}}", template)


def escape_pointer(key: str) -> str:
    """One reference token of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _read(found: re.Match[str]) -> Placeholder:
    groups = found.groupdict()
    if groups["field"] is not None:
        return Placeholder(Kind.STEP, groups["field"], found[0], int(groups["step"]))
    if groups["filler"] is not None:
        return Placeholder(Kind.FILLER, groups["filler"], found[0])
    if groups["runtime"] is not None:
        return Placeholder(Kind.RUNTIME, groups["runtime"], found[0])
    if groups["slot"] is not None:
        return Placeholder(Kind.SLOT, groups["slot"], found[0], int(groups["nth"] or 1))
    return Placeholder(Kind.ARG, groups["arg"], found[0])
