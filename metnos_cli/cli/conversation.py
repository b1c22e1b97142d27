"""Fulfils what the conversation needs with the real parts of one world."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import DeadEnd, MetnosError, ModelError, StoreError, UsageError
from metnos_cli.ui.repl.session import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.cli.wiring import World
    from metnos_cli.config.load import Settings
    from metnos_cli.ports import Judgement, Listener
    from metnos_cli.records import Lang, Turn
    from metnos_cli.ui.console import Console


class WorldSession:
    """One conversation over one world.

    Args:
        world: The command's world.
        console: Where questions are asked.
    """

    def __init__(self, world: World, console: Console) -> None:
        self.world = world
        self.console = console

    @property
    def settings(self) -> Settings:
        """See ``Session``."""
        return self.world.settings

    def run(self, text: str, told: Listener) -> Turn:
        """See ``Session``; a fault of Metnos ends the turn, not the conversation."""
        from metnos_cli.pipeline.turn import take_turn
        from metnos_cli.ui.consent import TerminalConsent
        from metnos_cli.ui.dialog import TerminalDialog
        from metnos_cli.ui.permits import SettingsPermits

        world, environment = self.world, self.world.environment
        consent = TerminalConsent(
            environment, world.lang, permits=SettingsPermits(world.settings), console=self.console
        )
        dialog = TerminalDialog(environment, world.lang, console=self.console)
        try:
            request = world.understand(text)
            learning = world.settings.flag("memory.enabled")
            return take_turn(request, world.ports(consent=consent, dialog=dialog, told=told, learning=learning))
        except MetnosError:
            raise
        except Exception as error:
            if world.globals.debug:
                raise
            raise DeadEnd("unforeseen", what=f"{type(error).__name__}: {error}") from error

    def feedback(self, turn_id: str, verdict: Judgement, wanted: str = "") -> Sequence[tuple[str, Mapping[str, Any]]]:
        """See ``Session``."""
        return self.world.memory.feedback(turn_id, verdict, wanted)

    def command(self, argv: Sequence[str]) -> int:
        """See ``Session``: the same commands as on the command line, in this very world."""
        import typer

        from metnos_cli.cli.app import app

        command = typer.main.get_command(app)
        try:
            status = command.main(args=list(argv), prog_name="/", standalone_mode=False)
        except typer.Exit as leave:
            return leave.exit_code
        except MetnosError:
            raise
        except Exception as error:
            # Typer's own usage errors know how to show themselves.
            if not hasattr(error, "show"):
                raise
            error.show(file=self.world.environment.stderr)
            return int(getattr(error, "exit_code", 2))
        return int(status) if isinstance(status, int) else 0

    def status(self) -> Status:
        """See ``Session``."""
        settings = self.world.settings
        path = settings.path("model.path")
        model = settings.text("model.endpoint_model") or settings.text("model.endpoint") or (path.stem if path else "")
        return Status(model=model, embedder=settings.text("embedder.name"), entries=self._entries())

    def last_turn(self) -> Turn | None:
        """See ``Session``."""
        from metnos_cli.store import turns
        from metnos_cli.ui.render.json import turn_from_json

        try:
            stored = turns.latest(self.world.database.read())
            return turn_from_json(stored[0].record) if stored else None
        except (StoreError, KeyError, TypeError, ValueError):
            # An older version's record: there is simply nothing to go on from.
            return None

    def executor_names(self) -> Sequence[str]:
        """See ``Session``."""
        return [manifest.name for manifest in self.world.catalog]

    def greeting(self) -> Sequence[str]:
        """See ``Session``."""
        from metnos_cli.ui.words import told

        return [told(self.world.lang, f"note.{key}", facts) for key, facts in self.world.warnings]

    def warm(self) -> None:
        """See ``Session``."""
        if self.world.settings.flag("model.warm_up"):
            threading.Thread(target=self._load, name="warm-up", daemon=True).start()

    def set_lang(self, lang: Lang) -> None:
        """See ``Session``."""
        self.world.globals = replace(self.world.globals, lang=lang)
        self._with_flag("general.lang", lang)

    def set_model(self, path: str) -> None:
        """See ``Session``."""
        if path and not self.world.environment.expand(path).is_file():
            raise UsageError("no_such_file", path=path)
        chosen = str(self.world.environment.expand(path)) if path else ""
        self._with_flag("model.path", chosen)
        for part in ("_model", "_proposer"):
            self.world.__dict__.pop(part, None)

    def _with_flag(self, key: str, value: str) -> None:
        self.world.flags[key] = value
        self.world.__dict__.pop("settings", None)

    def _load(self) -> None:
        """What cannot be loaded is told by the turn that needs it."""
        with contextlib.suppress(ModelError):
            self.world.embedder()

    def _entries(self) -> int | None:
        with contextlib.suppress(StoreError):
            row = self.world.database.read().execute("SELECT count(*) FROM shortcuts").fetchone()
            return int(row[0])
        return None
