"""Refuses plans that miss the point: they tell where something was to be changed, or answer another question."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.choose import is_about
from metnos_cli.plan.sketch.directions import said_direction
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_at
from metnos_cli.plan.sketch.entry_arguments import CONDITION_FIELD
from metnos_cli.plan.sketch.kinds import FILES, FROM_STEP
from metnos_cli.plan.sketch.numbers import LINES
from metnos_cli.plan.sketch.places import looks_like_file
from metnos_cli.plan.sketch.sought import word_sought
from metnos_cli.plan.sketch.vocabulary import lexical_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Slot, Step

NO_FILES = frozenset({"messages", "events", "tasks", "contacts", "facts", "processes", "system"})
"""Things that lie in no folder."""
CHANGES = frozenset({"move", "copy", "delete", "write", "send"})
"""Verbs after which something is no more as it was."""
CLOCK, ABOUT = "now", "about"
LOOKS_INTO = frozenset({"read", "compute"})
"""Verbs that tell what a file holds, and not whether it is there."""
QUOTES = frozenset("'\"’”»`")
MACHINE = frozenset({"system", "files", "dirs", "entries"})
"""What a computer is and holds as a whole."""


def misses(draft: Draft, first: int, reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """Why the steps of a clause do not do what it asks; None where they do.

    Args:
        draft: The plan so far.
        first: How many steps there were before this clause.
        reading: The clause.
        used: Places of its tokens that have had their say.
        words: Its language.
    """
    made = draft.made[first:]
    return (
        _unsought(made, reading, used, words)
        or _answered_otherwise(made, reading, words)
        or _never_asked(draft, first, reading, words)
        or _torn(reading, words)
        or _time_left(draft, first, reading, words)
        or _other_things(draft, first)
        or (_said("exists", reading, words) if any(one.verb in LOOKS_INTO for one in made) else None)
        or _two_people(made, reading, words)
        or _saved_in_folder(draft, first, reading)
        or _unordered(made, reading, used, words)
        or _past_hour(draft, first, reading, words)
        or (_of_files(reading, words) if any(one.object in FILES for one in made) else None)
        or _uncounted(made, reading, words)
        or _other_digest(made, reading, words)
        or _emptied(draft, first, reading, words)
        or _blank(made, reading, words)
        or _topic(draft, first, reading, used, words)
        or _some_rows(draft.steps[first:], made, reading, words)
    )


def _said(role: str, reading: Reading, words: Lexicon) -> Refusal | None:
    """A refusal where the words of a role are said: nothing answers them."""
    places = cues.said(role, reading.clause, words)
    return left_at(reading, places) if places else None


def _time_left(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """How long it is until something: only the clock tells that, of a day or of an hour."""
    places = cues.said("time_left", reading.clause, words)
    steps = list(zip(draft.steps[first:], draft.made[first:], strict=True))
    if places and not all(made.object == CLOCK and step.args for step, made in steps):
        return left_at(reading, places)
    if not all(made.object == CLOCK for _, made in steps):
        return None
    slots = {place: token.slot for place, token in enumerate(reading.clause.tokens) if token.slot is not None}
    opened = {place for place, slot in slots.items() if slot.fields.get("kind") == "open"}
    counted = cues.said("how_long", reading.clause, words) - places
    if counted and not opened:
        return left_at(reading, counted)  # "how many days has February": how long something is, or was ago
    later = {place for place in opened if _ends_later(slots[place])}
    return left_at(reading, later) if later else None


def _ends_later(slot: Slot) -> bool:
    """Whether an open time does not end where it is meant: "until the SUMMER", and what is no end, "since ..."."""
    fields = slot.fields
    if fields.get("dir") != "before":
        return True
    end = datetime.fromisoformat(str(fields["argument"]).strip("./"))
    lasts = end - datetime.fromisoformat(str(fields["value"]))
    return lasts != timedelta(days=1) if end.time() == time.min else bool(lasts)


def _topic(draft: Draft, first: int, reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """What a text is asked about, where it would be told as a whole: "tell me the deadlines"."""
    for step, made in zip(draft.steps[first:], draft.made[first:], strict=True):
        if not (made.verb == "describe" or ABOUT in made.args["properties"]) or ABOUT in step.args:
            continue
        others = NO_FILES - {one.object for one in draft.made}
        tokens = list(enumerate(reading.clause.tokens))
        places = {at for at, token in tokens if at not in used and words.objects.get(token.text) in others}
        if places:
            return left_at(reading, places)
    return None


def _two_people(made: Sequence[Manifest], reading: Reading, words: Lexicon) -> Refusal | None:
    """People who are joined, though one search finds one of them: "Luke's phone and Martha's email"."""
    if not any(one.object == "contacts" for one in made):
        return None
    tokens = reading.clause.tokens
    names = [place for place, token in enumerate(tokens) if token.is_word and token.capital and place]
    joins = (at for at, token in enumerate(tokens) if words.is_cue("connectors", (token.text,)))
    apart = bool(names) and any(names[0] < at < names[-1] for at in joins)
    return left_at(reading, names) if apart else None


def _saved_in_folder(draft: Draft, first: int, reading: Reading) -> Refusal | None:
    """A file of the web that is saved where a folder may be: as what, nobody said."""
    for step, made in zip(draft.steps[first:], draft.made[first:], strict=True):
        if made.verb != "write" or made.object != "files" or looks_like_file(str(step.args.get("path", "~/x.y"))):
            continue
        if any(
            looks_like_file(str(one.args.get("url", ""))) and str(one.args["url"]).count("/") > 2 for one in draft.steps
        ):
            return left_at(reading, [place for place, _ in reading.paths])
    return None


def _of_files(reading: Reading, words: Lexicon) -> Refusal | None:
    """What nobody can tell of files: whose they are, two extremes at once, when they were opened."""
    return (
        _said("whose", reading, words)
        or _two_extremes(reading, words)
        or _untold(reading, words)
        or _in_two_places(reading)
        or _two_texts(reading, words)
    )


def _in_two_places(reading: Reading) -> Refusal | None:
    """Each of two kinds with a folder of its own: "sposta le foto in ~/a e i pdf in ~/b"."""
    marked = [(place, text) for place, text in enumerate(reading.clause.words) if text in {"<glob>", "<path>"}]
    spared = {place for _, places in reading.spared for place in places}
    marked = [one for one in marked if one[0] not in spared]
    order = "".join("g" if text == "<glob>" else "p" for _, text in marked)
    at = order.find("gpg")
    return left_at(reading, {marked[at + 2][0]}) if at >= 0 else None


def _two_texts(reading: Reading, words: Lexicon) -> Refusal | None:
    """Two words that files should hold, unquoted: both, or either, or one after the other."""
    used = reading.contents.used if reading.contents is not None else ()
    joins = [place for place in used if words.is_cue("connectors", (reading.clause.words[place],))]
    return left_at(reading, joins) if joins else None


def _two_extremes(reading: Reading, words: Lexicon) -> Refusal | None:
    """The largest and the smallest: one order has one first."""
    if reading.extreme is None:
        return None
    texts = reading.clause.words
    had = reading.extreme.used.union(said_direction(reading.clause, words), *(one.used for one in reading.bounds))
    for entry in words.superlatives:
        size = len(entry.words)
        for place in range(len(texts) - size + 1):
            here = set(range(place, place + size))
            if tuple(texts[place : place + size]) == entry.words and not here & had:
                return left_at(reading, here)
    return None


def _past_hour(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """What time it was on another day has no answer."""
    steps = zip(draft.steps[first:], draft.made[first:], strict=True)
    spans = [str(step.args.get("when", "")).partition("/") for step, made in steps if made.object == "now"]
    now = reading.now.isoformat()
    other = any(slash and not start <= now < end for start, slash, end in spans)
    return _said("hour_asked", reading, words) if other else None


def _uncounted(made: Sequence[Manifest], reading: Reading, words: Lexicon) -> Refusal | None:
    """Entries are counted, not the words or the pages of their texts."""
    if all(one.verb != "compute" for one in made):
        return None
    texts = [*reading.clause.words, ""]
    said = cues.said("uncounted", reading.clause, words)
    places = [place for place in said if texts[place + 1] != "<glob>"]  # but "le pagine html"
    return left_at(reading, places) if places else None


def _answered_otherwise(made: Sequence[Manifest], reading: Reading, words: Lexicon) -> Refusal | None:
    """Something is to be changed that no step changes: "delete the disk" is not answered by how full it is."""
    clause = reading.clause
    if clause.weak or not clause.verbs or not CHANGES.issuperset(clause.verbs):
        return None
    if not all(is_function_word(text, words) for text in clause.words[: clause.verb_start]):
        return None  # "identical copies": nothing is to be copied
    only_told = all(one.effect == "read" and one.object != "entries" for one in made)
    things = set(reading.objects)
    machine = "delete" in clause.verbs and "system" in things and things <= MACHINE and not reading.has_source
    return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE) if only_told or machine else None


def _never_asked(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """A question that nobody would understand: by which field, or which event, where none was spoken of."""
    asked = {f"${{ARG:{one.var}}}" for one in draft.missing}
    for step, made in zip(draft.steps[first:], draft.made[first:], strict=True):
        names = {name for name, value in step.args.items() if isinstance(value, str) and value in asked}
        unspoken = made.object not in FILES and not is_about(reading, made, words)
        if CONDITION_FIELD in names or (names and made.effect == "delete" and unspoken):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    return None


def _emptied(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """A file that is to be emptied is not to be deleted: only of folders is that the same."""
    clause = reading.clause
    asked = range(clause.verb_start, clause.verb_end)
    if not any(words.is_cue("whole", (clause.words[place],)) for place in asked):
        return None
    trash = any("trash" in words.values.get((text,), ()) for text in clause.words)
    if trash and all(made.effect == "delete" for made in draft.made[first:]):
        return left_at(reading, asked)  # what is in the trash nobody deletes here
    pairs = zip(draft.steps[first:], draft.made[first:], strict=True)
    files = any(made.effect == "delete" and looks_like_file(str(step.args.get("path", ""))) for step, made in pairs)
    return left_at(reading, asked) if files else None


def _blank(made: Sequence[Manifest], reading: Reading, words: Lexicon) -> Refusal | None:
    """An empty line is no text that says "empty line"."""
    empty, rows = (cues.said(role, reading.clause, words) for role in ("empty", "rows"))
    beside = [place for place in empty if {place - 1, place + 1} & rows]
    return left_at(reading, beside) if beside and any(one.verb == "write" for one in made) else None


def _some_rows(steps: Sequence[Step], made: Sequence[Manifest], reading: Reading, words: Lexicon) -> Refusal | None:
    """The first or the last lines of a file, where nobody can tell how many, or no step takes just those."""
    if not any(one.object in FILES for one in made) or any(LINES.keys() & step.args.keys() for step in steps):
        return None
    texts = ["", *reading.clause.words, ""]
    rows = cues.said("rows", reading.clause, words)
    places: set[int] = set()
    for at in rows:
        near = [place for place in (at - 2, at - 1, at + 1) if place >= 0 and _tells_end(texts[place + 1], words)]
        places |= {at, *near} if near else set()
    if any(one.verb == "read" for one in made):
        places |= cues.said("end_of", reading.clause, words)
    return left_at(reading, places) if places else None


def _tells_end(word: str, words: Lexicon) -> bool:
    return any(words.is_cue(role, (word,)) for role in ("opening", "closing", "ranks"))


def _other_digest(made: Sequence[Manifest], reading: Reading, words: Lexicon) -> Refusal | None:
    """One digest is not the other: no executor computes the MD5 of a file."""
    places = cues.said("digests", reading.clause, words)
    return left_at(reading, places) if places and any(one.object in FILES for one in made) else None


def _unsought(made: Sequence[Manifest], reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """A word that files are looked for by: it is passed over, or nobody says whether it is their name or their text."""
    place, either = word_sought(reading.clause, words)
    if place < 0 or place in used or not any(one.object == "files" and one.verb == "find" for one in made):
        return None
    known = reading.clause.words[place] in lexical_words(words.lang)
    return left_at(reading, {place}) if known or either else None


def _torn(reading: Reading, words: Lexicon) -> Refusal | None:
    """A name with a space that no quotation marks hold together: of "~/Nuova Cartella" only half is a path."""
    tokens = reading.clause.tokens
    for place, (token, after) in enumerate(pairwise(tokens), start=1):
        between = reading.text[token.end : after.start]
        if token.text != "<path>" or reading.text[token.end - 1] in QUOTES or between.strip(" ") or not between:
            continue
        said = reading.text[after.start : after.end]
        titled = said[:1].isupper() and (len(said) == 1 or not said.isupper())
        courtesy = words.is_cue("courtesy", (said.lower(),))
        bare = after.text == "<path>" and not {"/", "~"} & set(said)
        kind = after.is_word and words.lang == "it" and words.is_cue("folder", (after.text,))
        if (titled and not courtesy and after.text in {said.lower(), "<glob>", "<path>"}) or bare or kind:
            return left_at(reading, {place})
    return None


def _untold(reading: Reading, words: Lexicon) -> Refusal | None:
    """The disk tells when a file was changed, and not when it was opened; nor which were downloaded, but by folder."""
    clause = reading.clause
    timed = any(token.slot is not None and token.slot.dim == "time" for token in clause.tokens)
    if not timed:
        return None
    roles = ("untold",) if reading.paths else ("untold", "downloaded")
    asked = set(range(clause.verb_start, clause.verb_end)) if not clause.weak else set()
    places = {place for role in roles for place in cues.said(role, clause, words)} - asked
    return left_at(reading, places) if places else None


def _unordered(made: Sequence[Manifest], reading: Reading, used: Collection[int], words: Lexicon) -> Refusal | None:
    """An order of files that was told and that no step makes: "list the files in ~/x, largest first"."""
    places = said_direction(reading.clause, words)
    return (
        left_at(reading, places)
        if places and places.isdisjoint(used) and any(one.object in FILES for one in made)
        else None
    )


def _other_things(draft: Draft, first: int) -> Refusal | None:
    """Mails are not read as files are, nor files archived as mails are."""
    for step, made in zip(draft.steps[first:], draft.made[first:], strict=True):
        number = step.args.get(FROM_STEP)
        source = draft.source_of(number) if isinstance(number, int) else None
        if source is None or made.verb == "send":
            continue
        if (source.object in NO_FILES and made.object in FILES) or (source.object in FILES and made.object in NO_FILES):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    return None
