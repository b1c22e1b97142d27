"""Takes back the last turn that changed something: shows what it would do, does it, and says what it cannot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from metnos_cli.errors import ExecutorError, MetnosError
from metnos_cli.store import journal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.ports import Store
    from metnos_cli.store.journal import Change


PASSING = frozenset(
    {"mail_unreachable", "calendar_down", "calendar_timeout", "calendar_unsure", "calendar_login", "failed"}
)
"""Reasons that may be gone another time: what they hold up waits, and is not passed over."""


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
        for change in changes:
            steps.append(self._look(change, [step.change for step in steps if step.act is not None]))
        return UndoPlan(changes[0].turn, changes[0].at, tuple(steps))

    def run(self, plan: UndoPlan, check: Callable[[], None] = lambda: None) -> Undone:
        """Do it, one change after the other; each is looked at again just before.

        Args:
            plan: From ``plan``.
            check: Raises ``Interrupted`` to stop between two changes.

        Raises:
            StoreError: The journal cannot be written.
            Interrupted: Ctrl-C; what was taken back so far stays so.
        """
        done: list[Reversal] = []
        stuck: list[Reversal] = []
        for change in (step.change for step in plan.steps):
            check()
            step = self._look(change, [other.change for other in done])
            why = step.why if step.act is None else self._attempt(step.act)
            with self._store.write() as connection:
                journal.mark(connection, change.id, "stuck" if why else "undone", why)
            if why:
                stuck.append(Reversal(change, step.key, step.facts, None, why))
            else:
                done.append(step)
        return Undone(tuple(done), tuple(stuck))

    def pass_over(self, plan: UndoPlan) -> bool:
        """Let the next undo go on to what was done before, where this cannot be taken back, now or later.

        Returns:
            Whether there is something before it.

        Raises:
            StoreError: The journal cannot be written.
        """
        with self._store.write() as connection:
            for step in plan.steps:
                if step.act is None and step.why not in PASSING:
                    journal.mark(connection, step.change.id, "stuck", step.why)
            return journal.last_turn(connection) not in (None, plan.turn)

    def _look(self, change: Change, before: Sequence[Change]) -> Reversal:
        reverser = self._reversers.get(change.kind)
        if reverser is None:
            return Reversal(change, "other", {"kind": change.kind}, None, "unknown_kind")
        found = reverser(change, before)
        if found.act is not None and self._lies_under(change):
            return Reversal(change, found.key, found.facts, None, "lies_under")
        return found

    def _lies_under(self, change: Change) -> bool:
        """Whether something done later to the very same thing could not be taken back: then this stays too."""
        later = journal.stuck_after(self._store.read(), change.id)
        return any(touched(change) & touched(other) for other in later)

    @staticmethod
    def _attempt(act: Callable[[], None]) -> str:
        """Empty when it worked, otherwise the message key of why it did not."""
        try:
            act()
        except ExecutorError as error:
            return error.key
        except OSError:
            return "failed"
        except MetnosError as error:
            return error.key
        return ""


def touched(change: Change) -> frozenset[str]:
    """What a change was made to: paths, or the address of an appointment; what it was only copied from is not."""
    names = ("source", "target") if change.kind == "file.move" else ("path", "href")
    return frozenset(str(change.facts[name]) for name in names if name in change.facts)
