"""Reads the set phrases of a clause: extremes and orders, bounds, names and contents, references, refusals."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.sketch.directions import DIRECTIONS, key_told, told_direction
from metnos_cli.plan.sketch.marks import Bound, Order, Phrase, values
from metnos_cli.plan.sketch.sought import file_sought, text_sought
from metnos_cli.plan.sketch.spared import find_spared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.marks import Used
    from metnos_cli.records import Slot


def wants_order(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether the clause asks for an extreme or an order."""
    return find_extreme(clause, lexicon) is not None or find_sort_key(clause, lexicon) is not None


LONGEST_COMPARATOR = 8
"""Words that a comparison may have: "that haven't been modified in"."""
AGES = frozenset({"older", "newer"})
UNITS: Mapping[str, float] = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "week": 7 * 86_400,
    "month": 30 * 86_400,
    "year": 365 * 86_400,
}
"""Seconds in a unit; months and years as people mean them when they speak of age."""


def wants_conditions(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether the clause narrows things down by a bound, a content or an owner."""
    if find_bounds(clause, lexicon) or find_contents(clause, lexicon) or find_spared(clause, lexicon):
        return True
    if said("folder", clause, lexicon) and find_named(clause, lexicon):
        return True  # folders are listed, and listing knows no names
    return bool(said("owner", clause, lexicon))


def find_extreme(clause: Clause, lexicon: Lexicon) -> Order | None:
    """Read "the 3 largest", "i 20 più grandi", "più memoria", "gli ultimi 5"; None when nothing of the kind is said."""
    texts = clause.words
    bounds = frozenset(place for bound in find_bounds(clause, lexicon) for place in bound.used)
    bounds |= told_direction(texts, lexicon)[1]
    for entry in lexicon.superlatives:
        place = _find(texts, entry.words, bounds)
        if place < 0 or (entry.key == "modified" and _speaks_of_rows(clause, lexicon)):
            continue
        used = set(range(place, place + len(entry.words)))
        limit = _count_near(clause, place, place + len(entry.words))
        if limit is not None:
            used.add(limit)
            return Order(entry.key, entry.order, _integer(clause.tokens[limit]), frozenset(used))
        end = place + len(entry.words)
        if lexicon.lang == "en" and lexicon.is_cue("one_thing", tuple(texts[end : end + 1])):
            return Order(entry.key, entry.order, 1, frozenset({*used, end}))  # "the biggest one"
        single = _is_single(clause, place, entry.words, lexicon)
        return Order(entry.key, entry.order, 1 if single else None, frozenset(used))
    return None


def _speaks_of_rows(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether rows of a text are meant ("le ultime 5 righe"): those have no time by which the last could be told."""
    return bool(said("rows", clause, lexicon))


def _find(texts: list[str], phrase: Sequence[str], taken: Used) -> int:
    """Place of a phrase among the words, -1 for none; a comparison ("più grandi di 10 MB") is not an extreme."""
    for place in range(len(texts) - len(phrase) + 1):
        if tuple(texts[place : place + len(phrase)]) == tuple(phrase) and place not in taken:
            return place
    return -1


def _count_near(clause: Clause, start: int, end: int) -> int | None:
    """Place of the number that says how many: before the words ("3 largest", "3 file più grandi") or just after."""
    near = [place for place in (start - 1, start - 2, start - 3, end, end + 1) if 0 <= place < len(clause.tokens)]
    counted = [place for place, token in enumerate(clause.tokens) if token.text == "<number>"]
    if len(counted) == 1 and counted[0] == clause.verb_end and clause.verbs[:1] == ("list",):
        near += counted  # "which 5 files in ~/Videos are the biggest?"
    for place in near:
        token = clause.tokens[place]
        if token.slot is not None and token.slot.dim == "number" and _integer(token) is not None:
            return place
    return None


def _integer(token: Token) -> int | None:
    value = token.slot.fields.get("value") if token.slot is not None else None
    return int(value) if isinstance(value, int | float) and float(value).is_integer() and value >= 1 else None


def _is_single(clause: Clause, place: int, phrase: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether one thing is meant: "il file più grande", "the largest file"."""
    if lexicon.lang == "it":
        return lexicon.is_cue("singular", tuple(phrase)) or bool(said("one_thing", clause, lexicon))
    after = clause.tokens[place + len(phrase) :][:1]
    if after and after[0].text in lexicon.objects:
        return stem(after[0].text, "en") == after[0].text
    if after and lexicon.is_cue("of", (after[0].text,)):
        return not said("plural", clause, lexicon)  # "the biggest of them"
    nouns = [token.text for token in clause.tokens if token.is_word and token.text in lexicon.objects]
    nouns += [token.slot.text.lower() for token in clause.tokens if token.slot is not None and token.slot.dim == "glob"]
    if not nouns and phrase[-1] not in lexicon.objects:
        led = place > 0 and lexicon.is_cue("articles", (clause.words[place - 1],))
        return led and not said("plural", clause, lexicon)  # "find the pdfs ... and move the biggest"
    return bool(nouns) and all(stem(noun, "en") == noun for noun in nouns)


def find_sort_key(clause: Clause, lexicon: Lexicon) -> Order | None:
    """What to order or group by: the words after "per" / "by", or an adverb such as "alphabetically"."""
    texts = clause.words
    direction, said = told_direction(texts, lexicon)
    for place in range(len(texts)):
        start = place + lexicon.cue_at("by", texts, place)
        if start == place:
            continue
        key, count = _key_at(texts, start, lexicon)
        if key:
            word = texts[start + count - 1]
            return Order(key, direction, None, frozenset({*range(place, start + count), *said}), word)
        name = _next_word(clause, start, lexicon)
        counted = "compute" in clause.verbs and _speaks_of_rows(clause, lexicon)  # "how many rows per department"
        if name is not None and (counted or not {"sort", "group"}.isdisjoint(clause.verbs)):
            used = frozenset({*range(place, start), name, *said})
            return Order(texts[name], direction, None, used, texts[name])
    for place in range(len(texts)):
        key, count = _key_at(texts, place, lexicon)
        if key and lexicon.is_cue("adverbs", tuple(texts[place : place + count])):
            return Order(key, direction, None, frozenset({*range(place, place + count), *said}))
    key = key_told(texts, said, lexicon)
    return Order(key, direction, None, said) if key else _by_adjective(clause, lexicon)


ADJECTIVES: Mapping[str, tuple[str, str]] = {
    "recent": ("modified", "desc"),
    "old": ("modified", "asc"),
    "large": ("size", "desc"),
}
"""Role of an adjective -> what those it speaks of are shown by: how recent or large is meant, nobody says."""


def _by_adjective(clause: Clause, lexicon: Lexicon) -> Order | None:
    """The order in which "the recent files in ~/x" are looked at; to change them that would be too little."""
    shown = {"find", "list"}.intersection(clause.verbs) or not clause.verbs
    if not shown or not values(clause, ("path",)) or find_bounds(clause, lexicon) or find_extreme(clause, lexicon):
        return None
    for role, (key, order) in ADJECTIVES.items():
        used = said(role, clause, lexicon)
        if used:
            return Order(key, order, None, used)
    return None


def _key_at(texts: list[str], place: int, lexicon: Lexicon) -> tuple[str, int]:
    while place < len(texts) and lexicon.is_cue("articles", (texts[place],)):
        return _shifted(_key_at(texts, place + 1, lexicon), 1)
    for count in range(min(3, len(texts) - place), 0, -1):
        key = lexicon.sort_keys.get(tuple(texts[place : place + count]))
        if key and key not in DIRECTIONS:
            return key, count
    return "", 0


def _shifted(found: tuple[str, int], count: int) -> tuple[str, int]:
    return (found[0], found[1] + count) if found[0] else found


def _next_word(clause: Clause, place: int, lexicon: Lexicon) -> int | None:
    """Place of the word that names a field, after an article perhaps."""
    while place < len(clause.tokens) and lexicon.is_cue("articles", (clause.tokens[place].text,)):
        place += 1
    if place < len(clause.tokens) and clause.tokens[place].is_word:
        return place
    return None


def find_bounds(clause: Clause, lexicon: Lexicon) -> tuple[Bound, ...]:
    """Quantities with what they bound: "più grandi di 10 MB", "at least 3"."""
    texts = clause.words
    found = []
    for place, token in enumerate(clause.tokens):
        if token.slot is None or token.slot.dim not in {"quantity", "number", "duration"}:
            continue
        for count in range(min(LONGEST_COMPARATOR, place), 0, -1):
            op = lexicon.comparators.get(tuple(texts[place - count : place]))
            if op:
                found.append(Bound(op, token.slot, frozenset(range(place - count, place + 1))))
                break
    return tuple(found)


def find_age(clause: Clause, lexicon: Lexicon, now: datetime) -> Phrase | None:
    """Read "older than 30 days": the open interval that ends (or starts) so long ago, in ISO 8601."""
    for bound in find_bounds(clause, lexicon):
        if bound.op in AGES and bound.slot.dim == "duration":
            moment = _ago(bound.slot, now)
            if moment:
                return Phrase(f"../{moment}" if bound.op == "older" else f"{moment}/..", bound.used)
    return None


def _ago(slot: Slot, now: datetime) -> str:
    """The moment a duration ago; empty when its unit is not known."""
    seconds = UNITS.get(str(slot.fields.get("unit", "")))
    value = slot.fields.get("value")
    if seconds is None or not isinstance(value, int | float):
        return ""
    try:
        length = timedelta(seconds=seconds * value)
        if seconds < UNITS["day"] and now.tzinfo is not None:
            there = (now.astimezone(UTC) - length).astimezone(now.tzinfo)  # hours pass, whatever the clock is set to
        else:
            there = now - length
    except OverflowError:
        return ""  # before the calendar begins
    return there.replace(microsecond=0).isoformat()


def find_named(clause: Clause, lexicon: Lexicon) -> Phrase | None:
    """A name that is asked for: "chiamati X", "con X nel nome", "named X"."""
    texts = clause.words
    for place in range(len(texts)):
        count = lexicon.cue_at("in_name", texts, place)
        if count and place:
            before = _word_before(clause, place, lexicon)
            if before is not None:
                return Phrase(_value_text(clause.tokens[before]), frozenset({before, *range(place, place + count)}))
        count = lexicon.cue_at("named", texts, place)
        if count:
            after = _content_after(clause, place + count, lexicon)
            if after is not None and clause.tokens[after].text != "<path>":
                return Phrase(_value_text(clause.tokens[after]), frozenset({after, *range(place, place + count)}))
    return file_sought(clause)


def find_contents(clause: Clause, lexicon: Lexicon) -> Phrase | None:
    """A text that things must hold: "che contengono la parola X", "mentioning X"."""
    texts = clause.words
    for place in range(clause.verb_end if clause.verbs else 0, len(texts)):
        count = lexicon.cue_at("about", texts, place)
        if not count and "find" in clause.verbs:
            count = lexicon.cue_at("about_noun", texts, place)
        if not count:
            continue
        more = lexicon.cue_at("about_noun", texts, place + count)
        start = place + count + more
        after = _content_after(clause, start, lexicon)
        if (
            after is not None
            and not _is_function(clause.tokens[after], lexicon)
            and clause.tokens[after].text not in {"<path>", "<url>", "<glob>"}
        ):
            return Phrase(_value_text(clause.tokens[after]), frozenset({*range(place, start), after}))
    return text_sought(clause, lexicon)


def _word_before(clause: Clause, place: int, lexicon: Lexicon) -> int | None:
    """The last value or content word before a place."""
    for before in range(place - 1, -1, -1):
        token = clause.tokens[before]
        if token.mark or _is_function(token, lexicon):
            continue
        return before
    return None


def _content_after(clause: Clause, place: int, lexicon: Lexicon) -> int | None:
    """The first value or content word after a place, articles aside."""
    while place < len(clause.tokens):
        token = clause.tokens[place]
        if not (token.mark or (token.is_word and lexicon.is_cue("articles", (token.text,)))):
            return place
        place += 1
    return None


def _is_function(token: Token, lexicon: Lexicon) -> bool:
    return token.is_word and any(lexicon.is_cue(role, (token.text,)) for role in ("articles", "prepositions"))


def _value_text(token: Token) -> str:
    """A value's text without quotation marks, or the word."""
    if token.slot is None:
        return token.text
    if token.slot.dim == "glob" and token.slot.text.isalpha():
        return token.slot.text  # "chiamate foto": the word itself
    value = token.slot.fields.get("value", token.slot.text)
    return value if isinstance(value, str) else token.slot.text


def refers_back(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether the clause means what was found before: "mettile ...", "sort them", "quelli più grandi"."""
    if clause.pronoun:
        return True
    return any(_is_anaphor(clause, place, lexicon) for place in range(len(clause.tokens)))


def anaphors(clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the words that refer back."""
    return frozenset(place for place in range(len(clause.tokens)) if _is_anaphor(clause, place, lexicon))


def _is_anaphor(clause: Clause, place: int, lexicon: Lexicon) -> bool:
    token = clause.tokens[place]
    if not token.is_word or not lexicon.is_cue("anaphors", (token.text,)):
        return False
    # "lo", "la", "this" are articles before a noun and refer back otherwise.
    if lexicon.is_cue("articles", (token.text,)):
        following = clause.tokens[place + 1] if place + 1 < len(clause.tokens) else None
        return following is None or following.mark or (following.is_word and _opens_anew(following, lexicon))
    return True


def _opens_anew(token: Token, lexicon: Lexicon) -> bool:
    return lexicon.is_cue("prepositions", (token.text,)) or token.text in {"più", "che"}


def said(role: str, clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the cues of a role in a clause."""
    texts = clause.words
    found: set[int] = set()
    for place in range(len(texts)):
        count = lexicon.cue_at(role, texts, place)
        found.update(range(place, place + count))
    return frozenset(found)


def said_aside(role: str, clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the cues of a role beside the verb: "the empty files", but not "empty the folder"."""
    return said(role, clause, lexicon) - frozenset(range(clause.verb_start, clause.verb_end))


def said_empty(manifest: Manifest, clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the words by which a new file or folder is to be empty: "un file vuoto", but not "scrivi vuoto"."""
    if manifest.verb not in {"write", "create"} or manifest.object not in {"files", "dirs"}:
        return frozenset()
    texts = ["", *clause.words, ""]
    return frozenset(
        place
        for place in said_aside("empty", clause, lexicon)
        if {"files", "dirs"} & {lexicon.objects.get(texts[place], ""), lexicon.objects.get(texts[place + 2], "")}
        or (texts[place] == "<path>" and "create" in clause.verbs)
    )


def names_folder(clause: Clause, place: int, lexicon: Lexicon) -> bool:
    """Whether a word says that the path beside it is a folder: "la cartella ~/x", "my Downloads folder"."""
    texts = [*clause.words, ""]
    after = place > 0 and texts[place - 1] == "<path>" and lexicon.lang == "en"
    return texts[place + 1] == "<path>" or (after and lexicon.is_cue("one_folder", (texts[place],)))


def said_deep(clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the words by which subfolders count too; "but not in subfolders" says the opposite."""
    found = said("deep", clause, lexicon)
    denied = any(
        place - 1 not in found and place > 0 and _denies(clause.words[place - 1], lexicon) for place in sorted(found)
    )
    return frozenset() if denied else found


def _denies(word: str, lexicon: Lexicon) -> bool:
    return (
        lexicon.is_cue("negations", (word,)) or lexicon.is_cue("without", (word,)) or lexicon.is_cue("except", (word,))
    )


def said_verb(kind: str, clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the phrases that ask for a verb class, wherever they stand: "il riassunto", "a summary"."""
    found: set[int] = set()
    for place in range(len(clause.tokens)):
        asked, count = lexicon.phrase_at(clause.words, place)
        if asked == kind:
            found.update(range(place, place + count))
    return frozenset(found)


def asks_when(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether "quando" / "when" opens a question rather than a condition."""
    opening = [token.text for token in clause.tokens if token.is_word][:1]
    return bool(opening) and lexicon.is_cue("when", tuple(opening)) and not (clause.verbs and not clause.weak)
