"""L0 shortcut: a request that already succeeded, in the same words, in a learned template, or by likeness."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from metnos_cli.memory.recall import fingerprint_of, miss, refused, serve
from metnos_cli.records import EFFECTFUL, Check, Hit, Miss
from metnos_cli.store import shortcuts

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.induction.reading import Piece, Reading
    from metnos_cli.memory.recall import Recall
    from metnos_cli.memory.view import View
    from metnos_cli.records import Framework, Request
    from metnos_cli.store.entries import Entry

LAYER = "shortcut"
SAME_WORDS = tuple(
    Check(name, True, reason)
    for name, reason in (
        ("polarity", "same_words"),
        ("action", "same_words"),
        ("grounding", "bound"),
        ("leftover", "same_words"),
        ("world", "same_catalog"),
        ("effects", "certain_enough"),
    )
)
"""What the gate has to say of the very same words without a value in them."""


def shortcut(request: Request, recall: Recall) -> Hit | Miss:
    """Exact words first, then templates, then likeness."""
    told = certain(request, recall)
    if isinstance(told, Hit):
        return told
    likely = _likely(request, recall)
    return likely if isinstance(likely, Hit) or told.reason == "unknown" else told


def certain(request: Request, recall: Recall) -> Hit | Miss:
    """Exact words, then templates: what needs no embedder."""
    found = shortcuts.find(recall.connection(), shortcuts.hash_of(request.lang, request.normal))
    told = miss(LAYER, "unknown") if found is None else _exact(request, found, recall)
    if isinstance(told, Hit):
        return told
    answer = _template(request, recall)
    return answer if isinstance(answer, Hit) or told.reason == "unknown" else told


def _exact(request: Request, entry: Entry, recall: Recall) -> Hit | Miss:
    if not recall.same_world(entry):
        recall.rejected["world.catalog_changed"] += 1
        return miss(LAYER, "stale", entry=entry.name)
    if entry.fingerprint in recall.barred(request):
        return miss(LAYER, "excluded", entry=entry.name)
    if not _names_alike(request, entry, recall):
        return miss(LAYER, "other_name", entry=entry.name)
    from metnos_cli.memory.bind import Bound, bind_same

    if "${SLOT:" not in str(entry.framework.as_json()):
        none: frozenset[int] = frozenset()
        return serve(LAYER, entry, Bound(entry.framework, {}, none, none), "exact", SAME_WORDS)
    bound = bind_same(entry.framework, recall.view(request))
    checks = recall.judge(recall.candidate(entry, bound, request, "exact"))
    if not checks[-1].passed:
        return refused(LAYER, checks)
    return serve(LAYER, entry, bound, "exact", checks)


def _names_alike(request: Request, entry: Entry, recall: Recall) -> bool:
    """Whether what is changed is named in the same letters, and nothing is asked that was ordered ("alarm off?").

    "The file notes" may lie beside "the file Notes".
    """
    if request.text == entry.text or not EFFECTFUL & set(recall.effects(entry.framework)):
        return True
    from metnos_cli.memory.gate.frame import QUESTION, asked

    if asked(recall.view(request)) and not QUESTION.search(entry.text):
        return False
    if _bare_words(request.text) != _bare_words(entry.text):
        return False  # ".env" is no "env"
    values = (value for step in entry.framework.steps for value in step.args.values() if isinstance(value, str))
    return all(value in request.text for value in values if value and value in entry.text)


def _template(request: Request, recall: Recall) -> Hit | Miss:
    """Read the request by the examples; what comes out passes the gate like anything else."""
    from metnos_cli.memory.induction.induce import Ambiguous

    reading = recall.templates.read(recall.view(request))
    if reading is None:
        return miss(LAYER, "unknown")
    if isinstance(reading, Ambiguous):
        recall.rejected["template.ambiguous"] += 1
        return miss(LAYER, "ambiguous", readings=len(reading.readings))
    return _served(request, reading, recall)


def _served(request: Request, reading: Reading, recall: Recall) -> Hit | Miss:
    from metnos_cli.memory.bind import Bound
    from metnos_cli.memory.shape import put_together
    from metnos_cli.store import entries

    entry = entries.get(recall.connection(), shortcuts.TABLE, reading.example.entry)
    if entry is None:
        return miss(LAYER, "unknown")
    now = recall.view(request)
    used_now = frozenset(place for piece in reading.pieces for place in range(piece.first, piece.last))
    framework = put_together(reading.example.shape, reading.values, entry.framework)
    checks = recall.judge(_read_as(reading, entry, framework, used_now, request, recall))
    if not checks[-1].passed:
        return refused(LAYER, checks)
    if {fingerprint_of(framework), entry.fingerprint} & recall.unwanted(request):
        return miss(LAYER, "excluded", entry=entry.name)
    lasting = EFFECTFUL & set(recall.effects(framework))
    if lasting and any(_other_letters(value, now.text) for value in reading.values.values()):
        return miss(LAYER, "other_name", entry=entry.name)
    if lasting and any(_is_bare_guess(piece, now) for piece in reading.pieces):
        return miss(LAYER, "guessed", entry=entry.name)
    bound = Bound(framework, dict(reading.values), frozenset(), used_now)
    return serve(LAYER, entry, bound, "template", checks, confirm=bool(lasting) and reading.steps > 0)


def _bare_words(text: str) -> list[str]:
    """Words without what ends a sentence or a part of one, case aside."""
    return [word for word in (one.rstrip(".,;:!?") for one in text.casefold().split()) if word]


def _read_as(
    reading: Reading, entry: Entry, framework: Framework, used_now: frozenset[int], request: Request, recall: Recall
) -> Candidate:
    """A reading as the gate looks at it."""
    from metnos_cli.memory.align import signature_of
    from metnos_cli.memory.bind import ahead, behind, of_others
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.induction.signatures import difference
    from metnos_cli.memory.shape import name_of

    example, now = reading.example, recall.view(request)
    told = ["#" if place in used_now else None for place in range(len(now))]
    gone, come = difference(example.signature, signature_of(now, told))
    roles = {piece.role for piece in reading.pieces}
    return Candidate(
        then=example.view,
        now=now,
        used_then=frozenset(p for p, owner in enumerate(example.alignment.owners) if owner is not None),
        used_now=used_now,
        how="template",
        effects=recall.effects(framework),
        same_world=recall.same_world(entry),
        unbound=tuple(role for role, value in reading.values.items() if "${SLOT:" in str(value)),
        loose=(
            *of_others(entry.framework, example.view, now),
            *ahead(framework, request.now),
            *behind(framework, request.now),
        ),
        exchanged=tuple(itertools.zip_longest(gone, come, fillvalue="")),
        added=_added(reading, now),
        dropped=tuple(name_of(role) for role in example.roles if role not in roles),
    )


def _is_bare_guess(piece: Piece, now: View) -> bool:
    """Whether one small word was taken for a value by its place alone: "delete LATER", "la mail di PROVA"."""
    return piece.how == "free" and piece.last - piece.first == 1 and not now.words[piece.first].capital


def _other_letters(value: object, text: str) -> bool:
    """Whether a value stands in a text, but in other letters, small for capital."""
    return isinstance(value, str) and value not in text and value.casefold() in text.casefold()


def _added(reading: Reading, now: View) -> frozenset[int]:
    """Words that tell an argument which the example has not, with the function words that lead to them."""
    found: set[int] = set()
    for piece in reading.pieces:
        if piece.role not in reading.example.roles:
            first = piece.first
            while first > 0 and now.words[first - 1].function and now.words[first - 1].key in now.lexicon.prepositions:
                first -= 1
            found.update(range(first, piece.last))
    return frozenset(found)


def _likely(request: Request, recall: Recall) -> Hit | Miss:
    """Likeness proposes general frameworks only: every argument comes from the new request's own words."""
    from metnos_cli.memory.likeness import best_of

    return best_of(request, recall, LAYER, shortcuts.TABLE, least=1, threshold=lambda cutoffs: cutoffs.shortcut)
