"""Turns a regular expression, intersections and negations included, into a deterministic automaton."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.regex import MAX_POINT, NOTHING, Regex, derived, nullable, starts, united

if TYPE_CHECKING:
    from metnos_cli.plan.grammar.gbnf import Ranges

MAX_STATES = 600
END = -1


class TooLarge(Exception):
    """The automaton would have more states than a grammar should."""


@lru_cache(maxsize=256)
def build(regex: Regex) -> list[dict[int, Ranges]]:
    """The automaton of a language.

    Args:
        regex: The language.

    Returns:
        One row per state, the first being the start: next state -> characters that lead there; ``END`` stands in
        the row when the text may end. States from which no end can be reached are left out; no rows: no text at all.

    Raises:
        TooLarge: More than ``MAX_STATES`` states.
    """
    rows: list[dict[int, list[tuple[int, int]]]] = []
    places: dict[Regex, int] = {regex: 0}
    waiting = [regex]
    for state in waiting:  # grows while it is walked
        row: dict[int, list[tuple[int, int]]] = {}
        edges = sorted({0, *(edge for edge in starts(state) if edge <= MAX_POINT)})
        for place, edge in enumerate(edges):
            following = derived(state, edge)
            if following == NOTHING:
                continue
            if following not in places:
                if len(places) >= MAX_STATES:
                    raise TooLarge
                places[following] = len(places)
                waiting.append(following)
            last = edges[place + 1] - 1 if place + 1 < len(edges) else MAX_POINT
            row.setdefault(places[following], []).append((edge, last))
        rows.append(row)
    ends = {places[state] for state in waiting if nullable(state)}
    return _live([{target: united(tuple(held)) for target, held in row.items()} for row in rows], ends)


def _live(rows: list[dict[int, Ranges]], ends: set[int]) -> list[dict[int, Ranges]]:
    """Only states on the way to an end, numbered anew."""
    sources: list[list[int]] = [[] for _ in rows]
    for place, row in enumerate(rows):
        for target in row:
            sources[target].append(place)
    alive = set(ends)
    waiting = list(ends)
    for place in waiting:  # grows while it is walked
        for source in sources[place]:
            if source not in alive:
                alive.add(source)
                waiting.append(source)
    if 0 not in alive:
        return []
    numbers = {place: number for number, place in enumerate(sorted(alive))}
    return [
        {numbers[target]: ranges for target, ranges in rows[place].items() if target in alive}
        | ({END: ()} if place in ends else {})
        for place in sorted(alive)
    ]
