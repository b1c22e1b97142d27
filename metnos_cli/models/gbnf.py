"""Asks llama.cpp itself which texts a grammar accepts; no model weights are needed.

A model file that holds nothing but a vocabulary of the 256 bytes is written on the fly: grammars match the characters
of tokens, so that vocabulary is enough to run the grammar sampler exactly as in generation.
"""

from __future__ import annotations

import ctypes
import math
import struct
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from metnos_cli.errors import GrammarRejected, ModelCorrupt
from metnos_cli.models.llama_engine import last_words, library
from metnos_cli.models.llama_sampling import stderr_aside

if TYPE_CHECKING:
    from collections.abc import Sequence

Answer = Literal["accept", "reject", "incomplete"]

_FIRST_BYTE = 3
_END = 2
_UINT32, _FLOAT32, _STRING, _ARRAY, _INT32 = 4, 6, 8, 9, 5
_UNKNOWN, _CONTROL, _BYTE = 2, 3, 6


class GrammarChecker:
    """One grammar, ready to be asked.

    Args:
        grammar: GBNF with the rule ``root``.

    Raises:
        GrammarRejected: llama.cpp cannot read it.
        ModelMissing: llama.cpp is not installed.
    """

    def __init__(self, grammar: str) -> None:
        self._lib, self._vocab = _vocabulary()
        with stderr_aside() as said:
            self._base = self._lib.llama_sampler_init_grammar(self._vocab, grammar.encode(), b"root")
        if not self._base:
            raise GrammarRejected(why=" ".join("".join(said).split())[:300] or "root")
        self._cell = (self._lib.llama_token_data * 1)()
        self._array = self._lib.llama_token_data_array(data=self._cell, size=1, selected=-1, sorted=False)

    def close(self) -> None:
        """Give llama.cpp its memory back."""
        if self._base:
            self._lib.llama_sampler_free(self._base)
            self._base = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self, text: str) -> tuple[Answer, int]:
        """Whether the grammar accepts a text.

        Returns:
            ``accept``, ``reject`` or ``incomplete`` (only the start of an accepted text), and after how many bytes.
        """
        walker = self._lib.llama_sampler_clone(self._base)
        told = text.encode("utf-8", "surrogatepass")
        try:
            for place, byte in enumerate(told):
                if not self._allows(walker, _FIRST_BYTE + byte):
                    return "reject", place
                self._lib.llama_sampler_accept(walker, _FIRST_BYTE + byte)
            return ("accept" if self._allows(walker, _END) else "incomplete"), len(told)
        finally:
            self._lib.llama_sampler_free(walker)

    def accepts(self, text: str) -> bool:
        """Whether the grammar accepts a whole text."""
        return self.check(text)[0] == "accept"

    def _allows(self, walker: Any, token: int) -> bool:
        cell = self._cell[0]
        cell.id, cell.logit, cell.p = token, 0.0, 0.0
        self._array.size, self._array.selected = 1, -1
        self._lib.llama_sampler_apply(walker, ctypes.byref(self._array))
        return bool(cell.logit != -math.inf)


@cache
def _vocabulary() -> tuple[Any, Any]:
    """llama.cpp and the vocabulary of bytes, loaded once and kept."""
    lib = library()
    params = lib.llama_model_default_params()
    params.vocab_only = True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bytes.gguf")
        path.write_bytes(byte_vocabulary())
        model = lib.llama_model_load_from_file(str(path).encode(), params)
    if not model:
        raise ModelCorrupt(path="bytes.gguf", why=last_words())
    return lib, lib.llama_model_get_vocab(model)


def byte_vocabulary() -> bytes:
    """A GGUF file with three control tokens and one token per byte, and nothing else."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    kinds = [_UNKNOWN, _CONTROL, _CONTROL, *[_BYTE] * 256]
    pairs = [
        _text("general.architecture", "llama"),
        *(_number(f"llama.{name}", value) for name, value in _SHAPE.items()),
        _pair("llama.attention.layer_norm_rms_epsilon", _FLOAT32, struct.pack("<f", 1e-5)),
        _text("tokenizer.ggml.model", "llama"),
        _text("tokenizer.ggml.pre", "default"),
        _pair("tokenizer.ggml.tokens", _ARRAY, _list(_STRING, [_counted(token) for token in tokens])),
        _pair("tokenizer.ggml.scores", _ARRAY, _list(_FLOAT32, [struct.pack("<f", 0.0)] * len(tokens))),
        _pair("tokenizer.ggml.token_type", _ARRAY, _list(_INT32, [struct.pack("<i", kind) for kind in kinds])),
        _number("tokenizer.ggml.bos_token_id", 1),
        _number("tokenizer.ggml.eos_token_id", _END),
        _number("tokenizer.ggml.unknown_token_id", 0),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs)


_SHAPE = {
    "context_length": 512,
    "embedding_length": 32,
    "block_count": 1,
    "feed_forward_length": 32,
    "attention.head_count": 1,
    "attention.head_count_kv": 1,
    "vocab_size": 259,
}


def _pair(key: str, kind: int, value: bytes) -> bytes:
    return _counted(key) + struct.pack("<I", kind) + value


def _number(key: str, value: int) -> bytes:
    return _pair(key, _UINT32, struct.pack("<I", value))


def _text(key: str, value: str) -> bytes:
    return _pair(key, _STRING, _counted(value))


def _counted(text: str) -> bytes:
    told = text.encode()
    return struct.pack("<Q", len(told)) + told


def _list(kind: int, values: Sequence[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(values)) + b"".join(values)
