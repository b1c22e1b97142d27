"""What the conversation needs from the rest of Metnos; the command line's wiring fulfils it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import Judgement, Listener
    from metnos_cli.records import Lang, Turn


@dataclass(frozen=True, slots=True)
class Status:
    """What the toolbar shows besides the last turn."""

    model: str = ""
    """Name of the language model; empty: none."""
    embedder: str = ""
    """Name of the embedder."""
    entries: int | None = None
    """Requests the memory knows; None: not known."""


class Session(Protocol):
    """One conversation with Metnos."""

    @property
    def settings(self) -> Settings:
        """The configuration."""
        ...

    @property
    def spoken(self) -> Lang:
        """The language of the last request."""
        ...

    def run(self, text: str, told: Listener) -> Turn:
        """One turn, recorded and learnt from.

        Raises:
            MetnosError: It could not even begin, or not be recorded.
            KeyboardInterrupt: Ctrl-C where the turn itself does not catch it.
        """
        ...

    def feedback(self, turn_id: str, verdict: Judgement, wanted: str = "") -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Take ✓ ✗ ↺; what was learnt, as (key below ``[learnt]``, facts) pairs."""
        ...

    def command(self, argv: Sequence[str]) -> int:
        """Run a command of the command line within this session, such as ``["paths", "list"]``; its exit status."""
        ...

    def status(self) -> Status:
        """For the toolbar; asked at the start and after each turn, so it must be quick."""
        ...

    def last_turn(self) -> Turn | None:
        """The last turn of an earlier session, so that ``/last`` and ✓ ✗ ↺ go on where it stopped."""
        ...

    def executor_names(self) -> Sequence[str]:
        """For completion."""
        ...

    def greeting(self) -> Sequence[str]:
        """Lines to show at the start (what is due), clean."""
        ...

    def news(self) -> Sequence[str]:
        """What went wrong or was noticed since the last time this was asked, each told once; clean."""
        ...

    def warm(self) -> None:
        """Begin to load what a turn will need, in the background; returns at once."""
        ...

    def set_lang(self, lang: Lang) -> None:
        """Answer in another language from now on, in this session."""
        ...

    def set_model(self, path: str) -> None:
        """Use another model file from now on, in this session; empty: none.

        Raises:
            MetnosError: It cannot be used.
        """
        ...
