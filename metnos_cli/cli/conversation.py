"""The conversation's side of the wiring: fulfils ``ui.repl.session.Session`` over one world."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO, cast

from metnos_cli.errors import DeadEnd, ExitStatus, MetnosError, StoreError
from metnos_cli.pipeline.following import Before, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from metnos_cli.cli.wiring import World
    from metnos_cli.config.load import Settings
    from metnos_cli.environment import Environment
    from metnos_cli.ports import Consent, Dialog, Judgement, Listener
    from metnos_cli.records import Lang, Request, Turn
    from metnos_cli.ui.repl.session import Status


class Conversation:
    """One session of ``metnos chat``.

    Args:
        here: The command's world.
        askers: Builds who asks for a yes and who asks questions, at the first turn.
        speaking: Within it everything is said in the language given.
    """

    def __init__(
        self,
        here: World,
        askers: Callable[[], tuple[Consent, Dialog]],
        speaking: Callable[[Lang], AbstractContextManager[None]] = lambda _lang: nullcontext(),
    ) -> None:
        self.here = here
        self._build_askers = askers
        self._speaking = speaking
        self._before = Before()

    @cached_property
    def askers(self) -> tuple[Consent, Dialog]:
        """Consent and dialog, one pair for the whole conversation: an "always" holds from then on."""
        return self._build_askers()

    @property
    def settings(self) -> Settings:
        """The configuration."""
        return self.here.settings

    @property
    def spoken(self) -> Lang:
        """The language of the last request."""
        return self.here.spoken or self.here.lang

    def run(self, text: str, told: Listener) -> Turn:
        """One turn.

        Raises:
            MetnosError: It could not even begin.
        """
        from metnos_cli.pipeline.turn import take_turn

        try:
            consent, dialog = self.askers
            request, text = self._whole(text)
            with self._speaking(request.lang):
                turn = take_turn(request, self.here.ports(consent=consent, dialog=dialog, told=told))
            self._before = self._before.after(turn)
            return turn if turn.request.text == text else _noting(turn, "taken_as", text=turn.request.text)
        except MetnosError:
            raise
        except Exception as error:
            # A fault of ours ends the turn and not the conversation; --debug lets it through, with its traceback.
            if self.here.globals.debug:
                raise
            raise DeadEnd("unforeseen", what=f"{type(error).__name__}: {error}") from error

    def _whole(self, text: str) -> tuple[Request, str]:
        """What was typed as a request that stands by itself, and what was typed.

        Raises:
            MetnosError: It cannot be used, or goes on from something that was never said.
        """
        request = self.here.understand(text)
        self.here.spoken = request.lang
        told = whole(request, self._before)
        return (request if told == request.text else self.here.understand(told)), request.text

    def feedback(self, turn_id: str, verdict: Judgement, wanted: str = "") -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Take ✓ ✗ ↺ on a turn."""
        return self.here.memory.feedback(turn_id, verdict, wanted)

    def command(self, argv: Sequence[str]) -> int:
        """Run another command inside this session, over the same world."""
        before = self.here.environment
        self.here.environment = _wrapping(before)
        try:
            return self._invoke(argv)
        finally:
            self.here.environment = before

    def _invoke(self, argv: Sequence[str]) -> int:
        import typer

        from metnos_cli.cli.app import invoke
        from metnos_cli.cli.telling import error_sentences

        here, stderr = self.here, self.here.environment.stderr
        try:
            return invoke(argv)
        except typer.Abort:
            return ExitStatus.INTERRUPTED
        except Exception as error:
            # Whatever it is, it ends the command and not the conversation.
            if hasattr(error, "show"):
                from metnos_cli.cli.mistakes import lines_of

                stderr.write(
                    "".join(f"{line}\n" for line in lines_of(error, argv, self.here.lang, self.here.environment))
                )
                return int(getattr(error, "exit_code", ExitStatus.USAGE))
            if here.globals.debug:
                raise
            stderr.write("".join(f"{line}\n" for line in error_sentences(here.lang, error)))
            return int(error.exit_status if isinstance(error, MetnosError) else ExitStatus.DEAD_END)

    def status(self) -> Status:
        """What the toolbar shows."""
        from metnos_cli.store.sizes import remembered
        from metnos_cli.ui.repl.session import Status

        settings = self.here.settings
        path = settings.path("model.path")
        model = path.stem if path else settings.text("model.endpoint_model") or settings.text("model.endpoint")
        try:
            entries: int | None = remembered(self.here.database.read())
        except StoreError:
            entries = None
        return Status(model=model, embedder=settings.text("embedder.name"), entries=entries)

    def last_turn(self) -> Turn | None:
        """The last turn of an earlier session."""
        from metnos_cli.store import turns
        from metnos_cli.ui.render.json import turn_from_json

        try:
            found = turns.latest(self.here.database.read(), 1)
            return turn_from_json(found[0].record) if found else None
        except (StoreError, KeyError, TypeError, ValueError):
            # A record of an older version: there is simply nothing to go on from.
            return None

    def executor_names(self) -> Sequence[str]:
        """For completion."""
        return [manifest.name for manifest in self.here.catalog]

    def greeting(self) -> Sequence[str]:
        """What is due."""
        if not self.here.settings.flag("tasks.at_start"):
            return []
        from metnos_cli.store import tasks as rows

        due = rows.due(self.here.database.read(), self.here.now())
        if not due:
            return []
        # Only now: what puts a task into words is more than the first prompt should wait for on other days.
        from metnos_cli.cli.tasks import lines_of

        return lines_of(self.here, due)

    def news(self) -> Sequence[str]:
        """Warnings of the world that were not told yet."""
        return self.here.news()

    def warm(self) -> None:
        """Load embedder and model in the background."""
        import threading

        if self.here.settings.flag("model.warm_up"):
            threading.Thread(target=self._warm, name="warm", daemon=True).start()

    def set_lang(self, lang: Lang) -> None:
        """Answer in another language from now on."""
        self.here.use(general_lang=lang)
        self.here.spoken = lang

    def set_model(self, path: str) -> None:
        """Use another model file from now on.

        Raises:
            ModelError: It cannot be used.
        """
        self.here.use(model_path=path)
        self.here.model()

    def _warm(self) -> None:
        """A model that cannot be loaded is told when a turn needs it, not here."""
        self.here.embedder_or_none()
        try:
            model = self.here.model()
            warm = getattr(model, "warm", None)
            if warm is not None:
                warm()
        except MetnosError:
            return


def _noting(turn: Turn, key: str, **facts: Any) -> Turn:
    """The turn with one more note, told before the others."""
    return replace(turn, trace=replace(turn.trace, notes=((key, facts), *turn.trace.notes)))


def _wrapping(environment: Environment) -> Environment:
    """The same world with streams whose lines are wrapped, where they lead to a terminal."""
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.wrapping import WrappingStream

    console = Console(environment, "en")

    def over(stream: TextIO) -> TextIO:
        if not environment.is_terminal(stream):
            return stream
        return cast("TextIO", WrappingStream(stream, lambda: console.width(stream)))

    return environment.replace(stdout=over(environment.stdout), stderr=over(environment.stderr))
