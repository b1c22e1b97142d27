"""What planner tests share: a request understood, its pool, and plans written short."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from metnos_cli.executors.catalog import Catalog, load_catalog
from metnos_cli.executors.manifest import Manifest, parse_manifest
from metnos_cli.plan.intent import find_intent
from metnos_cli.plan.pool import choose_pool
from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.ports import ProposalRequest
from metnos_cli.records import Abstention, Framework, Lang, Request
from metnos_cli.text.understand import understand

NOW = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)


@cache
def bundled() -> Catalog:
    """The executors of the package."""
    return load_catalog(())


def request_of(text: str, lang: Lang | None = None) -> Request:
    """A request, understood."""
    return understand(text, now=NOW, lang=lang, canonical=False)


def asked(text: str, lang: Lang | None = None, catalog: Catalog | None = None) -> ProposalRequest:
    """What a proposer gets for a request."""
    request = request_of(text, lang)
    catalog = catalog or bundled()
    intent = find_intent(request, catalog)
    return ProposalRequest(request, intent, choose_pool(request, intent, catalog, None))


def calls(framework: Framework) -> list[tuple[str, dict[str, Any]]]:
    """The steps as (tool, arguments) pairs."""
    return [(step.tool, dict(step.args)) for step in framework.steps]


def manifest(name: str, effect: str = "read", **told: Any) -> Manifest:
    """A user's executor, declared in a few words."""
    return parse_manifest(
        {
            "name": name,
            "version": "1.0.0",
            "effect": effect,
            "description": {"it": name, "en": name},
            "message": {"it": "${ok_count}", "en": "${ok_count}"},
            "run": {"command": ["true"]},
            "result": {"properties": {"entries": {"type": "array"}}},
            **told,
        },
        "/user/manifest.toml",
    )


def with_user(*manifests: Manifest) -> Catalog:
    """The bundled executors and a user's own."""
    return Catalog([*bundled(), *manifests])


def tools_of(manifests: Sequence[Manifest]) -> list[str]:
    """Names, in order."""
    return [one.name for one in manifests]


def planned(text: str) -> list[tuple[str, dict[str, Any]]] | str:
    """Calls of the offline plan of a request, or what came of it instead: "question" or "end"."""
    answer = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)
    if isinstance(answer, Abstention):
        return "question" if answer.questions else "end"
    return calls(answer.framework)
