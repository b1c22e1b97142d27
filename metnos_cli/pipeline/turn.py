"""The whole system on one page: the stages of a turn, in order."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, Interrupted, StoreError
from metnos_cli.pipeline.cascade import recognise
from metnos_cli.pipeline.hiding import without_secrets
from metnos_cli.pipeline.learn import learn
from metnos_cli.pipeline.planning import plan
from metnos_cli.pipeline.recovery import recover
from metnos_cli.pipeline.run import run
from metnos_cli.pipeline.state import Stage, TurnState
from metnos_cli.pipeline.terminator import cancelled, finish
from metnos_cli.pipeline.waiting import Waited
from metnos_cli.records import StepError, Turn

if TYPE_CHECKING:
    from metnos_cli.ports import TurnPorts
    from metnos_cli.records import Request

STAGES: tuple[Stage, ...] = (
    recognise,  # memory: table, shortcut, canonical, autopath, pipeline; the first hit that the gate lets pass
    plan,  # only if nothing was recognised: intent, pool, proposer under the grammar, validator
    run,  # placeholders, schema, vaglio, executor, step by step
    recover,  # by the error's class: one alternative, or a question; never after an effect
    finish,  # the answer, or an honest dead end
)


def take_turn(request: Request, ports: TurnPorts) -> Turn:
    """One request, from its words to its outcome, recorded and learnt from.

    Args:
        request: What was asked, as ``text.understand`` read it.
        ports: Everything the turn needs from outside.

    Raises:
        ModelError: The configured model cannot be used at all.
    """
    started, waited = time.perf_counter(), Waited()
    ports = waited.watching(ports)
    state = TurnState(id=new_id(request), request=request)
    try:
        for stage in STAGES:
            state = stage(state, ports)
    except (Interrupted, KeyboardInterrupt) as stop:
        state = cancelled(getattr(stop, "state", state), ports)
    except StoreError as error:
        # Outside the steps: nothing was called, and a database that cannot be used is an end like any other.
        state = finish(state.failing(StepError(ErrorClass.UNAVAILABLE, error.key, error.facts)), ports)
    return learn(_turn(state, max(time.perf_counter() - started - waited.seconds, 0.0)), ports)


def new_id(request: Request) -> str:
    """A turn's name: the moment to the millisecond, then chance; sorts by time."""
    return f"{request.now.astimezone():%Y%m%d-%H%M%S}{request.now.microsecond // 1000:03d}-{os.urandom(3).hex()}"


def _turn(state: TurnState, seconds: float) -> Turn:
    assert state.outcome is not None  # noqa: S101  the last stage always sets it
    turn = Turn(
        id=state.id,
        request=state.request,
        trace=state.trace,
        framework=state.framework,
        results=state.results,
        outcome=state.outcome,
        seconds=seconds,
        learnt=state.learnt,
    )
    return without_secrets(turn, state.secrets)
