"""Takes back what was done to facts, tasks and appointments on servers; files of a calendar are files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ExecutorError
from metnos_cli.safety.undo import Reversal, may_pass
from metnos_cli.store import facts, tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.executors.calendar.shelf import Resource, Shelf
    from metnos_cli.ports import ExecutorContext, Store
    from metnos_cli.safety.undo import Reverser
    from metnos_cli.store.journal import Change


class PersonalReversers:
    """The reversers of ``fact.*``, ``task.*`` and ``calendar.*``.

    Args:
        store: The SQLite file.
        context: What executors may use, for whoever has to reach a server; built when it is needed.
    """

    def __init__(self, store: Store, context: Callable[[], ExecutorContext]) -> None:
        self._store = store
        self._context = context

    def table(self) -> dict[str, Reverser]:
        """Who reverses what."""
        return {
            "fact.write": self._fact_written,
            "fact.forget": self._fact_forgotten,
            "task.create": self._task_created,
            "task.delete": self._task_deleted,
            "task.done": self._task_done,
            "calendar.create": self._event_created,
            "calendar.change": self._event_changed,
            "calendar.delete": self._event_deleted,
        }

    # -- facts and tasks: all in the store itself

    def _fact_written(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002  a Reverser's signature
        number, older = int(change.facts["id"]), [int(one) for one in change.facts.get("superseded", ())]

        def act() -> None:
            with self._store.write() as connection:
                facts.erase(connection, [number])
                facts.revive(connection, older)

        return _known(number, Reversal(change, "fact_write_back", {"text": change.facts["text"]}, act))

    def _fact_forgotten(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        def act() -> None:
            with self._store.write() as connection:
                facts.revive(connection, [int(one) for one in change.facts["ids"]])

        return _known(change.facts["ids"], Reversal(change, *_named("fact_forget_back", change), act))

    def _task_created(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        def act() -> None:
            from datetime import UTC, datetime

            with self._store.write() as connection:
                tasks.end(connection, [int(one) for one in change.facts["ids"]], "deleted", datetime.now(UTC))

        return _known(change.facts["ids"], Reversal(change, *_named("task_create_back", change), act))

    def _task_deleted(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        def act() -> None:
            with self._store.write() as connection:
                tasks.revive(connection, [int(one) for one in change.facts["ids"]])

        return _known(change.facts["ids"], Reversal(change, *_named("task_delete_back", change), act))

    def _task_done(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        def act() -> None:
            with self._store.write() as connection:
                for one in change.facts["tasks"]:
                    tasks.revive(connection, [int(one["id"])])
                    if one["epoch"] is not None:
                        tasks.put_off(connection, int(one["id"]), float(one["epoch"]))

        return Reversal(change, "task_done_back", {"text": change.facts["tasks"][0]["text"]}, act)

    # -- appointments on servers: only what still is as Metnos left it

    def _event_created(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        told = {"title": change.facts["title"]}
        return self._on_server(change, "event_create_back", told, partial(self._take_away, change))

    def _event_changed(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        told = {"title": change.facts["title"]}
        return self._on_server(change, "event_change_back", told, partial(self._put_back, change))

    def _event_deleted(self, change: Change, before: Sequence[Change]) -> Reversal:  # noqa: ARG002
        told = {"title": change.facts["title"]}
        return self._on_server(change, "event_delete_back", told, partial(self._bring_back, change))

    def _on_server(
        self,
        change: Change,
        key: str,
        told: dict[str, Any],
        look: Callable[[Shelf], tuple[Callable[[Shelf], None], str]],
    ) -> Reversal:
        """Look at the server now, and again when it is done; one that is not reached leaves the change as it is."""
        try:
            _, why = self._with_shelf(change, look)
        except ExecutorError as error:
            return Reversal(change, key, told, None, error.key, may_pass(error))
        if why:
            return Reversal(change, key, told, None, why)

        def act() -> None:
            self._with_shelf(change, lambda shelf: look(shelf)[0](shelf))

        return Reversal(change, key, told, act)

    def _with_shelf(self, change: Change, work: Callable[[Shelf], Any]) -> Any:
        from metnos_cli.executors.calendar.accounts import read_accounts
        from metnos_cli.executors.calendar.shelf import open_shelf

        context = self._context()
        account = read_accounts(context.settings).get(str(change.facts["account"]))
        if account is None:
            return (_nothing, "account_gone")
        shelf = open_shelf(account, context)
        try:
            return work(shelf)
        finally:
            shelf.close()

    @staticmethod
    def _take_away(change: Change, shelf: Shelf) -> tuple[Callable[[Shelf], None], str]:
        """One that was created: away with it, unless somebody has changed it."""
        from metnos_cli.executors.calendar.compose import mark_of

        uid = str(change.facts["uid"])
        found = _found(shelf, str(change.facts["href"]))
        if found is None:
            return _nothing, ""
        if mark_of(found.text, uid) != mark_of(str(change.facts["text"]), uid):
            return _nothing, "changed"

        def act(open_shelf: Shelf) -> None:
            open_shelf.remove(found)

        return act, ""

    @staticmethod
    def _put_back(change: Change, shelf: Shelf) -> tuple[Callable[[Shelf], None], str]:
        """One that was changed: as it was, unless somebody has changed it since."""
        from metnos_cli.executors.calendar.compose import mark_of

        uid, before, after = (str(change.facts[name]) for name in ("uid", "before", "after"))
        found = _found(shelf, str(change.facts["href"]))
        if found is None:
            return _nothing, "missing"
        now = mark_of(found.text, uid)
        if now == mark_of(before, uid) and now != mark_of(after, uid):
            return _nothing, ""
        if now != mark_of(after, uid):
            return _nothing, "changed"

        def act(open_shelf: Shelf) -> None:
            open_shelf.replace(found, before)

        return act, ""

    @staticmethod
    def _bring_back(change: Change, shelf: Shelf) -> tuple[Callable[[Shelf], None], str]:
        """One that was taken out: back again, unless it is there."""
        href = str(change.facts["href"])
        if _found(shelf, href) is not None:
            return _nothing, ""

        def act(open_shelf: Shelf) -> None:
            open_shelf.create(href, str(change.facts["before"]))

        return act, ""


def _named(key: str, change: Change) -> tuple[str, dict[str, Any]]:
    """The sentence of one thing, or of several: then the first is named and the others are counted."""
    text, others = change.facts["text"], len(change.facts["ids"]) - 1
    return (f"{key}_all", {"text": text, "others": others}) if others > 0 else (key, {"text": text})


def _known(which: Any, reversal: Reversal) -> Reversal:
    """The reversal, unless Metnos was stopped before it could note which rows it wrote."""
    return reversal if which else replace(reversal, act=None, why="failed")


def _nothing(_shelf: Shelf) -> None:
    """It is as it was: nothing is left to do."""


def _found(shelf: Shelf, href: str) -> Resource | None:
    """The object as it is now; None when it is gone.

    Raises:
        ExecutorError: The server cannot be reached.
    """
    try:
        return shelf.fetch(href)
    except ExecutorError as error:
        if error.key == "calendar_event_gone":
            return None
        raise
