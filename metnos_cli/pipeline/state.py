"""What a turn knows so far: one frozen record that each stage answers with a richer copy of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from metnos_cli.records import Hit, Trace

if TYPE_CHECKING:
    from metnos_cli.ports import TurnPorts
    from metnos_cli.records import Framework, Outcome, Proposal, Request, StepError, StepResult


@dataclass(frozen=True, slots=True)
class TurnState:
    """The growing turn."""

    id: str
    """Unique, sorts by time."""
    request: Request
    """What was asked."""
    trace: Trace = field(default_factory=Trace)
    """How it was decided so far."""
    framework: Framework | None = None
    """What is to be run, or was."""
    results: tuple[StepResult, ...] = ()
    """Step by step."""
    error: StepError | None = None
    """Why it stopped."""
    failed_tool: str = ""
    """Executor that stopped it."""
    excluded: frozenset[str] = frozenset()
    """Fingerprints that must not be proposed again in this turn."""
    questions: tuple[Mapping[str, Any], ...] = ()
    """What would have to be answered."""
    outcome: Outcome | None = None
    """How it ended; set by the last stages."""
    learnt: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """What Metnos learnt."""
    edited: bool = False
    """Whether the user typed arguments of his own: then no other plan takes their place."""
    spare: tuple[Proposal, ...] = ()
    """Other plans already at hand."""
    secrets: tuple[str, ...] = ()
    """What was typed in secret so far: nothing of it is kept or shown."""

    @property
    def hit(self) -> Hit | None:
        """The memory's answer, if a layer recognised the request."""
        for tried in self.trace.layers:
            if isinstance(tried.verdict, Hit):
                return tried.verdict
        return None

    @property
    def changed(self) -> bool:
        """Whether anything in the world was changed so far."""
        return any(result.changed for result in self.results)

    def noting(self, key: str, **facts: Any) -> TurnState:
        """With one more note for the user."""
        return replace(self, trace=replace(self.trace, notes=(*self.trace.notes, (key, facts))))

    def keeping(self, secrets: tuple[str, ...]) -> TurnState:
        """With more that must not be kept or shown."""
        return replace(self, secrets=(*self.secrets, *secrets)) if secrets else self

    def failing(self, error: StepError, tool: str = "") -> TurnState:
        """Stopped by an error."""
        return replace(self, error=error, failed_tool=tool)


Stage = Callable[[TurnState, "TurnPorts"], TurnState]
