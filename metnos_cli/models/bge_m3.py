"""BGE-M3 as embedder: FlagEmbedding's BGEM3FlagModel, from a local folder, loaded on first use."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import threading
from typing import TYPE_CHECKING, Any, Final

from metnos_cli.errors import ModelCorrupt, ModelMissing
from metnos_cli.models.embedder import unit
from metnos_cli.models.reranker import QUIET, TOKENIZERS, WEIGHTS
from metnos_cli.ports import Cutoffs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

CUTOFFS: Final = Cutoffs(canonical=0.95, pipeline=0.88, shortcut=0.88, related=0.45, folded=0.55)
"""The first two are the configured defaults, which are on this model's scale."""
LONGEST_TOKENS: Final = 512
HEADS: Final = ("colbert_linear.pt", "sparse_linear.pt")
"""Files beside the weights that tell BGE-M3 from any other model of its shape."""


class BgeM3Embedder:
    """Dense vectors of BGE-M3.

    Args:
        folder: The checkpoint's folder; a name on a hub is not accepted.

    Raises:
        ModelMissing: The folder lacks weights, configuration, tokenizer or heads.
        ModelCorrupt: Its configuration cannot be read.
    """

    cutoffs: Final = CUTOFFS

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._model: Any = None
        config, weights = _checked(folder)
        self.dim: Final = int(config["hidden_size"])
        # The same checkpoint in another place is the same embedder; another checkpoint in the same place is not.
        mark = hashlib.sha256(json.dumps(config, sort_keys=True).encode())
        mark.update(str(weights.stat().st_size).encode())
        self.id: Final = f"bge-m3-{mark.hexdigest()[:12]}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape ``(len(texts), dim)``, float32, unit length.

        Raises:
            ModelError: The package is missing, or the weights cannot be used.
        """
        import numpy as np

        if not texts:
            # The library fails on an empty list.
            return np.zeros((0, self.dim), dtype=np.float32)
        with self._lock:
            model = self._loaded()
            try:
                # Its progress bars cannot be turned off, and go nowhere.
                with contextlib.redirect_stderr(io.StringIO()):
                    told = model.encode(list(texts), return_dense=True, return_sparse=False, return_colbert_vecs=False)[
                        "dense_vecs"
                    ]
            except (RuntimeError, ValueError, IndexError) as error:
                raise ModelCorrupt(path=str(self.folder), why=str(error)) from error
        rows: NDArray[np.float32] = np.array(told, dtype=np.float32).reshape(len(texts), -1)
        if rows.shape[1] != self.dim or not np.isfinite(rows).all():
            raise ModelCorrupt(path=str(self.folder), why=f"{rows.shape[1]} != {self.dim}")
        return unit(rows)

    def _loaded(self) -> Any:
        if self._model is None:
            self._model = _load(self.folder)
        return self._model


def _checked(folder: Path) -> tuple[Mapping[str, Any], Path]:
    """The checkpoint's configuration and weights.

    A missing tokenizer or head raises nothing in the library: it makes one up, and every text reads the same.
    """
    weights = next((folder / name for name in WEIGHTS if (folder / name).is_file()), None)
    complete = all((folder / name).is_file() for name in ("config.json", *HEADS))
    if weights is None or not complete or not any((folder / name).is_file() for name in TOKENIZERS):
        raise ModelMissing(path=str(folder))
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        int(config["hidden_size"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelCorrupt(path=str(folder), why=str(error)) from error
    return config, weights


def _load(folder: Path) -> Any:
    """The library's own object.

    Raises:
        ModelMissing: The package is not installed (extra ``bge``).
        ModelCorrupt: The weights or the tokenizer cannot be read.
    """
    with _quiet():
        try:
            from FlagEmbedding import BGEM3FlagModel
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
            return BGEM3FlagModel(
                str(folder),
                use_fp16=device != "cpu",
                devices=device,
                batch_size=32,
                query_max_length=LONGEST_TOKENS,
                passage_max_length=LONGEST_TOKENS,
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
