"""Generates the forms in which a verb asks for something: imperative, infinitive and present.

Participles and gerunds are left out: "i file modificati" and "the processes running" ask for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

VOWELS = "aeiou"


def italian_forms(infinitive: str) -> frozenset[str]:
    """Forms of a regular Italian verb.

    Args:
        infinitive: It ends in -are, -ere or -ire; others are given back as they are.
    """
    stem, ending = infinitive[:-3], infinitive[-3:]
    if ending == "are":
        found = _first_conjugation(stem)
    elif ending == "ere":
        found = _endings(stem, ("i", "o", "e", "a", "ete", "iamo", "ono"))
    elif ending == "ire":
        plain = ("i", "o", "e", "a", "ite", "iamo", "ono")
        found = _endings(stem, (*plain, "isci", "isco", "isce", "isca", "iscono"))
    else:
        found = set()
    return frozenset({infinitive, infinitive[:-1], *found})


def _first_conjugation(stem: str) -> set[str]:
    """-are: c and g keep their sound before i, and an i is not doubled."""
    hard = stem + "h" if stem[-1] in "cg" else stem
    soft = stem.removesuffix("i")
    before_i = hard if stem[-1] in "cg" else soft
    found = _endings(stem, ("a", "o", "ate", "ano"))
    return found | {before_i + "i", before_i + "iamo", before_i + "ino"}


def _endings(stem: str, endings: Sequence[str]) -> set[str]:
    return {stem + ending for ending in endings}


def english_forms(base: str) -> frozenset[str]:
    """Forms of an English verb."""
    if base.endswith("y") and base[-2] not in VOWELS:
        return frozenset({base, base[:-1] + "ies"})
    if base.endswith(("s", "x", "z", "ch", "sh")):
        return frozenset({base, base + "es"})
    return frozenset({base, base + "s"})


def without_clitics(form: str, objects: Sequence[str], persons: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Ways to take attached pronouns off an Italian verb form.

    Args:
        form: Such as "spostali", "riassumila", "dimmelo", "metterli".
        objects: Pronouns of the thing meant: lo, la, li, le, ne.
        persons: Pronouns of the person, which may stand before them: me, te, ce ...

    Returns:
        (verb form, pronoun of the thing or empty) pairs; an infinitive has its -e back.
    """
    found: list[tuple[str, str]] = []
    for thing in (*objects, ""):
        rest = form.removesuffix(thing) if thing else form
        if thing and rest == form:
            continue
        heads = [rest] if thing else []
        heads += [rest.removesuffix(person) for person in persons if rest.endswith(person) and rest != person]
        for head in heads:
            if len(head) >= 3:
                found.append((head, thing))
                found.append((head + "e", thing))
    return tuple(found)


def stem(word: str, lang: str) -> str:
    """What singular and plural, masculine and feminine of a noun or adjective share.

    Args:
        word: Lower case.
        lang: it or en.
    """
    if len(word) < 4 or not word.isalpha():
        return word
    if lang == "en":
        return _english_stem(word)
    bare = word.rstrip("aeiouàèéìòù")
    # A short word keeps its vowel: "ora" is not "oro".
    return bare.removesuffix("h") if len(bare) >= 3 else word


def _english_stem(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
