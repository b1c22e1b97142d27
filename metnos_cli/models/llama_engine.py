"""Holds one GGUF model and its context in llama.cpp: tokens in, logits out, sequence state saved and restored."""

from __future__ import annotations

import ctypes
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import Interrupted, ModelCorrupt, ModelError, ModelMissing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

GGUF_MAGIC = b"GGUF"
BATCH = 512
SEQUENCE = 0
DECODE_ABORTED = 2
CHATML = "chatml"

_log: deque[str] = deque(maxlen=40)
_quiet: dict[str, Any] = {}


def library() -> Any:
    """llama.cpp's functions, its log sent to a short memory instead of the terminal.

    Raises:
        ModelMissing: The package is not installed.
    """
    if "library" not in _quiet:
        try:
            from llama_cpp import llama_cpp as lib
        except ImportError as error:
            raise ModelMissing("model_package_missing", package="llama-cpp-python") from error

        @lib.llama_log_callback  # type: ignore[untyped-decorator]
        def remember(_level: int, text: bytes, _data: Any) -> None:
            _log.append(text.decode("utf-8", "replace"))

        _quiet["callback"] = remember  # llama.cpp keeps only the pointer: without this the function is collected
        lib.llama_log_set(remember, ctypes.c_void_p(0))
        lib.llama_backend_init()
        _quiet["library"] = lib
    return _quiet["library"]


def last_words() -> str:
    """What llama.cpp said last that looks like a reason, or an empty string."""
    lines = [line.strip() for line in "".join(_log).splitlines() if line.strip()]
    reasons = [line for line in lines if "error" in line.lower() or "fail" in line.lower()]
    return reasons[-1][:300] if reasons else ""


def library_version() -> str:
    """Version of the package: a saved state belongs to the library that wrote it."""
    import llama_cpp

    return str(llama_cpp.__version__)


class Engine:
    """One model and one context; not for two threads at once.

    Args:
        path: GGUF file.
        context: Tokens the context holds.
        threads: Threads of the computation.
        gpu_layers: Layers put on the graphics card; 0 keeps all on the processor.

    Raises:
        ModelMissing: The file or the package is not there.
        ModelCorrupt: The file is not a usable model.
    """

    def __init__(self, path: Path, *, context: int, threads: int, gpu_layers: int) -> None:
        _check_file(path)
        self.lib = library()
        self.path = path
        self.threads = threads
        self._model = self._load(gpu_layers)
        self.vocab = self.lib.llama_model_get_vocab(self._model)
        self.context_size = min(context, self.lib.llama_model_n_ctx_train(self._model) or context)
        self._context = self._open_context()
        self._memory = self.lib.llama_get_memory(self._context)
        self.n_vocab: int = self.lib.llama_vocab_n_tokens(self.vocab)
        self.tokens: list[int] = []
        self._pieces: dict[int, bytes] = {}

    def _load(self, gpu_layers: int) -> Any:
        params = self.lib.llama_model_default_params()
        params.n_gpu_layers = gpu_layers
        _log.clear()
        model = self.lib.llama_model_load_from_file(str(self.path).encode(), params)
        if not model:
            raise ModelCorrupt(path=str(self.path), why=last_words())
        return model

    def _open_context(self) -> Any:
        params = self.lib.llama_context_default_params()
        params.n_ctx = self.context_size
        params.n_batch = params.n_ubatch = min(BATCH, self.context_size)
        params.n_threads = params.n_threads_batch = self.threads
        params.no_perf = True
        context = self.lib.llama_init_from_model(self._model, params)
        if not context:
            self.lib.llama_model_free(self._model)
            raise ModelCorrupt(path=str(self.path), why=last_words())
        return context

    def close(self) -> None:
        """Give the memory back; the engine is of no use afterwards."""
        if self._context:
            self.lib.llama_free(self._context)
            self.lib.llama_model_free(self._model)
            self._context = self._model = None

    def tokenize(self, text: str, *, special: bool, start: bool = False) -> list[int]:
        """Tokens of a text.

        Args:
            text: Any text.
            special: Whether control tokens written in the text count as such; never for text from outside.
            start: Whether the model's begin token is put first, where it wants one.
        """
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        while True:
            found = (self.lib.llama_token * room)()
            count = self.lib.llama_tokenize(self.vocab, data, len(data), found, room, start, special)
            if count >= 0:
                return list(found[:count])
            room = -count  # a vocabulary may need more tokens than the text has bytes: it says how many

    def piece(self, token: int) -> bytes:
        """The bytes a token stands for; empty for control tokens."""
        if token not in self._pieces:
            room = 256
            buffer = ctypes.create_string_buffer(room)
            size = self.lib.llama_token_to_piece(self.vocab, token, buffer, room, 0, False)
            self._pieces[token] = buffer.raw[:size] if size > 0 else b""
        return self._pieces[token]

    def is_end(self, token: int) -> bool:
        """Whether the token ends the generation."""
        return bool(self.lib.llama_vocab_is_eog(self.vocab, token))

    def chat(self, prefix: str) -> tuple[str, str]:
        """The model's own chat format around a prompt.

        Args:
            prefix: The system message.

        Returns:
            What stands before the user's message (the system message included), and what stands after it.
        """
        mark = "\u241fHERE\u241f"
        template = self.lib.llama_model_chat_template(self._model, None)
        text = self._render(template, prefix, mark) if template else None
        if text is None or text.count(mark) != 1:
            text = self._render(CHATML.encode(), prefix, mark)
        head, _, tail = (text or mark).partition(mark)
        return head, tail

    def _render(self, template: bytes, system: str, user: str) -> str | None:
        """The two messages in a template's format; None when llama.cpp does not know the template."""
        chat = (self.lib.llama_chat_message * 2)(
            self.lib.llama_chat_message(b"system", system.encode()), self.lib.llama_chat_message(b"user", user.encode())
        )
        room = 4 * (len(system) + len(user)) + 1024
        buffer = ctypes.create_string_buffer(room)
        size = self.lib.llama_chat_apply_template(template, chat, 2, True, buffer, room)
        return buffer.raw[:size].decode("utf-8") if 0 < size <= room else None

    def rewind(self, count: int) -> int:
        """Forget all but the first ``count`` tokens of the context; how many it still holds (0 where it cannot cut)."""
        if count == len(self.tokens):
            return count
        if not self.lib.llama_memory_seq_rm(self._memory, SEQUENCE, count, -1):
            self.lib.llama_memory_clear(self._memory, True)  # recurrent models forget all or nothing
            count = 0
        del self.tokens[count:]
        return count

    def evaluate(self, tokens: Sequence[int], stop: Callable[[], bool]) -> None:
        """Read a prompt, after what the context already holds.

        Args:
            tokens: At least one.
            stop: Asked many times a second; True leaves at once.

        Raises:
            Interrupted: ``stop`` said so.
            ModelError: llama.cpp cannot go on.
        """
        with self._abortable(stop):
            for start in range(0, len(tokens), BATCH):
                self._decode(tokens[start : start + BATCH])
                if stop():
                    raise Interrupted

    def look_ahead(self, tokens: Sequence[int], stop: Callable[[], bool]) -> NDArray[np.float32]:
        """Read tokens that may come to be written, all at once.

        Args:
            tokens: At most ``BATCH``; they stay in the context until ``rewind`` takes them out.
            stop: As for ``evaluate``.

        Returns:
            Scores after each token, shape ``(len(tokens), n_vocab)``: a view that the next reading overwrites.

        Raises:
            Interrupted: ``stop`` said so.
            ModelError: llama.cpp cannot go on.
        """
        import numpy as np

        batch = self.lib.llama_batch_init(len(tokens), 0, 1)
        try:
            batch.n_tokens = len(tokens)
            for place, token in enumerate(tokens):
                batch.token[place] = token
                batch.pos[place] = len(self.tokens) + place
                batch.n_seq_id[place] = 1
                batch.seq_id[place][0] = SEQUENCE
                batch.logits[place] = 1
            with self._abortable(stop):
                self._finish(self.lib.llama_decode(self._context, batch), tokens)
        finally:
            self.lib.llama_batch_free(batch)
        pointer = self.lib.llama_get_logits(self._context)
        return np.ctypeslib.as_array(pointer, shape=(len(tokens), self.n_vocab))

    @contextmanager
    def _abortable(self, stop: Callable[[], bool]) -> Iterator[None]:
        """Let ``stop`` end a computation. Between tokens the callback would cost a call per graph node for nothing."""
        asked = self.lib.ggml_abort_callback(lambda _data: stop())
        self.lib.llama_set_abort_callback(self._context, asked, ctypes.c_void_p(0))
        try:
            yield
        finally:
            self.lib.llama_set_abort_callback(self._context, self.lib.ggml_abort_callback(), ctypes.c_void_p(0))

    def advance(self, token: int) -> None:
        """Read one token that was just written.

        Raises:
            ModelError: llama.cpp cannot go on.
        """
        self._decode((token,))

    def _decode(self, tokens: Sequence[int]) -> None:
        held = (self.lib.llama_token * len(tokens))(*tokens)
        self._finish(self.lib.llama_decode(self._context, self.lib.llama_batch_get_one(held, len(tokens))), tokens)

    def _finish(self, code: int, tokens: Sequence[int]) -> None:
        """Note what was read, or forget all that the context holds and raise."""
        if code == 0:
            self.tokens.extend(tokens)
            return
        self.lib.llama_memory_clear(self._memory, True)
        self.tokens.clear()
        if code == DECODE_ABORTED:
            raise Interrupted
        raise ModelError("model_decode", code=code, why=last_words())

    def logits(self) -> NDArray[np.float32]:
        """Scores of the next token, shape ``(n_vocab,)``: a view that the next ``advance`` overwrites."""
        import numpy as np

        pointer = self.lib.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self.n_vocab,))

    def save_state(self) -> bytes:
        """The evaluated tokens' state, as llama.cpp writes it for one sequence."""
        size = self.lib.llama_state_seq_get_size(self._context, SEQUENCE)
        buffer = (ctypes.c_uint8 * size)()
        written = self.lib.llama_state_seq_get_data(self._context, buffer, size, SEQUENCE)
        return ctypes.string_at(buffer, written)

    def load_state(self, state: bytes, tokens: Sequence[int]) -> bool:
        """Put a saved state back in place of what the context holds; False when llama.cpp refuses it."""
        self.lib.llama_memory_clear(self._memory, True)
        self.tokens.clear()
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        if not self.lib.llama_state_seq_set_data(self._context, buffer, len(state), SEQUENCE):
            self.lib.llama_memory_clear(self._memory, True)
            return False
        self.tokens.extend(tokens)
        return True


def _check_file(path: Path) -> None:
    """Refuse what cannot be a model before anything heavy is imported."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(GGUF_MAGIC))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ModelMissing(path=str(path)) from error
    except OSError as error:
        raise ModelCorrupt(path=str(path), why=str(error.strerror)) from error
    if magic != GGUF_MAGIC:
        raise ModelCorrupt(path=str(path), why="GGUF")
