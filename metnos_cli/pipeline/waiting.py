"""Keeps the time in which the user thought about a question out of what a turn took."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.ports import Consent, ConsentAnswer, ConsentQuestion, Dialog, TurnPorts


@dataclass(slots=True)
class Waited:
    """How long the user was waited for in one turn."""

    seconds: float = 0.0
    """So far."""

    def watching(self, ports: TurnPorts) -> TurnPorts:
        """The ports, with every question timed; an executor that asks by itself goes through the same dialog."""
        dialog = _TimedDialog(ports.dialog, self)
        given = ports.context
        return replace(
            ports,
            consent=_TimedConsent(ports.consent, self),
            dialog=dialog,
            context=lambda request: replace(given(request), dialog=dialog),
        )


@dataclass(frozen=True, slots=True)
class _TimedConsent:
    asker: Consent
    waited: Waited

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        started = time.perf_counter()
        try:
            return self.asker.ask(question)
        finally:
            self.waited.seconds += time.perf_counter() - started


@dataclass(frozen=True, slots=True)
class _TimedDialog:
    asker: Dialog
    waited: Waited

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        started = time.perf_counter()
        try:
            return self.asker.ask(questions)
        finally:
            self.waited.seconds += time.perf_counter() - started
