"""What the turn needs from outside itself, as protocols; ``cli/wiring.py`` chooses who fulfils them.

Records that are never compared go without generated comparison: building it costs every start-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import sqlite3
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import (
        Abstention,
        Completion,
        Framework,
        Hit,
        Lang,
        Miss,
        ModelUse,
        Prompt,
        Proposal,
        Request,
        Turn,
        Verdict,
    )


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, with the user's zone."""
        ...


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """Cosines that one embedder's geometry calls for; the configured ones apply to BGE-M3."""

    canonical: float
    """L1: as similar as 0.95 of BGE-M3."""
    pipeline: float
    """L2: as similar as 0.88 of BGE-M3."""
    shortcut: float
    """L0 shortcut by cosine, and the autopath cluster."""
    related: float
    """Above this two short texts have something to do with each other (0.22 of the facts' reference)."""
    folded: float
    """Facts folded into prompts on their own (0.30 of the reference)."""


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def id(self) -> str:
        """Name and version of model and weights; vectors of different ids are never compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    @property
    def cutoffs(self) -> Cutoffs:
        """Thresholds of this embedder."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape ``(len(texts), dim)``, float32, unit length.

        Raises:
            ModelError: The weights or the endpoint cannot be used.
        """
        ...


class LanguageModel(Protocol):
    """Writes text under a grammar."""

    @property
    def name(self) -> str:
        """What the panel shows."""
        ...

    def complete(
        self,
        prompt: Prompt,
        *,
        grammar: str | None = None,
        max_tokens: int = 512,
        temperature: float = 0.0,
        seed: int = 0,
        purpose: str = "plan",
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        """One completion; blocks until done, stops at the grammar's end.

        Raises:
            ModelError: The model or the endpoint cannot be used.
            Interrupted: Ctrl-C, also while the prompt is read.
        """
        ...


class Reranker(Protocol):
    """Scores how well each text answers a question."""

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score per text, higher is better.

        Raises:
            ModelError: The weights cannot be used.
        """
        ...


@dataclass(frozen=True, slots=True)
class KnownFact:
    """Something the user asked to remember."""

    id: int
    """Its number, which never comes back."""
    text: str
    """In the user's words."""
    lang: Lang
    """Language of the words."""
    at: str
    """When it was said, ISO 8601 with offset."""
    dated: bool = False
    """True: a word of it means another day tomorrow than today, so that it is told with the day it was said."""


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact that may answer a question."""

    fact: KnownFact
    """Which."""
    score: float
    """What the order goes by: the cross-encoder's score, or the fused rank; comparable within one answer only."""
    cosine: float | None
    """Likeness by meaning; None without an embedder."""
    words: int
    """Content words of the question that the fact holds."""


@dataclass(frozen=True, slots=True)
class FactAnswer:
    """What was found for one question."""

    found: tuple[FoundFact, ...]
    """Best first."""
    how: Literal["rerank", "fusion", "words"]
    """Who chose the order: cross-encoder; meaning and words; words alone."""
    sure: bool = False
    """Whether the first stands out from the rest, so that it can be told alone."""
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """(message key below ``[note]``, facts): why it is not the best order there could be."""


@dataclass(frozen=True, slots=True)
class FactWritten:
    """What became of a fact to be remembered."""

    fact: KnownFact
    """As it is kept now."""
    superseded: tuple[KnownFact, ...] = ()
    """Older facts that it contradicts: kept aside, no longer found."""
    known: bool = False
    """True: the same was known already, and nothing was written."""


class Facts(Protocol):
    """What Metnos remembers about the user."""

    def remember(self, text: str, *, lang: Lang, at: datetime) -> FactWritten:
        """Keep a fact; a newer one replaces those it contradicts.

        Raises:
            StoreError: The database cannot be used (so everywhere below).
        """
        ...

    def find(self, question: str, *, lang: Lang, limit: int = 5, rerank: bool = True) -> FactAnswer:
        """Facts that may answer a question, best first; empty when nothing is near."""
        ...

    def newest(self, limit: int) -> tuple[KnownFact, ...]:
        """The newest active facts."""
        ...

    def named(self, words: str, *, lang: Lang) -> tuple[KnownFact, ...]:
        """Active facts that hold every content word of ``words``, newest first: what may be forgotten by that name."""
        ...

    def forget(self, ids: Sequence[int], *, at: datetime) -> tuple[KnownFact, ...]:
        """Take facts out of the memory; those that were active, which ``restore`` brings back."""
        ...

    def restore(self, ids: Sequence[int]) -> int:
        """Bring back forgotten or superseded facts; how many."""
        ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ConsentQuestion:
    """What the user is asked before something with an effect is done."""

    tool: str
    """Executor."""
    effect: str
    """delete, send, write, network ..."""
    args: Mapping[str, Any]
    """All arguments, untruncated."""
    reason: str
    """Message key below ``[vaglio]``."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""
    targets: tuple[str, ...] = ()
    """What exactly is touched (paths, recipients), one a line."""
    editable: bool = True
    """Whether the arguments may be edited."""
    provenance: Mapping[str, str] = field(default_factory=dict)
    """Argument -> ``user``, ``memory`` or ``tool:<name>``; where it is not told, "always" is not offered."""


@dataclass(frozen=True, slots=True)
class ConsentAnswer:
    """What the user said."""

    choice: Literal["once", "always", "edit", "no"]
    """Denied by default."""
    args: Mapping[str, Any] | None = None
    """The edited arguments."""


class Consent(Protocol):
    """Asks the user for a yes; aborts the turn with ``Interrupted`` on Ctrl-C."""

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        """One answer.

        Raises:
            Refused: Nobody can be asked (no terminal, no ``--yes``).
            Interrupted: Ctrl-C at the question.
        """
        ...


class Dialog(Protocol):
    """Puts the questions of ``get_inputs`` to the user."""

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Answers by ``var``. A question is ``{"var", "prompt", "schema": {"kind", ...}}``.

        Raises:
            InputNeeded: Nobody can be asked.
            Interrupted: Ctrl-C at the question.
        """
        ...


class Files(Protocol):
    """The one way by which executors touch files: allowed roots, links resolved, secrets denied, undo kept."""

    def readable(self, path: str) -> Path:
        """The resolved path, checked for reading. ``~`` is expanded; relative paths stand in the user's folder.

        Raises:
            ExecutorError: ``denied`` outside the roots or secret; ``wrong_args`` when it is not there.
        """
        ...

    def writable(self, path: str) -> Path:
        """The resolved path, checked for writing (it need not exist).

        Raises:
            ExecutorError: ``denied`` outside the roots or secret.
        """
        ...

    def admits(self, path: Path) -> bool:
        """Whether a path inside a folder that was checked may be shown; no link is followed."""
        ...

    def open(self, path: Path) -> IO[bytes]:
        """A regular file for reading, checked again after it was opened.

        Raises:
            ExecutorError: By class.
        """
        ...

    def write(self, path: Path, data: bytes, *, overwrite: bool) -> None:
        """Write atomically, keep a copy of what stood there, and journal it."""
        ...

    def move(self, source: Path, target: Path, *, overwrite: bool) -> None:
        """Move and journal it; refuses to replace unless told."""
        ...

    def copy(self, source: Path, target: Path, *, overwrite: bool) -> None:
        """Copy a file or a folder and journal it."""
        ...

    def make_dir(self, path: Path) -> bool:
        """Create a folder with its parents and journal it; False when it was there."""
        ...

    def trash(self, path: Path) -> None:
        """Move to the trash and journal it.

        Raises:
            ExecutorError: ``unavailable`` when there is no trash for that file system; nothing is deleted then.
        """
        ...

    def shown(self, path: Path) -> str:
        """The path as a person would write it (``~/...``)."""
        ...


class Network(Protocol):
    """The one way by which executors reach the network."""

    def fetch(self, url: str, *, max_bytes: int = 20_000_000, timeout_s: float = 20.0) -> Fetched:
        """GET over http or https, every address checked, redirects too.

        Raises:
            ExecutorError: ``denied``, ``unavailable`` (down, timed out), ``wrong_args`` (not a URL), by class.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fetched:
    """A fetched page or file."""

    url: str
    """After redirects."""
    status: int
    """HTTP status."""
    content_type: str
    """Media type without parameters, lower case."""
    charset: str | None
    """As the server said."""
    body: bytes
    """Content, decoded from transfer encodings."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ExecutorContext:
    """What an executor may use besides its arguments."""

    lang: Lang
    """The user's language."""
    settings: Settings
    """The configuration."""
    clock: Clock
    """The time."""
    files: Files
    """Guarded file access."""
    network: Network
    """Guarded network access."""
    dialog: Dialog
    """Questions to the user."""
    check_cancelled: Callable[[], None]
    """Raises ``Interrupted`` when the user pressed Ctrl-C: call it in long loops."""
    progress: Callable[[int, int | None], None]
    """Tell (done, total or None)."""
    journal: Callable[[str, Mapping[str, Any]], None]
    """Record (kind, facts) so that ``metnos undo`` can reverse what was changed."""
    embedder: Callable[[], Embedder]
    """The embedder, built on first call."""
    model: Callable[[], LanguageModel | None]
    """The language model, if one is configured, built on first call."""
    request: Request
    """What the user asked."""
    database: Path
    """The SQLite file."""
    facts: Callable[[], Facts] | None = None
    """What is remembered about the user, opened on first call."""


class Catalog(Protocol):
    """The executors admitted now."""

    @property
    def signature(self) -> str:
        """Digest of all manifests."""
        ...

    def get(self, name: str) -> Manifest | None:
        """One manifest, or None."""
        ...

    def __iter__(self) -> Iterator[Manifest]:
        """Manifests, by name."""
        ...

    def signature_of(self, names: Sequence[str]) -> str:
        """Digest of the manifests of these executors; of a missing one, something that never matches."""
        ...


class Runner(Protocol):
    """Calls one executor."""

    def call(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Mapping[str, Any]:
        """The executor's result.

        Raises:
            ExecutorError: It failed, timed out or answered with the wrong shape.
            Interrupted: Ctrl-C.
        """
        ...


class Vaglio(Protocol):
    """Judges every call just before it runs."""

    def judge(
        self, manifest: Manifest, args: Mapping[str, Any], provenance: Mapping[str, str], request: Request
    ) -> Verdict:
        """Allow, ask or deny, with the reason."""
        ...

    def targets(self, manifest: Manifest, args: Mapping[str, Any]) -> tuple[str, ...]:
        """What exactly would be touched, one a line, for the consent question."""
        ...


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


class Store(Protocol):
    """The SQLite file."""

    def read(self) -> sqlite3.Connection:
        """A connection of this thread, for reading."""
        ...

    def write(self) -> AbstractContextManager[sqlite3.Connection]:
        """One ``BEGIN IMMEDIATE`` transaction, committed at the end or rolled back on an exception."""
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
