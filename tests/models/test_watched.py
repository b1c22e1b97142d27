"""What a person sees of a model at work."""

from __future__ import annotations

from pathlib import Path

import pytest

from metnos_cli.models.llama import LlamaModel
from metnos_cli.models.watched import WatchedModel
from metnos_cli.records import Prompt
from tests.models.tiny_llama import write_model

pytest.importorskip("llama_cpp")


def test_each_token_is_told_and_the_text_is_the_same(tmp_path: Path) -> None:
    """The count rises by one up to the end; whoever listens to the pieces still hears them."""
    model = LlamaModel(write_model(tmp_path / "tiny.gguf"), context=512, threads=1)
    counts: list[int] = []
    pieces: list[str] = []
    watched = WatchedModel(model, counts.append)

    answer = watched.complete(Prompt("a", "b"), max_tokens=7, on_token=pieces.append)

    assert counts == list(range(1, len(pieces) + 1))
    assert answer.text == "".join(pieces) == model.complete(Prompt("a", "b"), max_tokens=7).text
    assert watched.name == model.name
