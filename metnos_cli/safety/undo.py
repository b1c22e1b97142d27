"""Takes back the last turn that changed something: shows what it would do, does it, and says what it cannot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from metnos_cli.errors import ErrorClass, ExecutorError, MetnosError, StoreError
from metnos_cli.safety.oserrors import executor_error
from metnos_cli.store import journal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.ports import Store
    from metnos_cli.store.journal import Change

FINAL = frozenset({"no_trash", "link_not_trashed", "mail_no_move", "extra_missing"})
"""Reasons of class unavailable that do not pass."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """How one change would be taken back."""

    change: Change
    """What was changed."""
    key: str
    """Message key below ``[undo]`` of what will be done, such as ``move_back``."""
    facts: Mapping[str, Any]
    """Values that the sentence names."""
    act: Callable[[], None] | None = None
    """Does it; None: it cannot be done."""
    why: str = ""
    """Message key below ``[undo]`` of why not."""
    later: bool = False
    """Whether the reason may pass: the change can be taken back another time."""


class Unfinished(ExecutorError):
    """Some of a change was taken back.

    Args:
        key: Message key below ``[undo]`` of why not all.
        left: The facts of what may be taken back another time; None: nothing more can be.
    """

    def __init__(self, key: str, left: Mapping[str, Any] | None) -> None:
        super().__init__(ErrorClass.WRONG_ARGS if left is None else ErrorClass.UNAVAILABLE, key)
        self.left = left


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a change was not taken back."""

    why: str
    """Message key below ``[undo]`` or ``[error]``."""
    later: bool
    """Whether it is worth trying again."""
    left: Mapping[str, Any] | None = None
    """What is left of the change, where some of it was taken back."""


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What taking back a turn comes to."""

    turn: str
    """Which turn."""
    at: str
    """When its last change was made, ISO 8601."""
    steps: tuple[Reversal, ...]
    """In the order in which they will be done."""

    @property
    def possible(self) -> bool:
        """Whether anything of it can be taken back."""
        return any(step.act is not None for step in self.steps)


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of it."""

    done: tuple[Reversal, ...] = ()
    """Taken back."""
    stuck: tuple[Reversal, ...] = field(default=())
    """Left as they are, with the reason in ``why``."""
    noted: bool = True
    """Whether the journal knows; otherwise they will be offered again, and found to be as they should."""


class _Lying:
    """What lies over changes: later ones to the very same things that could not be taken back.

    Args:
        stuck: Such changes, in the order in which they were made.
    """

    def __init__(self, stuck: Sequence[Change]) -> None:
        self._stuck = list(stuck)
        self._names: set[str] = set()

    def over(self, change: Change) -> bool:
        """Whether one lies over a change, which then stays too; changes are asked about from the last to the first."""
        while self._stuck and self._stuck[-1].id > change.id:
            self._names |= touched(self._stuck.pop())
        return not self._names.isdisjoint(touched(change))

    def add(self, change: Change) -> None:
        """One more that could not be taken back."""
        self._names |= touched(change)


class Reverser(Protocol):
    """Knows how to take back one kind of change."""

    def __call__(self, change: Change, before: Sequence[Change]) -> Reversal:
        """Look at the world and say how; ``before`` are the changes that are taken back before this one."""
        ...


class Undo:
    """Takes turns back.

    Args:
        store: Where changes are noted.
        reversers: Who reverses what, by the kind of change; a kind nobody knows is told as such.
    """

    def __init__(self, store: Store, reversers: Mapping[str, Reverser]) -> None:
        self._store = store
        self._reversers = reversers

    def plan(self, turn: str | None = None) -> UndoPlan | None:
        """What would be done to take a turn back; None when there is nothing to take back.

        Args:
            turn: Name of the turn's changes; None: the last that changed something.

        Raises:
            StoreError: The journal cannot be read.
        """
        connection = self._store.read()
        name = turn or journal.last_turn(connection)
        changes = journal.standing(connection, name) if name else []
        if not changes:
            return None
        steps: list[Reversal] = []
        lying = self._lying(changes)
        for change in changes:
            steps.append(self._look(change, [step.change for step in steps if step.act is not None], lying))
        return UndoPlan(changes[0].turn, changes[0].at, tuple(steps))

    def run(self, plan: UndoPlan, check: Callable[[], None] = lambda: None) -> Undone:
        """Do it, one change after the other; each is looked at again just before.

        Args:
            plan: From ``plan``.
            check: Raises ``Interrupted`` to stop between two changes.

        Raises:
            Interrupted: Ctrl-C; what was taken back so far stays so.
        """
        done: list[Reversal] = []
        stuck: list[Reversal] = []
        unnoted: list[tuple[Change, _Failure | None]] = []
        lying = self._lying([step.change for step in plan.steps])
        for change in (step.change for step in plan.steps):
            check()
            step = self._look(change, [other.change for other in done], lying)
            failure = _Failure(step.why, step.later) if step.act is None else self._attempt(step.act)
            if not self._note([(change, failure)]):
                unnoted.append((change, failure))
            if failure is not None:
                stuck.append(Reversal(change, step.key, step.facts, None, failure.why, failure.later))
                lying.add(change)
            else:
                done.append(step)
        return Undone(tuple(done), tuple(stuck), noted=not unnoted or self._note(unnoted))

    def _note(self, outcomes: Sequence[tuple[Change, _Failure | None]]) -> bool:
        """Say what became of changes: one that may still be taken back goes on standing.

        False when the database cannot be written; what was done to the world is told all the same.
        """
        try:
            with self._store.write() as connection:
                for change, failure in outcomes:
                    if failure is None:
                        journal.mark(connection, change.id, "undone")
                        continue
                    if failure.left is not None:
                        journal.amend(connection, change.id, failure.left)
                    journal.mark(connection, change.id, "done" if failure.later else "stuck", failure.why)
        except StoreError:
            return False
        return True

    def pass_over(self, plan: UndoPlan) -> bool:
        """Let the next undo go on to what was done before, where this cannot be taken back, now or later.

        Returns:
            Whether there is something before it.

        Raises:
            StoreError: The journal cannot be written.
        """
        with self._store.write() as connection:
            for step in plan.steps:
                if step.act is None and not step.later:
                    journal.mark(connection, step.change.id, "stuck", step.why)
            return journal.last_turn(connection) not in (None, plan.turn)

    def _look(self, change: Change, before: Sequence[Change], lying: _Lying) -> Reversal:
        reverser = self._reversers.get(change.kind)
        if reverser is None:
            return Reversal(change, "other", {"kind": change.kind}, None, "unknown_kind")
        found = reverser(change, before)
        if found.act is not None and lying.over(change):
            return Reversal(change, found.key, found.facts, None, "lies_under")
        return found

    def _lying(self, changes: Sequence[Change]) -> _Lying:
        first = min((change.id for change in changes), default=0)
        return _Lying(journal.stuck_after(self._store.read(), first))

    @staticmethod
    def _attempt(act: Callable[[], None]) -> _Failure | None:
        """None when it worked, otherwise why it did not."""
        try:
            act()
        except Unfinished as error:
            return _Failure(error.key, error.left is not None, error.left)
        except ExecutorError as error:
            return _Failure(error.key, may_pass(error))
        except OSError as error:
            return _Failure("failed", may_pass(executor_error(error, "")))
        except MetnosError as error:
            return _Failure(error.key, isinstance(error, StoreError))
        return None


def may_pass(error: ExecutorError) -> bool:
    """Whether the same may work another time: a server that is down comes back, a file that has changed does not."""
    return error.error_class is ErrorClass.UNAVAILABLE and error.key not in FINAL


def touched(change: Change) -> frozenset[str]:
    """What a change was made to: paths, or the address of an appointment; what it was only copied from is not."""
    names = ("source", "target") if change.kind == "file.move" else ("path", "href")
    return frozenset(str(change.facts[name]) for name in names if name in change.facts)
