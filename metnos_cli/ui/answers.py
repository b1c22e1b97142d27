"""Reads a typed answer as the kind that was asked for: one function per kind, each right or refusing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.safety.terminal_output import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang

YES = frozenset({"y", "yes", "s", "si", "sì", "ok", "certo", "sure"})
NO = frozenset({"n", "no"})
CANCEL = frozenset(
    {"annulla", "cancel", "abort", "lascia perdere", "lascia stare", "never mind", "nevermind", "forget it", "basta"}
    | {"stop", "esci", "exit", "quit", "no grazie", "no thanks"}
)
"""Lines that answer no question but leave it."""
EVERY = frozenset({"*", "all", "tutti", "tutte", "tutto"})
NONE = frozenset({"none", "nessuno", "nessuna"})


class Unfit(ValueError):
    """The answer is not of the kind asked for.

    Args:
        key: Sentence below ``[dialog]``.
        facts: What it names.
    """

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose."""

    value: Any
    """What the answer is."""
    label: str
    """What is shown; clean."""
    preview: str = ""
    """More about it; clean."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, taken apart."""

    kind: str
    """One of the ten."""
    prompt: str
    """The question; clean."""
    schema: Mapping[str, Any]
    """``minimum``, ``maximum``, ``default``, ``optional``, ``must_exist`` as given."""
    choices: tuple[Choice, ...]
    """For the three kinds that choose."""
    lang: Lang
    """The user's language."""
    environment: Environment
    """Folders and clock."""

    @property
    def paths(self) -> bool:
        """Whether file names are completed while typing."""
        return self.kind == "file_path"


def choices_of(schema: Mapping[str, Any], question: Mapping[str, Any]) -> tuple[Choice, ...]:
    """What can be chosen: plain values, or objects with ``value``, ``label`` and ``preview``."""
    offered = schema.get("choices") or schema.get("enum") or question.get("choices") or ()
    return tuple(_choice(told) for told in offered)


def _choice(told: Any) -> Choice:
    if isinstance(told, dict):
        value = told.get("value", told.get("label"))
        return Choice(value, clean(str(told.get("label", value))), clean(str(told.get("preview", ""))))
    return Choice(told, clean(str(told)))


def as_text(typed: str, _asked: Asked) -> str:
    """Any text but none."""
    if not typed:
        raise Unfit("empty")
    return typed


def as_yes_no(typed: str, _asked: Asked) -> bool:
    """Yes or no, in either language."""
    word = typed.casefold()
    if word in YES or word in NO:
        return word in YES
    raise Unfit("yes_or_no")


def as_choice(typed: str, asked: Asked) -> Any:
    """One of the choices: by its number, its text, or an unambiguous beginning of it."""
    return _pick(typed, asked).value


def as_multi_choice(typed: str, asked: Asked) -> list[Any]:
    """Some of the choices: ``1,3-5``, texts, all, or none."""
    word = typed.casefold()
    if word in EVERY:
        return [choice.value for choice in asked.choices]
    if not word or word in NONE:
        return []
    picked: list[Choice] = []
    for part in typed.split(","):
        for choice in _range(part.strip(), asked):
            if choice not in picked:
                picked.append(choice)
    return [choice.value for choice in picked]


def as_number(typed: str, asked: Asked) -> int | float:
    """A number, with a point or a comma, within the bounds given."""
    plain = typed.replace(" ", "").replace(",", ".")
    try:
        value: int | float = int(plain)
    except ValueError:
        try:
            value = float(plain)
        except ValueError as error:
            raise Unfit("number") from error
    low, high = asked.schema.get("minimum", float("-inf")), asked.schema.get("maximum", float("inf"))
    if not low <= value <= high:
        raise Unfit("range", low=low, high=high)
    return value


def as_date(typed: str, asked: Asked) -> str:
    """A day, or a day and an hour, as ISO 8601: written so, or in words such as "domani alle 9"."""
    from datetime import date, datetime

    for reader in (date.fromisoformat, datetime.fromisoformat):
        try:
            return reader(typed).isoformat()
        except ValueError:
            continue
    from metnos_cli.text.slots import find_slots

    found = [slot for slot in find_slots(typed, asked.lang, asked.environment.now()) if slot.dim == "time"]
    if len(found) != 1 or not found[0].certain or found[0].fields.get("kind") != "point":
        raise Unfit("date")
    value, grain = str(found[0].fields["value"]), found[0].fields.get("grain")
    return value[:10] if grain == "day" else value


def as_file_path(typed: str, asked: Asked) -> str:
    """A path: ``~/`` is kept, others stand in the working folder; ``must_exist`` is checked."""
    path = typed.strip("'\"")
    if not path:
        raise Unfit("empty")
    whole = asked.environment.expand(path)
    if asked.schema.get("must_exist") and not whole.exists():
        raise Unfit("no_file", path=path)
    return path if path.startswith("~") else str(whole)


def _pick(typed: str, asked: Asked) -> Choice:
    if typed.isdecimal() and 1 <= int(typed) <= len(asked.choices):
        return asked.choices[int(typed) - 1]
    word = typed.casefold()
    same = [choice for choice in asked.choices if choice.label.casefold() == word]
    alike = same or [choice for choice in asked.choices if word and choice.label.casefold().startswith(word)]
    if len(alike) != 1:
        raise Unfit("no_such_choice")
    return alike[0]


def _range(part: str, asked: Asked) -> list[Choice]:
    first, dash, last = part.partition("-")
    if dash and first.strip().isdecimal() and last.strip().isdecimal():
        low, high = int(first), int(last)
        if not 1 <= low <= high <= len(asked.choices):
            raise Unfit("no_such_choice")
        return list(asked.choices[low - 1 : high])
    return [_pick(part, asked)]


KINDS: Mapping[str, Callable[[str, Asked], Any]] = {
    "text": as_text,
    "credentials": as_text,
    "yes_no": as_yes_no,
    "choice": as_choice,
    "choice_with_preview": as_choice,
    "multi_choice": as_multi_choice,
    "number": as_number,
    "date": as_date,
    "file_path": as_file_path,
    "location": as_text,
}
"""The ten kinds; credentials are asked for in two lines by the dialog itself."""
