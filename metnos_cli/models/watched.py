"""Tells how many tokens a model has written while it writes: people wait better when they see that it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.ports import LanguageModel
    from metnos_cli.records import Completion, Prompt


class WatchedModel:
    """A model as it is, watched.

    Args:
        inner: The model.
        written: Told the tokens of the present answer so far, after each.
    """

    def __init__(self, inner: LanguageModel, written: Callable[[int], None]) -> None:
        self._inner = inner
        self._written = written

    def __getattr__(self, name: str) -> Any:
        """Whatever else the model can do: warm up, be cancelled."""
        return getattr(self._inner, name)

    @property
    def name(self) -> str:
        """What the panel shows."""
        return self._inner.name

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
        """As the model itself.

        Raises:
            ModelError: The model or the endpoint cannot be used.
            Interrupted: Ctrl-C, also while the prompt is read.
        """
        count = 0

        def counted(piece: str) -> None:
            nonlocal count
            count += 1
            self._written(count)
            if on_token is not None:
                on_token(piece)

        return self._inner.complete(
            prompt,
            grammar=grammar,
            max_tokens=max_tokens,
            temperature=temperature,
            seed=seed,
            purpose=purpose,
            on_token=counted,
        )
