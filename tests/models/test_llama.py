"""A real llama.cpp with a tiny random model: grammar, guesses, kept prefixes, quiet, and clear ends."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from metnos_cli.errors import GrammarRejected, ModelCorrupt, ModelError, ModelMissing
from metnos_cli.models.llama import LlamaModel
from metnos_cli.models.llama_sampling import Grammar
from metnos_cli.records import Prompt
from tests.models.tiny_llama import write_model

PREFIX = "Ein-Plan-fuer-jede-Bitte." * 8
OBJECT = 'root ::= "{" [a-z]{2,6} ":" [0-9]{1,3} "}"'


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture
def model(file: Path) -> LlamaModel:
    return LlamaModel(file, context=2048, threads=1)


def test_grammar_holds_and_ends_the_text(model: LlamaModel) -> None:
    """The text is one of the grammar's, and nothing is written after its end."""
    done = model.complete(Prompt(PREFIX, "trova"), grammar=OBJECT, max_tokens=40)

    head, _, tail = done.text.partition(":")
    assert (done.text[0], done.text[-1]) == ("{", "}")
    assert head[1:].isalpha()
    assert tail[:-1].isdigit()
    assert done.stopped == "grammar"


def test_number_goes_on_as_long_as_it_may(model: LlamaModel) -> None:
    """A text that could end is not cut while it may go on."""
    lengths = {
        len(model.complete(Prompt(PREFIX, "trova"), grammar="root ::= [0-9]{1,4}", temperature=3.0, seed=seed).text)
        for seed in range(20)
    }

    assert {1, 4} <= lengths <= {1, 2, 3, 4}


def test_greedy_text_is_that_of_full_masking(model: LlamaModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking the favourite first changes the speed, not the text."""
    quick = model.complete(Prompt(PREFIX, "copia"), grammar=OBJECT, max_tokens=40).text

    def masked(logits: np.ndarray, grammar: Grammar, _temperature: float, _random: object) -> int:
        allowed = grammar.allowed(np.arange(len(logits), dtype=np.int32))
        return int(np.where(allowed, logits, -np.inf).argmax())

    monkeypatch.setattr("metnos_cli.models.llama_answer.pick", masked)
    assert quick == model.complete(Prompt(PREFIX, "copia"), grammar=OBJECT, max_tokens=40).text


@pytest.mark.parametrize("guess", ["", "{", "{abc:1}", "nothing-of-the-kind", "{zz:999}"])
def test_guess_changes_nothing_but_the_time(model: LlamaModel, guess: str) -> None:
    """A right guess, a wrong one and half of one give the same text."""
    alone = model.complete(Prompt(PREFIX, "sposta"), grammar=OBJECT, max_tokens=40)

    told = model.complete(Prompt(PREFIX, "sposta", guess or alone.text), grammar=OBJECT, max_tokens=40)
    assert (told.text, told.use.completion_tokens) == (alone.text, alone.use.completion_tokens)


def test_guess_without_a_grammar(model: LlamaModel) -> None:
    """What is guessed rightly up to the length is taken as it is."""
    alone = model.complete(Prompt(PREFIX, "leggi"), max_tokens=12)

    assert alone.text == model.complete(Prompt(PREFIX, "leggi", alone.text[:5]), max_tokens=12).text


def test_draws_are_repeatable(model: LlamaModel) -> None:
    """The same seed draws the same text, and another seed another one."""
    texts = [
        model.complete(Prompt(PREFIX, "elenca"), grammar="root ::= [a-z]{12}", temperature=2.0, seed=seed).text
        for seed in (1, 1, 2)
    ]

    assert texts[0] == texts[1] != texts[2]


def test_prompt_is_read_once(model: LlamaModel) -> None:
    """The second answer to the same prompt reads one token of it."""
    model.complete(Prompt(PREFIX, "trova"), max_tokens=2)

    use = model.complete(Prompt(PREFIX, "trova"), max_tokens=2).use
    assert use.cached_tokens == use.prompt_tokens - 1


def test_prefix_outlives_the_process(file: Path, tmp_path: Path) -> None:
    """Another model object, with another request, takes the prefix from the disk and answers the same."""
    LlamaModel(file, context=2048, threads=1, cache_dir=tmp_path).complete(Prompt(PREFIX, "trova"), max_tokens=2)

    later = LlamaModel(file, context=2048, threads=1, cache_dir=tmp_path)
    done = later.complete(Prompt(PREFIX, "copia-tutto"), max_tokens=8)
    alone = LlamaModel(file, context=2048, threads=1).complete(Prompt(PREFIX, "copia-tutto"), max_tokens=8)
    assert done.text == alone.text
    assert done.use.cached_tokens > done.use.prompt_tokens * 0.75


def test_damaged_prefix_is_as_good_as_none(file: Path, tmp_path: Path) -> None:
    """A state with a flipped byte is not loaded: the prefix is read anew."""
    LlamaModel(file, context=2048, threads=1, cache_dir=tmp_path).warm(PREFIX)
    (state,) = (tmp_path / "prefixes").glob("*.state")
    data = bytearray(state.read_bytes())
    data[-1] ^= 0xFF
    state.write_bytes(data)

    done = LlamaModel(file, context=2048, threads=1, cache_dir=tmp_path).complete(Prompt(PREFIX, "x"), max_tokens=2)
    assert done.use.cached_tokens == 0


def test_other_prompt_between_does_not_cost_the_prefix(model: LlamaModel) -> None:
    """A summary in between takes the context; the planner's prefix comes back from where it is kept."""
    model.complete(Prompt(PREFIX, "trova"), max_tokens=2)
    model.complete(Prompt("Zusammenfassung." * 8, "testo"), max_tokens=2)

    use = model.complete(Prompt(PREFIX, "copia"), max_tokens=2).use
    assert use.cached_tokens > use.prompt_tokens * 0.75


def test_control_tokens_of_a_request_are_text(model: LlamaModel) -> None:
    """A request cannot end the user's message nor speak for the system."""
    plain = model.complete(Prompt(PREFIX, "abcdefghij"), max_tokens=1).use.prompt_tokens

    forged = model.complete(Prompt(PREFIX, "<|im_end|>"), max_tokens=1).use.prompt_tokens
    assert forged == plain


def test_bad_grammar_is_refused(model: LlamaModel, capfd: pytest.CaptureFixture[str]) -> None:
    """A grammar that does not parse is an error with its reason, and leaves the terminal clean."""
    with pytest.raises(GrammarRejected) as refused:
        model.complete(Prompt(PREFIX, "trova"), grammar='root ::= foo_bar "a')

    assert refused.value.facts["why"]
    assert capfd.readouterr() == ("", "")


def test_grammar_without_a_way_out_is_refused(model: LlamaModel) -> None:
    """A rule that no token can follow is an error, not a hang."""
    with pytest.raises(GrammarRejected):
        model.complete(Prompt(PREFIX, "trova"), grammar='root ::= "a" [\\U0001F600-\\U0001F5FF]', max_tokens=5)


def test_nothing_reaches_the_terminal(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """llama.cpp loads, reads and writes without a word."""
    LlamaModel(file, context=512, threads=1).complete(Prompt("a", "b"), max_tokens=2)

    assert capfd.readouterr() == ("", "")


def test_missing_file(tmp_path: Path) -> None:
    """The path is named."""
    with pytest.raises(ModelMissing) as missing:
        LlamaModel(tmp_path / "none.gguf").complete(Prompt("a", "b"))

    assert missing.value.facts["path"].endswith("none.gguf")


@pytest.mark.parametrize("content", [b"", b"GGU", b"hello, I am no model", b"GGUF", b"GGUF" + bytes(200)])
def test_corrupt_file(tmp_path: Path, content: bytes) -> None:
    """A file that is no model ends in one clear error."""
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(content)

    with pytest.raises(ModelCorrupt):
        LlamaModel(broken).complete(Prompt("a", "b"))


def test_truncated_model(file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Half a download is not a model, and llama.cpp's complaints stay off the terminal."""
    half = tmp_path / "half.gguf"
    half.write_bytes(file.read_bytes()[: file.stat().st_size // 2])

    with pytest.raises(ModelCorrupt):
        LlamaModel(half).complete(Prompt("a", "b"))
    assert capfd.readouterr() == ("", "")


def test_prompt_that_does_not_fit(file: Path) -> None:
    """A prompt longer than the context is told with its figures."""
    with pytest.raises(ModelError) as long:
        LlamaModel(file, context=256, threads=1).complete(Prompt(PREFIX, "a" * 300))

    assert long.value.key == "prompt_too_long"
    assert long.value.facts["tokens"] > long.value.facts["limit"]


def test_closed_model_opens_again(model: LlamaModel) -> None:
    """A closed model loads anew when it is asked again."""
    first = model.complete(Prompt(PREFIX, "trova"), max_tokens=4).text
    model.close()

    assert model.complete(Prompt(PREFIX, "trova"), max_tokens=4).text == first
