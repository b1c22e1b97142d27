"""What the grammar of a plan remembers of the steps already written: as much as fits, and never more than is so.

A later step may name ``${stepN.field}`` only where step N declares that field, so the rules of a step depend on which
executors the steps before it called. With few executors every sequence is told apart. With many that would be too many
rules: then one of the latest steps is remembered (which one, the model's choice decides), and of the others only what
all executors have in common, and whether they gave entries. What is forgotten cannot be named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.grammar.gbnf import choice, literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest

_SHORT = 2
_ENDS = 64
"""How many states the end of a plan may have after so many steps."""
_NUMBERS = frozenset(("integer", "number"))
GIVING, OTHER = -1, -2
"""Steps of which is remembered that they gave entries, and those of which is remembered nothing."""

State = tuple[int, ...]
"""One number per earlier step: a kind, ``GIVING`` or ``OTHER``."""
Fields = tuple[tuple[str, frozenset[str] | None], ...]
"""Names of result fields, and the JSON types that they may have (None: any)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What later steps can see of an executor: executors that look alike are of one kind."""

    fields: Fields
    """What ``${stepN.field}`` may name."""
    entries: bool
    """Whether ``from_step`` may name it."""


def kind_of(manifest: Manifest) -> Kind:
    """The kind of an executor."""
    declared = manifest.result.get("properties", {})
    return Kind(tuple([(name, _types(name, schema)) for name, schema in declared.items()]), manifest.gives_entries)


def _types(name: str, schema: Any) -> frozenset[str] | None:
    told = schema.get("type") if isinstance(schema, Mapping) else None
    if told is None:
        return frozenset(("array",)) if name == "entries" else None
    return frozenset((told,) if isinstance(told, str) else told)


@lru_cache(maxsize=4096)
def fields_of_type(fields: Fields, wanted: str) -> str:
    """GBNF of the names of the fields that may have a type; empty when there are none.

    Args:
        fields: Fields of a kind.
        wanted: ``other-bound`` (anything but text), ``string-bound`` or a JSON type followed by ``-of``.
    """
    return choice([literal(name) for name, types in fields if _may_be(types, wanted)])


def _may_be(types: frozenset[str] | None, wanted: str) -> bool:
    if types is None:
        return wanted != "other-bound"
    if wanted == "other-bound":
        return "string" not in types
    kind = wanted.removesuffix("-of").removesuffix("-bound")
    return kind in types or (kind in _NUMBERS and bool(_NUMBERS & types))


@dataclass(frozen=True)
class History:
    """Which states there are, and how one follows from another.

    Args:
        giving: Whether each kind gives entries: kinds that may be called, then those of steps that have already run.
        called: How many of them may be called.
        start: Kinds of the steps that have already run; they are known, and never forgotten.
        limit: How many states a step may have.
    """

    giving: tuple[bool, ...]
    called: int
    start: State
    limit: int

    @cached_property
    def before(self) -> int:
        """How many steps have already run."""
        return len(self.start)

    def exact(self, length: int) -> bool:
        """Whether every sequence of so many steps is told apart."""
        found = self._exact.get(length)
        if found is None:
            found = self._exact[length] = int(self.called ** (length - self.before)) <= self._limit(length)
        return found

    def _limit(self, length: int) -> int:
        """Short plans are frequent: more is remembered of them."""
        return self.limit if length - self.before > _SHORT else self.limit * 2

    def taken(self, state: State, kind: int) -> State | None:
        """The state in which a step of this kind that follows is remembered; None: it cannot be."""
        length = len(state) + 1
        if self.exact(length):
            return (*state, kind)
        window, first = self._kept_of(length)
        return (*self._marks(state, first), kind) if window else None

    def kept(self, state: State, *, gives: bool) -> tuple[State, ...]:
        """The states in which an earlier step stays the remembered one, or none is, whatever step follows.

        Args:
            state: Before the step.
            gives: Whether the step gives entries.
        """
        length = len(state) + 1
        if self.exact(length):
            return ()
        window, first = self._kept_of(length)
        last = GIVING if gives else OTHER
        known = [place for place in range(self.before, length - 1) if state[place] >= 0]
        if window and first <= self.before and len(known) == 1:
            return ((*state, last),) if known[0] >= length - window else ()
        marks = (*self._marks(state, first), last)
        if not window:
            return (marks,)
        places = [place for place in known if place >= length - window]
        return tuple([(*marks[:place], state[place], *marks[place + 1 :]) for place in places])

    def ends(self, state: State, kind: int, apart: bool) -> State:
        """What the end of a plan remembers after a last step of this kind: that one, or all, or none.

        Args:
            state: Before the last step.
            kind: Of the last step.
            apart: ``told_apart(state)``.
        """
        if apart:
            return (*state, kind)
        return (*self._nothing_of(state), kind if self.called <= _ENDS else OTHER)

    def kept_ends(self, state: State, apart: bool) -> tuple[State, ...]:
        """What the end of a plan remembers when it is an earlier step, whatever the last one was.

        Args:
            state: Before the last step.
            apart: ``told_apart(state)``.
        """
        if apart or self.called > _ENDS:
            return ()
        length = len(state)
        first = max(self.before, length + 1 - _ENDS // self.called)
        nothing = self._nothing_of(state)
        places = [place for place in range(first, length) if state[place] >= 0]
        return tuple([(*nothing[:place], state[place], *nothing[place + 1 :], OTHER) for place in places])

    def _nothing_of(self, state: State) -> State:
        before = self.before
        return state[:before] + (OTHER,) * (len(state) - before)

    def told_apart(self, state: State) -> bool:
        """Whether the end of a plan after one more step remembers all steps."""
        few = int(self.called ** (len(state) - self.before + 1)) <= _ENDS
        return few and GIVING not in state and OTHER not in state

    def marks(self, state: State) -> State:
        """Of each step only whether it gave entries."""
        return self._marks(state, 0)

    def _marks(self, state: State, first: int) -> State:
        found = self._marked.get((state, first))
        if found is None:
            entries, before = self._entries, self.before
            own = [
                GIVING if entries[kind] and place >= first else OTHER
                for place, kind in enumerate(state[before:], before)
            ]
            found = self._marked[state, first] = (*state[:before], *own)
        return found

    def _kept_of(self, length: int) -> tuple[int, int]:
        """After so many steps: how many of the latest may be the remembered one; from where on entries are known."""
        if length not in self._plan:
            self._plan[length] = self._planned(length)
        return self._plan[length]

    def _planned(self, length: int) -> tuple[int, int]:
        limit, own = self._limit(length), length - self.before
        if not self._mixed:
            return min(own, limit // self.called), self.before
        for bits in range(own, min(own, 2) - 1, -1):
            window = limit // (self.called << (bits - 1))
            if window:
                return min(own, window), length - bits
        return 0, length - min(own, limit.bit_length() - 1)

    def gives(self, kind: int) -> bool:
        """Whether a remembered step surely gave entries."""
        return self._entries[kind]

    def sourced(self, state: State) -> bool:
        """Whether some earlier step surely gave entries."""
        found = self._sourced.get(state)
        if found is None:
            entries = self._entries
            found = self._sourced[state] = any(entries[kind] for kind in state)
        return found

    @cached_property
    def _exact(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _marked(self) -> dict[tuple[State, int], State]:
        return {}

    @cached_property
    def _sourced(self) -> dict[State, bool]:
        return {}

    @cached_property
    def _plan(self) -> dict[int, tuple[int, int]]:
        return {}

    @cached_property
    def _entries(self) -> Mapping[int, bool]:
        return dict(enumerate(self.giving)) | {GIVING: True, OTHER: False}

    @cached_property
    def _mixed(self) -> bool:
        return len(set(self.giving[: self.called])) > 1


def shared_fields(kinds: Sequence[Kind]) -> Fields:
    """Fields that all of these kinds declare alike."""
    if not kinds:
        return ()
    common = set(kinds[0].fields).intersection(*(kind.fields for kind in kinds[1:]))
    return tuple(field for field in kinds[0].fields if field in common)
