"""Splits a request into clauses, one wish each, and finds the verb of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import DO, SAY
from metnos_cli.plan.lexicon.tokens import Token, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.plan.lexicon import Lexicon, VerbForm


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


WEAK = frozenset({SAY, DO})
ADVANCE, DELAY = "advance", "delay"
"""Classes of verbs that move something in time, besides ``move``: which way."""
PARTED = {"parted_sooner": ADVANCE, "parted_later": DELAY}
"""Role of English verbs whose second word may stand apart -> which way they move: "push the meeting back"."""


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
    said = [part for part in parts if any(not token.mark for token in part)]
    # "ciao, mi faresti vedere ..." is one wish.
    wishes = [part for part in said if not _is_courtesy(part, lexicon)]
    return tuple(find_verb(part, lexicon) for part in wishes or said)


def _is_courtesy(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether nothing is said but courtesy."""
    texts = [token.text for token in tokens if not token.mark]
    return _skip_courtesy(texts, 0, lexicon) == len(texts)


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
            return _clause(tokens, _named_action(texts, found, lexicon))
        weak = weak or found
        place = max(found.end, place + 1) if found else max(ahead, place) + 1
    return _clause(tokens, weak) if weak else Clause(tuple(tokens))


def _clause(tokens: Sequence[Token], verb: _Verb) -> Clause:
    return Clause(tuple(tokens), verb.classes, verb.start, verb.end, verb.pronoun, verb.weak)


LIGHT = frozenset({"find", "list", "get", "create"})
"""Verbs that leave it to a noun to say what is to be done: "trova il totale", "make a summary"."""
ACTIONS = frozenset({"compute", "describe"})


def _named_action(texts: list[str], verb: _Verb, lexicon: Lexicon) -> _Verb:
    """The verb with the action that a noun right after it names, if it names one."""
    if LIGHT.isdisjoint(verb.classes) or any(lexicon.is_cue("seeks", (text,)) for text in texts[verb.start : verb.end]):
        return verb  # "cerca totale in ~/x": what is looked for is a word
    place = verb.end
    for start in (place, place + 1):
        named, count = lexicon.phrase_at(texts, start)
        if named in ACTIONS and (start == place or lexicon.is_cue("articles", (texts[place],))):
            return replace(verb, classes=(named, *verb.classes), end=start + count)
    return verb


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
    if count and texts[place + count : place + count + 1] == ["<phone-number>"]:
        return None  # "the number 555 0123456" is no counting
    if count > 1:
        return _Verb((verb_class,), place, place + count, weak=verb_class in WEAK)
    if place and tokens[place].capital and tokens[place - 1].is_word:
        return None  # "il telefono di Paolo Conti"
    before = texts[place - 1] if place else ""
    way = _parted_way(tokens, place, lexicon)
    if way and not lexicon.is_cue("articles", (before,)):
        return _Verb(("move", way), place, place + 1)
    form = lexicon.verb(texts[place]) or (_gerund(texts[place], lexicon) if before in LEADS_GERUND else None)
    led = _led_by_pronouns(texts, place, lexicon)
    if form is not None and led:
        return _Verb(form.classes, place, place + 1, form.pronoun or led, weak=form.classes[0] in WEAK)
    after_article = lexicon.is_cue("articles", (before,)) or (
        lexicon.is_cue("prepositions", (before,)) and not (form and form.infinitive)
    )
    after_article = after_article or _after_next(texts, place, lexicon)
    reflexive = before in {"mi", "ti", "ci", "si"} and texts[place].endswith("o") and lexicon.lang == "it"
    described = place > 0 and lexicon.is_cue("described", (texts[place],))
    if form is not None and not (described or after_article or reflexive or _is_noun(tokens, place, lexicon)):
        return _Verb(form.classes, place, place + 1, form.pronoun, weak=form.classes[0] in WEAK)
    if count:
        return _Verb((verb_class,), place, place + 1, weak=verb_class in WEAK)
    return None


def _after_next(texts: list[str], place: int, lexicon: Lexicon) -> bool:
    """Whether "the next" or "l'ultima" stands before a word, which makes a noun of it: "la prossima visita"."""
    if place < 2 or not any(lexicon.is_cue(role, (texts[place - 2],)) for role in ("articles", "mine")):
        return False
    return any(lexicon.is_cue(role, (texts[place - 1],)) for role in ("passing_days", "closing"))


def _parted_way(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> str:
    """Which way a verb of two words moves something in time; empty for any other word."""
    after = particle_of(tokens, place, lexicon)
    pair = () if after is None else (tokens[place].text, tokens[after].text)
    return next((way for role, way in PARTED.items() if lexicon.is_cue(role, pair)), "")


def opens_parted(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is the first of a verb of two."""
    return any(phrase[0] == word for role in PARTED for phrase in lexicon.cues.get(role, ()))


def particle_of(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> int | None:
    """Place of the second word of a verb of two that starts at a place: "bring the dentist forward"."""
    if not opens_parted(tokens[place].text, lexicon):
        return None
    for after in range(place + 1, len(tokens)):
        pair = (tokens[place].text, tokens[after].text)
        if not tokens[after].capital and any(lexicon.is_cue(role, pair) for role in PARTED):
            return after
    return None


OBJECTS = frozenset({"me", "us"})
"""English pronouns that only a verb has after it."""
POSSESSIVE = "s"
"""What is left of "'s"."""
LEADS_GERUND = frozenset({"mind", "about"})
"""What an English gerund asks for something after: "would you mind copying ...", "how about listing ..."."""
PERSONS = frozenset({"me", "te", "ce", "ve", "se"})
"""Italian pronouns that stand before another one: "me lo riassumi"."""


def _gerund(word: str, lexicon: Lexicon) -> VerbForm | None:
    """The verb of an English gerund; None when it is none."""
    base = word.removesuffix("ing")
    if lexicon.lang != "en" or base == word:
        return None
    shorter = base[:-1] if len(base) > 2 and base[-1] == base[-2] else base
    return lexicon.verb(base) or lexicon.verb(base + "e") or lexicon.verb(shorter)


def _led_by_pronouns(texts: list[str], place: int, lexicon: Lexicon) -> str:
    """The pronoun of the thing meant, where two pronouns stand before an Italian verb; empty for none."""
    if lexicon.lang != "it" or place < 2 or texts[place - 2] not in PERSONS:
        return ""
    return texts[place - 1] if texts[place - 1] in lexicon.object_pronouns else ""


def _is_noun(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether an English word that may be a verb is the head of a noun phrase: "the log files", "10 files"."""
    if lexicon.lang != "en":
        # "posta non letta?": mail, and nobody is told to post anything.
        verb = lexicon.verb(tokens[place].text)
        sends = verb is not None and verb.classes[0] == "send" and tokens[place].text in lexicon.objects
        after = tokens[place + 1].text if place + 1 < len(tokens) else ""
        return sends and not lexicon.is_cue("articles", (after,))  # but "posta questo" is a wish
    if tokens[place].text.endswith("s") and tokens[place].text in lexicon.objects:
        return True  # "emails from Anna": nobody is told to do something with an -s
    if place == 0 or (place + 1 < len(tokens) and tokens[place + 1].text in OBJECTS):
        return False  # "at half past seven remind me to ..."
    before = tokens[place - 1]
    if before.text == POSSESSIVE:
        return True  # "what's Emma's email address?"
    return before.slot is not None and before.slot.dim in {"number", "path", "glob", "quantity"}


NESTED = frozenset({"list", "describe", "compute"})
"""What may be made first of something and then written: its list, its summary, its size."""


def nested(clauses: Sequence[Clause], lexicon: Lexicon) -> tuple[Clause, ...]:
    """Take "save the list of pdfs in X to Y" apart: the list of pdfs in X, then save it to Y."""
    found: list[Clause] = []
    for clause in clauses:
        made = {verb for one in found for verb in one.verbs}
        parts = _parts(clause, lexicon, made) if "write" in clause.verbs else None
        if parts is None:
            found.append(clause)
            continue
        inner, rest = parts
        first = find_verb(inner, lexicon)
        found.append(replace(first, pronoun="it") if found and not _has_value(inner) else first)
        written = find_verb(rest, lexicon)
        found.append(replace(written, pronoun=written.pronoun or "it"))
    return tuple(found)


def _has_value(tokens: Sequence[Token]) -> bool:
    return any(token.slot is not None and token.slot.dim in {"path", "url", "glob"} for token in tokens)


def _parts(clause: Clause, lexicon: Lexicon, made: set[str]) -> tuple[list[Token], list[Token]] | None:
    """(what is made first, what is then done with it) of a clause that holds both, or None.

    Without a value of its own the first part means what was found before ("salvane il riassunto"), unless that has
    been made already.
    """
    texts, tokens = clause.words, clause.tokens
    paths = [place for place, token in enumerate(tokens) if token.text == "<path>"]
    start = next(
        (place for place in range(clause.verb_end, len(tokens)) if lexicon.phrase_at(texts, place)[0] in NESTED), None
    )
    if start is None or not paths or paths[0] < start or not lexicon.is_cue("into", (texts[paths[-1] - 1],)):
        return None
    end = paths[-1] - 1
    inner = list(tokens[start:end])
    verb = lexicon.phrase_at(texts, start)[0]
    if not _has_value(inner) and (not made or verb in made or verb == "list"):
        return None
    return inner, [*tokens[: clause.verb_end], *tokens[end:]]


def shared_object(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Verbs that share one object: in "find and delete the logs" the first verb takes what the second has.

    The second clause then refers back to the first.
    """
    given = list(clauses)
    for place in range(len(given) - 1):
        first, second = given[place], given[place + 1]
        if first.verbs and not (first.weak or first.pronoun) and first.bare and second.verbs and not second.bare:
            taken = second.tokens[second.verb_end :]
            head = first.tokens[: first.verb_end]
            given[place] = replace(first, tokens=(*head, *taken))
            rest = (*second.tokens[: second.verb_end], *_own_part(taken))
            given[place + 1] = replace(second, tokens=rest, pronoun=second.pronoun or "it")
    return tuple(given)


def _own_part(tokens: Sequence[Token]) -> list[Token]:
    """What the second of two verbs does not share with the first: where things go, if there are two places."""
    paths = [place for place, token in enumerate(tokens) if token.text == "<path>"]
    return list(tokens[paths[-1] - 1 :]) if len(paths) > 1 else []
