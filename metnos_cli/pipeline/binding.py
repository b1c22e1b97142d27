"""Gives every placeholder of a step its value, and notes where each argument came from."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import StoreError
from metnos_cli.plan.placeholders import Kind, Placeholder, find, resolve
from metnos_cli.records import ModelUse, Prompt
from metnos_cli.safety.hiding import REDACTED
from metnos_cli.store import fillers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.pipeline.state import TurnState
    from metnos_cli.ports import TurnPorts

SHOWN = 200
"""Characters of a value that the trace keeps."""
FILLER_TOKENS = 24


class UnboundPlaceholder(Exception):
    """A placeholder that nothing gives a value to."""

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder)
        self.placeholder = placeholder


class Binder:
    """Binds the arguments of one step.

    Args:
        state: The turn so far.
        ports: Settings, clock, model, store.
        index: Which step, from 1.
    """

    def __init__(self, state: TurnState, ports: TurnPorts, index: int) -> None:
        self.state = state
        self.ports = ports
        self.index = index
        self.resolved: list[tuple[str, str, str]] = []
        self.uses: list[ModelUse] = []
        self.provenance: dict[str, str] = {}

    def bind(self, args: Mapping[str, Any]) -> tuple[dict[str, Any], list[Any] | None]:
        """The arguments with their values, and the entries when the step works on an earlier one's.

        Raises:
            UnboundPlaceholder: A placeholder names something that is not there.
        """
        bound: dict[str, Any] = {}
        entries: list[Any] | None = None
        for name, value in args.items():
            if name == "from_step":
                entries = self._entries(int(value))
                self.provenance["entries"] = f"tool:{self._tool(int(value))}"
                continue
            bound[name] = resolve(value, self.lookup)
            self.provenance[name] = self._source(value)
        return bound, entries

    def lookup(self, placeholder: Placeholder) -> Any:
        """The value of one placeholder.

        Raises:
            UnboundPlaceholder: It names something that is not there.
        """
        by: dict[Kind, Callable[[Placeholder], tuple[Any, str]]] = {
            Kind.STEP: self._step_field,
            Kind.FILLER: self._filler,
            Kind.RUNTIME: self._runtime,
        }
        if placeholder.kind not in by:
            raise UnboundPlaceholder(placeholder.text)
        value, whom = by[placeholder.kind](placeholder)
        self.resolved.append((placeholder.text, REDACTED if self._is_secret(placeholder) else _shown(value), whom))
        return value

    def _is_secret(self, placeholder: Placeholder) -> bool:
        """Whether the value is of a result that must not be shown."""
        return placeholder.kind is Kind.STEP and self._result(placeholder.number, "").get("secret") is True

    def _entries(self, number: int) -> list[Any]:
        result = self._result(number, f"from_step {number}")
        entries = result.get("entries")
        if not isinstance(entries, list):
            raise UnboundPlaceholder(f"from_step {number}")
        self.resolved.append((f"from_step {number}", f"{len(entries)} ×", self._tool(number)))
        return entries

    def _result(self, number: int, told: str) -> Mapping[str, Any]:
        if not 1 <= number < self.index or number > len(self.state.results):
            raise UnboundPlaceholder(told)
        return self.state.results[number - 1].result or {}

    def _tool(self, number: int) -> str:
        return self.state.results[number - 1].tool if number <= len(self.state.results) else "?"

    def _step_field(self, placeholder: Placeholder) -> tuple[Any, str]:
        result = self._result(placeholder.number, placeholder.text)
        if placeholder.name not in result:
            raise UnboundPlaceholder(placeholder.text)
        return result[placeholder.name], self._tool(placeholder.number)

    def _runtime(self, placeholder: Placeholder) -> tuple[Any, str]:
        value = runtime_value(placeholder.name, self.state, self.ports)
        if value is None:
            raise UnboundPlaceholder(placeholder.text)
        return value, "runtime"

    def _filler(self, placeholder: Placeholder) -> tuple[str, str]:
        """Settings, then what was answered before, then a short model call, then the default."""
        framework = self.state.framework
        filler = framework.fillers.get(placeholder.name) if framework else None
        if filler is None:
            raise UnboundPlaceholder(placeholder.text)
        set_value = str(self.ports.settings.table("engine.fillers").get(placeholder.name, ""))
        if set_value:
            return set_value, "settings"
        with_store = self.ports.store.read()
        known = fillers.recall(with_store, placeholder.name, filler.prompt)
        if known is not None:
            return known, "cache"
        model = self.ports.model()
        if model is not None and filler.tier == "fast" and filler.prompt and not filler.default:
            completion = model.complete(Prompt("", f"{filler.prompt}\n"), max_tokens=FILLER_TOKENS, purpose="filler")
            self.uses.append(completion.use)
            answer = completion.text.strip().splitlines()[0].strip() if completion.text.strip() else ""
            if answer:
                # Not remembered, it is asked for again next time.
                with suppress(StoreError), self.ports.store.write() as connection:
                    fillers.remember(
                        connection, placeholder.name, filler.prompt, answer, "model", self.state.request.now
                    )
                return answer, "model"
        if not filler.default:
            raise UnboundPlaceholder(placeholder.text)
        return filler.default, "default"

    def _source(self, value: Any) -> str:
        """``tool:<name>`` as soon as any part came from a tool; otherwise memory or the user."""
        for _, placeholder in find(value):
            if placeholder.kind is Kind.STEP:
                return f"tool:{self._tool(placeholder.number)}"
        hit = self.state.hit
        if hit is None or any(value == bound for bound in hit.bindings.values()):
            return "user"
        return "memory"


def runtime_value(key: str, state: TurnState, ports: TurnPorts) -> Any:
    """``${RUNTIME:key}``: now, today, lang, user, home, cwd, location, account; None when it is not known."""
    from pathlib import Path

    now = state.request.now
    known: dict[str, Callable[[], Any]] = {
        "now": lambda: now.isoformat(timespec="seconds"),
        "today": lambda: now.date().isoformat(),
        "lang": lambda: state.request.lang,
        "user": _user,
        "home": lambda: str(Path.home()),
        "cwd": lambda: str(Path.cwd()),
        "location": lambda: ports.settings.text("general.location") or None,
        "account": lambda: ports.settings.text("mail.account") or None,
    }
    return known[key]() if key in known else None


def _user() -> str:
    import getpass

    return getpass.getuser()


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"{len(value)} ×"
    told = str(value)
    return told if len(told) <= SHOWN else told[: SHOWN - 1] + "…"
