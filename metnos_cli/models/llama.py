"""Runs a GGUF model in this process through llama.cpp: lazily loaded, interruptible, its prefix evaluated once."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
import weakref
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelError
from metnos_cli.models.llama_answer import Answer
from metnos_cli.models.llama_engine import Engine, library_version
from metnos_cli.models.llama_prefix import PrefixStore
from metnos_cli.records import Completion, ModelUse, Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from metnos_cli.models.llama_sampling import Grammar

WORTH_KEEPING = 64
MAX_THREADS = 8


class LlamaModel:
    """A local language model.

    Args:
        path: GGUF file.
        context: Tokens that prompt and answer may have together.
        threads: Threads of the computation; None takes the processors this process may use, at most 8.
        gpu_layers: Layers put on the graphics card.
        cache_dir: Folder in which evaluated prefixes are kept between processes; None keeps them in memory.
    """

    def __init__(
        self,
        path: Path | str,
        context: int = 4096,
        threads: int | None = None,
        gpu_layers: int = 0,
        cache_dir: Path | None = None,
    ) -> None:
        self._path = Path(path)
        self._context = context
        self._threads = threads or min(MAX_THREADS, available_processors())
        self._gpu_layers = gpu_layers
        self._cache_dir = cache_dir
        self._lock = threading.RLock()  # two threads in one context end the process
        self._stop = threading.Event()
        self._engine: Engine | None = None
        self._prefixes: PrefixStore | None = None
        self._chats: dict[str, tuple[str, str]] = {}

    @property
    def name(self) -> str:
        """File name without its ending."""
        return self._path.stem

    def cancel(self) -> None:
        """Stop the completion that runs in another thread, within a few hundredths of a second."""
        self._stop.set()

    def close(self) -> None:
        """Give the memory back; the next call loads anew."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()
            self._engine = self._prefixes = None

    def warm(self, prefix: str = "") -> None:
        """Load the model and evaluate a prompt's fixed part, so that the first request does not pay for it.

        Args:
            prefix: The fixed part; empty loads the model only.

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Cancelled.
        """
        with self._lock, self._interruptible():
            engine = self._loaded()
            if prefix:
                self._read_prefix(engine, self._head(engine, prefix))

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
        """One completion; see ``ports.LanguageModel``.

        Raises:
            ModelMissing, ModelCorrupt: The model cannot be loaded.
            ModelError: The prompt does not fit the context (facts: ``tokens``, ``limit``), or llama.cpp gave up.
            GrammarRejected: The grammar is not one.
            Interrupted: Ctrl-C, also while the prompt is read.
        """
        with self._lock, self._interruptible():
            started = time.perf_counter()
            engine = self._loaded()
            with _grammar(engine, grammar) as rules:
                tokens, cached = self._read(engine, prompt, max_tokens)
                read = time.perf_counter()
                answer = Answer(engine, rules, min(max_tokens, engine.context_size - tokens), on_token)
                guess = engine.tokenize(prompt.guess, special=False) if temperature <= 0 else []
                answer.write(guess, temperature, seed, self._stop.is_set)
            ended = time.perf_counter()
            use = ModelUse(self.name, purpose, tokens, answer.written, ended - started, read - started, cached)
            return Completion(answer.text, use, answer.stopped)

    def _loaded(self) -> Engine:
        """The engine, loaded on first use."""
        if self._engine is None:
            atexit.register(_leave, weakref.ref(self))
            engine = Engine(self._path, context=self._context, threads=self._threads, gpu_layers=self._gpu_layers)
            told = self._path.stat()
            owner = f"{self._path.resolve()}:{told.st_size}:{told.st_mtime_ns}:{library_version()}"
            self._prefixes = PrefixStore(self._cache_dir, owner)
            self._engine = engine
        return self._engine

    def _head(self, engine: Engine, prefix: str) -> list[int]:
        """Tokens of everything before the request."""
        if prefix not in self._chats:
            self._chats = {**dict(list(self._chats.items())[-7:]), prefix: engine.chat(prefix)}
        return engine.tokenize(self._chats[prefix][0], special=True, start=True)

    def _read(self, engine: Engine, prompt: Prompt, max_tokens: int) -> tuple[int, int]:
        """Evaluate the prompt; (tokens it has, tokens that need not be evaluated again)."""
        head = self._head(engine, prompt.prefix)
        # The request is data: control tokens written in it are text, nothing more.
        body = engine.tokenize(prompt.suffix, special=False)
        tokens = head + body + engine.tokenize(self._chats[prompt.prefix][1], special=True)
        limit = engine.context_size - min(max_tokens, engine.context_size // 2)
        if len(tokens) > limit:
            raise ModelError("prompt_too_long", tokens=len(tokens), limit=limit)
        cached = self._read_prefix(engine, head, tokens)
        engine.evaluate(tokens[len(engine.tokens) :], self._stop.is_set)
        return len(tokens), cached

    def _read_prefix(self, engine: Engine, head: list[int], tokens: list[int] | None = None) -> int:
        """Bring the context to where these tokens go on, from what it holds or from a kept state.

        Returns:
            How many tokens of the prompt did not have to be evaluated.
        """
        wanted = head if tokens is None else tokens[:-1]  # the last is evaluated always: its scores are needed
        cached = engine.rewind(_common(engine.tokens, wanted))
        if cached >= len(head) or len(head) < WORTH_KEEPING or self._prefixes is None:
            return cached
        state = self._prefixes.get(head)
        if state is not None:
            if engine.load_state(state, head):
                return len(head)
            self._prefixes.forget(head)
            cached = 0
        engine.evaluate(head[len(engine.tokens) :], self._stop.is_set)
        self._prefixes.put(head, engine.save_state())
        return cached

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Let Ctrl-C stop llama.cpp: in the main thread by a handler of our own, in another through ``cancel``."""
        self._stop.clear()
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(_number: int, _frame: FrameType | None) -> None:
            self._stop.set()

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def _leave(model: weakref.ref[LlamaModel]) -> None:
    """Stop a model before the process ends: a thread that still computes would be torn down inside llama.cpp."""
    found = model()
    if found is not None:
        found.cancel()
        found.close()


def available_processors() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _common(left: list[int], right: list[int]) -> int:
    """Length of the common beginning."""
    for place, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return place
    return min(len(left), len(right))


@contextmanager
def _grammar(engine: Engine, text: str | None) -> Iterator[Grammar | None]:
    """The parsed grammar, freed at the end; parsed before the prompt is read, because a bad one must not cost that."""
    if text is None:
        yield None
        return
    from metnos_cli.models.llama_sampling import Grammar

    rules = Grammar(engine, text)
    try:
        yield rules
    finally:
        rules.close()
