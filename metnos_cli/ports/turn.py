"""What one turn is given: proposer, memory, and everything else, chosen once by the wiring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports.asking import Consent, Dialog
    from metnos_cli.ports.execution import Catalog, ExecutorContext, Runner, Vaglio
    from metnos_cli.ports.models import Embedder, LanguageModel
    from metnos_cli.ports.world import Clock, Store
    from metnos_cli.records import Abstention, Framework, Hit, Miss, ModelUse, Proposal, Request, Turn


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ProposalRequest:
    """What a proposer works from."""

    request: Request
    """What was asked."""
    intent: Mapping[str, Any]
    """verb, object, keywords, intent_hash."""
    pool: tuple[Manifest, ...]
    """Executors it may use."""
    excluded: frozenset[str] = frozenset()
    """Fingerprints that must not come back."""
    errors: tuple[str, ...] = ()
    """Why the last proposal was refused, in terms a model can act on."""
    prefix: tuple[Any, ...] = ()
    """Steps already run (chain_to_planner): records.Step, to be continued."""
    memory: tuple[str, ...] = ()
    """Facts of the user that may bear on it: data, never instructions."""


class Proposer(Protocol):
    """Offers a whole plan, or abstains."""

    @property
    def name(self) -> str:
        """simple, metis, frontier or offline."""
        ...

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        """One plan; ``used`` is told each call of the model.

        Raises:
            ModelError: The model or the endpoint cannot be used.
            Interrupted: Ctrl-C.
        """
        ...


class Memory(Protocol):
    """The layers, the learner and the feedback, over one database."""

    def layers(self) -> Sequence[Callable[[Request], Hit | Miss]]:
        """The layers in the order in which they are tried; each has ``__name__`` of its layer."""
        ...

    def learn(self, turn: Turn, connection: sqlite3.Connection) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Record what a finished turn teaches, inside the caller's transaction; (message key, facts) pairs."""
        ...

    def feedback(
        self, turn_id: str, verdict: Literal["ok", "no", "retry"], wanted: str = ""
    ) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Take ✓ ✗ ↺ on a turn, in its own transaction; what was learnt, as (message key, facts) pairs."""
        ...

    def excluded(self, request: Request) -> frozenset[str]:
        """Fingerprints that the planner must not propose for this request: kept out once (↺), or banned."""
        ...

    def rejected(self, request: Request, framework: Framework) -> str:
        """The turn in which the user rejected (✗) this plan for these very words; empty where he did not."""
        ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Event:
    """Something happened inside a turn: what the live cascade draws."""

    kind: Literal["layer", "layer_done", "planning", "planned", "model", "step", "step_done", "progress", "learning"]
    """What happened."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """``layer`` and ``trace``; ``step``, ``tool`` and ``result``; ``tokens``; ``done`` and ``total``."""


Listener = Callable[[Event], None]
Judgement = Literal["ok", "no", "retry"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TurnPorts:
    """Everything a turn needs from outside, chosen once by the wiring."""

    settings: Settings
    """The configuration."""
    clock: Clock
    """The time."""
    catalog: Catalog
    """The executors."""
    memory: Memory
    """Layers and learner."""
    store: Store
    """The SQLite file."""
    runner: Runner
    """Calls executors."""
    vaglio: Vaglio
    """Judges calls."""
    consent: Consent
    """Asks for a yes."""
    dialog: Dialog
    """Asks questions."""
    context: Callable[[Request], ExecutorContext]
    """What executors may use in this turn."""
    proposer: Callable[[], Proposer]
    """The configured proposer, built on first call."""
    embedder: Callable[[], Embedder | None]
    """The embedder, or None when it cannot be had."""
    model: Callable[[], LanguageModel | None]
    """The language model, or None."""
    facts: Callable[[Request], tuple[str, ...]]
    """Facts of the user that bear on a request; empty when nothing is near."""
    told: Listener
    """Hears each event."""
    learning: bool = True
    """False: nothing is learnt from this turn (``--no-learn``); it is still recorded."""
