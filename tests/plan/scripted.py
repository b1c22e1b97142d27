"""A language model that writes what it is told, and remembers what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from metnos_cli.records import Completion, ModelUse, Prompt


class ScriptedModel:
    """Answers with the given texts in order; the last one again and again."""

    name = "scripted"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.prompts: list[Prompt] = []
        self.grammars: list[str | None] = []
        self.temperatures: list[float] = []
        self.warmed: list[str] = []

    def warm(self, prefix: str = "") -> None:
        """Remember the prefix."""
        self.warmed.append(prefix)

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
        """The next text."""
        self.prompts.append(prompt)
        self.grammars.append(grammar)
        self.temperatures.append(temperature)
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return Completion(text, ModelUse(self.name, purpose, 10, 5, 0.1))


def written(*steps: tuple[str, dict[str, Any]]) -> str:
    """A plan as a model writes it."""
    told: Sequence[dict[str, Any]] = [{"tool": tool, "args": args} for tool, args in steps]
    return json.dumps({"steps": told, "fillers": {}, "final_message": "whatever"})
