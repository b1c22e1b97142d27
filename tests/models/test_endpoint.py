"""An OpenAI-compatible server on loopback: the grammar as each kind of server takes it, and every way to fail."""

from __future__ import annotations

import http.server
import json
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metnos_cli.errors import EndpointDown, GrammarRejected
from metnos_cli.models.endpoint import EndpointModel, lines
from metnos_cli.models.endpoint_embedder import EndpointEmbedder
from metnos_cli.records import Prompt

GRAMMAR = 'root ::= "{}"'
PROMPT = Prompt("the rules", "the request")


class Server(http.server.ThreadingHTTPServer):
    """Answers as told and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: dict[str, tuple[int, str]] = {}
        self.chat: Callable[[], tuple[int, str]] = lambda: (200, stream("{", "}"))
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self._send(*self.server.pages.get(self.path, (404, "")))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append(json.loads(body))
        self.server.headers.append(dict(self.headers))
        self._send(*(self.server.chat() if self.path == "/v1/chat/completions" else (404, "")))

    def _send(self, status: int, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Quiet."""


def stream(*pieces: str, reason: str = "stop", usage: bool = True) -> str:
    """Server-sent events as servers write them."""
    events: list[dict[str, Any]] = [{"choices": [{"delta": {"role": "assistant", "content": None}}]}]
    events += [{"choices": [{"delta": {"content": piece}}]} for piece in pieces]
    events.append({"choices": [{"delta": {}, "finish_reason": reason}]})
    if usage:
        events.append({"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": len(pieces)}})
    return ": ping\n\n" + "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"


@pytest.fixture
def server() -> Iterator[Server]:
    one = Server()
    thread = threading.Thread(target=one.serve_forever, daemon=True)
    thread.start()
    yield one
    one.shutdown()
    one.server_close()
    thread.join()


def test_answer_and_its_cost(server: Server) -> None:
    """The pieces make the text; tokens come from the server; the prompt goes out as two messages."""
    pieces: list[str] = []

    done = EndpointModel(server.url, "small").complete(PROMPT, on_token=pieces.append)
    assert (done.text, pieces, done.stopped) == ("{}", ["{", "}"], "end")
    assert (done.use.prompt_tokens, done.use.completion_tokens, done.use.model) == (12, 2, "small")
    assert server.bodies[0]["messages"] == [
        {"role": "system", "content": "the rules"},
        {"role": "user", "content": "the request"},
    ]


@pytest.mark.parametrize("base", ["", "/", "/v1", "/v1/"])
def test_address_with_or_without_its_version(server: Server, base: str) -> None:
    """The base address is taken as people write it."""
    assert EndpointModel(server.url + base, "small").complete(PROMPT).text == "{}"


def test_key_is_a_bearer_token(server: Server) -> None:
    """The key goes where servers look for it, and nothing goes without one."""
    EndpointModel(server.url, "small", "secret").complete(PROMPT)
    EndpointModel(server.url, "small").complete(PROMPT)

    assert [headers.get("Authorization") for headers in server.headers] == ["Bearer secret", None]


def test_llama_server_takes_the_grammar(server: Server) -> None:
    """A server that tells its generation settings is llama-server."""
    server.pages["/props"] = (200, json.dumps({"default_generation_settings": {}}))

    EndpointModel(server.url, "").complete(PROMPT, grammar=GRAMMAR)
    assert server.bodies[0]["grammar"] == GRAMMAR
    assert "model" not in server.bodies[0]


def test_vllm_takes_the_grammar(server: Server) -> None:
    """A server whose models it owns as vLLM gets the grammar by both of its names."""
    server.pages["/v1/models"] = (200, json.dumps({"data": [{"id": "m", "owned_by": "vllm"}]}))

    EndpointModel(server.url, "m").complete(PROMPT, grammar=GRAMMAR)
    assert server.bodies[0]["structured_outputs"] == {"grammar": GRAMMAR}
    assert server.bodies[0]["guided_grammar"] == GRAMMAR


def test_other_servers_are_asked_for_json(server: Server) -> None:
    """A server that takes no grammar is asked for JSON; what kind of server it is, is found out once."""
    model = EndpointModel(server.url, "m")
    for _ in range(2):
        model.complete(PROMPT, grammar=GRAMMAR)

    assert server.bodies[1]["response_format"] == {"type": "json_object"}
    assert "grammar" not in server.bodies[1]


def test_without_a_grammar_nothing_is_asked_for(server: Server) -> None:
    """A summary is free text."""
    EndpointModel(server.url, "m").complete(PROMPT)

    assert {"grammar", "response_format"}.isdisjoint(server.bodies[0])


def test_plain_answer_instead_of_a_stream(server: Server) -> None:
    """A server that does not stream answers in one piece."""
    whole = {"choices": [{"message": {"content": "ciao"}, "finish_reason": "length"}]}
    server.chat = lambda: (200, json.dumps(whole))

    done = EndpointModel(server.url, "m").complete(PROMPT)
    assert (done.text, done.stopped) == ("ciao", "length")


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (500, "out of memory"),
        (404, "no such model"),
        (401, "bad key"),
        (200, "data: this is not json\n\n"),
        (200, "<html>a login page</html>"),
        (200, 'data: {"error": {"message": "overloaded"}}\n\n'),
    ],
)
def test_wrong_answers_are_one_clear_error(server: Server, status: int, text: str) -> None:
    """Whatever the server says instead of an answer, the error names the server and why."""
    server.chat = lambda: (status, text)

    with pytest.raises(EndpointDown) as down:
        EndpointModel(server.url, "m").complete(PROMPT)
    assert down.value.facts["url"].startswith(server.url)
    assert down.value.facts["why"]


@given(text=st.text(st.characters(exclude_categories=("Cs",)), max_size=30), data=st.data())
@example(text="one\u2028two\u2029three\x85four\x0bfive\x0csix\x1cseven\x1deight\x1enine", data=None)
def test_no_sign_inside_an_answer_ends_its_line(text: str, data: st.DataObject | None) -> None:
    """Written as it is in the JSON, whatever the ends of lines and wherever the stream is cut."""
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"])) if data else "\n"
    told = [f"data: {json.dumps({'a': text}, ensure_ascii=False)}", ": ping", "", "data: [DONE]"]
    sent = end.join(told).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=6))) if data else [5]
    pieces = [sent[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(sent)], strict=True)]

    assert [line for line in lines(pieces) if line] == [line for line in told if line]


def test_an_answer_with_separators_of_lines_in_it(server: Server) -> None:
    """Over the wire too."""
    told = "uno\u2028due\x85tre"
    events = [{"choices": [{"delta": {"content": told}}]}]
    server.chat = lambda: (200, "".join(f"data: {json.dumps(event, ensure_ascii=False)}\r\n\r\n" for event in events))

    assert EndpointModel(server.url, "m").complete(PROMPT).text == told


@pytest.mark.parametrize(
    "event",
    [
        {"choices": "x"}, {"choices": ["x"]}, {"choices": [{"delta": "x"}]}, {"choices": [{"delta": {"content": 5}}]},
        {"usage": "x"}, {"usage": {"prompt_tokens": "many"}}, {"choices": None},
    ],
)  # fmt: skip
def test_an_answer_of_another_shape_says_nothing(server: Server, event: dict[str, Any]) -> None:
    """No text, and no traceback."""
    server.chat = lambda: (200, f"data: {json.dumps(event)}\n\n")

    assert EndpointModel(server.url, "m").complete(PROMPT).text == ""


@pytest.mark.parametrize(
    "url",
    [
        *("http://[::1", "http://host:port", "http://", "ftp://x", "x y", "http://\0", f"http://{'a' * 300}"),
        *("http://ex\u2028ample", "http://127.0.0.1:99999", ""),
    ],
)
@pytest.mark.parametrize("kind", [EndpointModel, EndpointEmbedder])
def test_an_address_that_is_none_is_one_clear_error(url: str, kind: type) -> None:
    """It names the address and why."""
    server = kind(url, "m")

    with pytest.raises(EndpointDown) as down:
        server.complete(PROMPT) if kind is EndpointModel else server.embed(["x"])
    assert down.value.facts["why"]


@pytest.mark.parametrize("key", ["sk-très-sécret", "sk-secret\n", "sk-\0", "sk-密码"])
@pytest.mark.parametrize("kind", [EndpointModel, EndpointEmbedder])
def test_a_key_that_cannot_be_sent_is_never_told(server: Server, key: str, kind: type) -> None:
    """Neither in the error nor in what led to it."""
    one = kind(server.url, "m", key)

    with pytest.raises(EndpointDown) as down:
        one.complete(PROMPT) if kind is EndpointModel else one.embed(["x"])
    told = "".join(traceback.format_exception(down.value)) + repr(down.value.facts)
    assert "sk-" not in told
    assert "è" not in told
    assert "xe8" not in told


def test_grammar_that_the_server_refuses(server: Server) -> None:
    """The engine behind the server may refuse a grammar: that is not a server that is down."""
    server.pages["/props"] = (200, json.dumps({"default_generation_settings": {}}))
    server.chat = lambda: (400, '{"error": {"message": "Failed to parse grammar"}}')

    with pytest.raises(GrammarRejected):
        EndpointModel(server.url, "m").complete(PROMPT, grammar="root ::= (")


def test_nobody_listens(server: Server) -> None:
    """A port where nothing listens is an end, not a traceback."""
    url = server.url
    server.shutdown()
    server.server_close()

    with pytest.raises(EndpointDown):
        EndpointModel(url, "m").complete(PROMPT)


def test_proxies_of_the_environment_are_not_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy variable does not send a request for this machine, and its key, elsewhere."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")

    assert EndpointModel(server.url, "m", "secret").complete(PROMPT).text == "{}"
