"""Refuses a clause that would be done to the files of an earlier one, though it names others or more than these."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_at
from metnos_cli.plan.sketch.entry_arguments import wants_folders
from metnos_cli.plan.sketch.kinds import FILES, FROM_STEP
from metnos_cli.records import EFFECTFUL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Step

WHERE = frozenset({"path", "recursive", "kind", "measure", FROM_STEP})
"""Arguments that say where to look: what is found so is everything there is."""
PATTERN, EXTENSION = "pattern", "extension"
OF_STEP = re.compile(r"\$\{step(\d+)\.")
GONE = frozenset({"delete", "move"})
"""What nobody does to copies just made: the originals are meant, or who knows."""


def carried(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """Why the entries of an earlier clause are not what this one speaks of; None where they are.

    Args:
        draft: The plan so far.
        first: How many steps there were before this clause.
        reading: The clause.
        words: Its language.
    """
    if reading.paths and _placeless(draft, first):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    numbers = [number for step in draft.steps[first:] if (number := _earlier(step, first))]
    chain = chain_of(draft, numbers[0]) if numbers else []
    if not any(draft.made[number - 1].object in FILES for number in chain):
        return None
    own = draft.steps[first:]
    verbs = {made.verb for made in draft.made[first:]}
    changes = any(made.effect in EFFECTFUL for made in draft.made[first:])
    copied = any(draft.made[number - 1].verb == "copy" for number in chain)
    if (copied and verbs & GONE) or (changes and not draft.endless.isdisjoint(chain)):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    steps = [draft.steps[number - 1] for number in chain]
    other = _other_kinds(steps, own, reading)
    other = other or _all_of_a_part(steps, reading, words)
    if not other and changes:
        texts = cues.said("texts", reading.clause, words) if verbs & GONE else set()
        other = _other_day(reading, words) or set(texts) or _folders(steps, reading, words)
    return left_at(reading, other) if other else None


def _placeless(draft: Draft, first: int) -> bool:
    """Whether earlier clauses change files of no place: "delete the jpgs and move the pdfs of ~/x" may mean those."""
    changed = [step.args.get(FROM_STEP) for step, made in _pairs(draft, first) if made.effect in EFFECTFUL]
    found = [PATTERN in step.args and "path" not in step.args for step, _ in _pairs(draft, first)]
    return any(found[number - 1] for number in changed if isinstance(number, int) and number <= first)


def _pairs(draft: Draft, first: int) -> list[tuple[Step, Manifest]]:
    """The steps of earlier clauses with their executors."""
    return list(zip(draft.steps[:first], draft.made[:first], strict=True))


def _earlier(step: Step, first: int) -> int:
    """Number of the step of an earlier clause that a step takes something of; 0 for none."""
    source = step.args.get(FROM_STEP)
    told = [int(found) for value in step.args.values() for found in OF_STEP.findall(str(value))]
    numbers = [source, *told] if isinstance(source, int) else told
    return next((number for number in numbers if number <= first), 0)


def chain_of(draft: Draft, number: int) -> list[int]:
    """A step and those before it whose entries it hands on, as numbers."""
    found = []
    source: object = number
    while isinstance(source, int) and source not in found:
        found.append(source)
        source = draft.steps[source - 1].args.get(FROM_STEP)
    return found


def _endings(value: object) -> frozenset[str]:
    """Endings that a pattern stands for: "*.{jpg,png}" for two."""
    return frozenset(str(value).lower().removeprefix("*.").strip("{}").split(","))


def _held(steps: Iterable[Step]) -> frozenset[str]:
    """Endings of the files that steps found; empty where any will do."""
    found: set[str] = set()
    for step in steps:
        if PATTERN in step.args:
            found |= _endings(step.args[PATTERN])
        elif step.args.get("where_field") == EXTENSION and "op" not in step.args:
            found |= _endings(step.args.get("where_value"))
    return frozenset(found)


def _told(reading: Reading) -> frozenset[str]:
    """Endings of the kinds of files that a clause names."""
    return frozenset(ending for _, slot in reading.globs for ending in _endings(slot.fields.get("value", "")))


def _other_kinds(steps: list[Step], own: list[Step], reading: Reading) -> set[int]:
    """Places of kinds of files that are not those found before, nor picked from among them."""
    told, held = _told(reading), _held(steps)
    picked = _held(step for step in own if FROM_STEP in step.args) == told and (not held or told < held)
    return set() if told in (held, frozenset()) or picked else {place for place, _ in reading.globs}


def _all_of_a_part(steps: list[Step], reading: Reading, words: Lexicon) -> set[int]:
    """Places of a noun that means more than was found: "all the pdfs" after the largest, "the files over 3 MB"."""
    nouns = _nouns(reading, words)
    if not nouns or not _is_part(steps, reading):
        return set()
    every = cues.said("every_one", reading.clause, words)
    own = bool(reading.bounds or reading.age or reading.named or reading.contents)
    single = any(step.args.get("limit") == 1 for step in steps)
    many = {place for place in nouns if _is_plural(reading, place, words)}
    return nouns if every or own or (single and many) else set()


def _is_part(steps: list[Step], reading: Reading) -> bool:
    """Whether steps found only some of the files that a clause's noun stands for."""
    same = {PATTERN} if _told(reading) else set()
    filters = [step for step in steps if "where_field" in step.args]
    if any(step.args["where_field"] != EXTENSION or not same for step in filters):
        return True
    sorts = {"by", "order"}
    return any(set(step.args) - WHERE - same - sorts for step in steps if step not in filters)


def _nouns(reading: Reading, words: Lexicon) -> set[int]:
    """Places of the nouns by which a clause names files itself, rather than by a pronoun."""
    texts = reading.clause.words
    generic = {place for place, text in enumerate(texts) if words.objects.get(text) == "files"}
    return generic | {place for place, _ in reading.globs}


def _is_plural(reading: Reading, place: int, words: Lexicon) -> bool:
    """Whether a noun stands for several, by its article or its ending."""
    token = reading.clause.tokens[place]
    if words.lang == "en":
        return reading.text[token.start : token.end].lower().endswith("s")
    return words.is_cue("plural_articles", tuple(reading.clause.words[place - 1 : place]))


def _other_day(reading: Reading, words: Lexicon) -> set[int]:
    """Places of a time that no step looks at: the files of an earlier step are not those "of today"."""
    known = reading.age.used if reading.age is not None else frozenset()
    texts = reading.clause.words
    timed = {place for place, text in enumerate(texts) if text == "<time>" and place not in known}
    return {place for place in timed if not words.is_cue("at_once", tuple(_said(reading, place).split()))}


def _said(reading: Reading, place: int) -> str:
    token = reading.clause.tokens[place]
    return reading.text[token.start : token.end].lower()


def _folders(steps: list[Step], reading: Reading, words: Lexicon) -> set[int]:
    """Places of folders that are named where only files were found, and the other way round."""
    if any(step.args.get("kind") == "folder" for step in steps):
        return _nouns(reading, words)
    listed = any(step.args.get("kind", "file") != "file" or step.args.get("where_value") == "folder" for step in steps)
    if listed or not wants_folders(reading, words):
        return set()
    return set(cues.said("folder", reading.clause, words))
