"""Chooses the executor of one clause: the best profile, seen in the light of what came before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.profile import has_phrase, own_verb, profile, rarity, score
from metnos_cli.plan.sketch.arguments import word_before
from metnos_cli.plan.sketch.cues import asks_when, said
from metnos_cli.plan.sketch.entry_arguments import wants_folders
from metnos_cli.plan.sketch.kinds import argument_kinds, is_target, needs_source
from metnos_cli.plan.sketch.learned import decide
from metnos_cli.plan.sketch.moving import from_to, leads_new
from metnos_cli.plan.sketch.places import looks_like_file
from metnos_cli.plan.sketch.shifting import SIGNS, find_shift
from metnos_cli.plan.sketch.told_words import CALLS_OFF, NEXT, ONLY_CALLS_OFF
from metnos_cli.records import EFFECTFUL
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.profile import Profile
    from metnos_cli.plan.sketch.reading import Reading

REFERS, ALONE, NO_SOURCE, MISSING = 2.0, -2.0, -3.0, -1.0
ORDERED = 2.0
COUNTED_BY = 7.0
IN_TIME = 4.0
ROWS = 3.0
UNDECIDED = -4.0
LISTED = -5.0
ITSELF = 6.0
PLAIN_LIST = 2.5
UNASKED_CHANGE = -6.0
LACKS = -2.0
UNREAD = -2.5
FILE_FOLDER = 1.5
AT_LEAST = 2.5
"""Score under which nothing is near enough."""
SAME_THINGS, OTHER_THINGS = 1.0, -4.0
MAKES_OTHER_THINGS = frozenset({"send", "create", "write"})
"""Verbs that make something new of any entries: files are sent by mail."""
HANDLES = frozenset({"move", "copy", "delete", "send", "write"})
"""Verbs that do something to things, which is more than to put them in order."""
FILES = frozenset({"files", "dirs", "entries"})
"""Things that stand in folders, and things of any kind."""
FILE_VERBS, FOLDER_VERBS = frozenset({"read", "write"}), frozenset({"list", "find"})


@dataclass(frozen=True, slots=True)
class Choice:
    """The executor of a clause."""

    manifest: Manifest
    """Which one."""
    score: float
    """How well it fits."""
    margin: float
    """How much better than the next."""


class Chooser:
    """Scores a pool against clauses.

    Args:
        pool: The executors.
        words: The request's language.
    """

    def __init__(self, pool: Sequence[Manifest], words: Lexicon) -> None:
        self._words = words
        self._profiles: list[Profile] = [profile(manifest, words.lang) for manifest in pool]
        self._weights: Mapping[str, float] = rarity(self._profiles)

    def choose(self, reading: Reading, *, before: Manifest | None) -> Choice | None:
        """The best executor of a clause, or None when none is near.

        Args:
            reading: The clause.
            before: The executor whose entries an earlier step has, if any.
        """
        ranked = self.ranked(reading, before=before)
        if not ranked or ranked[0][1] < AT_LEAST:
            return None
        (best, top), *rest = ranked
        return Choice(best, top, top - rest[0][1] if rest else top)

    def ranked(self, reading: Reading, *, before: Manifest | None) -> list[tuple[Manifest, float]]:
        """All executors with their scores, the best first."""
        scored = [
            (
                one.manifest,
                score(reading.clause, one, self._weights, self._words)
                + _context(reading, one.manifest, before, self._words),
            )
            for one in self._profiles
        ]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0].name))


def _context(reading: Reading, manifest: Manifest, before: Manifest | None, words: Lexicon) -> float:
    """What an earlier step, a value or an order adds or takes away."""
    total = 0.0
    leans_back = before is not None and (reading.refers_back or not reading.has_source)
    if before is not None and leans_back:
        total += _same_things(before, manifest)
        leans = manifest.takes_entries or _takes_text(manifest)
        total += REFERS if leans else (ALONE if reading.refers_back else ALONE / 2)
    elif needs_source(manifest) and not (reading.has_source or _names_things(reading)):
        total += NO_SOURCE
    if reading.extreme is not None and manifest.verb == "sort":
        # With a source of its own the order comes after it; without, the order is what is wanted.
        handled = not HANDLES.isdisjoint(reading.clause.verbs)
        total += -2 * ORDERED if handled else ORDERED if leans_back else -ORDERED
    if reading.extreme is not None and manifest.verb == "compute" and "compute" not in reading.clause.verbs:
        total -= ROWS  # "which takes the most space" asks which, not how much
    if "compute" in reading.clause.verbs and manifest.verb == "compute" and counts_entries(reading, words):
        total += ROWS if needs_source(manifest) else -ROWS
    if manifest.effect in EFFECTFUL and (reading.clause.weak or not reading.clause.verbs):
        total += UNASKED_CHANGE  # nothing is changed that no verb asks for
    total += IN_TIME * asks_for_next(reading, manifest, words)
    total += IN_TIME * (moves_in_time(reading, manifest, words) or calls_off(reading, manifest))
    if reading.sort is not None and manifest.verb == "group" and "compute" in reading.clause.verbs:
        total += COUNTED_BY  # "how many by extension" is a grouping
    if _lacks_its_own(reading, manifest, words):
        total += LACKS
    total += _unasked(reading, manifest) + (UNASKED_CHANGE if _labels_nothing(reading, manifest, words) else 0.0)
    return total + _path_fit(reading, manifest, words) + _missing(reading, manifest, leans_back, words)


def _unasked(reading: Reading, manifest: Manifest) -> float:
    """What is taken away from executors that do more than the clause asks, or work on other things than it names."""
    total = 0.0
    if manifest.object in FILES - {"entries"} and _speaks_of_others(reading):
        total += OTHER_THINGS
    if manifest.verb == "read" and "read" not in reading.clause.verbs and not reading.has_source:
        total += UNREAD  # "le mail di oggi" are to be listed
    if manifest.effect == "send" and manifest.verb not in reading.clause.verbs:
        total += UNASKED_CHANGE  # nothing leaves the machine that no verb sends
    if manifest.verb == "create" and not SIGNS.keys().isdisjoint(reading.clause.verbs):
        total += UNASKED_CHANGE  # what is put off is there already
    return total


def _labels_nothing(reading: Reading, manifest: Manifest, words: Lexicon) -> bool:
    """Whether what tells entries apart would do so by nothing that is said: no label, no dimension, no verb."""
    if manifest.verb != "classify" or "classify" in reading.clause.verbs:
        return False
    choices = {one for schema in manifest.args.get("properties", {}).values() for one in schema.get("enum", ())}
    named = any(not choices.isdisjoint(words.values.get((text,), ())) for text in reading.clause.words)
    own = profile(manifest, words.lang).affinity
    return not named and own.isdisjoint(stem(text, words.lang) for text in reading.clause.words)


def moves_in_time(reading: Reading, manifest: Manifest, words: Lexicon) -> bool:
    """Whether something is moved to a time ("to Friday") or by one, which is no place, by what moves things in time."""
    if "move" not in reading.clause.verbs or reading.has_source or reading.globs or reading.objects:
        return False
    if reading.refers_back:
        return False
    kinds = argument_kinds(manifest)
    if not any(kind == "time" and is_target(name) for name, kind in kinds.items()):
        return False
    if find_shift(manifest, reading, words).value:
        return True
    tokens = reading.clause.tokens
    timed = [(token.slot, word_before(reading, place)) for place, token in enumerate(tokens) if token.slot is not None]
    timed = [(slot, before) for slot, before in timed if slot.dim == "time"]
    return any(leads_new(slot, before, words) or from_to(slot, before, words) for slot, before in timed)


def calls_off(reading: Reading, manifest: Manifest) -> bool:
    """Whether what is to be deleted is something of a day, by a verb for that: "annulla lo yoga di lunedì"."""
    clause = reading.clause
    if manifest.verb != "delete" or "time" not in argument_kinds(manifest).values() or not clause.verbs:
        return False
    if reading.has_source or reading.globs or reading.refers_back or set(reading.objects) - {manifest.object}:
        return False
    word = clause.words[clause.verb_start]
    times = [token.slot for token in clause.tokens if token.slot is not None and token.slot.dim == "time"]
    today = reading.now.date().isoformat()
    timed = any(str(as_argument(slot)).strip("./")[: len(today)] >= today for slot in times)
    return word.startswith(ONLY_CALLS_OFF) or (timed and word in CALLS_OFF)


def asks_for_next(reading: Reading, manifest: Manifest, words: Lexicon) -> bool:
    """Whether it is asked when the next of something is, which only what looks into a calendar tells."""
    kinds = argument_kinds(manifest)
    if manifest.verb != "find" or "time" not in kinds.values() or "query" not in kinds or manifest.object != "events":
        return False
    texts = reading.clause.words
    upcoming = any(text.startswith(NEXT) for text in texts[:-1])
    return upcoming and asks_when(reading.clause, words) and not (set(reading.objects) - {manifest.object})


def found_by_time(manifest: Manifest, reading: Reading, words: Lexicon) -> bool:
    """Whether a time tells which things are to be deleted, of an executor that takes none.

    "Cancella i promemoria di domani" means all of that day; of "il promemoria" only one, and nobody says which.
    """
    if manifest.effect != "delete" or "time" in argument_kinds(manifest).values():
        return False
    texts = ["", *reading.clause.words]
    nouns = [place for place, text in enumerate(texts) if words.objects.get(text) == manifest.object]
    several = (
        texts[place].endswith("s") if words.lang == "en" else _leads_several(texts[place - 1], words) for place in nouns
    )
    timed = any(token.slot is not None and token.slot.dim == "time" for token in reading.clause.tokens)
    return timed and bool(nouns) and all(several)


def _leads_several(word: str, words: Lexicon) -> bool:
    plural = words.is_cue("mine", (word,)) and word.endswith(("ei", "ie", "ri", "re"))
    return plural or words.is_cue("plural_articles", (word,))


def is_about(reading: Reading, manifest: Manifest, words: Lexicon) -> bool:
    """Whether a noun of the clause, or another word besides the verb, is the executor's own."""
    if manifest.object in reading.objects or moves_in_time(reading, manifest, words) or calls_off(reading, manifest):
        return True
    if asks_for_next(reading, manifest, words):
        return True
    clause = reading.clause
    rest = [text for place, text in enumerate(clause.words) if not own_verb(clause, place)]
    own = profile(manifest, words.lang)
    said = {stem(text, words.lang) for text in rest if not is_function_word(text, words)}
    return not said.isdisjoint(own.affinity) or has_phrase(clause, own)


def other_things(manifest: Manifest, reading: Reading) -> list[str]:
    """Nouns for things that something else is to be made of: "manda a Carlo gli appuntamenti di domani"."""
    if manifest.verb not in MAKES_OTHER_THINGS:
        return []
    return [thing for thing in reading.objects if thing not in {manifest.object, *FILES, "inputs", "now", "location"}]


def _speaks_of_others(reading: Reading) -> bool:
    """Whether other things than files are named, and no path: "la cartella Fatture" of the mails is none of files."""
    return not (reading.paths or reading.globs) and not FILES.issuperset(reading.objects)


def _same_things(before: Manifest, manifest: Manifest) -> float:
    """Whether the entries of a step are what an executor works on: files are not mails."""
    if not manifest.takes_entries:
        return 0.0
    if manifest.object == "entries" or manifest.verb in MAKES_OTHER_THINGS:
        return SAME_THINGS
    same = manifest.object == before.object or {manifest.object, before.object} == {"files", "dirs"}
    return SAME_THINGS if same else OTHER_THINGS


def _takes_text(manifest: Manifest) -> bool:
    """Whether it changes something by a text, which an earlier step may have found."""
    kinds = argument_kinds(manifest)
    return manifest.effect != "read" and any(kinds[name] == "text" for name in manifest.args.get("required", ()))


def _lacks_its_own(reading: Reading, manifest: Manifest, words: Lexicon) -> bool:
    """Whether every example has an optional text ("about ...") and the clause has no word that could be one."""
    kinds, required = argument_kinds(manifest), set(manifest.args.get("required", ()))
    always = [
        name
        for name, kind in kinds.items()
        if kind == "text" and name not in required and all(name in example.args for example in manifest.examples)
    ]
    clause = reading.clause
    content = (
        token.is_word and not own_verb(clause, place) and not is_function_word(token.text, words)
        for place, token in enumerate(clause.tokens)
    )
    return bool(manifest.examples and always) and not any(content)


def counts_entries(reading: Reading, words: Lexicon) -> bool:
    """Whether rows or folders are to be counted, which are entries of something, rather than files."""
    return bool(said("rows", reading.clause, words)) or wants_folders(reading, words)


def _names_things(reading: Reading) -> bool:
    """Whether a noun names something that an executor lists by itself, such as processes."""
    return any(thing not in {"entries", "files", "dirs"} for thing in reading.objects)


def _path_fit(reading: Reading, manifest: Manifest, words: Lexicon) -> float:
    """A file is read, a folder is listed."""
    if not reading.paths:
        return 0.0
    is_file = looks_like_file(str(reading.paths[0][1].fields.get("value", "")))
    if reading.globs and not is_file and manifest.verb == "read" and "read" not in reading.clause.verbs:
        return LISTED  # "show me the pdfs in ~/x" is a list of them
    if reading.extreme is not None and manifest.verb == "list" and "files" in reading.objects:
        return -FILE_FOLDER  # the largest files are looked for in the subfolders too
    if manifest.verb == "list" and not is_file and _is_plain_list(reading, words):
        return PLAIN_LIST  # "list the files in ~/x" is what stands in the folder
    if manifest.verb in FILE_VERBS:
        return FILE_FOLDER if is_file else -FILE_FOLDER / 2
    if manifest.verb in FOLDER_VERBS:
        return -FILE_FOLDER if is_file else FILE_FOLDER / 2
    return 0.0


def _is_plain_list(reading: Reading, words: Lexicon) -> bool:
    """Whether a verb asks for a list and nothing narrows or orders it."""
    clause = reading.clause
    lists = words.verb(clause.words[clause.verb_start]) if clause.verbs[:1] == ("list",) else None
    narrowed = (
        reading.globs,
        reading.spared,
        reading.bounds,
        reading.age,
        reading.extreme,
        reading.sort,
        reading.named,
        reading.contents,
    )
    timed = any(token.slot is not None and token.slot.dim == "time" for token in clause.tokens)
    return lists is not None and not timed and not any(narrowed)


def _missing(reading: Reading, manifest: Manifest, leans_back: bool, words: Lexicon) -> float:
    """A required value that the clause does not have."""
    required = set(manifest.args.get("required", ()))
    kinds = argument_kinds(manifest)
    if "url" in {kinds.get(name) for name in required} and not reading.urls and not leans_back:
        return MISSING
    undecided = any(
        kinds.get(name) == "enum" and decide(manifest, name, reading.clause.words, words)[0] is None
        for name in required
    )
    if undecided:
        return UNDECIDED
    # "the total size of ~/x" is one step for what measures files itself.
    itself = manifest.verb == "compute" and not needs_source(manifest) and reading.has_source and not leans_back
    itself = itself and reading.extreme is None and reading.sort is None and "compute" in reading.clause.verbs
    sized = any("size" in words.values.get((word,), ()) for word in reading.clause.words)
    return ITSELF if itself and sized and not said("mean_of", reading.clause, words) else 0.0
