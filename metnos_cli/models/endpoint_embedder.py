"""An embedder behind an OpenAI-compatible server: llama-server, vLLM, Ollama, or a remote one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from metnos_cli.errors import EndpointDown
from metnos_cli.models.bge_m3 import CUTOFFS as BGE_M3
from metnos_cli.models.embedder import unit
from metnos_cli.models.endpoint import reason
from metnos_cli.ports import Cutoffs

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

WAIT_S: Final = 10.0
"""Seconds to connect."""
ANSWER_S: Final = 60.0
"""Seconds for one batch."""
BATCH: Final = 64
"""Texts sent at once."""
UNKNOWN: Final = Cutoffs(canonical=0.93, pipeline=0.86, shortcut=0.80, related=0.50, folded=0.60)
"""For a model whose geometry nobody has measured: high, since a miss costs less than a wrong hit."""


class EndpointEmbedder:
    """An embeddings server.

    Args:
        url: Base address, such as ``http://localhost:8080`` or ``https://host/v1``.
        model: Its name on the server; empty where the server has only one.
        key: Sent as bearer token, when there is one.
    """

    def __init__(self, url: str, model: str, key: str | None = None) -> None:
        base = url.rstrip("/")
        self._url = base if base.endswith("/v1") else f"{base}/v1"
        self._model = model
        self._key = key
        self._dim = 0
        self.id: Final = f"endpoint-{model or self._url}"
        self.cutoffs: Final = BGE_M3 if "bge-m3" in model.lower() else UNKNOWN

    @property
    def dim(self) -> int:
        """Length of a vector; the first time the server is asked.

        Raises:
            EndpointDown: It does not answer.
        """
        if not self._dim:
            self.embed(["metnos"])
        return self._dim

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape ``(len(texts), dim)``, float32, unit length.

        Raises:
            EndpointDown: The server cannot be reached, or answers wrongly; facts: ``url``, ``why``.
        """
        import numpy as np

        told = [row for start in range(0, len(texts), BATCH) for row in self._ask(texts[start : start + BATCH])]
        if not told:
            return np.zeros((0, self._dim), dtype=np.float32)
        rows: NDArray[np.float32] = np.array(told, dtype=np.float32)
        if rows.ndim != 2 or not np.isfinite(rows).all() or (self._dim and rows.shape[1] != self._dim):
            raise EndpointDown(url=self._url, why=f"{rows.shape}")
        self._dim = int(rows.shape[1])
        return unit(rows)

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        import httpx2

        body: dict[str, Any] = {"input": list(texts)} | ({"model": self._model} if self._model else {})
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        limits = httpx2.Timeout(ANSWER_S, connect=WAIT_S)
        try:
            # trust_env off: a proxy variable must not send a local request, or its key, elsewhere.
            with httpx2.Client(headers=headers, timeout=limits, trust_env=False) as client:
                answer = client.post(f"{self._url}/embeddings", json=body)
        except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
            # The chain is cut: what cannot be sent as a header may be the key.
            raise EndpointDown(url=self._url, why=reason(error, self._key)) from None
        if answer.status_code != 200:
            raise EndpointDown(url=self._url, why=f"HTTP {answer.status_code}")
        return self._rows(answer, len(texts))

    def _rows(self, answer: Any, count: int) -> list[list[float]]:
        """The vectors in the order of the texts, whatever the order of the answer."""
        try:
            data = sorted(answer.json()["data"], key=lambda one: int(one.get("index", 0)))
            rows = [[float(value) for value in one["embedding"]] for one in data]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise EndpointDown(url=self._url, why=str(error) or type(error).__name__) from error
        if len(rows) != count or len({len(row) for row in rows}) > 1:
            raise EndpointDown(url=self._url, why=f"{len(rows)} != {count}")
        return rows
