"""Watches what of a clause has been used: what is left over may be a name, a text, or a reason not to guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon import Lexicon, words_of
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.profile import profile
from metnos_cli.plan.sketch import cues, phrases
from metnos_cli.plan.sketch.choose import is_about
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.guards import guard
from metnos_cli.plan.sketch.kinds import argument_kinds, is_target
from metnos_cli.plan.sketch.learned import learned
from metnos_cli.plan.sketch.mail_words import passed_over
from metnos_cli.plan.sketch.names import could_be_names
from metnos_cli.plan.sketch.spans import after_cue, list_told, opened_by
from metnos_cli.plan.sketch.vocabulary import lexical_words, speaks_of_one_file
from metnos_cli.records import EFFECTFUL, Step
from metnos_cli.text.content import function_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.reading import Reading

CONTENT_NAMES = frozenset({"text", "content", "body", "message", "note", "fact", "wish", "question", "query", "prompt"})
"""Arguments whose value may be words of the request as they stand; a recipient or a folder has to be named."""
IS, POSSESSIVE = "is", "s"
NAME_WORDS = 2
"""Unknown words that may together be a name."""


class Leftover:
    """What of one clause is used.

    Args:
        reading: The clause.
        words: Its language.
        refers: Whether there is something before that it can refer to.
    """

    def __init__(self, reading: Reading, words: Lexicon, *, refers: bool) -> None:
        self._reading = reading
        self._words = words
        self._refers = refers
        clause = reading.clause
        self._used: set[int] = set(range(clause.verb_start, clause.verb_end)) | (set(reading.back) if refers else set())
        self._used |= cues.said("courtesy", clause, words) | cues.said("relative", clause, words)
        self._used |= passed_over(clause, words)
        self._apart: set[int] = set()

    def use(self, places: Iterable[int], *, apart: Iterable[int] = ()) -> None:
        """Note that these tokens have had their say; those ``apart`` stand in no text either."""
        self._used.update(places)
        self._apart.update(apart)

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
                self._used.update(at for at, text in enumerate(texts) if text == texts[place])
            if self._words.lang == "en" and self._words.is_cue("column", (texts[place],)):
                self._used.update({place, max(0, place - 1)})
            if place and self._words.is_cue("of", (texts[place - 1],)):
                self._used.add(place)

    def free_text(self, manifest: Manifest, name: str) -> str:
        """An unquoted text: what stands between the verb and the next value, or after "che dice" / "saying".

        Any text may go into a file; elsewhere some word of it must be the executor's own, or the user's ("my"): a
        question about the world is not one to the memory, and "set the lamp to warm white" makes no reminder.
        """
        clause = self._reading.clause
        texts = clause.words
        start = clause.verb_end if clause.verbs else len(texts)
        for place in range(len(texts)):
            count = self._words.cue_at("saying", texts, place)
            if count:
                start = place + count
                break
        if name not in CONTENT_NAMES:
            return ""
        opened = opened_by(clause, manifest, name, self._words)
        self._used.update(range(opened))
        start, end = self._longest_run(max(start, opened))
        led = manifest.object == "files" or opened
        if end <= start or not (led or self._is_its_own(manifest, start, end)):
            return ""
        self._used.update(range(start, end))
        end = list_told(clause, start, end, self._words) if manifest.object == "files" else end
        return self._slice(clause.tokens[start].start, clause.tokens[end - 1].end)

    def _is_its_own(self, manifest: Manifest, start: int, end: int) -> bool:
        """Whether a run of words holds one that the executor claims, or a word for what is the user's."""
        claimed, texts = profile(manifest, self._words.lang).affinity, self._reading.clause.words[start:end]
        if any(stem(text, self._words.lang) in claimed for text in texts):
            return True
        return self._asks_it(manifest) and any(self._words.is_cue("mine", (text,)) for text in texts)

    def _asks_it(self, manifest: Manifest) -> bool:
        """Whether the verb is one of the executor's own, where it changes something: a poem is not remembered."""
        if manifest.effect not in EFFECTFUL:
            return True
        said = self._reading.clause.words[self._reading.clause.verb_start : self._reading.clause.verb_end]
        return any(stem(word, self._words.lang) in learned(manifest, self._words).vocabulary for word in said)

    def text_after(self, role: str) -> str:
        """The words after a cue, up to the next value or mark; empty when there is no such cue."""
        clause = self._reading.clause
        place, first, end = after_cue(clause, role, self._words)
        self._used.update(range(place, end))
        return self._slice(clause.tokens[first].start, clause.tokens[end - 1].end) if end else ""

    def name_for(self, manifest: Manifest) -> tuple[str, str, range] | None:
        """Argument, text and places of a name that the word before it gives to an executor ("le mail di Anna")."""
        known = learned(manifest, self._words)
        kinds = argument_kinds(manifest)
        for place, token in self._left():
            before = self._reading.clause.words[place - 1] if place else ""
            if token.slot is not None or not before or not self._is_new(token, known.vocabulary):
                continue
            end = self._name_end(place)
            owns = self._reading.clause.words[end : end + 1] == [POSSESSIVE] and token.capital
            person = next((name for name, kind in kinds.items() if kind == "person" and not is_target(name)), "")
            if owns and person and self._words.lang == "en":  # "Ingrid's latest email"
                return person, self._slice(token.start, self._reading.clause.tokens[end - 1].end), range(place, end)
            for name in sorted(kinds, key=lambda name: kinds[name] != "person"):
                if kinds[name] in {"text", "person"} and known.before.get(name, {}).get(before):
                    end = self._name_end(place)
                    return name, self._slice(token.start, self._reading.clause.tokens[end - 1].end), range(place, end)
        return None

    def _name_end(self, place: int) -> int:
        """One past the last word of a name that starts at a place: the capitalised words that follow belong to it."""
        tokens = self._reading.clause.tokens
        end = place + 1
        while end < len(tokens) and tokens[place].capital and tokens[end].capital and end not in self._used:
            end += 1
        return end

    def _is_new(self, token: Token, vocabulary: frozenset[str]) -> bool:
        """Whether nobody knows a word, so that it can only be a name."""
        lang = self._words.lang
        known = is_function_word(token.text, self._words) or token.text in lexical_words(lang)
        return not known and self._words.verb(token.text) is None and stem(token.text, lang) not in vocabulary

    def _longest_run(self, start: int) -> tuple[int, int]:
        """The longest run of words from a place on, without what only leads to it or to the value after it."""
        tokens = self._reading.clause.tokens
        best = (start, start)
        place = start
        while place < len(tokens):
            end = place
            while end < len(tokens) and tokens[end].is_word and end not in self._apart:
                end += 1
            last = end
            # "... in ~/x": the preposition and the noun before the value belong to the value.
            while last > place and end < len(tokens) and self._is_light(tokens[last - 1]):
                last -= 1
            while place - 1 in self._apart and place < last and self._is_light(tokens[place]):
                place += 1  # "il titolo DELLA riunione con Ugo"
            while place < last and self._words.is_cue("leads", (tokens[place].text,)):
                self._used.add(place)
                place += 1
            if last - place > best[1] - best[0]:
                best = (place, last)
            place = end + 1
        return best

    def _slice(self, start: int, end: int) -> str:
        return self._reading.text[start:end]

    def _is_light(self, token: Token) -> bool:
        light = any(self._words.is_cue(role, (token.text,)) for role in ("prepositions", "articles", "folder"))
        return light or token.text in self._words.objects

    def settle(self, draft: Draft, first: int) -> Refusal | None:
        """Give unknown words to an argument that takes a name, or refuse; values left over refuse always.

        Args:
            draft: The plan; a step of this clause may get an argument.
            first: How many steps there were before this clause.
        """
        values = [token for place, token in self._left() if token.slot is not None and not self._is_now(token)]
        if values:
            return left_over(", ".join(self._shown(values)))
        doubt = next(
            (slot for slot in self._reading.doubts if not self._reading.speaks(slot, self._used, self._words)), None
        )
        if doubt is not None:
            return left_over(doubt.text)
        refusal = guard(draft, first, self._reading, self._used, self._words)
        if refusal is not None:
            return refusal
        self._take_phrase(draft, first, headed=True)
        unknown = [pair for pair in self._unknown(draft, first) if not self._after_its_word(pair, draft, first)]
        if unknown and self._take_phrase(draft, first, headed=False):
            unknown = self._unknown(draft, first)
        if unknown and not self._take_name(unknown, draft, first):
            told = ", ".join(self._shown([token for _, token in unknown]))
            return Refusal("unknown_words", ErrorClass.OUT_OF_SCOPE, {"words": told})
        return None

    def _unknown(self, draft: Draft, first: int) -> list[tuple[int, Token]]:
        """Words that nothing accounts for."""
        left = [(place, token) for place, token in self._left() if token.slot is None]
        return [(place, token) for place, token in left if not self._is_known(token, draft, first)]

    def _take_phrase(self, draft: Draft, first: int, *, headed: bool) -> bool:
        """Whether the words that name a thing became an argument of a step about such things.

        Args:
            draft: The plan.
            first: How many steps there were before this clause.
            headed: Only where a noun opens the phrase ("la cena con Anna"), not where a preposition does.
        """
        unknown = self._unknown(draft, first)
        strange = {place for place, _ in unknown}
        if unknown and not could_be_names(self._reading.clause, unknown, self._words.lang):
            return False
        for index, name in self._free_places(draft, first):
            manifest = draft.made[index]
            heads = phrases.phrasal(manifest, self._words).get(name)
            if heads is None or not self._is_about(manifest):
                continue
            found = list(self._pieces(manifest, heads, strange))
            found = [one for one in found if one.headed or not strange.isdisjoint(range(one.first, one.last))]
            if found and (not headed or any(one.headed or one.led is None for one in found)):
                draft.give(index, name, phrases.joined(found, self._reading))
                self._used.update(place for one in found for place in range(one.first, one.last))
                return True
        return False

    def _pieces(self, manifest: Manifest, heads: frozenset[str], strange: set[int]) -> Iterable[phrases.Piece]:
        """Phrases for an executor; at their edges nothing stands that its own examples explain."""
        texts, lang = self._reading.clause.words, self._words.lang
        vocabulary = learned(manifest, self._words).vocabulary

        def idle(place: int) -> bool:
            return place not in strange and (manifest.effect == "read" or stem(texts[place], lang) in vocabulary)

        return phrases.pieces(self._reading, manifest, heads, self._words, self._used.__contains__, idle)

    def _is_now(self, token: Token) -> bool:
        """Whether a time says no more than "now", which is when everything is done."""
        text = tuple(words_of(self._slice(token.start, token.end)))
        place = self._reading.clause.tokens.index(token)
        if place and self._words.is_cue("of_day", (self._reading.clause.words[place - 1],)):
            return False  # "all that is of today" is not "all", done today
        return token.slot is not None and token.slot.dim == "time" and self._words.is_cue("today", text)

    def _left(self) -> list[tuple[int, Token]]:
        return [
            (place, token)
            for place, token in enumerate(self._reading.clause.tokens)
            if place not in self._used and not token.mark
        ]

    def _shown(self, tokens: Iterable[Token]) -> list[str]:
        return [self._slice(token.start, token.end) for token in tokens]

    def _is_known(self, token: Token, draft: Draft, first: int) -> bool:
        """Whether a word is accounted for; before something is changed or sent, being in the lexicon is not enough."""
        changing = any(made.effect in EFFECTFUL for made in draft.made[first:])
        if self._words.is_cue("empty", (token.text,)):
            return False  # of what is empty or not, nothing was found out
        if (
            token.text in function_words(self._words.lang)
            or is_function_word(token.text, self._words)
            or (not changing and token.text in lexical_words(self._words.lang))
        ):
            return True
        if token.text in self._words.objects and token.text not in self._words.verbs:
            return not changing or self._words.is_cue("any_thing", (token.text,)) or self._is_own(token, draft, first)
        if self._words.is_cue("anaphors", (token.text,)):
            handled = any(made.verb in {"copy", "delete", "move"} for made in draft.made[first:])
            return not handled or self._refers or not self._after_article(token)
        if self._words.is_cue("named", (token.text,)):
            return True
        if self._words.is_cue("only", (token.text,)) and self._reading.narrows:
            return True  # "copy only the pdfs": the pdfs are what is copied
        folded = stem(token.text, self._words.lang)
        # Before something is changed, the words of what only looks do not count: "the large files" are not all files.
        heard = [made for made in draft.made[first:] if not changing or made.effect in EFFECTFUL]
        return any(folded in learned(made, self._words).vocabulary for made in heard)

    def _after_article(self, token: Token) -> bool:
        """Whether a word is named like a thing: "delete the list", with no list before, is not "delete it"."""
        place = self._reading.clause.tokens.index(token)
        return place > 0 and self._words.is_cue("articles", (self._reading.clause.words[place - 1],))

    def _is_own(self, token: Token, draft: Draft, first: int) -> bool:
        """Whether a noun is what one of this clause's executors is about, such as "mail" for mails."""
        thing = self._words.objects[token.text]
        return thing != "files" and any(thing in {made.object, made.verb} for made in draft.made[first:])

    def _take_name(self, unknown: list[tuple[int, Token]], draft: Draft, first: int) -> bool:
        """Whether the unknown words became the name that a step looks for."""
        if not could_be_names(self._reading.clause, unknown, self._words.lang):
            return False
        places = [place for place, _ in unknown]
        if len(unknown) > NAME_WORDS or places[-1] - places[0] >= NAME_WORDS:
            return False
        texts = self._shown(token for _, token in unknown)
        changing = any(made.effect in EFFECTFUL for made in draft.made[first:])
        for index in range(first, len(draft.steps)):
            named = self._named(draft.made[index], draft.steps[index], texts, changing=changing)
            if named is not None:
                draft.steps[index] = named
                return True
        return False

    def _named(self, manifest: Manifest, step: Step, texts: list[str], *, changing: bool) -> Step | None:
        """A step with the name in the first argument that takes one; None when none does."""
        if any("${ARG:" in str(value) for value in step.args.values()):
            return None  # where the place has to be asked for, a name would be a second guess
        for name, kind in argument_kinds(manifest).items():
            held = step.args.get(name)
            if held is not None and not (kind == "glob" and str(held).startswith("*.")):
                continue
            value = self._as_name(manifest, name, kind, texts, changing=changing)
            if value:
                return Step(step.tool, {**step.args, name: value + (str(held)[1:] if held else "")})
        return None

    def _after_its_word(self, pair: tuple[int, Token], draft: Draft, first: int) -> bool:
        """Whether a word became an argument's text, by the word before it in the examples ("a Marco")."""
        place, token = pair
        before = self._reading.clause.words[place - 1] if place else ""
        before = IS if before == POSSESSIVE and self._words.lang == "en" else before  # "what's Emma's number?"
        if place in self._used:
            return True
        if not before or self._words.is_cue("articles", (before,)):
            return False
        for index, name in self._free_places(draft, first):
            manifest = draft.made[index]
            if self._words.verb(before) is not None and argument_kinds(manifest)[name] != "person":
                continue  # "send Anna ..." names a person, "find ..." no sender
            if draft.steps[index].args.get(name) is None and not self._is_about(manifest):
                continue
            if learned(manifest, self._words).before.get(name, {}).get(before):
                end = self._name_end(place)
                draft.give(index, name, self._slice(token.start, self._reading.clause.tokens[end - 1].end))
                self._used.update(range(place, end))
                return True
        return False

    @staticmethod
    def _free_places(draft: Draft, first: int) -> list[tuple[int, str]]:
        """Arguments of this clause's steps that a name could be: those that would be asked for come first."""
        asked: list[tuple[int, str]] = []
        open_: list[tuple[int, str]] = []
        for index in range(first, len(draft.steps)):
            for name, kind in argument_kinds(draft.made[index]).items():
                held = draft.steps[index].args.get(name)
                if kind in {"text", "person"} and held is not None and held == f"${{ARG:{name}}}":
                    asked.append((index, name))
                elif kind in {"text", "person"} and held is None:
                    open_.append((index, name))
        return [*asked, *open_]

    def _as_name(self, manifest: Manifest, name: str, kind: str, texts: list[str], *, changing: bool) -> str:
        """Names as an argument takes them; empty when nothing says that this executor is meant to look for them."""
        known = learned(manifest, self._words)
        if kind == "glob" and name in known.wrapped:
            if changing and not speaks_of_one_file(self._reading.clause.words, self._words.lang):
                return ""  # "the useless files": a word that nobody knows is no name to delete by
            # Without a place, one word after a verb of looking may be a file's name; anything else may be anything.
            looked_for = len(texts) == 1 and "find" in self._reading.clause.verbs
            files = bool(self._reading.paths) or looked_for
            return "*" + "*".join(text.lower() for text in texts) + "*" if files else ""
        if kind != "text" or manifest.effect != "read" or len(texts) != 1:
            return ""
        optional = name not in manifest.args.get("required", ())
        return texts[0] if optional and known.before.get(name) and self._is_about(manifest) else ""

    def _is_about(self, manifest: Manifest) -> bool:
        """Whether a noun of the clause, or another word besides the verb, is the executor's own."""
        return is_about(self._reading, manifest, self._words)
