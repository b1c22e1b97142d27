"""The bones of a plan's grammar: its steps, what may follow each, and what each may look back on.

They depend only on how many kinds of executors there are and which of them give entries, so that one skeleton serves
many pools.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.gbnf import STATE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metnos_cli.plan.grammar.history import History, State


@dataclass(frozen=True, slots=True)
class Place:
    """One state, which the end of a plan, a step, or both may be in."""

    state: State
    """What is remembered."""
    suffix: str
    """What stands for ``STATE`` in the names of its rules; two dashes, which no other name has."""
    sourced: bool
    """Whether an earlier step surely gave entries."""
    step: bool
    """Whether a step may be written there."""
    end: bool
    """Whether a plan may end there."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Rules of steps that differ in nothing but the state."""

    sourced: bool
    """Whether an earlier step surely gave entries."""
    after: Mapping[int, str]
    """Kind -> expression of what may follow a call of it, with ``STATE`` in it."""
    suffixes: tuple[str, ...]
    """Their states."""


@dataclass(frozen=True, slots=True)
class Skeleton:
    """All steps of a grammar, still without calls."""

    root: str
    """The root rule."""
    steps: tuple[Steps, ...]
    """Rules of steps."""
    lines: str
    """Rules of what may follow a step."""
    places: tuple[Place, ...]
    """All states."""


@lru_cache(maxsize=128)
def skeleton(history: History, max_steps: int, *, sourced: bool, alone: bool) -> Skeleton:
    """The skeleton of the plans of a history.

    Args:
        history: What is remembered of the steps before.
        max_steps: At most so many steps.
        sourced: Whether some executor can be called where an earlier step gave entries.
        alone: Whether some executor can be called where none did.
    """
    return _Builder(history, sourced=sourced, alone=alone).build(max_steps)


class _Builder:
    """Walks the steps, state by state."""

    def __init__(self, history: History, *, sourced: bool, alone: bool) -> None:
        self.history = history
        self.can = {True: sourced, False: alone}
        self.giving = sorted({history.gives(kind) for kind in range(history.called)})
        self.suffixes: dict[State, str] = {}
        self.steps: set[State] = set()
        self.ends: set[State] = set()
        self.lines: list[str] = []
        self.groups: list[tuple[bool, dict[int, str], list[str]]] = []
        self._afters: dict[tuple[State | None, State], str] = {}

    def build(self, max_steps: int) -> Skeleton:
        """The whole skeleton."""
        opening = '"{" gap "\\"steps\\":" gap "[" gap'
        start = self.history.start
        level = [start] if self._callable(start) else []
        # where nothing can begin a plan only the empty one can be written
        first = self._step_name(start) if level else f'"]" {self._end_name(start)}'
        for place in range(1, max_steps + 1):
            level = self._walk(level, last=place == max_steps)
        places = tuple(
            Place(state, suffix, self.history.sourced(state), state in self.steps, state in self.ends)
            for state, suffix in self.suffixes.items()
        )
        steps = tuple(Steps(sourced, after, tuple(suffixes)) for sourced, after, suffixes in self.groups)
        return Skeleton(f"root ::= {opening} {first}", steps, "\n".join(self.lines), places)

    def _step_name(self, state: State) -> str:
        self.steps.add(state)
        return f"step{self._suffix(state)}"

    def _end_name(self, state: State) -> str:
        self.ends.add(state)
        return f"end{self._suffix(state)}"

    def _suffix(self, state: State) -> str:
        return self.suffixes.setdefault(state, f"--{len(self.suffixes)}")

    def _callable(self, state: State) -> bool:
        return self.can[self.history.sourced(state)]

    def _walk(self, level: Iterable[State], *, last: bool) -> list[State]:
        """One step, after each way in which the plan may have begun; the states of the next step."""
        following: dict[State, None] = {}
        known: dict[tuple[int, ...], list[str]] = {}
        for state in level:
            apart = self.history.told_apart(state)
            ends = [f'"]" {self._end_name(held)}' for held in self.history.kept_ends(state, apart)]
            keeps = {gives: self._keep(state, gives, ends, last, following) for gives in self.giving}
            alike = not apart and not self.history.exact(len(state) + 1)
            key = (*self.history.marks(state), *keeps.values()) if alike else state
            if key not in known:
                after = self._afters_of(state, keeps, apart, last, following)
                known[key] = []
                self.groups.append((self.history.sourced(state), after, known[key]))
            known[key].append(self._suffix(state))
        return list(following)

    def _keep(self, state: State, gives: bool, ends: list[str], last: bool, following: dict[State, None]) -> bool:
        """Write the rule of what may follow a step while an earlier one stays remembered; whether there is any."""
        told = list(ends)
        for held in () if last else self.history.kept(state, gives=gives):
            if self._callable(held):
                following[held] = None
                told.append(f'"," gap {self._step_name(held)}')
        if told:
            self.lines.append(f"keep-{'yes' if gives else 'no'}{self._suffix(state)} ::= gap ({' | '.join(told)})")
        return bool(told)

    def _afters_of(
        self, state: State, keeps: Mapping[bool, bool], apart: bool, last: bool, following: dict[State, None]
    ) -> dict[int, str]:
        """What may follow a call of each kind: it becomes the remembered one, or an earlier step stays so."""
        found = {}
        for kind in range(self.history.called):
            after = self._after(state, kind, apart, last, following)
            gives = self.history.gives(kind)
            found[kind] = f"({after} | keep-{'yes' if gives else 'no'}{STATE})" if keeps[gives] else after
        return found

    def _after(self, state: State, kind: int, apart: bool, last: bool, following: dict[State, None]) -> str:
        """The rule of what may follow a step that is remembered."""
        further = None if last else self.history.taken(state, kind)
        if further is not None and not self._callable(further):
            further = None
        key = (further, self.history.ends(state, kind, apart))
        if key not in self._afters:
            name = self._afters[key] = f"after--{len(self._afters)}"
            told = [] if further is None else [f'"," gap {self._step_name(further)}']
            told.append(f'"]" {self._end_name(key[1])}')
            self.lines.append(f"{name} ::= gap ({' | '.join(told)})" if len(told) > 1 else f"{name} ::= gap {told[0]}")
        if further is not None:
            following[further] = None
        return self._afters[key]
