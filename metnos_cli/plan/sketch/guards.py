"""Refuses what the rules would only half understand: negations, exceptions, advice asked for, places elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.arguments import RECURSIVE
from metnos_cli.plan.sketch.carried import carried
from metnos_cli.plan.sketch.directions import said_direction
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.file_times import still_open
from metnos_cli.plan.sketch.joined import joined
from metnos_cli.plan.sketch.kinds import FILES, FROM_STEP, argument_kinds
from metnos_cli.plan.sketch.misses import misses
from metnos_cli.plan.sketch.numbers import LINES
from metnos_cli.plan.sketch.spared import glob_after
from metnos_cli.plan.sketch.vague import vague
from metnos_cli.records import EFFECTFUL

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Step

LIMIT = "limit"
"""Argument of what gives only the first so many."""
PACKERS = frozenset({"zip", "rar", "tar", "gz", "7z"})
"""Kinds of files whose names are what makes them, too."""
UNREAD = "unread"
"""Flag of what looks for mails."""
SHORT = 5
"""Within so many words a negation finds the subfolders it speaks of."""
ANSWERS_RANKS = frozenset({"events", "tasks", "messages", "facts", "events_empty"})
"""Things of which the first and the last mean something by themselves."""


def guard(draft: Draft, first: int, reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """Why the steps of a clause must not run, though an executor was found for them; None when they may.

    Args:
        draft: The plan so far.
        first: How many steps there were before this clause.
        reading: The clause.
        used: Places of its tokens that have had their say.
        words: Its language.
    """
    made = draft.made[first:]
    changes = any(manifest.effect in EFFECTFUL for manifest in made)
    return (
        misses(draft, first, reading, used, words)
        or _negated(draft.steps[first:], reading, used, words)
        or (_advice(reading, words) or _for_each(reading, words) if changes else None)
        or _elsewhere(reading, words)
        or _compared(reading, words)
        or (_past_or_future(draft, first, reading, words) if any(one.object in FILES for one in made) else None)
        or _ranked(draft, first, reading, words)
        or _unlimited(draft, first, reading)
        or _half_used(draft)
        or _opened_by_kind(reading, words)
        or _marks(draft, first, reading, words)
        or carried(draft, first, reading, words)
        or vague(draft, first, reading, words)
        or joined(draft, first, reading, used, words)
    )


def _refusal(reason: str, words: str = "") -> Refusal:
    return Refusal(reason, ErrorClass.OUT_OF_SCOPE, {"words": words} if words else {})


def _negated(steps: Sequence[Step], reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """A negation or an exception that no argument stands for: the opposite would be done."""
    clause = reading.clause
    spared = {place for _, places in reading.spared for place in places}
    said = (cues.said("negations", clause, words) | cues.said("except", clause, words)) - spared
    left_out = any(str(step.args.get("op", "")).startswith("not_") for step in steps)
    kinds = {place for place in said if not left_out and glob_after(clause, place + 1, words) is not None}
    said = (said - set(used)) | kinds
    flat = any(step.args.get(RECURSIVE) is False for step in steps)
    return _refusal("negation") if any(not (flat and _of_subfolders(place, clause, words)) for place in said) else None


def _of_subfolders(place: int, clause: Clause, words: Lexicon) -> bool:
    """Whether what is denied here is that subfolders count: "ma non nelle sottocartelle"."""
    for text in clause.words[place + 1 : place + SHORT]:
        if words.is_cue("folder", (text,)):
            return True
        if not any(words.is_cue(role, (text,)) for role in ("negations", "articles", "prepositions")):
            return False
    return False


def _advice(reading: Reading, words: Lexicon) -> Refusal | None:
    """Whether something may be done, or how, is asked: nobody says to do it."""
    return _refusal("advice") if cues.said("advice", reading.clause, words) else None


def _for_each(reading: Reading, words: Lexicon) -> Refusal | None:
    """Something is to be done once for each of several: it would be done once."""
    places = cues.said("for_each", reading.clause, words)
    return _refusal("left_over", " ".join(reading.clause.words[place] for place in sorted(places))) if places else None


def _elsewhere(reading: Reading, words: Lexicon) -> Refusal | None:
    """A place beside or outside a folder is not that folder."""
    places = cues.said("elsewhere", reading.clause, words)
    told = [reading.clause.words[place] for place in sorted(places)]
    return _refusal("left_over", " ".join(told)) if places and (reading.paths or reading.urls) else None


def _compared(reading: Reading, words: Lexicon) -> Refusal | None:
    """A comparison with something that is no quantity: "older than setup.exe", "more than 2 days ago"."""
    texts, known = reading.clause.words, {place for bound in reading.bounds for place in bound.used}
    known |= said_direction(reading.clause, words)  # "dal più piccolo AL PIÙ grande"
    if reading.extreme is not None:
        return None  # the oldest of a folder: nothing is compared
    for place in range(len(texts)):
        for size in range(min(5, len(texts) - place), 1, -1):
            here = set(range(place, place + size))
            if words.comparators.get(tuple(texts[place : place + size])) and not here & known:
                after = texts[place + size : place + size + 1]
                if after and (after[0].startswith("<") or not words.is_cue("articles", (after[0],))):
                    return _refusal("left_over", " ".join(texts[place : place + size]))
    return None


def _past_or_future(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """What files there were, or will be, nobody can tell: the disk shows what there is."""
    if cues.asks_when(reading.clause, words):
        return _refusal("left_over", reading.clause.words[0])  # of a file nobody tells the moment
    timed = [token for token in reading.clause.tokens if token.slot is not None and token.slot.dim == "time"]
    if not timed:
        return None
    if cues.said("were", reading.clause, words):
        return _refusal("left_over", reading.text[timed[0].start : timed[0].end])
    pairs = zip(draft.steps[first:], draft.made[first:], strict=True)
    times = [str(step.args["when"]) for step, made in pairs if made.object in FILES and step.args.get("when")]
    told = " ".join(reading.text[token.start : token.end] for token in timed)
    if any(still_open(time, told, reading.now, words) for time in times):
        if any(made.effect in EFFECTFUL for made in draft.made):
            return _refusal("condition")  # a file is never of tomorrow: the time is that of the doing
        return _refusal("left_over", reading.text[timed[0].start : timed[0].end])
    return None


def _ranked(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """One of several by its place (the second largest), which no executor of files picks."""
    made = draft.made[first:]
    if any(one.object in ANSWERS_RANKS for one in made) or not any(one.object in FILES for one in made):
        return None
    texts = ["", *reading.clause.words, ""]
    places = [
        at
        for at in cues.said("ranks", reading.clause, words)
        if words.is_cue("articles", (texts[at],)) and not texts[at + 2].startswith("<")  # "the first 3" are counted
    ]
    if any(LINES.keys() & step.args.keys() for step in draft.steps[first:]):
        places = [at for at in places if not words.is_cue("rows", (texts[at + 2],))]
    kinds = {kind for one in made for kind in argument_kinds(one).values()}
    if not places or "path" not in kinds:
        return None
    return _refusal("left_over", " ".join(reading.clause.words[place] for place in sorted(places)))


def _unlimited(draft: Draft, first: int, reading: Reading) -> Refusal | None:
    """How many of the largest are to be changed nobody said: in an order, all of them would be."""
    if reading.extreme is None:
        return None
    for step, made in zip(draft.steps[first:], draft.made[first:], strict=True):
        source = step.args.get(FROM_STEP)
        if made.effect not in EFFECTFUL or not isinstance(source, int):
            continue
        if draft.made[source - 1].verb == "sort" and LIMIT not in draft.steps[source - 1].args:
            told = sorted(reading.extreme.used)
            return _refusal("left_over", " ".join(reading.clause.words[place] for place in told))
    return None


def _half_used(draft: Draft) -> Refusal | None:
    """Of two folders looked into side by side, a step that goes on would take only one's files."""
    taken = {step.args.get(FROM_STEP) for step in draft.steps}
    if any(made.effect == "delete" for number, made in enumerate(draft.made, start=1) if number in taken):
        return _refusal("not_understood")  # what is gone is worked on no more
    sides = [number for number in sorted(draft.beside) if number <= len(draft.made)]
    tools = {draft.steps[number - 1].tool for number in sides if number in taken}
    left = [number for number in sides if number not in taken and draft.steps[number - 1].tool in tools]
    return _refusal("left_over", str(draft.steps[left[0] - 1].args.get("path", ""))) if left else None


def _opened_by_kind(reading: Reading, words: Lexicon) -> Refusal | None:
    """A request that a kind of file opens like a verb: "zip the folder" looks for no archives."""
    tokens = reading.clause.tokens
    if reading.clause.verbs or len(tokens) < 2:
        return None
    kind = tokens[0].slot.text.lower() if tokens[0].slot is not None and tokens[0].slot.dim == "glob" else ""
    opens = bool(kind) and words.lang == "en" and words.is_cue("articles", (tokens[1].text,))
    opens = opens or (kind in PACKERS and tokens[1].text in {"<path>", "up"})
    return _refusal("left_over", reading.text[tokens[0].start : tokens[0].end]) if opens else None


def _marks(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """What was read is not what is unread, and "mark it as read" is done by no step that looks for unread mails."""
    texts, asked = ["", *reading.clause.words], range(reading.clause.verb_start, reading.clause.verb_end)
    flagged = [name for step in draft.steps[first:] for name, value in step.args.items() if value is True]
    seen = [
        at
        for at in cues.said("seen", reading.clause, words)
        if at not in asked and not words.is_cue("negations", (texts[at],))
    ]
    marked = () if "classify" in reading.clause.verbs else cues.said("marks_as", reading.clause, words)
    if not (marked or (seen and UNREAD in flagged)):
        return None
    return _refusal("left_over", " ".join(reading.clause.words[place] for place in sorted(marked or seen)))
