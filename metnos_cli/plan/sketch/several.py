"""Finds further values of one kind in a clause: "leggi ~/a.txt e ~/b.txt" is two calls, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.senders import SENDER
from metnos_cli.plan.sketch.arguments import path_fit, word_before
from metnos_cli.plan.sketch.filled import free
from metnos_cli.plan.sketch.kinds import argument_kinds, is_target
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.filled import Filled
    from metnos_cli.plan.sketch.reading import Reading

ZONE = "zone"
"""The argument of a place's time zone."""


def other_values(
    manifest: Manifest, reading: Reading, filled: Filled, words: Lexicon
) -> Iterator[tuple[str, Any, frozenset[int]]]:
    """Values that would fit an argument that has one already, joined to the first by "e" / "and" or a comma.

    Yields:
        (argument, value, places of its tokens).
    """
    kinds = argument_kinds(manifest)
    for kind in ("path", "url"):
        name = next((name for name in filled.args if kinds[name] == kind and not is_target(name)), "")
        if not name:
            continue
        for place, slot in free(reading, frozenset({kind}), filled):
            joined = _is_joined(reading, place, words)
            target = path_fit(name, word_before(reading, place), manifest, words) < 0
            if joined and not target:
                yield name, as_argument(slot), frozenset({place})
    yield from _other_senders(manifest, reading, filled, words)
    yield from _other_zones(reading, filled, words)


def _other_senders(
    manifest: Manifest, reading: Reading, filled: Filled, words: Lexicon
) -> Iterator[tuple[str, Any, frozenset[int]]]:
    """Further people whose mails are looked for: "ho posta da Giulia o da Marco?" is two searches."""
    kinds = argument_kinds(manifest)
    name = next((name for name in filled.args if kinds[name] == "person" and not is_target(name)), "")
    for place, slot in free(reading, frozenset({SENDER}), filled) if name else ():
        if _is_joined(reading, place, words):
            yield name, as_argument(slot), frozenset({place})


def _other_zones(reading: Reading, filled: Filled, words: Lexicon) -> Iterator[tuple[str, Any, frozenset[int]]]:
    """Further places whose time is asked for: "che ore sono a Roma e Tokyo"."""
    texts = reading.clause.words
    place = 0 if ZONE in filled.args else len(texts)
    while place < len(texts):
        counts = (count for count in (3, 2, 1) if tuple(texts[place : place + count]) in words.zones)
        count = next(counts, 0)
        if count and place not in filled.used:
            yield ZONE, words.zones[tuple(texts[place : place + count])], frozenset(range(place, place + count))
        place += count or 1


def _is_joined(reading: Reading, place: int, words: Lexicon) -> bool:
    """Whether a value stands right after another of its kind, or after a conjunction or a comma that follows one."""
    tokens = reading.clause.tokens
    roles = ("connectors", "alternatives") if tokens[place].text == f"<{SENDER}>" else ("connectors",)
    joins = [any(words.is_cue(role, (token.text,)) for role in roles) for token in tokens]
    before = place - 1
    again = tokens[before].text if before > 0 and joins[before - 1] else ""
    if words.is_cue("prepositions", (again,)):
        before -= 1  # "in ~/x e in ~/y": the same word stands before the first, too
    while before >= 0 and (tokens[before].mark or joins[before]):
        before -= 1
    same = tokens[before].slot is not None and tokens[before].text == tokens[place].text
    if before < 0 or not same:
        return False
    return again in ("", tokens[before - 1].text if before else "") or not words.is_cue("prepositions", (again,))
