"""A Turn as JSON and back: the one form of ``--json`` and of stored turns, so that old turns show like new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from metnos_cli.errors import ErrorClass, ExitStatus
from metnos_cli.pipeline.record import SCHEMA_VERSION, turn_as_json
from metnos_cli.records import (
    Check,
    Framework,
    Hit,
    LayerTrace,
    Miss,
    ModelUse,
    Outcome,
    PlanTrace,
    Request,
    Slot,
    StepError,
    StepResult,
    Trace,
    Turn,
    Verdict,
)
from metnos_cli.text.whole_json import as_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

NOTHING = Framework(())


def render(turn: Turn) -> str:
    """One line of JSON, ``schema_version`` first."""
    return as_json(turn_as_json(turn))


def questions(turn: Turn) -> str:
    """What has to be answered, as one line of JSON."""
    told = {"schema_version": SCHEMA_VERSION, "questions": [dict(question) for question in turn.outcome.questions]}
    return as_json(told)


def turn_from_json(record: Mapping[str, Any]) -> Turn:
    """A turn as ``turn_as_json`` told it; what that leaves out (secrets, rows beyond the kept ones) stays out.

    Raises:
        KeyError, TypeError, ValueError: The record has another shape.
    """
    framework = record.get("framework")
    return Turn(
        id=record["id"],
        request=_request(record["request"]),
        trace=Trace(
            layers=tuple(_layer(told) for told in record["cascade"]),
            plan=_plan(record["plan"]) if record.get("plan") else None,
            placeholders=tuple((str(name), str(value), str(whom)) for name, value, whom in record["placeholders"]),
            model=tuple(ModelUse(**told) for told in record["model"]),
            notes=_pairs(record["notes"]),
        ),
        framework=Framework.from_json(framework) if framework else None,
        results=tuple(_step(told) for told in record["steps"]),
        outcome=_outcome(record["outcome"]),
        seconds=record["seconds"],
        learnt=_pairs(record["learnt"]),
    )


def _pairs(told: list[list[Any]]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    return tuple((str(key), facts) for key, facts in told)


def _request(told: Mapping[str, Any]) -> Request:
    from datetime import datetime

    return Request(
        text=told["text"],
        normal=told.get("normal", ""),
        lang=cast("Lang", told["lang"]),
        canonical=told["canonical"],
        slots=tuple(_slot(slot) for slot in told["slots"]),
        now=datetime.fromisoformat(told["now"]),
    )


def _slot(told: Mapping[str, Any]) -> Slot:
    own = ("dim", "text", "start", "end", "certain", "alternatives")
    return Slot(
        dim=told["dim"],
        text=told["text"],
        start=told["start"],
        end=told["end"],
        fields={name: value for name, value in told.items() if name not in own},
        certain=told.get("certain", True),
        alternatives=tuple(told.get("alternatives", ())),
    )


def _layer(told: Mapping[str, Any]) -> LayerTrace:
    checks = tuple(Check(**check) for check in told["checks"])
    verdict: Hit | Miss
    if told["hit"]:
        verdict = Hit(
            layer=told["layer"],
            framework=NOTHING,
            entry=told["entry"],
            how=told["how"],
            score=told["score"],
            threshold=told["threshold"],
            runner_up=told["runner_up"],
            bindings=told["bindings"],
            checks=checks,
            confirm=told["confirm"],
        )
    else:
        verdict = Miss(told["layer"], told["reason"], told["score"], told["threshold"], checks, told["facts"])
    return LayerTrace(verdict, told["seconds"])


def _plan(told: Mapping[str, Any]) -> PlanTrace:
    return PlanTrace(
        proposer=told["proposer"],
        intent=told["intent"],
        pool=tuple(told["pool"]),
        attempts=tuple(told["attempts"]),
        seconds=told["seconds"],
    )


def _step(told: Mapping[str, Any]) -> StepResult:
    return StepResult(
        index=told["index"],
        tool=told["tool"],
        args=told["args"],
        provenance=told["provenance"],
        effect=told["effect"],
        result=told["result"],
        error=_error(told["error"]),
        verdict=Verdict(**told["verdict"]) if told["verdict"] else None,
        seconds=told["seconds"],
        changed=told["changed"],
    )


def _error(told: Mapping[str, Any] | None) -> StepError | None:
    if told is None:
        return None
    return StepError(ErrorClass(told["class"]), told["key"], told["facts"], told.get("message"))


def _outcome(told: Mapping[str, Any]) -> Outcome:
    return Outcome(
        kind=told["kind"],
        exit_status=ExitStatus(told["exit_status"]),
        message=told["message"],
        entries=tuple(told["entries"]),
        error=_error(told["error"]),
        questions=tuple(told["questions"]),
    )
