"""Asks the memory, layer by layer, whether it knows the request."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.pipeline.composite import expand
from metnos_cli.ports import Event
from metnos_cli.records import Hit, LayerTrace

if TYPE_CHECKING:
    from metnos_cli.pipeline.state import TurnState
    from metnos_cli.ports import TurnPorts


def recognise(state: TurnState, ports: TurnPorts) -> TurnState:
    """Try each layer until one hits; the gate has already judged what they answer."""
    if state.framework is not None:
        return state
    tried: list[LayerTrace] = []
    for layer in ports.memory.layers():
        ports.told(Event("layer", {"layer": layer.__name__}))
        started = time.perf_counter()
        verdict = layer(state.request)
        tried.append(LayerTrace(verdict, time.perf_counter() - started))
        ports.told(Event("layer_done", {"layer": layer.__name__, "trace": tried[-1]}))
        if isinstance(verdict, Hit):
            bound = tuple((name, str(value), "gate") for name, value in verdict.bindings.items())
            return replace(
                state,
                trace=replace(state.trace, layers=tuple(tried), placeholders=bound),
                framework=None if verdict.uncovered else expand(verdict.framework, ports.catalog),
            )
    return replace(state, trace=replace(state.trace, layers=tuple(tried)))
