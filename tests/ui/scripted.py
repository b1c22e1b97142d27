"""A conversation whose turns are written in advance; run as a program in a test's terminal."""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.config.load import Settings, load_settings
from metnos_cli.environment import Environment
from metnos_cli.errors import DeadEnd, ErrorClass, ExitStatus, Interrupted
from metnos_cli.ports import ConsentQuestion, Event, Judgement, Listener
from metnos_cli.records import (
    Check,
    Framework,
    Hit,
    Lang,
    LayerTrace,
    Miss,
    ModelUse,
    Outcome,
    PlanTrace,
    Request,
    Step,
    StepError,
    StepResult,
    Trace,
    Turn,
    Verdict,
)
from metnos_cli.ui.consent import TerminalConsent
from metnos_cli.ui.console import Console
from metnos_cli.ui.dialog import TerminalDialog
from metnos_cli.ui.permits import SettingsPermits
from metnos_cli.ui.repl.loop import Conversation
from metnos_cli.ui.repl.session import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FILES = (
    {"path": "/home/anna/Documenti/relazione annuale.pdf", "name": "relazione annuale.pdf", "size": 1_234_567},
    {"path": "/home/anna/Documenti/b.pdf", "name": "b.pdf", "size": 99},
)


def scripted_turn(
    environment: Environment,
    text: str,
    message: str,
    *,
    lang: Lang = "it",
    entries: Sequence[Mapping[str, Any]] = (),
    changed: bool = False,
    kind: str = "answered",
    error: StepError | None = None,
    number: int = 1,
) -> Turn:
    """A turn served by the canonical layer, with something in every part of its trace."""
    request = Request(text, text, lang, text, (), environment.now())
    framework = Framework((Step("find_files", {"path": "~/Documenti", "pattern": "*.pdf"}),))
    hit = Hit(
        "canonical", framework, "canonical:12", "cosine", 0.968, 0.95, 0.81, {}, (Check("polarity", True, "same"),)
    )
    layers = (
        LayerTrace(Miss("table", "unknown"), 0.00002),
        LayerTrace(Miss("shortcut", "gate", 0.97, 0.95, (Check("action", False, "antonym"),)), 0.003),
        LayerTrace(hit, 0.012),
    )
    statuses = {"answered": ExitStatus.ANSWERED, "cancelled": ExitStatus.INTERRUPTED, "refused": ExitStatus.REFUSED}
    step = StepResult(
        index=1,
        tool="find_files",
        args={"path": "~/Documenti", "pattern": "*.pdf"},
        provenance={"path": "user", "pattern": "memory"},
        effect="read",
        result={"ok_count": len(entries), "error_count": 0},
        error=error,
        verdict=Verdict("allow", "fine"),
        seconds=0.02,
        changed=changed,
    )
    return Turn(
        id=f"20261130-0800000{number:02d}-abcdef",
        request=request,
        trace=Trace(
            layers=layers,
            plan=PlanTrace(
                "offline", {"verb": "find"}, ("find_files",), ({"fingerprint": "f" * 16, "errors": ()},), 0.1
            ),
            placeholders=(("${SLOT:path}", "~/Documenti", "gate"),),
            model=(ModelUse("qwen-0.5b", "plan", 812, 40, 2.5),),
        ),
        framework=framework,
        results=(step,),
        outcome=Outcome(kind, statuses.get(kind, ExitStatus.DEAD_END), message, tuple(entries), error),  # type: ignore[arg-type]
        seconds=0.04,
        learnt=(),
    )


class ScriptedSession:
    """Answers by the first word of the request."""

    def __init__(self, environment: Environment, console: Console, settings: Settings) -> None:
        self.environment = environment
        self.console = console
        self.settings = settings
        self.permits = SettingsPermits(settings)
        self.count = 0
        self.model = "qwen-0.5b"
        self.spoken: Lang = "it"

    def run(self, text: str, told: Listener) -> Turn:
        self.count += 1
        told(Event("layer", {"layer": "table"}))
        told(Event("layer_done", {"layer": "table", "trace": LayerTrace(Miss("table", "unknown"), 0.0)}))
        try:
            return self._turn(text, told)
        except (Interrupted, KeyboardInterrupt):
            return self._told(text, "Fermato qui.", kind="cancelled")

    def _turn(self, text: str, told: Listener) -> Turn:
        known: dict[str, Callable[[], Turn]] = {
            "lento": lambda: self._slow(told, Event("step", {"step": 1, "tool": "find_files"}), "progress"),
            "pensa": lambda: self._slow(told, Event("planning"), "model"),
            "aspetta": lambda: self._until(text, told),
            "cancella": lambda: self._consent(text),
            "chiedi": lambda: self._dialog(text),
            "errore": self._fail,
            "file": lambda: self._told(text, "File trovati: 2.", entries=FILES),
            "sposta": lambda: self._told(text, "Spostato.", changed=True),
            "ostile": lambda: self._told(text, "\x1b]0;preso\x07\x1b[31m[red]rosso[/] :smile: \u202efine"),
        }
        act = known.get(text.split(maxsplit=1)[0])
        if act is not None:
            return act()
        return self._told(text, f"Risposta {self.count} a {len(text.splitlines())} righe: {text.splitlines()[-1]}")

    def _slow(self, told: Listener, begin: Event, kind: Literal["progress", "model"]) -> Turn:
        told(begin)
        for done in range(100_000):
            told(Event(kind, {"done": done, "total": 100_000, "tokens": done}))
            threading.Event().wait(0.02)
        raise AssertionError("nobody pressed Ctrl-C")

    def _until(self, text: str, told: Listener) -> Turn:
        """Goes on when a file ``via`` stands in the home."""
        told(Event("step", {"step": 1, "tool": "find_files"}))
        while not (self.environment.home / "via").exists():
            threading.Event().wait(0.02)
        return self._told(text, "Via libera.")

    def _fail(self) -> Turn:
        raise DeadEnd("disk_full", path="/dati/metnos.db")

    def _dialog(self, text: str) -> Turn:
        answers = TerminalDialog(self.environment, "it", console=self.console).ask(json.loads(text[7:]))
        return self._told(text, f"Risposte: {json.dumps(answers, ensure_ascii=False)}")

    def _consent(self, text: str) -> Turn:
        question = ConsentQuestion(
            tool="write_files",
            effect="write",
            args={"path": "~/Documenti/nota.txt", "content": "riga uno\nriga due " + "x" * 200},
            reason="overwrite",
            provenance={"path": "user", "content": "user"},
            targets=("/home/anna/Documenti/nota.txt",),
        )
        consent = TerminalConsent(self.environment, "it", permits=self.permits, console=self.console)
        answer = consent.ask(question)
        if answer.choice == "no":
            denied = StepError(ErrorClass.DENIED, "user_said_no", {"tool": "write_files"})
            return self._told(text, "Rifiutato.", kind="refused", error=denied)
        edited = json.dumps(answer.args, ensure_ascii=False) if answer.args else ""
        return self._told(text, f"Scritto ({answer.choice}) {edited}")

    def _told(self, text: str, message: str, **more: Any) -> Turn:
        return scripted_turn(self.environment, text, message, number=self.count, **more)

    def feedback(self, turn_id: str, verdict: Judgement, wanted: str = "") -> Sequence[tuple[str, Mapping[str, Any]]]:
        self.console.say(f"<{verdict} {turn_id[:18]} {wanted}>")
        return ()

    def command(self, argv: Sequence[str]) -> int:
        self.console.answer(f"<comando {' '.join(argv)}>")
        return 0

    def status(self) -> Status:
        return Status(self.model, "usem3", 12 + self.count)

    def last_turn(self) -> Turn | None:
        return None

    def executor_names(self) -> Sequence[str]:
        return ("find_files", "filter_entries", "read_files")

    def greeting(self) -> Sequence[str]:
        return ("Benvenuta.",)

    def news(self) -> Sequence[str]:
        return ("Una novità.",) if self.count == 3 else ()

    def warm(self) -> None:
        """Nothing to load."""

    def set_lang(self, lang: Lang) -> None:
        """The console's language is enough here."""

    def set_model(self, path: str) -> None:
        self.model = path


def main() -> int:
    """Run the conversation on this process's terminal."""
    environment = Environment.real()
    settings = load_settings(environment)
    plain = "--plain" in sys.argv
    console = Console(environment, "it", plain=plain, glyphs=settings.text("ui.glyphs"))
    return Conversation(console, ScriptedSession(environment, console, settings)).run()


if __name__ == "__main__":
    os._exit(main())
