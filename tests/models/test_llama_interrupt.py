"""Ctrl-C stops llama.cpp: while it reads, while it writes, and leaves it usable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from metnos_cli.errors import Interrupted
from metnos_cli.models.llama import LlamaModel
from metnos_cli.records import Prompt
from tests.models.tiny_llama import write_model

ROOT = Path(__file__).resolve().parents[2]
LONG = "Una-richiesta-molto-lunga." * 60


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model") / "tiny.gguf")


def test_ctrl_c_while_writing(file: Path) -> None:
    """SIGINT between tokens ends the answer, and the handler that was there before is back."""
    before = signal.getsignal(signal.SIGINT)
    model = LlamaModel(file, context=2048, threads=1)

    def press(_piece: str) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Interrupted):
        model.complete(Prompt("a", "b"), max_tokens=500, on_token=press)
    assert signal.getsignal(signal.SIGINT) is before


def test_stop_while_the_prompt_is_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The abort callback is asked inside llama.cpp, and a yes leaves at once."""
    model = LlamaModel(file, context=4096, threads=1)
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 3

    monkeypatch.setattr(model._stop, "is_set", stop)
    with pytest.raises(Interrupted):
        model.complete(Prompt(LONG, LONG), max_tokens=5)
    assert len(asked) < 50


def test_usable_after_an_interruption(file: Path) -> None:
    """What was read half way is forgotten: the next answer is what a fresh model would say."""
    model = LlamaModel(file, context=4096, threads=1)
    seen: list[str] = []

    def press(piece: str) -> None:
        seen.append(piece)
        if len(seen) == 2:
            model.cancel()

    with pytest.raises(Interrupted):
        model.complete(Prompt(LONG, "prima"), max_tokens=200, on_token=press)
    fresh = LlamaModel(file, context=4096, threads=1).complete(Prompt(LONG, "seconda"), max_tokens=10)
    assert model.complete(Prompt(LONG, "seconda"), max_tokens=10).text == fresh.text


def test_cancel_from_another_thread(file: Path) -> None:
    """A turn that runs beside the screen is stopped through ``cancel``."""
    model = LlamaModel(file, context=4096, threads=1)
    writing, cancelled, ended = threading.Event(), threading.Event(), []

    def wait(_piece: str) -> None:
        writing.set()
        cancelled.wait(30)

    def run() -> None:
        try:
            model.complete(Prompt(LONG, "b"), max_tokens=2000, on_token=wait)
        except Interrupted:
            ended.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    writing.wait(30)
    model.cancel()
    cancelled.set()
    thread.join(30)

    assert ended == [True]


def test_two_threads_take_turns(file: Path) -> None:
    """One context serves one at a time; both get the answer that they would have got alone."""
    model = LlamaModel(file, context=2048, threads=1)
    texts = [f"richiesta-{number}" for number in range(4)]
    alone = [model.complete(Prompt("a" * 80, text), max_tokens=6).text for text in texts]
    found: dict[str, str] = {}

    def ask(text: str) -> None:
        found[text] = model.complete(Prompt("a" * 80, text), max_tokens=6).text

    threads = [threading.Thread(target=ask, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert [found[text] for text in texts] == alone


LEAVING = """
import sys, threading
from pathlib import Path
from metnos_cli.errors import Interrupted
from metnos_cli.models.llama import LlamaModel
from metnos_cli.records import Prompt

writing = threading.Event()
model = LlamaModel(Path(sys.argv[1]), context=4096, threads=1)

def write():
    try:
        model.complete(Prompt("a", "b"), max_tokens=4000, on_token=lambda _piece: writing.set())
    except Interrupted:
        pass

threading.Thread(target=write, daemon=True).start()
writing.wait(30)
"""


def test_process_ends_cleanly_while_a_thread_computes(file: Path) -> None:
    """Leaving while the model is being prepared in the background is no crash."""
    done = subprocess.run(
        [sys.executable, "-c", LEAVING, str(file)], capture_output=True, timeout=60, check=False, cwd=ROOT
    )

    assert done.returncode == 0
    assert not done.stderr
