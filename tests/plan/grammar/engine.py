"""llama.cpp's own grammar sampler over a vocabulary of bytes, so that the engine says what a grammar accepts."""

from __future__ import annotations

import ctypes
import math
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

END, FIRST_BYTE = 2, 3


def write_vocabulary(path: Path) -> None:
    """A GGUF file with three control tokens, the 256 bytes, and no weights."""
    import gguf

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(512)
    writer.add_embedding_length(32)
    writer.add_block_count(1)
    writer.add_feed_forward_length(32)
    writer.add_head_count(1)
    writer.add_head_count_kv(1)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(259)
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))])
    writer.add_token_scores([0.0] * 259)
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL, *[gguf.TokenType.BYTE] * 256]
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(END)
    writer.add_unk_token_id(0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()


@cache
def loaded() -> tuple[Any, Any]:
    """llama.cpp's functions and the vocabulary."""
    from metnos_cli.models.llama_engine import library

    lib = library()
    params = lib.llama_model_default_params()
    params.vocab_only = True
    with TemporaryDirectory() as folder:
        path = Path(folder, "bytes.gguf")
        write_vocabulary(path)
        model = lib.llama_model_load_from_file(str(path).encode(), params)
    assert model
    return lib, lib.llama_model_get_vocab(model)


class Engine:
    """One grammar inside llama.cpp."""

    def __init__(self, grammar: str) -> None:
        self.lib, vocab = loaded()
        self.base = self.lib.llama_sampler_init_grammar(vocab, grammar.encode(), b"root")
        assert self.base, f"llama.cpp cannot read this grammar:\n{grammar[:2000]}"
        self.cell = (self.lib.llama_token_data * 1)()
        self.array = self.lib.llama_token_data_array(data=self.cell, size=1, selected=-1, sorted=False)

    def __del__(self) -> None:
        if getattr(self, "base", None):
            self.lib.llama_sampler_free(self.base)

    def check(self, text: str) -> str:
        """``accept``, or up to where the engine goes along."""
        walker = self.lib.llama_sampler_clone(self.base)
        told = text.encode()
        try:
            for place, byte in enumerate(told):
                if not self.allows(walker, FIRST_BYTE + byte):
                    return f"refuses {told[place : place + 20]!r} after {told[:place]!r}"
                self.lib.llama_sampler_accept(walker, FIRST_BYTE + byte)
            return "accept" if self.allows(walker, END) else f"waits for more after {told!r}"
        finally:
            self.lib.llama_sampler_free(walker)

    def accepts(self, text: str) -> bool:
        """Whether the whole text fits."""
        return self.check(text) == "accept"

    def allows(self, walker: Any, token: int) -> bool:
        """Whether a token may come next."""
        self.cell[0].id, self.cell[0].logit, self.cell[0].p = token, 0.0, 0.0
        self.array.size, self.array.selected = 1, -1
        self.lib.llama_sampler_apply(walker, ctypes.byref(self.array))
        return bool(self.cell[0].logit != -math.inf)
