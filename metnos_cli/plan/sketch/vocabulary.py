"""Every word that the lexicon knows in any role: none of them is taken for a name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import lexicon
from metnos_cli.plan.sketch.labels import TELLING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.records import Lang


OF_MAIL = frozenset(
    {"who_it_is", "beside_mail", "small_times", "in_names", "came", "subject_of", "subject_after", "throws", "replies"}
) | {"asked_one", "asked_me", "i_sent", "sent_me", "to_me", "by_whom", "topic_of", "asks_who"}
"""Roles of words that say something of mails alone: elsewhere any of them may be a name ("the SHOP file")."""


@cache
def lexical_words(lang: Lang) -> frozenset[str]:
    """Every word that some phrase of the lexicon holds: none of them is a name."""
    words = lexicon(lang)
    phrases = [*words.phrases, *words.sort_keys, *words.comparators]
    phrases += [phrase for phrase, names in words.values.items() if TELLING.isdisjoint(names)]
    phrases += [phrase for role, cues in words.cues.items() if role not in OF_MAIL for phrase in cues]
    phrases += [entry.words for entry in words.superlatives]
    return frozenset(word for phrase in phrases for word in phrase) | frozenset(words.objects)


ONE_FILE = frozenset({"file", "documento", "document"})
"""Nouns beside which the name of one file may stand."""
SINGLE = frozenset({"il", "lo", "quel", "questo", "un", "the", "a", "that", "this"})


def speaks_of_one_file(texts: Sequence[str], lang: Lang) -> bool:
    """Whether one file is spoken of, whose name may stand beside it: "il file bolletta", "the invoice file"."""
    pairs = zip(texts, ["", *texts], strict=False)
    return any(text in ONE_FILE and (before in SINGLE or lang == "en") for text, before in pairs)
