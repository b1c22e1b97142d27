"""What calls executors, judges the calls, and knows which executors there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports.asking import Dialog
    from metnos_cli.ports.facts import Facts
    from metnos_cli.ports.models import Embedder, LanguageModel
    from metnos_cli.ports.world import Clock, Files, Network
    from metnos_cli.records import Lang, Request, Verdict


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
    journal: Callable[[str, Mapping[str, Any]], int]
    """Record (kind, facts) before a change is made, so that ``metnos undo`` can reverse it; the record's number.
    Raises ``ExecutorError`` when it cannot be recorded: then the change must not be made."""
    embedder: Callable[[], Embedder]
    """The embedder, built on first call."""
    model: Callable[[], LanguageModel | None]
    """The language model, if one is configured, built on first call."""
    request: Request
    """What the user asked."""
    database: Path
    """The SQLite file."""
    amend: Callable[[int, Mapping[str, Any] | None], None] = lambda _change, _facts: None
    """Say more exactly what a recorded change came to (its facts); None: it did not happen."""
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
