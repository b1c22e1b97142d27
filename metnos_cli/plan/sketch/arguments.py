"""Fills the arguments of one executor from one clause: values by their kind, paths by the words before them."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.senders import MAIL, SENDER
from metnos_cli.plan.sketch.cues import names_folder, said, said_deep
from metnos_cli.plan.sketch.file_times import told_time
from metnos_cli.plan.sketch.filled import Filled, free
from metnos_cli.plan.sketch.kinds import DIMS, FROM_STEP, argument_kinds, is_target, text_dims
from metnos_cli.plan.sketch.learned import UNSET, decide, learned
from metnos_cli.plan.sketch.mail_words import PLACE, SUBJECT, is_subject, places_told, topic
from metnos_cli.plan.sketch.moving import UNCLEAR, day_and_hour, told_moves
from metnos_cli.plan.sketch.numbers import fill_numbers
from metnos_cli.plan.sketch.places import extensions_of
from metnos_cli.plan.sketch.recurring import REPEATS, said_to_repeat
from metnos_cli.plan.sketch.shifting import DIRECTION, SHIFT, find_shift
from metnos_cli.plan.sketch.told_words import NOUNS
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Slot

TARGET_LAST = 1.0
STANDING = 2.5
CONTENT = frozenset({"text", "content", "body", "message", "note", "query"})
"""Arguments that take a quotation when nothing says which does."""
RECURSIVE = "recursive"
TITLE = "title"
"""Argument that takes a thing's new name."""
QUERY, SEARCHES = "query", frozenset({"find", "read"})
"""The argument of what searches for words by itself."""


def fill(manifest: Manifest, reading: Reading, words: Lexicon, taken: Iterable[int] = ()) -> Filled:
    """Every argument that the clause gives by itself; ``from_step`` and composition are for others.

    Args:
        manifest: The executor.
        reading: The clause.
        words: Its language.
        taken: Places of values that another executor has taken.
    """
    filled = Filled(used=set(taken))
    shift = find_shift(manifest, reading, words)
    filled.args |= {SHIFT: shift.value} if shift.value else {}
    filled.used |= shift.used
    filled.apart = shift.used
    filled.kept |= shift.kept
    for kind in (
        "path",
        "url",
        "email",
        "person",
        "glob",
        "time",
        "duration",
        "number",
        "enum",
        "flag",
        "text",
        "list",
    ):
        names = [
            name for name, own in argument_kinds(manifest).items() if own == kind and name not in (FROM_STEP, DIRECTION)
        ]
        if names:
            _FILLERS[kind](names, manifest, reading, words, filled)
    return filled


def _paths(names: list[str], manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """Each path goes where the words before it say: "da X" to the source, "in Y" to the target."""
    sought = reading.named.used if reading.named is not None else frozenset()
    found = [one for one in free(reading, DIMS["path"], filled) if one[0] not in sought]
    fits = [[path_fit(name, word_before(reading, place), manifest, words) for name in names] for place, _ in found]
    for at, (place, _) in enumerate(found if len(names) > 1 or is_target(names[0]) else ()):
        goes = standing(reading, place, words)
        fits[at] = [fit + (goes if is_target(name) else -goes) for fit, name in zip(fits[at], names, strict=True)]
    count = min(len(names), len(found))
    ways = [
        tuple(zip(places, order, strict=True))
        for places in combinations(range(len(found)), count)
        for order in permutations(range(len(names)), count)
    ]
    for at, name in max(ways, key=lambda way: _worth(way, fits, names), default=()):
        if len(names) > 1 and fits[at][name] < 0:
            continue
        place, slot = found[at]
        filled.args[names[name]] = as_argument(slot)
        filled.used.add(place)
        if is_target(names[name]):
            filled.targets.add(place)


def standing(reading: Reading, place: int, words: Lexicon) -> float:
    """What the place of a path among several tells of it: positive, things go there; negative, they are there.

    "copia in ~/b i pdf che trovi in ~/a": the first stands between the verb and what is copied, the second says which.
    """
    clause, texts = reading.clause, reading.clause.words
    if len(reading.paths) < 2:
        return 0.0
    if any(words.cue_at("relative", texts, start) == place - start for start in range(max(0, place - 6), place)):
        return -STANDING
    between = clause.tokens[clause.verb_end : place]
    light = ("prepositions", "articles", "folder", "into")
    leads = bool(between) and all(any(words.is_cue(role, (token.text,)) for role in light) for token in between)
    into = words.is_cue("into", (word_before(reading, place),))
    return STANDING if clause.verbs and leads and into and place == reading.paths[0][0] else 0.0


def _worth(way: Sequence[tuple[int, int]], fits: Sequence[Sequence[float]], names: Sequence[str]) -> float:
    """How well paths fit arguments given in this way; what is named last is where things go."""
    targets = [is_target(names[name]) for _, name in way]
    last = len(targets) > 1 and targets[-1] and not targets[0]
    return sum(fits[at][name] for at, name in way) + (TARGET_LAST if last else 0.0)


def path_fit(name: str, before: str, manifest: Manifest, words: Lexicon) -> float:
    """How well a word before a path fits an argument: by the examples, then by what the words mean."""
    counts = learned(manifest, words).before.get(name, {})
    total = sum(counts.values()) or 1
    fit = 2.0 * counts.get(before, 0) / total
    into = words.is_cue("into", (before,)) or words.is_cue("named", (before,))
    source = words.is_cue("from", (before,))
    if is_target(name):
        return fit + (1.0 if into else -1.0)
    return fit + (1.0 if source else -0.5 if into else 0.5)


def word_before(reading: Reading, place: int) -> str:
    """The preposition before a value, a noun such as "cartella" skipped; empty when there is none."""
    for before in range(place - 1, max(place - 4, -1), -1):
        token = reading.clause.tokens[before]
        if token.slot is not None or token.mark:
            return ""
        if token.text not in NOUNS_BEFORE_PATHS:
            return token.text
    return ""


NOUNS_BEFORE_PATHS = frozenset(
    {"cartella", "file", "directory", "folder", "la", "il", "the", "un", "una", "a", "nuova", "new", "documento"}
) - {"a"}


def _values(dims: frozenset[str]) -> Callable[..., None]:
    """A filler that gives values of these dimensions to the arguments in their order."""

    def take(names: list[str], _manifest: Manifest, reading: Reading, _words: Lexicon, filled: Filled) -> None:
        for name in names:
            fits = dims - {SENDER} if is_target(name) else dims  # who sent a mail is not who gets it
            place, slot = next(iter(free(reading, fits, filled)), (-1, None))
            if slot is None:
                continue
            filled.args[name] = as_argument(slot)
            filled.used.add(place)
            if is_target(name):
                filled.targets.add(place)

    return take


def _times(names: list[str], manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """A time as it was said, or the open interval that an age means."""
    if reading.age is not None:
        filled.args[names[0]] = reading.age.text
        filled.used |= reading.age.used
        names = names[1:]
    found = free(reading, DIMS["time"], filled)
    joined = day_and_hour([slot for _, slot in found], reading, words.lang) if len(names) == 1 else None
    if joined is not None:
        filled.args[names[0]] = joined
        filled.used |= {place for place, _ in found}
        return
    if _moved(names, found, reading, words, filled):
        return
    if SHIFT in filled.args:  # the times tell which one is moved, and not where to
        names = [name for name in names if not is_target(name)]
        found = [one for one in found if not words.is_cue("into", (word_before(reading, one[0]),))]
    for name, (place, slot) in zip(names, found, strict=False):
        if is_target(name) and slot.fields.get("kind") == "interval" and slot.fields.get("grain") != "day":
            continue  # "tomorrow's ... at 5 pm to Friday at 3 pm" is no stretch that something could be moved to
        filled.args[name] = told_time(slot, manifest, reading.now)
        filled.used.add(place)


def _moved(
    names: list[str], found: Sequence[tuple[int, Slot]], reading: Reading, words: Lexicon, filled: Filled
) -> bool:
    """Whether the times said when something is and to which hour of that day it is moved."""
    if SHIFT in filled.args or len(names) != 2 or not is_target(names[1]):
        return False
    after = [*reading.clause.words[1:], ""]
    told = told_moves([(slot, word_before(reading, place), after[place]) for place, slot in found], reading, words)
    filled.args |= {name: value for name, value in zip(names, told, strict=False) if value}
    if told == UNCLEAR:
        filled.kept |= {place for place, _ in found}
    elif told:
        nouns = _named_by(names[1], reading, words)  # "cambia L'ORARIO della riunione"
        filled.used |= {place for place, _ in found} | nouns
        filled.apart |= nouns
    return bool(told)


def _durations(names: list[str], _manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """A length; where something can be put off by a time, "di un'ora" / "by an hour" is that, and never a length."""
    found = free(reading, DIMS["duration"], filled)
    if SHIFT in names:
        found = [one for one in found if not words.is_cue("by_amount", (word_before(reading, one[0]),))]
    for name, (place, slot) in zip([one for one in names if one != SHIFT], found, strict=False):
        filled.args[name] = as_argument(slot)
        filled.used.add(place)


def _globs(names: list[str], manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """A pattern, written, spoken ("i pdf"), or made of a name ("con bolletta nel nome")."""
    name = names[0]
    patterns = [(place, slot) for place, slot in reading.globs if place not in filled.used]
    endings = [extensions_of(str(slot.fields["value"])) for _, slot in patterns]
    wrapped = name in learned(manifest, words).wrapped
    if len(patterns) == 1:
        place, slot = patterns[0]
        filled.args[name] = as_argument(slot)
        filled.used.add(place)
        if reading.named is not None and wrapped:
            filled.args[name] = f"*{reading.named.text}{slot.fields['value']}"
            filled.used |= reading.named.used
    elif len(patterns) == 2 and _says_more(patterns, endings):
        slot = patterns[0 if len(endings[0]) == 1 else 1][1]
        filled.args[name] = as_argument(slot)
        filled.used |= {place for place, _ in patterns}
    elif len(patterns) > 1 and all(endings):
        filled.args[name] = f"*.{{{','.join(dict.fromkeys(one for ending in endings for one in ending))}}}"
        filled.used |= {place for place, _ in patterns}
    elif not patterns and reading.named is not None and wrapped:
        filled.args[name] = f"*{reading.named.text}*"
        filled.used |= reading.named.used


def _says_more(patterns: Sequence[tuple[int, Slot]], endings: Sequence[Sequence[str]]) -> bool:
    """Whether one of two patterns side by side tells which of the other's kind are meant: "i video mov"."""
    (_, one), (_, other) = patterns
    return min(map(len, endings)) == 1 < max(map(len, endings)) and other.start - one.end == 1


def _choices(names: list[str], manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    tokens = reading.clause.tokens
    deep = said_deep(reading.clause, words)
    goes = places_told(manifest, reading.clause, words)
    heard = [
        (place, token.text)
        for place, token in enumerate(tokens)
        if not (words.is_cue("folder", (token.text,)) and names_folder(reading.clause, place, words))
    ]
    for name in names:
        if name == RECURSIVE and not deep and not said("folder", reading.clause, words):
            continue  # "senza estensione" leaves out something else
        if deep and name == RECURSIVE:
            filled.used |= deep  # what the examples say of subfolders is that they are left out
            continue
        if name == RECURSIVE and (denied := said("deep", reading.clause, words)):
            filled.args[name] = False
            filled.used |= denied
            continue
        texts = [text for place, text in heard if name != PLACE or place not in goes]
        chosen, word = decide(manifest, name, texts, words)
        if chosen is not None:
            filled.args[name] = chosen
            told = _saying(_name_of(name, chosen), reading, words)
            led = said_to_repeat(tokens, min(told)) if told and chosen in REPEATS else len(tokens)
            filled.used |= told | frozenset(range(led, min(told, default=led)))
            filled.used |= {place for place, token in enumerate(tokens) if token.text == (word or name)}
            # A word of the examples tells one choice: "cucina" is the room, and says nothing of on or off.
            heard = [one for one in heard if one[1] != word]


def _name_of(name: str, chosen: Any) -> Any:
    """What the lexicon calls a choice: a flag has a name for each of its two ways."""
    return name if chosen is True else f"{UNSET}{name}" if chosen is False else chosen


def _saying(value: Any, reading: Reading, words: Lexicon) -> frozenset[int]:
    """Places of the words that ask for a choice by a name of several words ("in fondo"), or of a negation in it."""
    texts = reading.clause.words
    return frozenset(
        at
        for place in range(len(texts))
        for count in range(2, min(words.longest, len(texts) - place) + 1)
        if value in words.values.get(tuple(texts[place : place + count]), ())
        for at in range(place, place + count)
    )


def _texts(names: list[str], manifest: Manifest, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """Quoted text goes to the arguments in order; a time zone to the one that takes it."""
    for name in names:
        described = str(manifest.args["properties"][name].get("description", ""))
        if "IANA" in described or name in {"zone", "timezone"}:
            _zone(name, reading, words, filled)
            continue
    for name in names:
        _named_folder(name, reading, words, filled)
    if QUERY in names and QUERY not in filled.args and reading.contents is not None and manifest.verb in SEARCHES:
        filled.args[QUERY] = reading.contents.text  # "the mails mentioning warranty"
        filled.used |= reading.contents.used
    about = topic(reading.clause, reading.text, words) if QUERY in names and manifest.object == MAIL else None
    if about is not None and QUERY not in filled.args:
        filled.args[QUERY] = about.text
        filled.used |= about.used
    taken = reading.named.used if reading.named is not None else frozenset()
    dims = {name: text_dims(manifest, name) for name in names}
    for place, slot in free(reading, frozenset().union(*dims.values()), filled):
        left = [name for name in names if name not in filled.args and slot.dim in dims[name]]
        if is_subject(reading.clause, place, words):
            left = [name for name in left if name == SUBJECT]
        if place in taken or not left:
            continue
        before = reading.clause.words[place - 1] if place else ""
        told = {name: learned(manifest, words).before.get(name, {}).get(before, 0) for name in left}
        nouns = {name: _named_by(name, reading, words) for name in left}
        best = max(left, key=lambda name: (bool(nouns[name]), told[name], name in CONTENT, -left.index(name)))
        filled.args[best] = as_argument(slot)
        filled.used |= {place, *nouns[best]}
        filled.apart |= nouns[best]


def _named_by(name: str, reading: Reading, words: Lexicon) -> frozenset[int]:
    """Places of the words that name an argument ("il titolo di ...", "the place of ..."), or of a verb that does."""
    nouns = frozenset(at for at, text in enumerate(reading.clause.words) if text in NOUNS.get(name, ()))
    return nouns or (said("renames", reading.clause, words) if name == TITLE else frozenset())


def _named_folder(name: str, reading: Reading, words: Lexicon, filled: Filled) -> None:
    """A folder that things go to by its name: "nella cartella Bollette", "to the Bills folder"."""
    if not is_target(name) or name in filled.args:
        return
    tokens = reading.clause.tokens
    for place in range(reading.clause.verb_end, len(tokens) - 1):
        if not words.is_cue("into", (tokens[place].text,)):
            continue
        first = place + 1 + (words.is_cue("articles", (tokens[place + 1].text,)))
        pair = tokens[first : first + 2]
        if len(pair) < 2 or not all(token.is_word for token in pair):
            continue
        at = next((at for at in (0, 1) if words.is_cue("folder", (pair[at].text,))), None)
        named = None if at is None else pair[1 - at]
        if named is not None and named.capital:
            filled.args[name] = reading.text[named.start : named.end]
            filled.used |= set(range(place, first + 2))
            filled.targets |= set(range(place, first + 2))
            return


def _zone(name: str, reading: Reading, words: Lexicon, filled: Filled) -> None:
    texts = reading.clause.words
    for place in range(len(texts)):
        for count in (3, 2, 1):
            zone = words.zones.get(tuple(texts[place : place + count]))
            if zone:
                filled.args[name] = zone
                filled.used |= set(range(place, place + count))
                return


def _lists(names: list[str], _manifest: Manifest, reading: Reading, _words: Lexicon, filled: Filled) -> None:
    quoted = free(reading, DIMS["text"], filled)
    if len(quoted) > 1:
        filled.args[names[0]] = [as_argument(slot) for _, slot in quoted]
        filled.used |= {place for place, _ in quoted}


_FILLERS: Mapping[str, Callable[[list[str], Manifest, Reading, Lexicon, Filled], None]] = {
    "path": _paths,
    "url": _values(DIMS["url"]),
    "email": _values(DIMS["email"]),
    "person": _values(DIMS["person"]),
    "glob": _globs,
    "time": _times,
    "duration": _durations,
    "number": fill_numbers,
    "enum": _choices,
    "flag": _choices,
    "text": _texts,
    "list": _lists,
}
