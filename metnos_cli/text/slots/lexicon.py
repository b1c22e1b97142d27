"""The words of one language that values are made of, read from its table once."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.spelling import glued_numerals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

Readings = dict[str, Any]
"""What one word may be: category -> value. ``~category`` tells that the word is also an everyday word."""

NOTHING: Readings = {}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language's words, phrases and conventions."""

    lang: Lang
    """Which language."""
    words: dict[str, Readings]
    """Folded word -> readings; a word that only stands inside phrases has none."""
    phrases: dict[str, tuple[tuple[tuple[str, ...], Readings], ...]]
    """First word -> phrases that start with it, longest first: (words, readings)."""
    rules: Mapping[str, Any]
    """Conventions of the language: how dates are written, hours of the parts of the day ..."""
    lists: Mapping[str, frozenset[str]]
    """Sets of words that decide in context."""

    def read(self, word: str) -> Readings | None:
        """Readings of a folded word; None when it means nothing here."""
        found = self.words.get(word)
        if found is None and "mil" in word and "numeral" in self.rules:
            value = _thousands(word, self)
            return None if value is None else {"num": value}
        return found


def fold(word: str) -> str:
    """Lower case, without accents, with straight apostrophes."""
    word = word.lower()
    if word.isascii():
        return word
    word = word.replace("’", "'")
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter)) or word


def word_key(shown: str, text: str, end: int) -> str:
    """The folded form under which a token of a text is looked up.

    Dots inside an abbreviation go ("p.m."), and so does a final apostrophe that stands for an accent or closes a
    quotation; one that joins the next word stays ("dell'anno").

    Args:
        shown: The token as written.
        text: Where it stands.
        end: One past its last code point.
    """
    key = shown.lower() if shown.isascii() else fold(shown)
    if len(key) > 1 and key[0].isalpha():
        if "." in key:
            return key.replace(".", "")
        if key[-1] == "'" and not text[end : end + 1].isalnum():
            return key[:-1]
    return key


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The lexicon of a language; parsed on first use (about 5 ms)."""
    import tomllib

    table = tomllib.loads(resources.files(__package__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
    words: dict[str, Readings] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], Readings]]] = {}
    rules = table.pop("rules")
    lists = {name: frozenset(fold(told).split()) for name, told in table.pop("lists").items()}
    if "numeral" in rules:
        for word, value in glued_numerals(rules["numeral"]).items():
            words[word] = {"num": value}
    for category, entries in table.items():
        for told, spellings in entries.items():
            value = _value(told)
            for spelling in spellings.split(","):
                _enter(category, value, spelling.strip(), words, phrases)
    _enter_symbols(words)
    ordered = {first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in phrases.items()}
    return Lexicon(lang, words, ordered, rules, lists)


def _enter(
    category: str,
    value: Any,
    spelling: str,
    words: dict[str, Readings],
    phrases: dict[str, list[tuple[tuple[str, ...], Readings]]],
) -> None:
    from metnos_cli.text.slots.tokens import split_words

    weak = spelling.startswith("~")
    parts = split_words(spelling.removeprefix("~"))
    if len(parts) == 1:
        readings = words.setdefault(parts[0], {})
    else:
        for part in parts:
            words.setdefault(part, {})
        some = phrases.setdefault(parts[0], [])
        readings = next((known for told, known in some if told == parts), None) or {}
        if not readings:
            some.append((parts, readings))
    readings[category] = value
    if weak:
        readings[f"~{category}"] = True


def _value(told: str) -> Any:
    """A key of the table as a value: an integer, a number, or the text."""
    try:
        return int(told)
    except ValueError:
        pass
    try:
        return float(told)
    except ValueError:
        return told


def _enter_symbols(words: dict[str, Readings]) -> None:
    for symbol in ",.:-–—/'\"°ºª%+()@&′″~":
        words.setdefault(symbol, {})
    words["%"]["percent"] = True
    for mark in "°ºª":
        words[mark]["ordmark"] = True
    for dash in "-–—":
        words[dash]["dash"] = True


def _thousands(word: str, known: Lexicon) -> int | None:
    """A numeral written as one word around "mille" or "mila", such as ``duemilacinquecento``."""
    for thousand in known.rules["numeral"]["thousand"].split():
        before, found, after = word.partition(thousand)
        if not found:
            continue
        count = known.words.get(before, NOTHING).get("num") if before else 1
        rest = known.words.get(after, NOTHING).get("num") if after else 0
        if isinstance(count, int) and isinstance(rest, int) and 0 < count < 1000 and rest < 1000:
            return count * 1000 + rest
    return None
