"""Refuses what "and" or "or" joins in more than one way: a condition of one kind only, two places where things go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_at
from metnos_cli.plan.sketch.kinds import FILES, HANDLED, is_target

if TYPE_CHECKING:
    from collections.abc import Collection

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading

GLOB, PATH, TIME = "<glob>", "<path>", "<time>"


def joined(draft: Draft, first: int, reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """Why the parts that a clause joins must not be taken together; None where they may.

    Args:
        draft: The plan so far.
        first: How many steps there were before this clause.
        reading: The clause.
        used: Places of its tokens that have had their say.
        words: Its language.
    """
    if not any(made.object in FILES for made in draft.made[first:]):
        return None
    told = _conditions(reading, used)
    places = _of_one_kind(told, reading, words) or _either(told, reading, words)
    places = places or _second_target(draft, first, reading, words)
    if not places and any(made.verb in HANDLED for made in draft.made[first:]):
        places = _folder_and_more(reading, words) or _dropped(draft, reading)
    return left_at(reading, places) if places else None


def _conditions(reading: Reading, used: Collection[int]) -> set[int]:
    """Places of everything that narrows files down, apart from their kinds."""
    phrases = [reading.extreme, reading.age, reading.named, reading.contents, *reading.bounds]
    found = {place for phrase in phrases if phrase is not None for place in phrase.used}
    timed = {place for place, text in enumerate(reading.clause.words) if text == TIME and place in used}
    return found | timed


def _is_join(reading: Reading, place: int, words: Lexicon) -> bool:
    """Whether something is joined on here: after "e", "and", "or", or a comma."""
    tokens = reading.clause.tokens
    if not 0 < place < len(tokens):
        return False
    before = tokens[place - 1]
    if any(words.is_cue(role, (before.text,)) for role in ("connectors", "alternatives")):
        return True
    return "," in reading.text[before.end : tokens[place].start] or before.text == ","


def _noun(reading: Reading, place: int, words: Lexicon) -> int:
    """Place of the noun that an article or a preposition leads to."""
    texts = [*reading.clause.words, ""]
    while texts[place] and any(words.is_cue(role, (texts[place],)) for role in ("articles", "of")):
        place += 1
    return place


def _of_one_kind(told: set[int], reading: Reading, words: Lexicon) -> set[int]:
    """The kind that another one's condition is said before: "i pdf più grandi di 1 MB e i jpg"."""
    texts = [*reading.clause.words, "", ""]
    kinds = {place for place, _ in reading.globs}
    for place in range(1, len(reading.clause.tokens)):
        if not told or not _is_join(reading, place, words):
            continue
        noun = _noun(reading, place, words)
        if noun in kinds and any(one < place for one in told):
            return {noun}
        generic = words.objects.get(texts[noun]) == "files" and texts[noun + 1] != GLOB
        if generic and any(one < place for one in kinds):
            return {noun}
    return set()


def _either(told: set[int], reading: Reading, words: Lexicon) -> set[int]:
    """Two conditions of which one would do: all of them would have to hold."""
    texts = ["", *reading.clause.words]
    aside = cues.said("courtesy", reading.clause, words)
    for place in cues.said("alternatives", reading.clause, words) - aside if told else ():
        noun = _noun(reading, place + 1, words)
        if texts[place] != GLOB or texts[noun + 1 : noun + 2] != [GLOB]:
            return {place}
    return set()


def _second_target(draft: Draft, first: int, reading: Reading, words: Lexicon) -> set[int]:
    """A further place where things go: "i jpg di ~/a in ~/b e i pdf in ~/c", "in ~/b e in ~/c"."""
    paths = [place for place, _ in reading.paths]
    for step in draft.steps[first:]:
        goes = {str(value) for name, value in step.args.items() if is_target(name)}
        targets = [place for place, slot in reading.paths if str(slot.fields.get("value")) in goes]
        if not targets:
            continue
        before = [place for place in paths if place < targets[0]]
        later = [place for place in paths if place > targets[0]]
        if later and any(_is_join(reading, place, words) for place in range(targets[0] + 1, later[0] + 1)):
            return {later[0]}
        if before and later:
            return {later[0]}
    return set()


def _folders_meant(reading: Reading, words: Lexicon) -> set[int]:
    """Places of folders that are meant themselves: "la cartella ~/x", but not "in the folder ~/x"."""
    texts = ["", "", "", *reading.clause.words]
    return {
        place
        for place, _ in reading.paths
        if words.is_cue("folder", (texts[place + 2],))
        and words.is_cue("articles", (texts[place + 1],))
        and not words.is_cue("prepositions", (texts[place + 1],))
        and not words.is_cue("prepositions", (texts[place],))
    }


def _folder_and_more(reading: Reading, words: Lexicon) -> set[int]:
    """A folder that is meant as a whole, beside a kind of files, or without one: only files would be handled."""
    folders = _folders_meant(reading, words)
    asked = reading.clause.words[reading.clause.verb_start : reading.clause.verb_end]
    emptied = any(words.is_cue("whole", (text,)) for text in asked)
    kinds = {place for place, _ in reading.globs}
    if reading.spared and folders and not emptied:
        return folders
    for folder in folders:
        for kind in kinds:
            between = range(min(folder, kind) + 1, max(folder, kind) + 1)
            if any(_is_join(reading, place, words) for place in between):
                return {folder}
    return set()


def _dropped(draft: Draft, reading: Reading) -> set[int]:
    """A place that no step goes to."""
    told = [str(value) for step in draft.steps for value in step.args.values()]
    places = ((place, str(slot.fields.get("value", "")).rstrip("/")) for place, slot in reading.paths)
    return {place for place, value in places if not any(value in one for one in told)}
