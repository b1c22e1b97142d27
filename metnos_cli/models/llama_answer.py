"""Writes one answer token by token; where the answer is likely known, it is read at once and only checked.

A guess costs one reading of all its tokens, several times faster than writing them one by one. Each token is still the
one that the model prefers under the grammar: at the first that differs the rest of the guess is thrown away, so that
the text is the same with and without a guess.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Literal

from metnos_cli.errors import Interrupted
from metnos_cli.models.llama_engine import BATCH
from metnos_cli.models.llama_sampling import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from metnos_cli.models.llama_engine import Engine
    from metnos_cli.models.llama_sampling import Grammar

Stop = Literal["end", "length", "grammar"]


class Answer:
    """An answer in the making.

    Args:
        engine: The model, its prompt read.
        rules: The grammar, or None.
        room: Tokens it may have, at most.
        on_token: Told each piece of text.
    """

    def __init__(
        self, engine: Engine, rules: Grammar | None, room: int, on_token: Callable[[str], None] | None
    ) -> None:
        self._engine = engine
        self._rules = rules
        self._room = room
        self._on_token = on_token
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._parts: list[str] = []
        self.written = 0
        self.stopped: Stop = "length"

    @property
    def text(self) -> str:
        """What was written."""
        return "".join(self._parts)

    def write(self, guess: Sequence[int], temperature: float, seed: int, stop: Callable[[], bool]) -> None:
        """Write to the end.

        Args:
            guess: Tokens that the answer may start with; empty for none. Only with temperature 0.
            temperature: 0 for the likeliest text.
            seed: Of the draw, above 0.
            stop: Asked before each token; True leaves.

        Raises:
            Interrupted: ``stop`` said so.
            ModelError: llama.cpp cannot go on, or the grammar lets nothing pass.
        """
        random = _random(seed) if temperature > 0 else None
        if guess and self._check(list(guess)[: min(self._room, BATCH)], stop):
            return
        while self.written < self._room:
            if stop():
                raise Interrupted
            token = pick(self._engine.logits(), self._rules, temperature, random)
            if self._take(token):
                return
            self._engine.advance(token)

    def _check(self, guess: list[int], stop: Callable[[], bool]) -> bool:
        """Take the part of a guess that the model would have written, and the token it prefers after that.

        Returns:
            Whether the answer is complete.
        """
        token = pick(self._engine.logits(), self._rules, 0.0, None)
        if token != guess[0]:
            return False  # the loop picks the same token again and goes on
        start = len(self._engine.tokens)
        scores = self._engine.look_ahead(guess, stop)
        for place, guessed in enumerate(guess):
            if token != guessed:
                break
            if self._take(token) or self.written >= self._room:
                self._engine.rewind(start + place + 1)
                return True
            token = pick(scores[place], self._rules, 0.0, None)
        self._engine.rewind(start + self.written)
        if self._take(token):
            return True
        self._engine.advance(token)
        return False

    def _take(self, token: int) -> bool:
        """Add a token to the answer; whether that ends it."""
        if self._engine.is_end(token):
            self.stopped = "end" if self._rules is None else "grammar"
            return True
        self.written += 1
        self._parts.append(self._decoder.decode(self._engine.piece(token)))
        if self._on_token is not None and self._parts[-1]:
            self._on_token(self._parts[-1])
        if self._rules is None:
            return False
        self._rules.accept(token)
        if self._rules.finished():
            self.stopped = "grammar"
            return True
        return False


def _random(seed: int) -> np.random.Generator:
    """A source of draws that is the same for the same seed."""
    import numpy as np

    return np.random.default_rng(seed)
