"""What a request wants, in two words: the verb and the object, by the lexicon and the manifests' own words."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon import Lexicon, lexicon
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.lexicon.named import with_names
from metnos_cli.plan.lexicon.senders import with_senders
from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.plan.sketch.clauses import Clause, nested, shared_object, split
from metnos_cli.plan.sketch.inside import in_their_folder
from metnos_cli.records import LANGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.ports import Catalog
    from metnos_cli.records import Request

OBJECT_OF_SLOT: Mapping[str, str] = {"url": "urls", "path": "files", "glob": "files", "email": "messages"}
"""What a value alone says about the object."""


def find_intent(request: Request, catalog: Catalog) -> Mapping[str, Any]:
    """Verb, object, keywords and ``intent_hash`` of a request.

    Args:
        request: What was asked.
        catalog: Its names and affinities give the verbs and objects that exist.

    Returns:
        ``verb`` and ``object`` (empty when the words tell none), ``verbs`` (of every clause, in order), ``keywords``
        (content words), ``intent_hash`` (digest of verb, object and sorted slot kinds).
    """
    words = spoken(request)
    clauses = clauses_of(request, words)
    verbs = tuple(clause.verbs[0] for clause in clauses if clause.verbs)
    strong = [clause.verbs[0] for clause in clauses if clause.verbs and not clause.weak]
    verb = strong[0] if strong else (verbs[0] if verbs else "")
    thing = next((found for clause in clauses if (found := object_of(clause, words))), "")
    thing = thing or _object_by_affinity(clauses, catalog, words.lang)
    return {
        "verb": verb,
        "object": thing,
        "verbs": verbs,
        "keywords": tuple(keywords(clauses, words)),
        "intent_hash": intent_hash(verb, thing, (slot.dim for slot in request.slots)),
    }


def intent_hash(verb: str, thing: str, dims: Iterable[str]) -> str:
    """Digest of (verb, object, sorted slot kinds), 16 hexadecimal digits."""
    told = json.dumps([verb, thing, sorted(dims)], separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def clauses_of(request: Request, words: Lexicon | None = None) -> tuple[Clause, ...]:
    """The request's clauses, verbs that share an object resolved."""
    words = words or spoken(request)
    named = with_names(with_senders(tokenize(request), request, words), request.text, words)
    tokens = _programs(named, words)
    found = nested(shared_object(split(tokens, words)), words)
    return tuple(in_their_folder(clause, words) for clause in found)


def _programs(tokens: Sequence[Token], words: Lexicon) -> Sequence[Token]:
    """Take "java" in "the java processes" for a program and not for files of that ending."""
    if not any(words.objects.get(token.text) == "processes" for token in tokens):
        return tokens
    return [
        replace(token, text=token.slot.text.lower(), slot=None)
        if token.slot is not None and token.slot.dim == "glob" and token.slot.text.isalnum()
        else token
        for token in tokens
    ]


def spoken(request: Request) -> Lexicon:
    """The words of the language that the request is in.

    A short request may be taken for the other language ("sposta ~/a in ~/b"): where that one knows its verbs and the
    detected one knows none, the verbs decide.
    """
    own = lexicon(request.lang)
    tokens = tokenize(request)
    if any(clause.verbs for clause in split(tokens, own)):
        return own
    for lang in LANGS:
        other = lexicon(lang)
        if any(_has_verb(clause) and not _is_noun_of(own, clause) for clause in split(tokens, other)):
            return other
    return own


def _has_verb(clause: Clause) -> bool:
    return bool(clause.verbs) and not clause.weak


def _is_noun_of(words: Lexicon, clause: Clause) -> bool:
    """Whether the verb of another language is a noun of this one: "mail" in "ho nuove mail?"."""
    return clause.words[clause.verb_start] in words.objects


def object_of(clause: Clause, words: Lexicon) -> str:
    """The clause's object: what its nouns name, else what its values are; empty when neither tells."""
    named = objects_of(clause, words)
    if named:
        return named[0]
    dims = (token.slot.dim for token in clause.tokens if token.slot is not None)
    return next((OBJECT_OF_SLOT[dim] for dim in dims if dim in OBJECT_OF_SLOT), "")


def objects_of(clause: Clause, words: Lexicon) -> tuple[str, ...]:
    """Objects that the clause's nouns name, in order, each once."""
    found: dict[str, None] = {}
    for place, token in enumerate(clause.tokens):
        if token.text == "<glob>":
            found["files"] = None
        elif token.is_word and not (clause.verb_start <= place < clause.verb_end and not clause.weak):
            kind = words.objects.get(token.text)
            if kind and not _only_leads(clause, place, words):
                found[kind] = None
    return tuple(found)


def _only_leads(clause: Clause, place: int, words: Lexicon) -> bool:
    """Whether "cartella" / "folder" only leads to a path, as in "nella cartella ~/x"."""
    tokens = clause.tokens
    if (
        not words.is_cue("folder", (tokens[place].text,))
        or place + 1 >= len(tokens)
        or tokens[place + 1].text != "<path>"
    ):
        return False
    before = [token.text for token in tokens[max(0, place - 2) : place]]
    if before and words.is_cue("articles", (before[-1],)) and not words.is_cue("prepositions", (before[-1],)):
        before.pop()
    return bool(before) and words.is_cue("prepositions", (before[-1],))


def keywords(clauses: Iterable[Clause], words: Lexicon) -> list[str]:
    """Content words: neither function words nor courtesy, as stems."""
    found: dict[str, None] = {}
    for clause in clauses:
        for token in clause.tokens:
            if token.is_word and not is_function_word(token.text, words):
                found[stem(token.text, words.lang)] = None
    return list(found)


def is_function_word(word: str, words: Lexicon) -> bool:
    """Whether a word says nothing about what is meant."""
    single = (word,)
    return any(words.is_cue(role, single) for role in ("courtesy", "articles", "prepositions", "connectors"))


def _object_by_affinity(clauses: Iterable[Clause], catalog: Catalog, lang: str) -> str:
    """The object whose executors' affinity shares the most words with the request."""
    said = {stem(token.text, lang) for clause in clauses for token in clause.tokens if token.is_word}
    best, most = "", 0
    for manifest in catalog:
        own = {stem(word, lang) for word in manifest.affinity.get(lang, ()) if " " not in word}
        if len(own & said) > most:
            best, most = manifest.object, len(own & said)
    return best
