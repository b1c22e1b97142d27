"""A language model behind an OpenAI-compatible server: llama-server, vLLM, Ollama, or a remote one."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.errors import EndpointDown, GrammarRejected, Interrupted
from metnos_cli.records import Completion, ModelUse, Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import httpx2

WAIT_S = 10.0
"""Seconds to connect."""
ANSWER_S = 300.0
"""Seconds between two pieces of an answer: a small machine reads a long prompt for minutes."""
GRAMMAR_FIELDS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "llama": lambda grammar: {"grammar": grammar, "cache_prompt": True},
    "vllm": lambda grammar: {"structured_outputs": {"grammar": grammar}, "guided_grammar": grammar},
    "json": lambda _grammar: {"response_format": {"type": "json_object"}},
}
"""Kind of server -> how a grammar is passed; where none is taken, JSON is asked for and the validator decides."""
_LINE_END = re.compile(rb"\r\n|\n|\r")
Stop = Literal["end", "length", "grammar"]


class EndpointModel:
    """A chat-completions server.

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
        self._kind: str | None = None

    @property
    def name(self) -> str:
        """The model's name, or the server's address where it has none."""
        return self._model or self._url

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
            EndpointDown: The server cannot be reached, or answers wrongly; facts: ``url``, ``why``.
            GrammarRejected: The server does not accept the grammar.
            Interrupted: Ctrl-C.
        """
        import httpx2

        body = self.body(prompt, max_tokens, temperature, seed)
        started = time.perf_counter()
        try:
            with self._client() as client:
                if grammar is not None:
                    body |= GRAMMAR_FIELDS[self._kind_of_server(client)](grammar)
                parts, told = self._stream(client, body, on_token)
        except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
            # The chain is cut: what cannot be sent as a header may be the key.
            raise EndpointDown(url=self._url, why=reason(error, self._key)) from None
        except KeyboardInterrupt as error:
            raise Interrupted from error
        usage = _object(told.get("usage"))
        use = ModelUse(
            model=self.name,
            purpose=purpose,
            prompt_tokens=_count(usage.get("prompt_tokens")),
            completion_tokens=_count(usage.get("completion_tokens")) or len(parts),
            seconds=time.perf_counter() - started,
        )
        stopped: Stop = "length" if told.get("finish_reason") == "length" else "end"
        return Completion("".join(parts), use, stopped)

    def body(self, prompt: Prompt, max_tokens: int, temperature: float, seed: int) -> dict[str, Any]:
        """What is sent, apart from a grammar."""
        told = {
            "messages": [{"role": "system", "content": prompt.prefix}, {"role": "user", "content": prompt.suffix}],
            "max_tokens": max_tokens,
            "temperature": temperature,
            "seed": seed,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        return {"model": self._model, **told} if self._model else told

    @property
    def address(self) -> str:
        """Where requests go."""
        return f"{self._url}/chat/completions"

    def _client(self) -> httpx2.Client:
        import httpx2

        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        # trust_env off: a proxy variable must not send a local request, or its key, elsewhere.
        limits = httpx2.Timeout(ANSWER_S, connect=WAIT_S)
        return httpx2.Client(headers=headers, timeout=limits, trust_env=False)

    def _kind_of_server(self, client: httpx2.Client) -> str:
        """Which way a grammar is passed, told by the server itself and asked once."""
        if self._kind is None:
            self._kind = self._asked_kind(client)
        return self._kind

    def _asked_kind(self, client: httpx2.Client) -> str:
        """llama-server answers ``/props``, vLLM owns its models by its name; any other server is asked for JSON."""
        props = client.get(f"{self._url.removesuffix('/v1')}/props")
        if props.status_code == 200 and "default_generation_settings" in props.text:
            return "llama"
        models = client.get(f"{self._url}/models")
        return "vllm" if models.status_code == 200 and '"vllm"' in models.text else "json"

    def _stream(
        self, client: httpx2.Client, body: Mapping[str, Any], on_token: Callable[[str], None] | None
    ) -> tuple[list[str], dict[str, Any]]:
        """The answer's pieces, and what came with the last ones (usage, reason)."""
        parts: list[str] = []
        told: dict[str, Any] = {}
        with client.stream("POST", self.address, json=body) as answer:
            if answer.status_code != 200:
                self._refused(answer.status_code, answer.read().decode("utf-8", "replace"))
            for event in _events(lines(answer.iter_bytes()), self._url):
                if event.get("usage"):
                    told["usage"] = event["usage"]
                held = event.get("choices")
                for choice in map(_object, held if isinstance(held, list) else ()):
                    told["finish_reason"] = choice.get("finish_reason") or told.get("finish_reason")
                    piece = _object(choice.get("delta") or choice.get("message")).get("content")
                    if piece and isinstance(piece, str):
                        parts.append(piece)
                        if on_token is not None:
                            on_token(piece)
        return parts, told

    def _refused(self, status: int, text: str) -> None:
        """Raise what a status other than 200 means."""
        why = " ".join(text.split())[:300]
        if status == 400 and "grammar" in text.lower():
            raise GrammarRejected(why=why)
        raise EndpointDown(url=self._url, why=f"HTTP {status} {why}".strip())


def lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """The lines of a stream of server-sent events: UTF-8, ended by CR, LF or both and by nothing else.

    Other signs that Python takes for ends of lines stand as they are in JSON texts.
    """
    held: list[bytes] = []
    for chunk in chunks:
        first, *more = _LINE_END.split(chunk)
        held.append(first)
        for piece in more:
            yield b"".join(held).decode("utf-8", "replace")
            held = [piece]
    yield b"".join(held).decode("utf-8", "replace")


def _events(told: Iterable[str], url: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a stream of server-sent events, or of one plain answer.

    Raises:
        EndpointDown: A line is not JSON, or tells an error.
    """
    for line in told:
        data = line.removeprefix("data:").strip()
        if not data or data == "[DONE]" or line.startswith((":", "event:", "id:", "retry:")):
            continue
        try:
            event = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise EndpointDown(url=url, why=data[:100]) from error
        if not isinstance(event, dict) or event.get("error"):
            raise EndpointDown(url=url, why=data[:300])
        yield event


def reason(error: Exception, key: str | None) -> str:
    """Why the server could not be reached, in few words; nothing of the key is in them.

    Args:
        error: What was raised.
        key: The bearer token, when there is one.
    """
    if key and isinstance(error, UnicodeEncodeError) and not key.isascii():
        return "Authorization: ASCII"
    told = str(error) or type(error).__name__
    return type(error).__name__ if key and (key in told or repr(key)[1:-1] in told) else told


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _count(value: Any) -> int:
    return value if isinstance(value, int) else 0
