"""The words of one language that values are made of, read from its table once."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.categories import COUNTS, TIMES
from metnos_cli.text.slots.spelling import glued_numerals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

Readings = dict[str, Any]
"""What one word may be: category -> value. ``~category`` tells that the word is also an everyday word."""

Phrase = tuple[tuple[str, ...], Readings]
"""The words of a phrase, and what it may be."""

NOTHING: Readings = {}
FIGURE: Readings = {"figure": True, "live": True}
"""What every figure may be."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language's words, phrases and conventions."""

    lang: Lang
    """Which language."""
    words: dict[str, Readings]
    """Folded word -> readings; a word that only stands inside phrases has none."""
    phrases: dict[str, dict[str, list[Phrase]]]
    """First word -> second word -> phrases that start with both, longest first."""
    rules: Mapping[str, Any]
    """Conventions of the language: how dates are written, hours of the parts of the day ..."""
    lists: Mapping[str, frozenset[str]]
    """Sets of words that decide in context."""

    def read(self, word: str) -> Readings | None:
        """Readings of a folded word; None when it means nothing here."""
        found = self.words.get(word)
        if found is not None or "numeral" not in self.rules:
            return found
        if "esim" in word:
            value = _ordinal(word, self)
            return None if value is None else {"ord": value, "live": True}
        if "mil" in word:
            value = _thousands(word, self)
            return None if value is None else {"num": value, "live": True}
        return None


_SIGNS = str.maketrans("áéíóú’", "àèìòù'")
_ACCENTED = dict(zip("aeiou", "àèìòù", strict=True))


def plain(word: str) -> str:
    """Lower case, accents grave and apostrophes straight, as the tables are looked up."""
    word = word.lower()
    return word if word.isascii() else unicodedata.normalize("NFC", word).translate(_SIGNS)


def word_key(shown: str, text: str, end: int) -> str:
    """The form under which a token of a text is looked up.

    Dots inside an abbreviation go ("p.m."); an apostrophe that joins the next word stays ("dell'anno"), one in the
    place of an accent becomes that accent ("venerdi'", "e'"), any other goes.

    Args:
        shown: The token as written.
        text: Where it stands.
        end: One past its last code point.
    """
    key = shown.lower() if shown.isascii() else plain(shown)
    if len(key) > 1 and key[0].isalpha():
        if "." in key:
            return key.replace(".", "")
        if key[-1] == "'" and not text[end : end + 1].isalnum():
            vowel = _ACCENTED.get(key[-2])
            return key[:-1] if vowel is None else key[:-2] + vowel
    return key


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The lexicon of a language; parsed on first use (about 10 ms)."""
    import tomllib

    table = tomllib.loads(resources.files(__package__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
    rules = table.pop("rules")
    lists = {name: frozenset(plain(told).split()) for name, told in table.pop("lists").items()}
    words: dict[str, Readings] = {}
    whole: dict[tuple[str, ...], Readings] = {}
    if "numeral" in rules:
        words.update((word, {"num": value}) for word, value in glued_numerals(rules["numeral"]).items())
    for category, entries in table.items():
        for told, spellings in entries.items():
            value = _value(told)
            for spelling in spellings.split(", "):
                for variant in _variants(spelling.removeprefix("~")):
                    readings = _entry(variant, words, whole)
                    readings[category] = value
                    if spelling[0] == "~":
                        readings[f"~{category}"] = True
    _enter_symbols(words)
    return Lexicon(lang, words, _ordered(words, whole), rules, lists)


def _variants(spelling: str) -> tuple[str, ...]:
    """A spelling, and the same without its accents: people leave them out."""
    if spelling.isascii():
        return (spelling,)
    bare = "".join(sign for sign in unicodedata.normalize("NFD", spelling) if not unicodedata.combining(sign))
    return (spelling, bare) if bare != spelling and any(sign.isalpha() for sign in bare) else (spelling,)


def _entry(spelling: str, words: dict[str, Readings], whole: dict[tuple[str, ...], Readings]) -> Readings:
    """The readings of a word or a phrase, entered now if need be."""
    if spelling.isascii() and spelling.isalpha():
        return words.setdefault(spelling, {})
    from metnos_cli.text.slots.tokens import split_words

    parts = split_words(spelling)
    if len(parts) == 1:
        return words.setdefault(parts[0], {})
    for part in parts:
        words.setdefault(part, {})
    return whole.setdefault(parts, {})


def _ordered(words: dict[str, Readings], whole: dict[tuple[str, ...], Readings]) -> dict[str, dict[str, list[Phrase]]]:
    """Phrases by their first two words; marks the words and phrases that may start a value, or a phrase."""
    starts = TIMES | COUNTS
    phrases: dict[str, dict[str, list[Phrase]]] = {}
    for parts in sorted(whole, key=len, reverse=True):
        readings = whole[parts]
        if not starts.isdisjoint(readings):
            readings["live"] = True
        phrases.setdefault(parts[0], {}).setdefault(parts[1], []).append((parts, readings))
    for word, readings in words.items():
        if word[-1].isdecimal():
            words[word] = FIGURE
        elif not starts.isdisjoint(readings):
            readings["live"] = True
        elif word in phrases:
            readings["opens"] = True
    return phrases


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
    for symbol in ",:-–—/'\"°ºª%+()@&′″~":
        words.setdefault(symbol, {})
    words["%"]["percent"] = True
    for mark in "°ºª":
        words[mark]["ordmark"] = True
    for dash in "-–—":
        words[dash]["dash"] = True


def _ordinal(word: str, known: Lexicon) -> int | None:
    """An ordinal made from a numeral that lost its vowel, such as ``ventunesimo``."""
    stem, found, ending = word.partition(known.rules["numeral"]["ordinal"])
    if not found or len(ending) != 1 or len(stem) < 3:
        return None
    for vowel in ("", "o", "i", "e", "a"):
        value = known.words.get(stem + vowel, NOTHING).get("num") or _thousands(stem + vowel, known)
        if isinstance(value, int):
            return value
    return None


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
