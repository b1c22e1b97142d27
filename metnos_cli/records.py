"""The values that travel through a turn: frozen records without behaviour."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from metnos_cli.errors import ErrorClass, ExitStatus

Lang = Literal["it", "en"]
Effect = Literal["read", "write", "delete", "send", "network", "ask"]
EFFECTFUL: frozenset[str] = frozenset({"write", "delete", "send"})
"""Effects that last: before them nothing is taken for granted, and after them nothing is tried again."""
LANGS: tuple[Lang, ...] = ("it", "en")


@dataclass(frozen=True, slots=True)
class Slot:
    """A typed value found in the request."""

    dim: str
    """Dimension: time, duration, number, ordinal, quantity, amount-of-money, email, url, path, glob, quoted, ..."""
    text: str
    """The words themselves: exactly ``request.text[start:end]``."""
    start: int
    """First code point."""
    end: int
    """One past the last code point."""
    fields: Mapping[str, Any]
    """The value, JSON only: ``value``, or ``kind``/``from``/``to``/``dir``/``grain``/``unit`` as the dimension has."""
    certain: bool = True
    """False: more than one reading; a caller never takes such a value silently."""
    alternatives: tuple[Mapping[str, Any], ...] = ()
    """The other readings, when uncertain."""

    def as_json(self) -> dict[str, Any]:
        """One flat JSON object, as ``metnos extract`` prints it."""
        told: dict[str, Any] = {"dim": self.dim, "text": self.text, "start": self.start, "end": self.end}
        told.update(self.fields)
        if not self.certain:
            told["certain"] = False
            told["alternatives"] = [dict(other) for other in self.alternatives]
        return told


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked, understood as far as words go."""

    text: str
    """The request as typed (NFC, outer white space gone)."""
    normal: str
    """Normal form: lower case, straight apostrophes, no punctuation; the key of exact recognition."""
    lang: Lang
    """Language of the request."""
    canonical: str
    """Canonical query: lemmas, slots replaced by ``<dim>``."""
    slots: tuple[Slot, ...]
    """Values found, in order of appearance, not overlapping."""
    now: datetime
    """The moment of asking, with its zone: what "domani" is relative to."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a plan."""

    tool: str
    """Executor name."""
    args: Mapping[str, Any]
    """Arguments, placeholders included."""


@dataclass(frozen=True, slots=True)
class Filler:
    """A small value that the runner finds: settings, cache, model, default, in that order."""

    prompt: str
    """What to ask."""
    default: str = ""
    """The value when nobody knows better."""
    tier: str = "fast"
    """Which model answers."""


@dataclass(frozen=True, slots=True)
class Framework:
    """A plan: what to call, in order, and what to say at the end."""

    steps: tuple[Step, ...]
    """Counted from 1."""
    fillers: Mapping[str, Filler] = field(default_factory=dict)
    """By name."""
    final_message: str = ""
    """Template with ``${stepN.field}``; empty: the last executor's own message."""

    def as_json(self) -> dict[str, Any]:
        """The JSON object of DESIGN's framework format."""
        return {
            "steps": [{"tool": step.tool, "args": dict(step.args)} for step in self.steps],
            "fillers": {
                name: {"prompt": filler.prompt, "default": filler.default, "tier": filler.tier}
                for name, filler in self.fillers.items()
            },
            "final_message": self.final_message,
        }

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> Framework:
        """Read a framework; KeyError, TypeError or AttributeError where the object has another shape."""
        return Framework(
            steps=tuple(Step(step["tool"], dict(step.get("args") or {})) for step in told["steps"]),
            fillers={
                name: Filler(filler.get("prompt", ""), filler.get("default", ""), filler.get("tier", "fast"))
                for name, filler in (told.get("fillers") or {}).items()
            },
            final_message=told.get("final_message") or "",
        )


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the gate on one candidate."""

    name: str
    """polarity, action, grounding, leftover, world or effects."""
    passed: bool
    """Whether the candidate may go on."""
    reason: str
    """Message key below ``[gate]``, such as ``antonym``."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A layer recognised the request and the gate let it pass."""

    layer: str
    """table, shortcut, canonical, autopath or pipeline."""
    framework: Framework
    """What to run: ``${SLOT:kind}`` already bound."""
    entry: str
    """Id of the entry that served it, such as ``shortcut:12``."""
    how: str
    """exact, template, cosine, intent."""
    score: float | None = None
    """Cosine, when one was computed."""
    threshold: float | None = None
    """What the score had to reach."""
    runner_up: float | None = None
    """Score of the next candidate."""
    bindings: Mapping[str, Any] = field(default_factory=dict)
    """Placeholder -> value, as bound from the new request."""
    checks: tuple[Check, ...] = ()
    """What the gate looked at."""
    confirm: bool = False
    """True: an effect recognised by cosine; show the plan and ask before running it."""
    uncovered: str = ""
    """Words of the request that the recognised prefix does not cover (``chain_to_planner``)."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A layer did not recognise the request."""

    layer: str
    """Which layer."""
    reason: str
    """Message key below ``[miss]``: empty, off, unknown, below_threshold, gate, stale, banned, no_embedder ..."""
    score: float | None = None
    """Best cosine seen, when one was computed."""
    threshold: float | None = None
    """What the score had to reach."""
    checks: tuple[Check, ...] = ()
    """The gate's verdicts on the best candidate, when the gate said no."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""


@dataclass(frozen=True, slots=True)
class LayerTrace:
    """What one layer said, and the wall time it took."""

    verdict: Hit | Miss
    seconds: float


class Origin(StrEnum):
    """Where an argument came from, when not from a tool."""

    USER = "user"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the vaglio says of one call."""

    decision: Literal["allow", "ask", "deny"]
    """Allow, ask the user, or deny."""
    reason: str
    """Message key below ``[vaglio]``."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""


@dataclass(frozen=True, slots=True)
class StepError:
    """Why a step failed, as data."""

    error_class: ErrorClass
    """What recovery decides on."""
    key: str
    """Message key below ``[error]``."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""
    message: str | None = None
    """A sentence from outside, shown as data."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What became of one step."""

    index: int
    """From 1."""
    tool: str
    """Executor name."""
    args: Mapping[str, Any]
    """Arguments as called (without the entries)."""
    provenance: Mapping[str, str]
    """Argument -> ``user``, ``memory`` or ``tool:<name>``."""
    effect: Effect
    """The executor's effect."""
    result: Mapping[str, Any] | None
    """Fields of the result; None when it failed."""
    error: StepError | None
    """Why it failed; None when it did not."""
    verdict: Verdict | None
    """What the vaglio said."""
    seconds: float
    """Wall time."""
    changed: bool = False
    """Whether it changed something in the world, also when it failed half way."""


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What the language model cost in this turn."""

    model: str
    """Its name."""
    purpose: str
    """plan, intent, filler, summary, args."""
    prompt_tokens: int
    """Tokens read (cached ones included)."""
    completion_tokens: int
    """Tokens written."""
    seconds: float
    """Wall time."""
    prompt_seconds: float = 0.0
    """Part of it spent reading the prompt; 0 where it is not known (a server)."""
    cached_tokens: int = 0
    """Prompt tokens that did not have to be read again."""


@dataclass(frozen=True, slots=True)
class PlanTrace:
    """How L3 came to its plan."""

    proposer: str
    """simple, metis, frontier, offline."""
    intent: Mapping[str, Any]
    """verb, object, keywords, intent_hash."""
    pool: tuple[str, ...]
    """Executors shown to the planner."""
    attempts: tuple[Mapping[str, Any], ...]
    """Each proposal: ``fingerprint``, ``errors`` (validator's), ``score`` where scored."""
    seconds: float
    """Wall time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the turn ended."""

    kind: Literal["answered", "dead_end", "input_needed", "refused", "cancelled"]
    """In one word."""
    exit_status: ExitStatus
    """For the shell."""
    message: str
    """The answer, or the cause and one concrete action, in the user's language; clean of control sequences."""
    entries: tuple[Mapping[str, Any], ...] = ()
    """Rows to show under the message: the last step's entries."""
    error: StepError | None = None
    """Why, when it did not go well."""
    questions: tuple[Mapping[str, Any], ...] = ()
    """What has to be answered (kind input_needed)."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything the panel shows; grows by replacement as the turn goes on."""

    layers: tuple[LayerTrace, ...] = ()
    """In the order in which they were tried."""
    plan: PlanTrace | None = None
    """When L3 was reached."""
    placeholders: tuple[tuple[str, str, str], ...] = ()
    """(placeholder, value as text, by whom) as they were resolved."""
    model: tuple[ModelUse, ...] = ()
    """Each call of a language model."""
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """(message key below ``[note]``, facts): what else the user should know."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One request and its outcome: the one thing that panels, JSON and the database read."""

    id: str
    """Unique, sorts by time."""
    request: Request
    """What was asked."""
    trace: Trace
    """How it was decided."""
    framework: Framework | None
    """What was run."""
    results: tuple[StepResult, ...]
    """Step by step."""
    outcome: Outcome
    """How it ended."""
    seconds: float
    """Wall time."""
    learnt: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """(message key below ``[learnt]``, facts): what Metnos learnt from it."""

    @property
    def layer(self) -> str:
        """Which layer served it: a memory layer's name, or ``engine``."""
        for tried in self.trace.layers:
            if isinstance(tried.verdict, Hit):
                return tried.verdict.layer
        return "engine"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt in two parts, so that the fixed one is evaluated once and reused."""

    prefix: str
    """The same for every request of one model and prompt version."""
    suffix: str
    """This request: pool, examples, slots, the request itself."""
    guess: str = ""
    """What the answer may well be: a model that can checks it at once, which is faster than writing it."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a language model wrote."""

    text: str
    """The text."""
    use: ModelUse
    """What it cost."""
    stopped: Literal["end", "length", "grammar"] = "end"
    """Why it stopped."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A plan that a proposer offers; not yet validated."""

    framework: Framework
    """The plan."""
    score: float | None = None
    """Deterministic score, where several were ranked."""


@dataclass(frozen=True, slots=True)
class Abstention:
    """A proposer that will not guess."""

    reason: str
    """Message key below ``[abstain]``."""
    error_class: ErrorClass
    """What the terminator tells."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values that the sentence names."""
    questions: tuple[Mapping[str, Any], ...] = ()
    """What would have to be answered."""
    draft: Framework | None = None
    """The plan that the answers complete: ``${ARG:var}`` stands where each question's ``var`` goes."""
