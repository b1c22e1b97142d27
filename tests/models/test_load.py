"""The models that the settings name, built without loading anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from metnos_cli.config.load import Settings
from metnos_cli.config.schema import KEYS
from metnos_cli.errors import ModelMissing
from metnos_cli.models.embedder import BuiltinEmbedder
from metnos_cli.models.endpoint import EndpointModel
from metnos_cli.models.endpoint_embedder import EndpointEmbedder
from metnos_cli.models.llama import LlamaModel
from metnos_cli.models.load import load_embedder, load_model


def settings(home: Path, **changed: Any) -> Settings:
    """The defaults with some keys changed: ``model_path="x"`` is ``model.path``."""
    values = {key.dotted: key.default for key in KEYS}
    values |= {name.replace("_", ".", 1): value for name, value in changed.items()}
    return Settings(values, {}, home, "it")


def test_nothing_configured_is_no_model(home: Path) -> None:
    """Metnos works without one."""
    assert load_model(settings(home)) is None


def test_file(home: Path) -> None:
    """A path in the user's folder; that it is not there is told when it is used."""
    model = load_model(settings(home, model_path="~/models/small.gguf"))

    assert isinstance(model, LlamaModel)
    assert model.name == "small"


def test_server_goes_before_the_file(home: Path) -> None:
    """An endpoint is configured on purpose."""
    model = load_model(settings(home, model_path="~/m.gguf", model_endpoint="http://localhost:8080"))

    assert isinstance(model, EndpointModel)


def test_key_comes_from_the_environment(home: Path) -> None:
    """The settings name the variable and never hold the key."""
    told = settings(home, model_endpoint="http://localhost:1", model_endpoint_key_env="MY_KEY")

    assert isinstance(load_model(told, variables={"MY_KEY": "secret"}), EndpointModel)
    with pytest.raises(ModelMissing) as missing:
        load_model(told, variables={})
    assert missing.value.facts["variable"] == "MY_KEY"


def test_embedders(home: Path) -> None:
    """Built in, from a server, or missing its folder."""
    assert isinstance(load_embedder(settings(home)), BuiltinEmbedder)
    served = settings(home, embedder_name="endpoint", embedder_endpoint="http://localhost:1")
    assert isinstance(load_embedder(served), EndpointEmbedder)
    with pytest.raises(ModelMissing):
        load_embedder(settings(home, embedder_name="bge_m3"))
