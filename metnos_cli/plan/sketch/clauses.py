"""Splits a request into clauses, one wish each, and finds the verb of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import SAY
from metnos_cli.plan.lexicon.tokens import Token, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.plan.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Clause:
    """One wish."""

    tokens: tuple[Token, ...]
    """Its words and values."""
    verbs: tuple[str, ...] = ()
    """Verb classes that its verb may ask for; empty when it has none."""
    verb_start: int = 0
    """Place of the verb among the tokens."""
    verb_end: int = 0
    """One past the verb's last token."""
    pronoun: str = ""
    """Pronoun attached to the verb: the thing meant was named before."""
    weak: bool = False
    """Its verb only asks for an answer ("dimmi", "what is")."""

    @property
    def words(self) -> list[str]:
        """Texts of its tokens."""
        return words(self.tokens)

    @property
    def bare(self) -> bool:
        """Whether nothing stands beside the verb ("find and ...")."""
        return not any(
            not token.mark and not self.verb_start <= place < self.verb_end for place, token in enumerate(self.tokens)
        )


@dataclass(frozen=True, slots=True)
class _Verb:
    classes: tuple[str, ...]
    start: int
    end: int
    pronoun: str = ""
    weak: bool = False


def split(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[Clause, ...]:
    """The clauses of a request, in order.

    A firm connector ("e poi", "then") or the end of a sentence always separates; a comma or a plain "e" / "and" only
    when a verb follows.
    """
    parts: list[list[Token]] = [[]]
    texts = words(tokens)
    place = 0
    while place < len(tokens):
        ahead, firm = _separator(tokens, texts, place, lexicon)
        if ahead == place:
            parts[-1].append(tokens[place])
            place += 1
            continue
        if parts[-1] and ahead < len(tokens) and (firm or _starts_with_verb(tokens, ahead, lexicon)):
            parts.append([])
        elif not all(token.mark for token in tokens[place:ahead]):
            parts[-1].extend(tokens[place:ahead])
        place = ahead
    return tuple(find_verb(part, lexicon) for part in parts if any(not token.mark for token in part))


def _separator(tokens: Sequence[Token], texts: list[str], place: int, lexicon: Lexicon) -> tuple[int, bool]:
    """(place after the connectors that stand here, whether they separate by themselves)."""
    firm = False
    while place < len(tokens):
        token = tokens[place]
        if token.mark:
            firm = firm or token.text in ";.?!\n"
            place += 1
            continue
        count = lexicon.cue_at("connectors", texts, place)
        if not count or not all(token.is_word for token in tokens[place : place + count]):
            break
        firm = firm or lexicon.is_cue("firm", tuple(texts[place : place + count]))
        place += count
    return place, firm


def _starts_with_verb(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a verb opens what follows, courtesy aside."""
    rest = list(tokens[place:])
    texts = words(rest)
    at = _skip_courtesy(texts, 0, lexicon)
    if at >= len(rest) or not rest[at].is_word:
        return False
    return _verb_at(rest, texts, at, lexicon) is not None


def find_verb(tokens: Sequence[Token], lexicon: Lexicon) -> Clause:
    """The clause that these tokens make, with its verb: the first that asks for something, else one that only says."""
    texts = words(tokens)
    weak: _Verb | None = None
    place = 0
    while place < len(tokens):
        ahead = _skip_courtesy(texts, place, lexicon)
        found = None
        if ahead < len(tokens) and tokens[ahead].is_word:
            found = _verb_at(tokens, texts, ahead, lexicon)
        if found is None and ahead > place and tokens[place].is_word:
            found = _verb_at(tokens, texts, place, lexicon)  # a word of courtesy can be a verb after all
        if found is not None and not found.weak:
            return _clause(tokens, found)
        weak = weak or found
        place = max(found.end, place + 1) if found else max(ahead, place) + 1
    return _clause(tokens, weak) if weak else Clause(tuple(tokens))


def _clause(tokens: Sequence[Token], verb: _Verb) -> Clause:
    return Clause(tuple(tokens), verb.classes, verb.start, verb.end, verb.pronoun, verb.weak)


def _skip_courtesy(texts: list[str], place: int, lexicon: Lexicon) -> int:
    while place < len(texts):
        count = lexicon.cue_at("courtesy", texts, place)
        if not count:
            break
        place += count
    return place


def _verb_at(tokens: Sequence[Token], texts: list[str], place: int, lexicon: Lexicon) -> _Verb | None:
    """The verb that starts at a place, or None; a noun that only looks like one stands after an article."""
    verb_class, count = lexicon.phrase_at(texts, place)
    if count > 1:
        return _Verb((verb_class,), place, place + count, weak=verb_class == SAY)
    form = lexicon.verb(texts[place])
    before = texts[place - 1] if place else ""
    after_article = lexicon.is_cue("articles", (before,)) or (
        lexicon.is_cue("prepositions", (before,)) and not (form and form.infinitive)
    )
    reflexive = before in {"mi", "ti", "ci", "si"} and texts[place].endswith("o") and lexicon.lang == "it"
    if form is not None and not (after_article or reflexive or _is_noun(tokens, place, lexicon)):
        return _Verb(form.classes, place, place + 1, form.pronoun, weak=form.classes == (SAY,))
    if count:
        return _Verb((verb_class,), place, place + 1, weak=verb_class == SAY)
    return None


def _is_noun(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether an English word that may be a verb is the head of a noun phrase: "the log files", "10 files"."""
    if lexicon.lang != "en" or place == 0:
        return False
    before = tokens[place - 1]
    return before.slot is not None and before.slot.dim in {"number", "path", "glob", "quantity"}


def shared_object(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Verbs that share one object: in "find and delete the logs" the first verb takes what the second has.

    The second clause then refers back to the first.
    """
    given = list(clauses)
    for place in range(len(given) - 1):
        first, second = given[place], given[place + 1]
        if first.verbs and not first.weak and first.bare and second.verbs and not second.bare:
            taken = second.tokens[second.verb_end :]
            head = first.tokens[: first.verb_end]
            given[place] = replace(first, tokens=(*head, *taken))
            given[place + 1] = replace(second, pronoun=second.pronoun or "it")
    return tuple(given)
