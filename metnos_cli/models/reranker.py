"""A cross-encoder that reads question and text together: FlagEmbedding's FlagReranker, from a local folder."""

from __future__ import annotations

import contextlib
import io
import json
import os
import struct
import threading
from typing import TYPE_CHECKING, Any, Final

from metnos_cli.errors import ModelCorrupt, ModelMissing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

QUIET: Final[Mapping[str, str]] = {
    # A name without a network is retried for most of a minute: nothing is ever looked for outside the folder.
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "false",
}
"""Read by the libraries while they are imported."""
LONGEST_TOKENS: Final = 256
"""A fact is a sentence; what is longer is cut."""
HEADER_LIMIT: Final = 100_000_000
TOKENIZERS: Final = ("tokenizer.json", "sentencepiece.bpe.model", "spiece.model")
WEIGHTS: Final = ("model.safetensors", "pytorch_model.bin")


class FlagReranker:
    """Scores how well each text answers a question; raw logits, above 0 is nearer to a yes than to a no.

    The weights load on the first call (an import of seconds, then the file): never at start-up. bge-reranker-v2-m3
    takes 2.3 GB on disk, about as much memory, and on two cores a quarter of a second a pair.

    Args:
        folder: The checkpoint's folder; a name on a hub is not accepted.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._model: Any = None

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score per text, higher is better; with no texts, the weights are loaded and nothing is read.

        Raises:
            ModelError: The package is missing, or the weights cannot be used.
        """
        with self._lock:
            model = self._loaded()
            if not texts:
                # The library fails on an empty list.
                return []
            try:
                # It runs the first batch twice, to find out what fits: batches of one make that cheap, and on a
                # processor cost nothing. Its progress bars cannot be turned off, and go nowhere.
                with contextlib.redirect_stderr(io.StringIO()):
                    told = model.compute_score([(question, text) for text in texts], batch_size=1)
            except (RuntimeError, ValueError, IndexError) as error:
                raise ModelCorrupt(path=str(self.folder), why=str(error)) from error
        return [float(score) for score in (told if isinstance(told, list) else [told])]

    def _loaded(self) -> Any:
        if self._model is None:
            check_checkpoint(self.folder)
            self._model = _load(self.folder)
        return self._model


def check_checkpoint(folder: Path) -> None:
    """Refuse what would load without an error and score noise.

    An embedder's folder given to a cross-encoder's loader gets a fresh, random head: the configuration has to name a
    sequence classifier, and the weights have to hold its head.

    Raises:
        ModelMissing: There is no such folder, or no weights, configuration or tokenizer in it.
        ModelCorrupt: It is another kind of model, or cannot be read.
    """
    weights = next((folder / name for name in WEIGHTS if (folder / name).is_file()), None)
    # Without a tokenizer the library makes up an empty one, and every text reads the same.
    readable = any((folder / name).is_file() for name in TOKENIZERS)
    if weights is None or not readable or not (folder / "config.json").is_file():
        raise ModelMissing(path=str(folder))
    try:
        kinds = json.loads((folder / "config.json").read_text(encoding="utf-8")).get("architectures") or ()
        holds_head = _holds_head(weights)
    except (OSError, ValueError, AttributeError, struct.error) as error:
        raise ModelCorrupt(path=str(folder), why=str(error)) from error
    if not any(str(kind).endswith("ForSequenceClassification") for kind in kinds) or not holds_head:
        raise ModelCorrupt("not_a_reranker", path=str(folder))


def _holds_head(weights: Path) -> bool:
    """Whether the file names the classifier's tensors; of the file only its list of names is read."""
    if weights.suffix == ".safetensors":
        with weights.open("rb") as stream:
            size = struct.unpack("<Q", stream.read(8))[0]
            if size > HEADER_LIMIT:
                raise ValueError(size)
            names = json.loads(stream.read(size))
        return any(name.startswith("classifier.") for name in names)
    import zipfile

    try:
        with zipfile.ZipFile(weights) as archive:
            pickled = next((name for name in archive.namelist() if name.endswith("data.pkl")), None)
            # Names stand in the pickle as they are; it is searched and never run.
            return pickled is not None and b"classifier." in archive.read(pickled)
    except zipfile.BadZipFile as error:
        raise ValueError(str(error)) from error


def _load(folder: Path) -> Any:
    """The library's own object.

    Raises:
        ModelMissing: The package is not installed (extra ``bge``).
        ModelCorrupt: The weights or the tokenizer cannot be read.
    """
    with _quiet():
        try:
            from FlagEmbedding import FlagReranker as Library
        except ImportError as error:
            raise ModelMissing("bge_package_missing", package="FlagEmbedding") from error
        from pickle import UnpicklingError

        import torch
        from safetensors import SafetensorError
        from transformers.utils import logging

        logging.set_verbosity_error()
        logging.disable_progress_bar()
        device = "cuda:0" if torch.cuda.is_available() else "cpu"
        try:
            return Library(
                str(folder),
                use_fp16=device != "cpu",
                devices=device,
                batch_size=1,
                max_length=LONGEST_TOKENS,
                query_max_length=LONGEST_TOKENS // 2,
            )
        except (SafetensorError, UnpicklingError, OSError, ValueError, RuntimeError, KeyError, TypeError) as error:
            raise ModelCorrupt(path=str(folder), why=str(error)) from error


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """The libraries' switches, for as long as they are imported and load; what stood there comes back."""
    before = {name: os.environ.get(name) for name in QUIET}
    os.environ.update(QUIET)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
