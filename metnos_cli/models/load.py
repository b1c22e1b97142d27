"""Builds the models that the settings name: nothing is loaded before its first use."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelMissing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import Embedder, LanguageModel


def load_model(
    settings: Settings, *, cache_dir: Path | None = None, variables: Mapping[str, str] | None = None
) -> LanguageModel | None:
    """The configured language model, or None when none is configured.

    A server named in ``model.endpoint`` goes before a file named in ``model.path``.

    Args:
        settings: The configuration.
        cache_dir: Where evaluated prompt prefixes are kept between processes.
        variables: Environment variables (the process's own by default): the server's key stands in one.
    """
    if settings.text("model.endpoint"):
        from metnos_cli.models.endpoint import EndpointModel

        key = secret(settings, "model.endpoint_key_env", variables)
        return EndpointModel(settings.text("model.endpoint"), settings.text("model.endpoint_model"), key)
    path = settings.path("model.path")
    if path is None:
        return None
    from metnos_cli.models.llama import LlamaModel

    return LlamaModel(
        path,
        context=settings.integer("model.context"),
        threads=settings.integer("model.threads") or None,
        gpu_layers=settings.integer("model.gpu_layers"),
        cache_dir=cache_dir,
    )


def load_embedder(
    settings: Settings, *, cache_dir: Path | None = None, variables: Mapping[str, str] | None = None
) -> Embedder:
    """The configured embedder.

    Args:
        settings: The configuration.
        cache_dir: Where the built-in embedder keeps its weights laid out.
        variables: Environment variables (the process's own by default).

    Raises:
        ModelMissing: It is configured without what it needs.
    """
    wanted = settings.text("embedder.name")
    if wanted == "bge_m3":
        from metnos_cli.models.bge_m3 import BgeM3Embedder

        path = settings.path("embedder.path")
        if path is None:
            raise ModelMissing("embedder_path_missing", setting="embedder.path")
        return BgeM3Embedder(path)
    if wanted == "endpoint":
        from metnos_cli.models.endpoint_embedder import EndpointEmbedder

        key = secret(settings, "embedder.endpoint_key_env", variables)
        return EndpointEmbedder(settings.text("embedder.endpoint"), settings.text("embedder.endpoint_model"), key)
    from metnos_cli.models.embedder import BuiltinEmbedder

    return BuiltinEmbedder(cache_dir)


def secret(settings: Settings, setting: str, variables: Mapping[str, str] | None = None) -> str | None:
    """The key that stands in the environment variable which a setting names; None when it names none.

    Raises:
        ModelMissing: It names a variable that is not set.
    """
    name = settings.text(setting)
    if not name:
        return None
    held = (os.environ if variables is None else variables).get(name)
    if not held:
        raise ModelMissing("model_key_missing", variable=name, setting=setting)
    return held
