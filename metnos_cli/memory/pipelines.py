"""L2 pipeline: a sequence of several steps that ran often enough, or known pieces put one after the other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.likeness import best_of
from metnos_cli.memory.recall import miss
from metnos_cli.records import EFFECTFUL, Framework, Hit, Miss, Step
from metnos_cli.store import tool_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.memory.recall import Recall
    from metnos_cli.records import Lang, Request

LAYER = "pipeline"
_STEP = re.compile(r"\$\{step(\d+)\.")
ENOUGH = 20
"""Sequences that were used often enough to turn the layer on by themselves."""


def pipeline(request: Request, recall: Recall) -> Hit | Miss:
    """A whole known sequence; else its clauses, each known by itself; else a known beginning (``chain_to_planner``)."""
    settings = recall.settings
    least = settings.integer("multi_tool_fast_path.min_uses")
    if not settings.flag("multi_tool_fast_path.enabled") and tool_paths.useful(recall.connection(), least) < ENOUGH:
        return miss(LAYER, "off")
    whole = _sequence(request, recall, least)
    if isinstance(whole, Hit):
        return whole
    cuts = list(_cuts(request))
    for cut in cuts:
        composed = _composed(request, recall, cut)
        if composed is not None:
            return composed
    if settings.flag("multi_tool_fast_path.chain_to_planner"):
        for start, end in reversed(cuts):
            known = _sequence(_part(request, 0, start), recall, least)
            if isinstance(known, Hit):
                return replace(known, uncovered=request.text[end:].strip())
    return whole


def _sequence(request: Request, recall: Recall, least: int) -> Hit | Miss:
    return best_of(
        request,
        recall,
        LAYER,
        tool_paths.TABLE,
        least=least,
        threshold=lambda cutoffs: cutoffs.pipeline,
        general=False,
    )


@cache
def _joints(lang: Lang) -> re.Pattern[str]:
    """Where one clause may end and the next begin."""
    words = {
        "it": r"(?:,\s*)?\b(?:e\s+poi|e\s+quindi|e\s+infine|dopodiché|poi|quindi|infine|e|ed)\b",
        "en": r"(?:,\s*)?\b(?:and\s+then|and\s+finally|then|finally|and)\b",
    }
    return re.compile(rf"\s*(?:{words[lang]}|[,;])\s*", re.IGNORECASE)


def _cuts(request: Request) -> Iterator[tuple[int, int]]:
    """(end of the first part, start of the second) for each joint outside the values."""
    for found in _joints(request.lang).finditer(request.text):
        inside = any(slot.start < found.end() and found.start() < slot.end for slot in request.slots)
        if not inside and found.start() > 0 and found.end() < len(request.text):
            yield found.start(), found.end()


def _part(request: Request, start: int, end: int) -> Request:
    from metnos_cli.text.understand import understand

    return understand(request.text[start:end], now=request.now, lang=request.lang)


def _composed(request: Request, recall: Recall, cut: tuple[int, int]) -> Hit | None:
    """Both parts known by themselves, in the same words or by a template: all of it or nothing."""
    before = _part(request, 0, cut[0])
    parts = [_known(before, recall), _known(_part(request, cut[1], len(request.text)), recall)]
    first, second = parts
    if first is None or second is None or _goes_on(before, first, recall):
        return None
    shift = len(first.framework.steps)
    framework = Framework(
        (
            *first.framework.steps,
            *(Step(step.tool, _shifted(dict(step.args), shift)) for step in second.framework.steps),
        ),
        {**first.framework.fillers, **second.framework.fillers},
        _shifted(second.framework.final_message, shift),
    )
    return Hit(
        layer=LAYER,
        framework=framework,
        entry=f"{first.entry}+{second.entry}",
        how="composed",
        bindings={**first.bindings, **second.bindings},
        checks=second.checks,
        confirm=first.confirm or second.confirm,
    )


def _goes_on(part: Request, hit: Hit, recall: Recall) -> bool:
    """Whether a part ends in a text that what follows may belong to: "remind me to buy milk, call Anna"."""
    if not EFFECTFUL & set(recall.effects(hit.framework)):
        return False
    said = part.text.rstrip().casefold()
    texts = (value.casefold() for value in hit.bindings.values() if isinstance(value, str) and " " in value)
    return any(said.endswith(text) for text in texts)


def _known(part: Request, recall: Recall) -> Hit | None:
    """A part that the shortcuts know; one that itself has two parts may be composed in turn."""
    from metnos_cli.memory.shortcut import certain

    found = certain(part, recall)
    if isinstance(found, Hit):
        return found
    for cut in _cuts(part):
        composed = _composed(part, recall, cut)
        if composed is not None:
            return composed
    return None


def _shifted(value: Any, by: int) -> Any:
    """References to steps, moved by the number of steps that now stand before them."""
    if isinstance(value, str):
        return _STEP.sub(lambda found: f"${{step{int(found[1]) + by}.", value)
    if isinstance(value, Mapping):
        return {
            name: held + by if name == "from_step" and isinstance(held, int) else _shifted(held, by)
            for name, held in value.items()
        }
    if isinstance(value, list):
        return [_shifted(held, by) for held in value]
    return value
