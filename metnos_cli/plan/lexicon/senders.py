"""Takes the name after "da" / "di" / "from" / "by" of a mail for one value, whatever its words mean elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.tokens import Token, words
from metnos_cli.records import Slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

SENDER = "sender"
"""Dimension of such a value."""
MAIL = "messages"
_PIECE = re.compile(r"[^\s,;:!?\"“”«»()]+")
_GAP = re.compile(r"[^\S\n]*")
_MYSELF = re.compile(r"I(['’]\w+)?")
_OWNS = re.compile(r"['’]s$")
_SINCE = re.compile(r"\s+(on|onwards?)\b")
_QUOTED = "quoted"
LONG = frozenset({"day", "week", "month", "quarter", "year"})
NEAR = 4
"""Words after "'s" among which mails are spoken of: "Ann's last three unread emails"."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One word of a text, as written."""

    text: str
    start: int
    end: int


def with_senders(tokens: Sequence[Token], request: Request, lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens with the names of senders as values.

    Args:
        tokens: The request's tokens.
        request: The request.
        lexicon: Its language.
    """
    if not any(is_mail(token, lexicon) for token in tokens) or request.text.isupper():
        return tuple(tokens)  # where all is written in capitals, they tell nothing
    names = _Names(request, lexicon)
    tokens = names.owned(_uncovered(one for token in tokens for one in names.parted(token)))
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        found.append(tokens[place])
        place += 1
        led = leads(tokens, place - 1, lexicon)
        named = names.after(tokens, place) if led else None
        if led and named is None and place < len(tokens):
            tokens[place] = names.day(tokens[place])
        if named is not None:
            place = _past(tokens, named.end)
            found.append(named)
            while (another := _joined(tokens, place, names, lexicon)) is not None:
                found += [*(token for token in tokens[place:] if token.start < another.start), another]
                place = _past(tokens, another.end)
    return tuple(found)


def _uncovered(tokens: Iterable[Token]) -> list[Token]:
    """The tokens without those that the one before has taken in: "from yesterday ON"."""
    found: list[Token] = []
    for token in tokens:
        if not found or token.start >= found[-1].end:
            found.append(token)
    return found


def _past(tokens: Sequence[Token], end: int) -> int:
    """Place of the first token after a sign."""
    return next((at for at, token in enumerate(tokens) if token.start >= end), len(tokens))


def _joined(tokens: Sequence[Token], place: int, names: _Names, lexicon: Lexicon) -> Token | None:
    """A further name joined to one: "da Anna E MARCO", "from Ann OR MARK"; None for none."""
    if place + 1 >= len(tokens):
        return None
    joins = tokens[place].text == "," or any(
        lexicon.is_cue(role, (tokens[place].text,)) for role in ("connectors", "alternatives")
    )
    again = any(lexicon.is_cue(role, (tokens[place + 1].text,)) for role in ("from_whom", "of_whom"))
    return names.after(tokens, place + 1 + again) if joins else None


def is_mail(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word means mails."""
    return token.is_word and lexicon.objects.get(token.text) == MAIL


def leads(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a word leads to who sent a mail: "da", "from", and "di" right after what mails are called."""
    token = tokens[place]
    if not token.is_word or _is_taken(tokens, place, lexicon):
        return False
    if lexicon.is_cue("from_whom", (token.text,)) or _ends("sent_me", tokens, place, lexicon):
        return True
    return lexicon.is_cue("of_whom", (token.text,)) and _of_mail(tokens, place, lexicon)


def _is_taken(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a phrase that begins before a word goes on over it: "che parlano DI", "più vecchie DI"."""
    phrases = (*lexicon.cues["about"], *lexicon.cues["about_text"], *lexicon.comparators)
    texts = words(tokens)
    return any(
        phrase == tuple(texts[start : start + len(phrase)])
        for phrase in phrases
        for start in range(max(0, place - len(phrase) + 1), place)
    )


def _ends(role: str, tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a phrase ends with a word: "che mi ha MANDATO"."""
    texts = words(tokens)
    return any(start + lexicon.cue_at(role, texts, start) == place + 1 for start in range(max(0, place - 3), place))


def _of_mail(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether nothing but what tells mails apart stands between what they are called and a word."""
    for token in reversed(tokens[:place]):
        if is_mail(token, lexicon):
            return True
        if token.mark or not (token.slot is not None or lexicon.is_cue("beside_mail", (token.text,))):
            return False
    return False


class _Names:
    """Reads names in a request.

    Args:
        request: The request.
        lexicon: Its language.
    """

    def __init__(self, request: Request, lexicon: Lexicon) -> None:
        self._text = request.text
        self._now = request.now
        self._times = [slot for slot in request.slots if slot.dim == "time"]
        self._words = lexicon

    def parted(self, token: Token) -> tuple[Token, ...]:
        """A time that swallowed the word before a name, without it: "from Last Minute"."""
        lead, blank, rest = self._text[token.start : token.end].partition(" ")
        timed = token.slot is not None and token.slot.dim == "time" and self._words.is_cue("from_whom", (lead,))
        start = token.start + len(lead) + len(blank)
        if not timed or not rest:
            return (token,)
        if self._end(start) >= token.end:
            return Token(lead, token.start, token.start + len(lead)), replace(token, start=start)
        return (self._of_its_day(token, start),)

    def _of_its_day(self, token: Token, start: int) -> Token:
        """A day or longer of "the mails from yesterday", which is meant alone: not all that came since."""
        if self._words.lang != "en" or token.slot is None or token.slot.fields.get("kind") != "open":
            return token
        since = _SINCE.match(self._text, token.end)
        if since is not None:
            return replace(token, end=since.end())
        fields = self._period(start, token.end)
        return replace(token, slot=replace(token.slot, fields=fields)) if fields else token

    def _period(self, start: int, end: int) -> Mapping[str, Any]:
        """The day or longer that words name by themselves; empty for anything else."""
        from metnos_cli.text.slots import find_slots

        text = self._text[start:end]
        read = [one for one in find_slots(text, self._words.lang, self._now) if one.text == text and one.dim == "time"]
        fields = read[0].fields if len(read) == 1 and read[0].certain else {}
        return fields if fields.get("grain") in LONG and fields.get("kind") != "open" else {}

    def day(self, token: Token) -> Token:
        """A day after "from" that was not read as one together with it: "the mails from today"."""
        small = token.is_word and self._words.is_cue("small_times", (token.text,))
        fields = self._period(token.start, token.end) if small else {}
        if not fields:
            return token
        text = self._text[token.start : token.end]
        return Token("<time>", token.start, token.end, Slot("time", text, token.start, token.end, fields))

    def after(self, tokens: Sequence[Token], place: int) -> Token | None:
        """The name that begins at a place, with the words that only say who it is; None where there is none."""
        first = place
        while place < len(tokens) and self._is_led(tokens[place], opened=place > first):
            place += 1
        if place >= len(tokens):
            return None
        token = tokens[place]
        if token.slot is not None and token.slot.dim == _QUOTED:
            return self._token(str(token.slot.fields["value"]), tokens[first].start, token.end)
        if token.slot is not None and token.slot.dim in {"email", "path"}:
            return None
        end = self._end(token.start)
        name = self._text[token.start : end]
        if not name or self._means_folder(tokens, place, end, articled=place > first):
            return None
        return self._token(name, tokens[first].start, end)

    @staticmethod
    def _token(name: str, start: int, end: int) -> Token:
        slot = Slot(SENDER, name, start, end, {"value": name})
        return Token(f"<{SENDER}>", start, end, slot)

    def _is_led(self, token: Token, *, opened: bool) -> bool:
        """Whether a word only leads to a name: an article, "my", "sister", "dott."."""
        if token.mark:
            return opened and token.text == "."
        if not token.is_word or self._text[token.start].isupper():
            return False
        return any(self._words.is_cue(role, (token.text,)) for role in ("articles", "mine", "who_it_is"))

    def _means_folder(self, tokens: Sequence[Token], place: int, end: int, *, articled: bool) -> bool:
        """Whether a folder of the account is meant: "from the Trash", "from the Bills folder", "from Inbox"."""
        inside = [token for token in tokens[place:] if token.start < end]
        after = tokens[place + len(inside) : place + len(inside) + 1]
        places = ("inbox", "trash", "junk", "archive", "sent", "drafts", "spam")
        known = any(name in places for name in self._words.values.get(tuple(words(inside)), ()))
        if known:
            return True
        folder = [self._words.is_cue("folder", (token.text,)) for token in (*after, inside[-1])]
        return folder[0] or (articled and len(inside) > 1 and folder[-1])

    def owned(self, tokens: list[Token]) -> list[Token]:
        """The tokens with the name before "'s" as a value: "Time Out's unread emails"."""
        for at in range(len(tokens) - 1, 0, -1):
            token = tokens[at]
            if token.text != "s" or self._text[token.start - 1] not in "'’" or self._words.lang != "en":
                continue
            if not self._owns_mails(tokens[at + 1 : at + 1 + NEAR]):
                continue
            first = self._run_before(tokens, at)
            if first < at and not (at - first == 1 and self._is_time(tokens[first])):
                name = self._text[tokens[first].start : tokens[at - 1].end]
                tokens = [*tokens[:first], self._token(name, tokens[first].start, token.end), *tokens[at + 1 :]]
        return tokens

    def _owns_mails(self, after: Sequence[Token]) -> bool:
        """Whether mails of somebody are spoken of, and not the address: "Ann's emails", "Ann's last email"."""
        for place, token in enumerate(after):
            if is_mail(token, self._words):
                address = [one.text for one in after[place + 1 : place + 2]] == ["address"]
                return not address and (place > 0 or token.text.endswith("s"))
        return False

    def _run_before(self, tokens: Sequence[Token], end: int) -> int:
        """Place of the first of the words with a capital that stand together before a place."""
        first = end
        while first and not tokens[first - 1].mark and all(map(self._is_capital, self._said(tokens[first - 1]))):
            first -= 1
        opens = first < end and (first == 0 or tokens[first - 1].mark)
        is_verb = self._words.verb(tokens[first].text) is not None if opens else False
        return first + 1 if is_verb else first

    def _said(self, token: Token) -> list[str]:
        return self._text[token.start : token.end].split()

    @staticmethod
    def _is_capital(word: str) -> bool:
        return not _MYSELF.fullmatch(word) and any(sign.isupper() for sign in word)

    @staticmethod
    def _is_time(token: Token) -> bool:
        return token.slot is not None and token.slot.dim == "time"

    # -- pieces

    def _piece(self, start: int) -> _Piece | None:
        """The word at a place or after the blanks there; None at anything else."""
        gap = _GAP.match(self._text, start)
        found = _PIECE.match(self._text, gap.end() if gap else start)
        if found is None:
            return None
        text = found[0]
        if text.endswith(".") and not self._is_short(text):
            text = text.rstrip(".")
        return _Piece(text, found.start(), found.start() + len(text)) if text else None

    def _is_short(self, text: str) -> bool:
        """Whether the stop at the end of a word is its own: "S.p.A.", "Dr.", "J."."""
        bare = text[:-1]
        return "." in bare or len(bare) == 1 or self._words.is_cue("who_it_is", (bare.lower(),))

    def _is_name(self, piece: _Piece | None) -> bool:
        """Whether a word is written like a name: a capital in it ("Anna", "IKEA", "eBay")."""
        return piece is not None and self._is_capital(piece.text)

    def _time_at(self, start: int) -> Slot | None:
        return next((slot for slot in self._times if slot.start <= start < slot.end), None)

    def _end(self, start: int) -> int:
        """One past the last sign of the name that starts at a place; the place itself where there is none."""
        end, place = start, start
        while True:
            piece = self._piece(place)
            ahead = piece if end > start else None
            joins = ahead is not None and (ahead.text == "&" or self._words.is_cue("in_names", (ahead.text.lower(),)))
            if piece is None:
                return end
            if joins and not self._is_name(piece):
                later = self._piece(piece.end)
                if later is not None and later.text in {"the", "il", "la"}:
                    later = self._piece(later.end)  # "Friends of the Earth"
                if later is None or not self._is_name(later) or self._time_at(later.start):
                    return end
                piece = later
            if not self._is_name(piece) and not (end > start and piece.text.isdecimal()):
                return end
            stop = self._over_time(piece)
            if stop < 0:
                return end
            if stop == 0 and _OWNS.search(piece.text) and self._words.lang == "en":
                return start  # "from Anna's office": who that is nobody knows
            end = place = stop or piece.end
            if self._text[end : end + 1].strip():
                return end

    def _over_time(self, piece: _Piece) -> int:
        """One past a time that belongs to a name ("Today Ltd", "USA Today"); 0 for no time, -1 for one of its own."""
        slot = self._time_at(piece.start)
        if slot is None:
            return 0
        lead = self._text[slot.start : piece.start].strip()
        said = self._text[piece.start : slot.end].split()
        led = not lead or self._words.is_cue("from_whom", (lead,))
        if not led or not all(word[:1].isupper() for word in said):
            return -1
        small = self._words.is_cue("small_times", (said[0].lower(),))
        return slot.end if small or self._is_name(self._piece(slot.end)) else -1
