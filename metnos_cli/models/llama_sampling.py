"""Chooses the next token: the model's favourite first, checked alone against the grammar, all others only on refusal.

llama.cpp's own grammar sampler offers the grammar the whole vocabulary for every token, which costs as much as the
model itself. Here the token is picked first and that one is checked; most of the time the grammar agrees. Only when it
refuses are the best few, and then all, offered. Under greedy decoding the text is that of full masking, because
the favourite of the allowed ones is chosen in both.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import GrammarRejected

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.models.llama_engine import Engine

FEW = 64
TOP_K = 40


class Grammar:
    """A grammar being walked, token by token.

    Args:
        engine: The model whose vocabulary it speaks.
        text: GBNF with the rule ``root``.

    Raises:
        GrammarRejected: llama.cpp cannot parse it (left to generation, that would end the process).
    """

    def __init__(self, engine: Engine, text: str) -> None:
        self.lib = engine.lib
        self.vocab = engine.vocab
        self.n_vocab = engine.n_vocab
        with stderr_aside() as said:
            self._sampler = self.lib.llama_sampler_init_grammar(self.vocab, text.encode(), b"root")
        if not self._sampler:
            raise GrammarRejected(why=" ".join("".join(said).split())[:300] or "root")
        self._one = (self.lib.llama_token_data * 1)()
        self._one_array = self.lib.llama_token_data_array(data=self._one, size=1, selected=-1, sorted=False)
        self._end = _end_token(engine)
        self._letters = _letters(engine)

    def close(self) -> None:
        """Give llama.cpp its memory back."""
        if self._sampler:
            self.lib.llama_sampler_free(self._sampler)
            self._sampler = None

    def allows(self, token: int) -> bool:
        """Whether this token may come next."""
        cell = self._one[0]
        cell.id, cell.logit, cell.p = token, 0.0, 0.0
        self._one_array.size, self._one_array.selected = 1, -1
        self.lib.llama_sampler_apply(self._sampler, ctypes.byref(self._one_array))
        return bool(cell.logit != -math.inf)

    def allowed(self, tokens: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of these tokens may come next, shape ``(len(tokens),)``."""
        import numpy as np

        cells = np.zeros(len(tokens), dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
        cells["id"] = tokens
        array = self.lib.llama_token_data_array(
            data=cells.ctypes.data_as(self.lib.llama_token_data_p), size=len(tokens), selected=-1, sorted=False
        )
        self.lib.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return np.asarray(np.isfinite(cells["logit"]))

    def accept(self, token: int) -> None:
        """Take a token that ``allows`` let pass."""
        self.lib.llama_sampler_accept(self._sampler, token)

    def finished(self) -> bool:
        """Whether the text is complete and nothing else may follow."""
        import numpy as np

        if not self.allows(self._end):
            return False
        everything = np.arange(self.n_vocab, dtype=np.int32)
        # Mostly an ASCII character may follow, and asking for those few saves the scan of the whole vocabulary.
        return not any(self._goes_on(tokens) for tokens in (self._letters, everything))

    def _goes_on(self, tokens: NDArray[np.int32]) -> bool:
        """Whether any of these may come next, other than an end."""
        left = tokens[self.allowed(tokens)]
        return any(not self.lib.llama_vocab_is_eog(self.vocab, int(token)) for token in left[:FEW])


def pick(
    logits: NDArray[np.float32], grammar: Grammar | None, temperature: float, random: np.random.Generator | None
) -> int:
    """The next token.

    Args:
        logits: Scores, shape ``(n_vocab,)``.
        grammar: What may follow, or None.
        temperature: 0 for the favourite; above, a draw among the best ``TOP_K``.
        random: Source of the draw; needed above 0.

    Raises:
        GrammarRejected: The grammar lets no token pass.
    """
    if temperature <= 0 or random is None:
        return _best(logits, grammar)
    import numpy as np

    best = np.argpartition(logits, -TOP_K)[-TOP_K:]
    drawn = _draw(best, logits, temperature, random)
    if grammar is None or grammar.allows(drawn):
        return drawn
    left = best[grammar.allowed(best.astype(np.int32))]
    return _draw(left, logits, temperature, random) if len(left) else _best(logits, grammar)


def _best(logits: NDArray[np.float32], grammar: Grammar | None) -> int:
    """The highest score that the grammar lets pass."""
    import numpy as np

    favourite = int(logits.argmax())
    if grammar is None or grammar.allows(favourite):
        return favourite
    few = np.argpartition(logits, -FEW)[-FEW:].astype(np.int32)
    few = few[np.lexsort((few, -logits[few]))]  # equal scores: the lower id, as a scan of the whole would find it
    for tokens in (few, np.arange(len(logits), dtype=np.int32)):
        left = tokens[grammar.allowed(tokens)]
        if len(left):
            return int(left[logits[left].argmax()])
    raise GrammarRejected(why="nothing may follow")


def _draw(tokens: NDArray[Any], logits: NDArray[np.float32], temperature: float, random: np.random.Generator) -> int:
    """One of the tokens, by the softmax of their scores."""
    import numpy as np

    scaled = logits[tokens].astype(np.float64) / temperature
    weights = np.exp(scaled - scaled.max())
    return int(tokens[random.choice(len(tokens), p=weights / weights.sum())])


def _end_token(engine: Engine) -> int:
    """A token that ends the generation."""
    end = int(engine.lib.llama_vocab_eot(engine.vocab))
    return end if end >= 0 else int(engine.lib.llama_vocab_eos(engine.vocab))


def _letters(engine: Engine) -> NDArray[np.int32]:
    """The tokens that printable ASCII characters and white space become, one each."""
    import numpy as np

    characters = [chr(code) for code in range(32, 127)] + ["\n", "\t"]
    found = {engine.tokenize(character, special=False)[-1] for character in characters}
    return np.array(sorted(found), dtype=np.int32)


@contextmanager
def stderr_aside() -> Iterator[list[str]]:
    """Keep what the grammar parser writes straight to descriptor 2 off the terminal, for the millisecond it takes.

    Whatever another thread wrote meanwhile (a spinner) is put through afterwards unless the parser complained.
    """
    said: list[str] = []
    sys.stderr.flush()
    try:
        terminal = os.dup(2)
    except OSError:  # there is no descriptor 2 to protect
        yield said
        return
    with tempfile.TemporaryFile() as aside:
        os.dup2(aside.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)
            aside.seek(0)
            said.append(aside.read().decode("utf-8", "replace"))
