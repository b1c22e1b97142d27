"""Arguments extracted by a model: valid for the executor, asked for once, remembered on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from metnos_cli.executors.manifest import Manifest
from metnos_cli.plan.extract import ArgumentExtractor
from metnos_cli.records import ModelUse
from metnos_cli.store.database import Database
from tests.plan.asking import bundled, request_of
from tests.plan.scripted import ScriptedModel

TEXT = "vorrei i pdf che stanno in ~/Documenti"
ANSWER = '{"tool":"find_files","args":{"path":"~/Documenti","pattern":"*.pdf"}}'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "metnos.db")
    yield database
    database.close()


def find_files() -> Manifest:
    manifest = bundled().get("find_files")
    assert manifest is not None
    return manifest


def test_arguments_are_those_of_the_model(store: Database) -> None:
    """One short call, under a grammar that holds the request's values."""
    model, uses = ScriptedModel(ANSWER), list[ModelUse]()

    args = ArgumentExtractor(model, store).extract(find_files(), request_of(TEXT, "it"), uses.append)
    assert args == {"path": "~/Documenti", "pattern": "*.pdf"}
    assert [use.purpose for use in uses] == ["args"]
    assert "Documenti" in (model.grammars[0] or "")


def test_answer_is_remembered(store: Database) -> None:
    """The same request is not asked twice, by another object neither."""
    first, second = ScriptedModel(ANSWER), ScriptedModel("never asked")
    ArgumentExtractor(first, store).extract(find_files(), request_of(TEXT, "it"), lambda _use: None)

    args = ArgumentExtractor(second, store).extract(find_files(), request_of(TEXT, "it"), lambda _use: None)
    assert args == {"path": "~/Documenti", "pattern": "*.pdf"}
    assert second.prompts == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"tool":"find_files"}', '{"tool":"find_files","args":{"path":7}}', '{"tool":"rm","args":{}}'],
)
def test_what_does_not_fit_is_none_and_forgotten(store: Database, text: str) -> None:
    """A wrong answer is no answer, and the next time the model is asked again."""
    model = ScriptedModel(text, ANSWER)
    extractor = ArgumentExtractor(model, store)

    assert extractor.extract(find_files(), request_of(TEXT, "it"), lambda _use: None) is None
    assert extractor.extract(find_files(), request_of(TEXT, "it"), lambda _use: None) is not None
