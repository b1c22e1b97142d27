"""What Metnos remembers about the user, in one object: remember, find, forget, and what is folded into prompts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from metnos_cli.errors import ModelError
from metnos_cli.facts.claims import changes_with_time, claim, contradicts, without_opening
from metnos_cli.facts.rerank import read_pairs
from metnos_cli.facts.retrieve import CROWDED_FOLDED, Retriever, as_bytes
from metnos_cli.ports import FactAnswer, FactWritten, FoundFact
from metnos_cli.store import facts as rows
from metnos_cli.text.content import content_lemmas
from metnos_cli.text.normalise import normal_form

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from metnos_cli.facts.retrieve import Candidate
    from metnos_cli.ports import Embedder, KnownFact, Reranker, Store
    from metnos_cli.records import Lang, Request

FOLDED = 5
"""Facts that go into one prompt, at most."""
_BESIDE_LETTERS = frozenset("'’`\u0300\u0301")
"""An accent and the apostrophe typed in its place; the normal form has told a word with one from a word without."""
OWN_NOUNS = frozenset({"ricordo", "ricordare", "memoria", "fatto", "memory", "fact", "remember"})
"""Words that mean what is remembered and are in no fact."""


class FactsService:
    """The facts of one user; fulfils ``ports.Facts``.

    Args:
        store: The SQLite file.
        embedder: Gives the embedder, or None when it cannot be had: then words alone find.
        reranker: Gives the cross-encoder, or None when none is configured; loaded at first use only.
        budget_s: Seconds the cross-encoder may read for one question.
        progress: Told (done, total) while facts are embedded anew.
    """

    def __init__(
        self,
        store: Store,
        embedder: Callable[[], Embedder | None],
        reranker: Callable[[], Reranker | None] = lambda: None,
        budget_s: float = 8.0,
        progress: Callable[[int, int | None], None] = lambda _done, _total: None,
    ) -> None:
        self.store = store
        self._embedder = embedder
        self._reranker = reranker
        self._budget_s = budget_s
        self._retriever = Retriever(store, embedder, progress)

    def remember(self, text: str, *, lang: Lang, at: datetime) -> FactWritten:
        """Keep a fact; a newer one replaces those it contradicts.

        Raises:
            StoreError: The database cannot be used (so everywhere below).
        """
        self.store.demand_kept()
        told = without_opening(text, lang)
        new = claim(told, lang)
        # The vector is worked out before the transaction, which should hold the file as briefly as it can.
        vector = self._vector(told)
        normal = normal_form(told)
        with self.store.write() as connection:
            known = rows.same(connection, normal)
            if known is not None and _by_letter(known.text) == _by_letter(told):
                return FactWritten(known, known=True)
            near = rows.about(connection, new.topic, new.said)
            older = [fact for fact in near if fact == known or contradicts(new, claim(fact.text, fact.lang))]
            lemmas = " ".join(content_lemmas(told, lang))
            fact = rows.insert(connection, rows.NewFact(told, lang, normal, new.topic, new.said, lemmas), at)
            if vector is not None:
                rows.keep_vectors(connection, vector[0], [(fact.id, vector[1])])
            superseded = rows.end(connection, [old.id for old in older], "superseded", at, fact.id)
        return FactWritten(fact, tuple(superseded))

    def find(self, question: str, *, lang: Lang, limit: int = 5, rerank: bool = True) -> FactAnswer:
        """Facts that may answer a question, best first; empty when nothing is near."""
        notes: list[tuple[str, Mapping[str, Any]]] = []
        try:
            candidates = self._retriever.candidates(question, lang)
        except ModelError as error:
            notes.append(("facts_by_words", {"why": error.key}))
            candidates = Retriever(self.store, lambda: None).candidates(question, lang)
        found = self._with_facts(question, lang, candidates)
        how: Any = "fusion" if any(one.cosine is not None for one in found) else "words"
        if rerank and len(found) > 1:
            reading = read_pairs(question, [one.fact.text for one in found], self._reranker, self._budget_s)
            if reading.note is not None:
                notes.append(reading.note)
            if reading.scores is not None:
                scored = [replace(one, score=float(score)) for one, score in zip(found, reading.scores, strict=True)]
                found = sorted(scored, key=lambda one: (-one.score, -one.fact.id))
                how = "rerank"
        sure = self._stands_out(found, how) and (how == "rerank" or _speaks_of(found[0], question, lang))
        return FactAnswer(tuple(found[:limit]), how, sure, tuple(notes))

    def folded(self, request: Request) -> tuple[str, ...]:
        """Facts that go into the planner's prompt unasked: the cheap path, by meaning alone, with a higher cutoff."""
        connection = self.store.read()
        if not rows.revision(connection):
            return ()
        try:
            embedder = self._embedder()
            if embedder is None:
                return ()
            near, _ = self._retriever.near(request.text, embedder, embedder.cutoffs.folded, CROWDED_FOLDED)
        except ModelError:
            # The prompt is as good without them, and whoever needs the embedder next tells why it is not there.
            return ()
        return tuple(fact.text for fact in rows.get(connection, near[:FOLDED]))

    def newest(self, limit: int) -> tuple[KnownFact, ...]:
        """The newest active facts."""
        return tuple(_dated(row.fact) for row in rows.listed(self.store.read(), limit=limit))

    def named(self, words: str, *, lang: Lang) -> tuple[KnownFact, ...]:
        """Active facts that hold every content word of ``words``, newest first: what may be forgotten by that name."""
        wanted = [lemma for lemma in content_lemmas(words, lang) if lemma not in OWN_NOUNS]
        return tuple(rows.with_all_words(self.store.read(), wanted))

    def forget(self, ids: Sequence[int], *, at: datetime) -> tuple[KnownFact, ...]:
        """Take facts out of the memory; those that were active, which ``restore`` brings back."""
        with self.store.write() as connection:
            return tuple(rows.end(connection, ids, "forgotten", at))

    def restore(self, ids: Sequence[int]) -> int:
        """Bring back forgotten or superseded facts; how many."""
        with self.store.write() as connection:
            return rows.revive(connection, ids)

    def _stands_out(self, found: Sequence[FoundFact], how: str) -> bool:
        """Whether the first may be told alone.

        By cosine it has to lead by as much as lies between the embedder's own two cutoffs; on the bundled questions
        that is so for two in three, and right for 57 of 58. A cross-encoder's scores are logits: above 0 is a yes.
        """
        if not found:
            return False
        first = found[0]
        second = found[1] if len(found) > 1 else None
        if how == "rerank":
            return first.score > 0 and (second is None or second.score < 0)
        if first.cosine is None:
            return first.words > (second.words if second else 0)
        embedder = self._embedder()
        if embedder is None or (not first.words and first.cosine < embedder.cutoffs.folded):
            return False
        step = embedder.cutoffs.folded - embedder.cutoffs.related
        return second is None or (
            first.words >= second.words and first.cosine - (second.cosine or embedder.cutoffs.related) >= step
        )

    def _with_facts(self, question: str, lang: Lang, candidates: Sequence[Candidate]) -> list[FoundFact]:
        asked = set(content_lemmas(question, lang))
        by_id = {fact.id: _dated(fact) for fact in rows.get(self.store.read(), [one.id for one in candidates])}
        return [
            FoundFact(
                by_id[one.id],
                one.score,
                one.cosine,
                len(asked & set(content_lemmas(by_id[one.id].text, by_id[one.id].lang))),
            )
            for one in candidates
            if one.id in by_id
        ]

    def _vector(self, text: str) -> tuple[str, bytes] | None:
        """The fact's vector; without an embedder it is worked out when one is there again."""
        try:
            embedder = self._embedder()
            return None if embedder is None else (embedder.id, as_bytes(embedder.embed([text]))[0])
        except ModelError:
            return None


def _speaks_of(found: FoundFact, question: str, lang: Lang) -> bool:
    """Whether the fact has every content word of the question: Luca's birthday is not told by Anna's.

    Between two languages words cannot tell, and likeness alone has to.
    """
    return found.fact.lang != lang or found.words >= len(set(content_lemmas(question, lang)) - set(OWN_NOUNS))


def _by_letter(text: str) -> str:
    """What has to be the same, letter by letter, in two ways of saying one fact: all but the capital it begins with.

    A password that differs only in its capitals is another password.
    """
    told = "".join(letter for letter in normalize("NFD", text) if letter not in _BESIDE_LETTERS)
    told = " ".join(told.split()).rstrip(" .")
    return told[:1].lower() + told[1:]


def _dated(fact: KnownFact) -> KnownFact:
    return replace(fact, dated=True) if changes_with_time(fact.text, fact.lang) else fact
