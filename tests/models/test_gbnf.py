"""The grammar checker says what llama.cpp says, over a vocabulary that it writes itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import GrammarRejected

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("llama_cpp")

GRAMMAR = 'root ::= "perché " [0-9]{1,3} ("🍋" | "\\"")?\n'


def test_the_vocabulary_is_a_gguf_file_that_others_can_read(tmp_path: Path) -> None:
    """Three control tokens, the 256 bytes, no weights."""
    gguf = pytest.importorskip("gguf")
    from metnos_cli.models.gbnf import byte_vocabulary

    path = tmp_path / "bytes.gguf"
    path.write_bytes(byte_vocabulary())
    reader = gguf.GGUFReader(path)

    assert len(reader.tensors) == 0
    assert len(reader.fields["tokenizer.ggml.tokens"].contents()) == 259
    assert reader.fields["general.architecture"].contents() == "llama"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("perché 1", ("accept", 9)),
        ("perché 123🍋", ("accept", 15)),
        ('perché 12"', ("accept", 11)),
        ("perché ", ("incomplete", 8)),
        ("perché 1234", ("reject", 11)),
        ("perche 1", ("reject", 5)),
        ("", ("incomplete", 0)),
    ],
)
def test_each_text_has_its_verdict_and_place(text: str, answer: tuple[str, int]) -> None:
    """Accepted, refused at a byte, or only a beginning; the checker can be asked again."""
    from metnos_cli.models.gbnf import GrammarChecker

    with GrammarChecker(GRAMMAR) as checker:
        assert checker.check(text) == answer
        assert checker.check(text) == answer
        assert checker.accepts(text) == (answer[0] == "accept")


def test_a_text_that_is_no_grammar_is_refused_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    """The reason is in the error, not on the terminal."""
    from metnos_cli.models.gbnf import GrammarChecker

    with pytest.raises(GrammarRejected) as raised:
        GrammarChecker("root ::= under_score")
    assert "under" in raised.value.facts["why"] or "_" in raised.value.facts["why"]
    assert capfd.readouterr().err == ""


def test_it_agrees_with_the_tests_own_engine() -> None:
    """Two vocabularies, one by hand and one by the gguf package, one verdict."""
    pytest.importorskip("gguf")
    from metnos_cli.models.gbnf import GrammarChecker
    from tests.plan.grammar.engine import Engine

    engine = Engine(GRAMMAR)
    with GrammarChecker(GRAMMAR) as checker:
        for text in ("perché 7", "perché 77🍋", "perché x", "p", 'perché 1"', "perché 1🍋🍋"):
            assert checker.accepts(text) == engine.accepts(text)
