"""Recognises a request that opens (or ends) as an example does around a free text: "ricordami di ...", "forget ...".

What follows such an opening is a value, whatever words it holds: it is never split into clauses nor searched for verbs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.lexicon.senders import SENDER, with_senders
from metnos_cli.plan.lexicon.tokens import Token, tokenize
from metnos_cli.plan.profile import profile
from metnos_cli.plan.sketch.clauses import opens_parted, split
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.plan.sketch.phrases import phrasal
from metnos_cli.plan.sketch.recurring import REPEATS, find_recurrence
from metnos_cli.plan.sketch.signs import as_typed
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from metnos_cli.executors.manifest import Example, Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

FREE = frozenset({"text", "person"})
PEOPLE = frozenset({"email", SENDER})
PLACES = frozenset({"path", "url", "glob"})
STATEMENTS = frozenset({"text", "content", "body", "message", "note", "fact", "wish"})
"""Arguments that are told whole, with the article or "my" that they begin with."""
EMPTY = ("articles", "prepositions", "connectors", "questions")
"""Roles of words that may open anything."""
SOMEBODY = "<person>"
"""In an opening: where a name or an address stands."""
LEADS_DAY = frozenset({"on", "il"})
"""Words before a day that go with it."""
NAME_WORDS = 3
"""A name has no more words."""
SIMPLE: Mapping[str, str] = {
    **dict.fromkeys(("ad", "al", "allo", "alla", "all", "ai", "agli", "alle"), "a"),
    **dict.fromkeys(("del", "dello", "della", "dell", "dei", "degli", "delle", "d"), "di"),
    **dict.fromkeys(("dal", "dallo", "dalla", "dall", "dai", "dagli", "dalle"), "da"),
    **dict.fromkeys(("nel", "nello", "nella", "nell", "nei", "negli", "nelle"), "in"),
    **dict.fromkeys(("sul", "sullo", "sulla", "sull", "sui", "sugli", "sulle"), "su"),
    **dict.fromkeys(("lo", "la", "l", "gli", "le"), "il"),
}
"""Italian prepositions as they are with and without an article, and articles: one opens what the other opens."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How the examples of an executor introduce a free text."""

    manifest: Manifest
    """Which executor."""
    argument: str
    """The argument that takes the text."""
    head: tuple[str, ...]
    """Words before it; ``<person>`` stands for a name."""
    tail: tuple[str, ...]
    """Words after it, to the end; empty where the text ends the request."""
    one_word: bool
    """Whether the examples' texts are single words: then longer ones are not meant."""
    capital: bool
    """Whether it has to be a name by its capital: nothing else tells that this executor is meant."""
    articled: bool
    """Whether an article at the beginning is the text's own ("forget THE gate code", "that THE ..."), or only leads
    to a name ("mails from THE bank")."""
    person: str
    """The argument that takes the name in the head; empty without one."""
    choices: Mapping[str, Any]
    """What the very words of the opening choose besides."""


@dataclass(frozen=True, slots=True)
class Match:
    """A request that is one call with a free text."""

    manifest: Manifest
    """The executor."""
    args: Mapping[str, Any]
    """Its arguments."""


_known: dict[tuple[str, str, str], tuple[Opening, ...]] = {}


def match(request: Request, pool: Sequence[Manifest], words: Lexicon) -> Match | None:
    """The call that a request is when it opens as an example does; the longest opening wins.

    Args:
        request: What was asked.
        pool: The executors.
        words: The request's language.
    """
    best: tuple[int, Match] | None = None
    for manifest in pool:
        if not openings(manifest, words):
            continue
        told = _Told(request, manifest, words)
        for opening in openings(manifest, words):
            args = told.after(opening)
            size = len(opening.head) + len(opening.tail)
            if args and (best is None or size > best[0]):
                best = (size, Match(manifest, {**opening.choices, **told.args, **args}))
    return best[1] if best else None


def openings(manifest: Manifest, words: Lexicon) -> tuple[Opening, ...]:
    """The openings that a manifest's examples teach (kept, since manifests do not change)."""
    key = (manifest.name, manifest.digest, words.lang)
    if key not in _known:
        examples = [example for example in manifest.examples if example.lang == words.lang]
        _known[key] = tuple(one for example in examples for one in _openings(manifest, example, words))
    return _known[key]


def _openings(manifest: Manifest, example: Example, words: Lexicon) -> Iterator[Opening]:
    """Each free text of an example that has nothing else but a time, a choice, or the name of a person before it."""
    kinds = argument_kinds(manifest)
    literal = [name for name, value in example.args.items() if kinds.get(name) in FREE and isinstance(value, str)]
    others = [name for name in example.args if kinds.get(name) not in {*FREE, "time", "enum", "flag"}]
    literal.sort(key=lambda name: example.text.rfind(str(example.args[name])))
    person = literal[0] if len(literal) == 2 and kinds[literal[0]] == "person" else ""
    if others or len(literal) != (2 if person else 1):
        return
    value = str(example.args[literal[-1]])
    before, found, after = example.text.partition(value)
    timed = any(kinds.get(name) == "time" for name in example.args)
    if not found or before.rstrip()[-1:] in {'"', "“", "«"} or after[:1].isalnum():
        return
    head = _without_courtesy(_parts(before, str(example.args[person]) if person else ""), words)
    tail = [] if timed else words_of(after)
    if head and _tells([*head, *tail], words, ends=not tail):
        own = profile(manifest, words.lang).affinity
        said = {stem(word, words.lang) for word in (*head, *tail)}
        yield Opening(
            manifest,
            literal[-1],
            tuple(head),
            tuple(tail),
            len(words_of(value)) == 1 and literal[-1] not in phrasal(manifest, words),
            all(part[:1].isupper() for part in value.split()) and said.isdisjoint(own),
            literal[-1] in STATEMENTS or words.is_cue("articles", tuple(words_of(value)[:1])),
            person,
            {name: held for name, held in example.args.items() if kinds[name] in {"enum", "flag"}},
        )


def _parts(before: str, name: str) -> list[str]:
    """The words before a text, with the name among them replaced; none where the name cannot be found."""
    if not name:
        return words_of(before)
    first, found, rest = before.partition(name)
    return [*words_of(first), SOMEBODY, *words_of(rest)] if found and words_of(rest) else []


def _tells(told: Sequence[str], words: Lexicon, *, ends: bool) -> bool:
    """Whether an opening can be nobody else's: "forget the", "remember that", but not "delete the", "when is the"."""
    content = [word for word in told if not any(words.is_cue(role, (word,)) for role in EMPTY)]
    introduced = ends and words.is_cue("introduces", (told[-1],))
    plain = (word for word in content if word in words.objects or not (words.verb(word) or opens_parted(word, words)))
    return bool(content) and (introduced or any(plain))


def _without_courtesy(texts: list[str], words: Lexicon) -> list[str]:
    place = 0
    while place < len(texts) and (count := words.cue_at("courtesy", texts, place)):
        place += count
    return texts[place:]


REMINDS = "remind"
"""Verbs of this class open a text alike: "avvisami di ..." asks for what "ricordami di ..." does."""
PERSON = 2
"""Letters of an attached pronoun: who is reminded matters."""


def _alike(one: str, other: str, words: Lexicon) -> bool:
    """Whether a word opens a text as another one of the examples does."""
    if SIMPLE.get(one, one) == SIMPLE.get(other, other):
        return True
    first, second = words.verb(one), words.verb(other)
    if first is None or second is None or (words.lang == "it" and one[-PERSON:] != other[-PERSON:]):
        return False
    return first.classes[0] == second.classes[0] == REMINDS


class _Told:
    """A request as one executor hears it: times and repetitions taken out where it has arguments for them."""

    def __init__(self, request: Request, manifest: Manifest, words: Lexicon) -> None:
        self._request = request
        self._words = words
        self._kinds = argument_kinds(manifest)
        self.args: dict[str, Any] = {}
        tokens = list(with_senders(tokenize(request), request, words))
        self.tokens = self._without_choices(manifest, self._without_times(tokens))

    def _without_times(self, tokens: list[Token]) -> list[Token]:
        name = next((name for name, kind in self._kinds.items() if kind == "time"), "")
        times = [token for token in tokens if token.slot is not None and token.slot.dim == "time"] if name else []
        if len(times) != 1 or times[0].slot is None:
            return tokens
        self.args[name] = as_argument(times[0].slot)
        place = tokens.index(times[0])
        led = place - 1 if place and tokens[place - 1].text in LEADS_DAY else place  # "remind me on December 24 to ..."
        return [*tokens[:led], *tokens[place + 1 :]]

    def _without_choices(self, manifest: Manifest, tokens: list[Token]) -> list[Token]:
        """Take out words that name a choice, such as "ogni giorno" for ``repeat``, with the time beside them."""
        properties = manifest.args.get("properties", {})
        time = next((name for name, kind in self._kinds.items() if kind == "time"), "")
        for name, kind in self._kinds.items():
            choices = properties[name].get("enum", ()) if kind == "enum" else ()
            if time and REPEATS.issuperset(choices) and choices:
                found = find_recurrence(self._request, tokens, self._words)
                if found is not None:
                    self.args |= {name: found.repeat, **({time: found.when} if found.when else {})}
                    tokens = tokens[: found.first] + tokens[found.stop :]
                continue
            for place in range(len(tokens)):
                count, choice = self._choice_at(tokens, place, choices)
                if count:
                    self.args[name] = choice
                    tokens = tokens[:place] + tokens[place + count :]
                    break
        return tokens

    def _choice_at(self, tokens: list[Token], place: int, choices: Sequence[Any]) -> tuple[int, Any]:
        for count in (3, 2):
            phrase = tuple(token.text for token in tokens[place : place + count])
            chosen = next((value for value in self._words.values.get(phrase, ()) if value in choices), None)
            if chosen is not None:
                return count, chosen
        return 0, None

    def after(self, opening: Opening) -> dict[str, Any]:
        """The free text after an opening, with the name in it; nothing when the request opens or ends otherwise."""
        plain = [token for token in self.tokens if not token.mark]
        texts = [token.text for token in plain]
        end = len(plain) - len(opening.tail)
        if tuple(texts[end:]) != opening.tail:
            return {}
        skipped = len(texts) - len(_without_courtesy(texts, self._words))
        for start in dict.fromkeys((0, skipped)):
            found = self._opened(plain[start:end], opening)
            if found is not None:
                name, rest = found
                text = self._text(rest, opening) if rest else ""
                return {opening.argument: text, **({opening.person: name} if opening.person else {})} if text else {}
        return {}

    def _opened(self, tokens: list[Token], opening: Opening) -> tuple[str, list[Token]] | None:
        """(the name in the opening, what follows it); None when the tokens open otherwise."""
        if SOMEBODY not in opening.head:
            head = tokens[: len(opening.head)]
            same = len(head) == len(opening.head) and self._match((one.text for one in head), opening.head)
            return ("", tokens[len(head) :]) if same else None
        at = opening.head.index(SOMEBODY)
        after = opening.head[at + 1 :]
        for size in range(1, NAME_WORDS + 1):
            told = [*opening.head[:at], *(one.text for one in tokens[at : at + size]), *after]
            if len(tokens) > len(told) and self._match((one.text for one in tokens), told):
                name = self._name(tokens[at : at + size])
                return (name, tokens[len(told) :]) if name else None
        return None

    def _match(self, texts: Iterable[str], head: Iterable[str]) -> bool:
        return all(_alike(one, other, self._words) for one, other in zip(texts, head, strict=False))

    def _name(self, tokens: list[Token]) -> str:
        """An address, or words that nobody knows; empty for anything else."""
        slots = [token.slot for token in tokens if token.slot is not None]
        if slots:
            return str(as_argument(slots[0])) if len(tokens) == 1 and slots[0].dim in PEOPLE else ""
        if any(is_function_word(token.text, self._words) or token.text in self._words.objects for token in tokens):
            return ""
        return self._request.text[tokens[0].start : tokens[-1].end]

    def _text(self, rest: list[Token], opening: Opening) -> str:
        """The rest as typed, in one piece or in the pieces that are left around what was taken out."""
        dims = {token.slot.dim for token in rest if token.slot is not None}
        if "duration" in dims and "duration" in self._kinds.values():
            return ""  # "lo standup ogni lunedì alle 8 per 15 minuti": how long it is, and no part of its name
        if not dims.isdisjoint(PLACES) or not self._fits(rest, dims, opening) or self._goes_on(rest, opening):
            return ""
        if len(rest) == 1 and rest[0].slot is not None and SENDER in dims:
            return str(as_argument(rest[0].slot))
        if not opening.articled:
            rest = self._without_articles(rest)
        pieces: list[str] = []
        first = rest[0]
        for token, following in zip(rest, [*rest[1:], None], strict=True):
            if following is None or self._is_gap(token, following):
                early = not opening.tail and self._ends_early(token)
                pieces.append(self._piece(first, token, cut=following is not None or early))
                first = following or token
        if opening.articled and not opening.tail and opening.manifest.effect == "write":
            return as_typed(self._request.text, rest, pieces)
        return " ".join(pieces).strip(' .,;:!?"“”«»')

    def _goes_on(self, rest: list[Token], opening: Opening) -> bool:
        """Whether another wish follows what is looked for: a note may hold any words, a question to the web not."""
        if opening.manifest.effect in {"write", "send", "delete"}:
            return False
        return len(split(rest, self._words)) > 1

    def _fits(self, rest: list[Token], dims: set[str], opening: Opening) -> bool:
        """Whether a text is of the kind that the example has: a word, a name."""
        rest = self._without_articles(rest)
        if len(rest) == 1 and self._words.is_cue("anaphors", (rest[0].text,)):
            return False  # "forget them" means what was found before
        named = all(self._request.text[token.start].isupper() for token in rest)
        if opening.capital and not named:
            return False
        single = len(rest) == 1 and (rest[0].is_word or not PEOPLE.isdisjoint(dims))
        return not opening.one_word or single or (named and len(rest) <= NAME_WORDS)

    def _without_articles(self, rest: list[Token]) -> list[Token]:
        while len(rest) > 1 and self._words.is_cue("articles", (rest[0].text,)):
            rest = rest[1:]
        return rest

    def _piece(self, first: Token, last: Token, *, cut: bool) -> str:
        """The text from one token to another; before something that was taken out, its preposition goes too."""
        text = self._request.text[first.start : last.end]
        if cut and last is not first and self._words.is_cue("prepositions", (last.text,)):
            return text[: last.start - first.start].rstrip()
        return text

    def _ends_early(self, token: Token) -> bool:
        """Whether something was taken out after the last token."""
        return bool(words_of(self._request.text[token.end :]))

    def _is_gap(self, token: Token, following: Token) -> bool:
        """Whether something was taken out between two tokens."""
        return bool(words_of(self._request.text[token.end : following.start]))
