"""Who is asked: for a yes, and for what is missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


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
    problem: str = ""
    """Why the arguments, which the user typed himself, cannot be used; empty: nothing is known against them."""
    again: bool = False
    """Whether the user asked to edit the call: then no earlier "always" answers for him."""


@dataclass(frozen=True, slots=True)
class ConsentAnswer:
    """What the user said."""

    choice: Literal["once", "always", "edit", "no"]
    """Denied by default."""
    args: Mapping[str, Any] | None = None
    """The edited arguments; they are asked about again."""
    unclear: bool = False
    """A no that nobody said: the answers were none of those offered."""


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
