"""Fills the arguments that take numbers: bounds by what is said of them, and the one number that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.sketch.cues import said, said_aside
from metnos_cli.plan.sketch.filled import Filled, free
from metnos_cli.plan.sketch.kinds import DIMS
from metnos_cli.plan.sketch.told_words import COUNTS, LEADS_HOUR
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.marks import Bound
    from metnos_cli.plan.sketch.reading import Reading

BOUNDED_BY: Mapping[str, tuple[str, ...]] = {
    "greater": ("larger", "greater", "more", "over", "above", "longer"),
    "at_least": ("min", "at_least", "from_"),
    "less": ("smaller", "less", "under", "below", "shorter"),
    "at_most": ("max", "at_most", "until"),
}
"""What is said of a bound -> how the names of arguments begin that mean just that."""
ALMOST: Mapping[str, tuple[str, int]] = {
    "greater": ("at_least", 1),
    "at_least": ("greater", -1),
    "less": ("at_most", -1),
    "at_most": ("less", 1),
}
"""What is said -> what means the same of whole numbers, of the bound so much farther up."""
SIZED = frozenset({"files", "dirs", "messages"})
"""Things whose bounds are those of their size, which has a unit."""
LINES: Mapping[str, str] = {"first_lines": "opening", "last_lines": "closing"}
"""Arguments that count lines -> the words that tell from which end."""
USUAL_LINES = 10
"""What ``head`` and ``tail`` show of a file (POSIX)."""
LIMIT = "limit"
"""Argument of what gives only the first so many."""
NOUN_AFTER = 2
"""Within so many words after a count its noun stands: "5 new mails"."""
BOUNDS = tuple(name for names in BOUNDED_BY.values() for name in names)


def fill_numbers(names: list[str], manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """Bounds go to min/max arguments by what they say; one number that is left goes to the one that is left."""
    for bound in reading.bounds:
        if manifest.object in SIZED and bound.slot.dim == "number":
            continue  # "at most 5 pdfs" counts them, and tells nothing of their size
        found = _bounding([name for name in names if name not in filled.args], bound, manifest)
        if found is not None:
            filled.args |= dict([found])
            filled.used |= bound.used
    empty = said_aside("empty", reading.clause, words)
    if empty and "max_size" in names and "max_size" not in filled.args:
        filled.args["max_size"] = 0
        filled.used |= empty
    if LINES.keys() & set(names):
        _fill_lines(reading, words, filled)
        names = [name for name in names if name not in LINES]
    single = said("one_of_text", reading.clause, words)
    for name in names:
        if single and any(part in name for part in ("sentence", "line")):
            filled.args[name] = 1
            filled.used |= single
    plain = [name for name in names if not name.startswith(BOUNDS) and name not in filled.args]
    taken = frozenset(reading.extreme.used if reading.extreme is not None else ())
    taken |= {place for bound in reading.bounds for place in bound.used}
    numbers = [(place, slot) for place, slot in free(reading, DIMS["number"], filled) if place not in taken]
    numbers = [one for one in numbers if plain[:1] != [LIMIT] or _counts(one[0], reading, words)]
    if len(numbers) == 1 and plain:
        place, slot = numbers[0]
        value = as_argument(slot)
        if isinstance(value, int | float) and not isinstance(value, bool):
            filled.args[plain[0]] = value
            filled.used.add(place)


def _counts(place: int, reading: Reading, words: Lexicon) -> bool:
    """Whether a number says how many: "the next 3", "5 appuntamenti"; "after 5" and "May 12" count nothing."""
    texts = reading.clause.words
    before, after = texts[place - 1] if place else "", texts[place + 1 : place + 1 + NOUN_AFTER]
    if before in COUNTS:
        return True
    if place == reading.clause.verb_end and reading.clause.verbs and not reading.clause.weak:
        return True  # "cerca 5 ricette"
    things = any(text in words.objects or text == "<glob>" for text in after)
    return things and before not in LEADS_HOUR


def _fill_lines(reading: Reading, words: Lexicon, filled: Filled) -> None:
    """How many lines, from which end: "the first 10 lines", "le 5 righe finali", "l'ultima riga"."""
    tokens = reading.clause.tokens
    for name, role in (("first_lines", "heads"), ("last_lines", "tails")):
        if words.is_cue(role, tuple(reading.clause.words[:1])):
            filled.args[name] = USUAL_LINES
            filled.used.add(0)
    for place in sorted(said("rows", reading.clause, words)):
        near = [at for at in (place - 2, place - 1, place + 1) if 0 <= at < len(tokens)]
        slots = [(at, slot) for at in near if at < place and (slot := tokens[at].slot) is not None]
        counts = [(at, as_argument(slot)) for at, slot in slots if slot.dim == "number"]
        single = words.is_cue("one_row", (tokens[place].text,))
        for name, role in LINES.items():
            ends = [at for at in near if words.is_cue(role, (tokens[at].text,))]
            if len(ends) != 1 or not (counts or single):
                continue
            value = counts[0][1] if counts else 1
            if isinstance(value, int) and value > 0:
                filled.args[name] = value
                filled.used |= {place, *ends, *(at for at, _ in counts)}


def _bounding(names: Sequence[str], bound: Bound, manifest: Manifest) -> tuple[str, Any] | None:
    """The argument that a bound goes to, and its value there; None when no argument takes it.

    "Smaller than 10 kB" leaves out what has just 10 kB: where only a largest value can be told, it is a byte less.
    """
    value = as_argument(bound.slot)
    if bound.op not in BOUNDED_BY or not isinstance(value, int | float):
        return None
    exact = next((name for name in names if name.startswith(BOUNDED_BY[bound.op])), None)
    if exact is not None:
        return exact, value
    other, farther = ALMOST[bound.op]
    name = next((name for name in names if name.startswith(BOUNDED_BY[other])), None)
    if name is None:
        return None
    whole = manifest.args["properties"][name].get("type") == "integer"
    return name, value + farther if whole else value
