"""Has the model fill in the arguments of one known executor, under its grammar; an answer is remembered on disk."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.narrow import narrowed
from metnos_cli.plan.prompt import arguments_prompt
from metnos_cli.store import fillers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import LanguageModel, Store
    from metnos_cli.records import ModelUse, Request

MAX_TOKENS = 160
BY_MODEL = "model"


class ArgumentExtractor:
    """Extracts arguments where rules cannot, one short call for each new request.

    Args:
        model: The model.
        store: Keeps the answers: the same request to the same executor is never asked twice.
    """

    def __init__(self, model: LanguageModel, store: Store) -> None:
        self._model = model
        self._store = store

    def extract(
        self, manifest: Manifest, request: Request, used: Callable[[ModelUse], None]
    ) -> Mapping[str, Any] | None:
        """The arguments of a call, valid for the executor; None when the model gave none that are.

        Args:
            manifest: The executor.
            request: What was asked.
            used: Told what the call cost; not called for an answer that is remembered.

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Ctrl-C.
            StoreError: The answers cannot be read or kept.
        """
        from metnos_cli.plan.grammar import generate_tool_grammar
        from metnos_cli.plan.validator import validate_tool_call

        # An executor declared otherwise is another question.
        name = f"arguments:{manifest.name}:{manifest.digest[:16]}"
        known = fillers.recall(self._store.read(), name, request.text)
        if known is not None:
            found: Mapping[str, Any] = json.loads(known)
            return found
        done = self._model.complete(
            arguments_prompt(manifest, request),
            grammar=generate_tool_grammar(narrowed([manifest], request)),
            max_tokens=MAX_TOKENS,
            purpose="args",
        )
        used(done.use)
        call = _read(done.text)
        if call is None or not validate_tool_call(call, [manifest])[0]:
            return None
        args: Mapping[str, Any] = call["args"]
        with self._store.write() as connection:
            fillers.remember(connection, name, request.text, json.dumps(args), BY_MODEL, request.now)
        return args


def _read(text: str) -> dict[str, Any] | None:
    """The call in a model's answer; None when it is cut off or has another shape."""
    try:
        call = json.loads(text)
    except ValueError:
        return None  # the caller does without: what was written instead is of no use to anybody
    return call if isinstance(call, dict) and isinstance(call.get("args"), dict) else None
