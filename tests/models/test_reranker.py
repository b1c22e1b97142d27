"""The cross-encoder's folder is checked before its heavy package is touched."""

from __future__ import annotations

import json
import struct
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ModelCorrupt, ModelMissing
from metnos_cli.models.reranker import FlagReranker, check_checkpoint

if TYPE_CHECKING:
    from pathlib import Path

CLASSIFIER = "XLMRobertaForSequenceClassification"


def checkpoint(folder: Path, *tensors: str, kind: str = CLASSIFIER) -> Path:
    """A folder with a configuration and the list of names of a weights file."""
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps({"architectures": [kind]}), encoding="utf-8")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    names = json.dumps({name: {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]} for name in tensors}).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(names)) + names)
    return folder


def test_a_classifier_with_its_head_passes(tmp_path: Path) -> None:
    """The configuration names it and the weights hold it."""
    check_checkpoint(checkpoint(tmp_path, "roberta.embeddings.weight", "classifier.dense.weight"))


@pytest.mark.parametrize(
    ("kind", "tensor"), [("XLMRobertaModel", "classifier.dense.weight"), (CLASSIFIER, "roberta.pooler.dense.weight")]
)
def test_an_embedder_is_refused(tmp_path: Path, kind: str, tensor: str) -> None:
    """It would load without an error, with a random head, and score noise."""
    folder = checkpoint(tmp_path, tensor, kind=kind)

    with pytest.raises(ModelCorrupt) as told:
        check_checkpoint(folder)

    assert told.value.key == "not_a_reranker"


def test_names_are_read_from_a_pickled_checkpoint_without_running_it(tmp_path: Path) -> None:
    """The older format is a zip; only its bytes are looked at."""
    (tmp_path / "config.json").write_text(json.dumps({"architectures": [CLASSIFIER]}), encoding="utf-8")
    (tmp_path / "sentencepiece.bpe.model").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "pytorch_model.bin", "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02X\x17\x00\x00\x00classifier.dense.weight.")

    check_checkpoint(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\x00" * 4, b"\xff" * 64, struct.pack("<Q", 10) + b"not json at all"])
def test_damaged_weights_are_told_as_such(tmp_path: Path, content: bytes) -> None:
    """No library's own words, and no huge read for a length that is nonsense."""
    folder = checkpoint(tmp_path, "classifier.dense.weight")
    (folder / "model.safetensors").write_bytes(content)

    with pytest.raises(ModelCorrupt):
        check_checkpoint(folder)


def test_a_folder_that_is_not_there_is_missing(tmp_path: Path) -> None:
    """Nothing is looked for on a hub instead."""
    with pytest.raises(ModelMissing):
        FlagReranker(tmp_path / "BAAI" / "bge-reranker-v2-m3").score("?", ["a"])


def test_half_a_download_is_missing(tmp_path: Path) -> None:
    """Without a tokenizer the library would make up an empty one and score noise."""
    folder = checkpoint(tmp_path, "classifier.dense.weight")
    (folder / "tokenizer.json").unlink()

    with pytest.raises(ModelMissing):
        check_checkpoint(folder)


def test_without_the_package_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkpoint is fine, what reads it is not installed."""
    monkeypatch.setitem(sys.modules, "FlagEmbedding", None)
    folder = checkpoint(tmp_path, "classifier.dense.weight")

    with pytest.raises(ModelMissing) as told:
        FlagReranker(folder).score("?", ["a"])

    assert told.value.key == "bge_package_missing"
