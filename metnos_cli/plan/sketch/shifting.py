"""Tells by how much and which way an appointment is moved: "anticipa di un'ora", "two days earlier"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.clauses import ADVANCE, DELAY, particle_of
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Slot

DIRECTION = "direction"
"""Name of an argument that says on which side of the present time the new one must be; a verb tells it."""
SHIFT = "shift"
"""Name of an argument that says by how much a time is put off, or brought forward with a minus."""
WAYS = {"sooner": -1, "later": 1, "either_way": 0}
"""Role of words that say which way -> its sign; "forward" alone means the one to some, the other to others."""
SIGNS = {ADVANCE: -1, DELAY: 1}
OF = frozenset({"di", "del", "dello", "dell", "della", "of", "from"})
"""What joins a thing to the time it is at: "la riunione di tre giorni fa"."""
THAN = frozenset({"di", "del", "dello", "dell", "della", "dei", "degli", "delle", "al", "alla", "che", "than"})
"""After a word that says which way: another time follows, and no amount is told."""
BEFORE_ANOTHER = frozenset({"before", "after", "dopo"})
"""These need no such word: "an hour after the concert"."""
LASTING = frozenset({"per", "for", "lasting"})
"""Before a length that something has, not by which it is moved."""
LENGTHENS = "edit"
"""Class of "extend" and "shorten": by how much a length grows is none that moves anything."""
LEADING_BY = ("by ", "di ")


@dataclass(frozen=True, slots=True)
class Shift:
    """How far something is moved in time."""

    value: str
    """ISO 8601 duration, with a minus for earlier; empty where that is not clear."""
    used: frozenset[int]
    """Places of the tokens that say so."""
    kept: frozenset[int]
    """Places of values that no other argument may take: they say something that is not understood."""


NOTHING = Shift("", frozenset(), frozenset())


def find_shift(manifest: Manifest, reading: Reading, words: Lexicon) -> Shift:
    """By how much a clause moves what an executor changes; nothing where it says no such thing.

    Args:
        manifest: The executor.
        reading: The clause.
        words: Its language.
    """
    passed = frozenset(place for place, _ in _compared(reading, words))
    if SHIFT not in argument_kinds(manifest):
        compared = manifest.verb == "create" and manifest.object == "events"  # "make the meeting an hour earlier"
        return Shift("", frozenset(), passed) if compared else NOTHING
    amounts = _amounts(reading, words)
    if len(amounts) != 1:
        return Shift("", _beside_verb(reading, words), passed | frozenset(amounts))
    ((place, length),) = amounts.items()
    told, used = _ways(place, reading, words)
    signs = {sign for sign in told if sign}
    if None in told or len(signs) != 1 or passed - {place} or LENGTHENS in reading.clause.verbs:
        return Shift("", frozenset(), passed | {place})
    return Shift(length if signs == {1} else f"-{length}", used | {place}, frozenset())


def _compared(reading: Reading, words: Lexicon) -> list[tuple[int, Slot]]:
    """Times so long before now, where nothing says that a thing is of that time: "two days earlier"."""
    tokens = reading.clause.tokens
    return [
        (place, token.slot)
        for place, token in enumerate(tokens)
        if token.slot is not None
        and token.slot.dim == "time"
        and words.is_cue("ago", tuple(words_of(token.slot.text)[-1:]))
        and not (place and tokens[place - 1].text in OF)
    ]


def _amounts(reading: Reading, words: Lexicon) -> dict[int, str]:
    """Place -> ISO 8601 of each length by which the clause may move something."""
    clause = reading.clause
    found = {place: length for place, slot in _compared(reading, words) if (length := _length_of(slot, reading, words))}
    for place, token in enumerate(clause.tokens):
        if token.slot is None or token.slot.dim != "duration" or not token.slot.certain:
            continue
        before = clause.words[place - 1] if place else ""
        if "move" in clause.verbs and before not in LASTING:
            found[place] = str(as_argument(token.slot))
        elif any(words.cue_at(role, clause.words, place + 1) for role in ("sooner", "later")):
            found[place] = str(as_argument(token.slot))  # "make the meeting an hour later"
    return found


def _length_of(slot: Slot, reading: Reading, words: Lexicon) -> str:
    """The length in "two days earlier", read as a time so long ago; empty for "two days ago"."""
    from metnos_cli.text.slots import find_slots

    length, _, last = slot.text.rpartition(" ")
    if not any(words.is_cue(role, (last.lower(),)) for role in WAYS):
        return ""
    for by in LEADING_BY:
        length = length.removeprefix(by)
    read = find_slots(length, words.lang, reading.now)
    return str(as_argument(read[0])) if len(read) == 1 and read[0].dim == "duration" and read[0].certain else ""


def _ways(place: int, reading: Reading, words: Lexicon) -> tuple[list[int | None], frozenset[int]]:
    """Every sign that the verb and the words around an amount give (None: counted from another time), and places."""
    clause = reading.clause
    forms = (words.verb(word) for word in clause.words[clause.verb_start : clause.verb_end])  # "fai slittare"
    verbs = {*clause.verbs, *(verb for form in forms if form for verb in form.classes)}
    told: list[int | None] = [SIGNS[verb] for verb in sorted(verbs & SIGNS.keys())]
    particle = particle_of(clause.tokens, clause.verb_start, words)
    used = {particle} if particle is not None else set()
    slot = clause.tokens[place].slot
    if slot is not None and slot.dim == "time":
        last = tuple(words_of(slot.text)[-1:])
        told += [sign for role, sign in WAYS.items() if words.is_cue(role, last)]
    by = place - 1 if place and words.is_cue("by_amount", (clause.words[place - 1],)) else place
    starts = {clause.verb_end, place + 1, *(by - count for count in range(1, words.longest + 1) if by >= count)}
    for start in sorted(starts - {particle}):
        for role, sign in WAYS.items():
            count = words.cue_at(role, clause.words, start)
            beside = start in {clause.verb_end, place + 1} or start + count == by
            if not count or not beside or clause.tokens[start].capital:
                continue
            told.append(None if _goes_on(start + count, {by, place}, reading) else sign)
            used.update(range(start, start + count))
    return told, frozenset(used)


def _beside_verb(reading: Reading, words: Lexicon) -> frozenset[int]:
    """Places of what belongs to the verb where no amount is told: "bring the dentist forward to 9 am"."""
    clause = reading.clause
    particle = particle_of(clause.tokens, clause.verb_start, words)
    if particle is not None:
        return frozenset({particle})
    count = max((words.cue_at(role, clause.words, clause.verb_end) for role in WAYS), default=0)
    said = range(clause.verb_end, clause.verb_end + count)
    moves = "move" in clause.verbs and not any(clause.tokens[place].capital for place in said)
    return frozenset(said) if moves else frozenset()


def _goes_on(after: int, amount: set[int], reading: Reading) -> bool:
    """Whether a word that says which way speaks of another time: "un'ora prima della cena", "an hour after lunch"."""
    texts = reading.clause.words
    if after >= len(texts) or after in amount or reading.clause.tokens[after].mark:
        return False
    return texts[after] in THAN or texts[after - 1] in BEFORE_ANOTHER
