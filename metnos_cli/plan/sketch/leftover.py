"""Watches what of a clause has been used: what is left over may be a name, a text, or a reason not to guess."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.lexicon import Lexicon, lexicon
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.plan.sketch.learned import learned
from metnos_cli.records import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Lang

NAME_WORDS = 2
"""Unknown words that may together be a name."""


class Leftover:
    """What of one clause is used.

    Args:
        reading: The clause.
        words: Its language.
    """

    def __init__(self, reading: Reading, words: Lexicon) -> None:
        self._reading = reading
        self._words = words
        clause = reading.clause
        self._used: set[int] = set(range(clause.verb_start, clause.verb_end)) | set(reading.back)

    def use(self, places: Iterable[int]) -> None:
        """Note that these tokens have had their say."""
        self._used.update(places)

    def is_used(self, places: Iterable[int]) -> bool:
        """Whether all of these tokens have had their say already."""
        given = set(places)
        return bool(given) and given <= self._used

    def use_words_of_values(self) -> None:
        """Note that words which name a computation or a field have had their say."""
        texts = self._reading.clause.words
        for place in range(len(texts)):
            if (texts[place],) in self._words.values or (texts[place],) in self._words.sort_keys:
                self._used.add(place)
            if place and self._words.is_cue("column", (texts[place - 1],)):
                self._used.add(place)
            if place and self._words.is_cue("owner", (texts[place - 1],)):
                self._used.add(place)

    def free_text(self, manifest: Manifest, name: str) -> str:
        """An unquoted text: what stands between the verb and the next value, or after "che dice" / "saying"."""
        clause = self._reading.clause
        texts = clause.words
        start = clause.verb_end
        for place in range(len(texts)):
            count = self._words.cue_at("saying", texts, place)
            if count:
                start = place + count
                break
        del manifest, name
        end = start
        while end < len(clause.tokens) and clause.tokens[end].is_word:
            end += 1
        # "... in ~/x": the preposition and the noun before the value belong to the value.
        while end > start and end < len(clause.tokens) and self._is_light(clause.tokens[end - 1]):
            end -= 1
        if end <= start:
            return ""
        self._used.update(range(start, end))
        request = self._reading.clause.tokens
        return self._slice(request[start].start, request[end - 1].end)

    def _slice(self, start: int, end: int) -> str:
        return self._reading.text[start:end]

    def _is_light(self, token: Token) -> bool:
        single = (token.text,)
        roles = ("prepositions", "articles", "folder")
        return any(self._words.is_cue(role, single) for role in roles) or token.text in self._words.objects

    def settle(self, draft: Draft, first: int) -> Refusal | None:
        """Give unknown words to an argument that takes a name, or refuse; values left over refuse always.

        Args:
            draft: The plan; a step of this clause may get an argument.
            first: How many steps there were before this clause.
        """
        values = [token for place, token in self._left() if token.slot is not None]
        if values:
            return Refusal("left_over", ErrorClass.OUT_OF_SCOPE, {"words": ", ".join(self._shown(values))})
        negation = cues.said("negations", self._reading.clause, self._words) - self._used
        if negation and not self._chose_flag(draft, first):
            return Refusal("negation", ErrorClass.OUT_OF_SCOPE)
        unknown = [(place, token) for place, token in self._left() if not self._is_known(token, draft, first)]
        if unknown and not self._take_name(unknown, draft, first):
            told = ", ".join(self._shown([token for _, token in unknown]))
            return Refusal("unknown_words", ErrorClass.OUT_OF_SCOPE, {"words": told})
        return None

    def _left(self) -> list[tuple[int, Token]]:
        return [
            (place, token)
            for place, token in enumerate(self._reading.clause.tokens)
            if place not in self._used and not token.mark
        ]

    def _shown(self, tokens: Iterable[Token]) -> list[str]:
        return [self._slice(token.start, token.end) for token in tokens]

    def _is_known(self, token: Token, draft: Draft, first: int) -> bool:
        if token.text in lexical_words(self._words.lang):
            return True
        folded = stem(token.text, self._words.lang)
        return any(folded in learned(made, self._words).vocabulary for made in draft.made[first:])

    @staticmethod
    def _chose_flag(draft: Draft, first: int) -> bool:
        pairs = zip(draft.steps[first:], draft.made[first:], strict=True)
        return any(argument_kinds(made).get(name) == "flag" for step, made in pairs for name in step.args)

    def _take_name(self, unknown: list[tuple[int, Token]], draft: Draft, first: int) -> bool:
        """Whether the unknown words became the name that a step looks for."""
        places = [place for place, _ in unknown]
        if len(unknown) > NAME_WORDS or places[-1] - places[0] >= NAME_WORDS:
            return False
        texts = self._shown(token for _, token in unknown)
        for index in range(first, len(draft.steps)):
            manifest, step = draft.made[index], draft.steps[index]
            for name, kind in argument_kinds(manifest).items():
                if name in step.args:
                    continue
                value = self._as_name(manifest, name, kind, texts)
                if value:
                    draft.steps[index] = Step(step.tool, {**step.args, name: value})
                    return True
        return False

    def _as_name(self, manifest: Manifest, name: str, kind: str, texts: list[str]) -> str:
        known = learned(manifest, self._words)
        if kind == "glob" and name in known.wrapped:
            return "*" + "*".join(text.lower() for text in texts) + "*"
        if (
            kind == "text"
            and known.before.get(name)
            and len(texts) == 1
            and name not in manifest.args.get("required", ())
        ):
            return texts[0]
        return ""


@cache
def lexical_words(lang: Lang) -> frozenset[str]:
    """Every word that some phrase of the lexicon holds: none of them is a name."""
    words = lexicon(lang)
    phrases = [*words.phrases, *words.sort_keys, *words.comparators, *words.values]
    phrases += [phrase for role in words.cues.values() for phrase in role]
    phrases += [entry.words for entry in words.superlatives]
    return frozenset(word for phrase in phrases for word in phrase) | frozenset(words.objects)
