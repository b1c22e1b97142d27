"""A turn as one JSON object: what ``--json`` prints, the database keeps and the panels read; secrets left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from metnos_cli.records import Hit
from metnos_cli.safety.hiding import ANSWERS, REDACTED

if TYPE_CHECKING:
    from metnos_cli.records import Check, LayerTrace, ModelUse, StepError, StepResult, Turn

SCHEMA_VERSION = 1
SECRET_WORDS = frozenset({"password", "passwd", "secret", "token", "credentials", "api_key", "passphrase"})
ENTRIES_KEPT = 200
"""Rows kept of a result; the counts tell the rest."""


def turn_as_json(turn: Turn) -> dict[str, Any]:
    """The whole turn, JSON values only."""
    return {
        "schema_version": SCHEMA_VERSION,
        "id": turn.id,
        "request": {
            "text": turn.request.text,
            "lang": turn.request.lang,
            "canonical": turn.request.canonical,
            "slots": [slot.as_json() for slot in turn.request.slots],
            "now": turn.request.now.isoformat(),
        },
        "layer": turn.layer,
        "outcome": {
            "kind": turn.outcome.kind,
            "exit_status": int(turn.outcome.exit_status),
            "message": turn.outcome.message,
            "entries": [redacted(entry) for entry in turn.outcome.entries[:ENTRIES_KEPT]],
            "questions": [dict(question) for question in turn.outcome.questions],
            "error": _error(turn.outcome.error),
        },
        "cascade": [_layer(tried) for tried in turn.trace.layers],
        "plan": _plan(turn),
        "placeholders": [list(resolved) for resolved in turn.trace.placeholders],
        "framework": redacted(turn.framework.as_json()) if turn.framework else None,
        "steps": [_step(result) for result in turn.results],
        "model": [_use(use) for use in turn.trace.model],
        "notes": [[key, redacted(facts)] for key, facts in turn.trace.notes],
        "learnt": [[key, redacted(facts)] for key, facts in turn.learnt],
        "seconds": round(turn.seconds, 6),
    }


def _use(use: ModelUse) -> dict[str, Any]:
    return {
        "model": use.model,
        "purpose": use.purpose,
        "prompt_tokens": use.prompt_tokens,
        "completion_tokens": use.completion_tokens,
        "seconds": round(use.seconds, 4),
        "prompt_seconds": round(use.prompt_seconds, 4),
        "cached_tokens": use.cached_tokens,
    }


def redacted(value: Any) -> Any:
    """The value with everything marked secret replaced."""
    if isinstance(value, Mapping):
        if value.get("secret") is True:
            return {key: REDACTED if key in ANSWERS else inner for key, inner in value.items()}
        return {
            str(key): REDACTED if str(key).lower() in SECRET_WORDS and isinstance(inner, str) else redacted(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [redacted(inner) for inner in value]
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    return str(value)


def _error(error: StepError | None) -> dict[str, Any] | None:
    if error is None:
        return None
    return {
        "class": error.error_class.value,
        "key": error.key,
        "facts": redacted(error.facts),
        "message": error.message,
    }


def _check(check: Check) -> dict[str, Any]:
    return {"name": check.name, "passed": check.passed, "reason": check.reason, "facts": redacted(check.facts)}


def _layer(tried: LayerTrace) -> dict[str, Any]:
    verdict = tried.verdict
    told: dict[str, Any] = {
        "layer": verdict.layer,
        "hit": isinstance(verdict, Hit),
        "score": verdict.score,
        "threshold": verdict.threshold,
        "checks": [_check(check) for check in verdict.checks],
        "seconds": round(tried.seconds, 6),
    }
    if isinstance(verdict, Hit):
        told |= {
            "how": verdict.how,
            "entry": verdict.entry,
            "runner_up": verdict.runner_up,
            "bindings": redacted(verdict.bindings),
            "confirm": verdict.confirm,
        }
    else:
        told |= {"reason": verdict.reason, "facts": redacted(verdict.facts)}
    return told


def _plan(turn: Turn) -> dict[str, Any] | None:
    plan = turn.trace.plan
    if plan is None:
        return None
    return {
        "proposer": plan.proposer,
        "intent": redacted(plan.intent),
        "pool": list(plan.pool),
        "attempts": [redacted(attempt) for attempt in plan.attempts],
        "seconds": round(plan.seconds, 6),
    }


def _step(result: StepResult) -> dict[str, Any]:
    kept = dict(result.result) if result.result is not None else None
    if kept is not None and isinstance(kept.get("entries"), list):
        kept["entries"] = kept["entries"][:ENTRIES_KEPT]
    return {
        "index": result.index,
        "tool": result.tool,
        "args": redacted(result.args),
        "provenance": dict(result.provenance),
        "effect": result.effect,
        "result": redacted(kept),
        "error": _error(result.error),
        "verdict": None
        if result.verdict is None
        else {
            "decision": result.verdict.decision,
            "reason": result.verdict.reason,
            "facts": redacted(result.verdict.facts),
        },
        "seconds": round(result.seconds, 6),
        "changed": result.changed,
    }
