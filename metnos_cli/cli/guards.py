"""Builds what stands between a plan and the world: vaglio, guarded files and network, journal, undo."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from metnos_cli.errors import InputNeeded
from metnos_cli.ports import Event, ExecutorContext
from metnos_cli.records import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import Dialog, Files, Listener, Network, Vaglio
    from metnos_cli.safety.journal import TurnJournal
    from metnos_cli.safety.undo import Undo


def build_vaglio(here: World) -> Vaglio:
    """The judge of every call."""
    from metnos_cli.safety.vaglio import GuardedVaglio

    return GuardedVaglio.of(here.environment, here.settings)


def build_context(
    here: World, request: Request, dialog: Dialog, told: Listener, check_cancelled: Callable[[], None]
) -> ExecutorContext:
    """What the executors of one turn may use; guards are built, and imported, when an executor reaches for them."""

    @cache
    def journal() -> TurnJournal:
        from metnos_cli.safety.journal import TurnJournal

        return TurnJournal(here.database, here, TurnJournal.name_for(request))

    def files() -> Files:
        from metnos_cli.safety.filesystem import GuardedFiles

        return GuardedFiles.of(here.environment, here.settings, journal(), check_cancelled)

    def network() -> Network:
        from metnos_cli.safety.network import GuardedNetwork

        return GuardedNetwork.of(here.settings, check_cancelled)

    return ExecutorContext(
        lang=request.lang,
        settings=here.settings,
        clock=here,
        files=cast("Files", Late(files)),
        network=cast("Network", Late(network)),
        dialog=dialog,
        check_cancelled=check_cancelled,
        progress=lambda done, total: told(Event("progress", {"done": done, "total": total})),
        journal=lambda kind, facts: journal().note(kind, facts),
        amend=lambda change, facts: journal().amend(change, facts),
        embedder=here.embedder,
        model=here.model,
        request=request,
        database=here.environment.database,
        facts=lambda: here.facts,
    )


class Late:
    """Stands for an object that is built when something is first asked of it.

    Args:
        build: Builds it, once.
    """

    def __init__(self, build: Callable[[], Any]) -> None:
        self._build = build
        self._built: Any = None

    def __getattr__(self, name: str) -> Any:
        """Whatever the object has."""
        if self._built is None:
            self._built = self._build()
        return getattr(self._built, name)


def build_undo(here: World) -> Undo:
    """Takes turns back: files by the guard, other things by whoever changed them."""
    from metnos_cli.safety.filesystem import GuardedFiles
    from metnos_cli.safety.journal import TurnJournal
    from metnos_cli.safety.undo import Undo
    from metnos_cli.safety.undo_files import FileReversers
    from metnos_cli.safety.undo_mail import MailReversers
    from metnos_cli.safety.undo_personal import PersonalReversers

    journal = TurnJournal(here.database, here, "undo")
    files = GuardedFiles.of(here.environment, here.settings, journal)

    def context() -> ExecutorContext:
        request = Request("undo", "undo", here.lang, "undo", (), here.now())
        return build_context(here, request, _Nobody(), lambda _event: None, lambda: None)

    table = {
        **FileReversers(files).table(),
        **MailReversers(here.settings, here).table(),
        **PersonalReversers(here.database, context).table(),
    }
    return Undo(here.database, table)


class _Nobody:
    """A dialog in which nobody answers: undo asks nothing but its one question."""

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """See ``ports.Dialog``."""
        raise InputNeeded(questions=list(questions))
