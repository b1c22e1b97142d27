"""Words that only matter beside a certain argument: unlike those of the lexicon, they are known nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

NOUNS: Mapping[str, frozenset[str]] = {
    "to": frozenset({"orario", "ora", "data", "giorno", "time", "hour", "date", "day"}),
    "title": frozenset({"titolo", "nome", "title", "name"}),
    "location": frozenset(
        {"luogo", "posto", "sede", "indirizzo", "ubicazione", "place", "location", "venue", "address"}
    ),
}
"""Argument of an appointment -> nouns that name it: "cambia il TITOLO della riunione in ..."."""
COUNTS = frozenset({
    *("prossimi", "prossime", "primi", "prime", "ultimi", "ultime", "massimo", "solo", "soltanto", "limite", "recenti"),
    *("next", "first", "last", "latest", "top", "most", "only", "just", "limit", "recent", "newest", "oldest"),
})  # fmt: skip
"""Words before a number that says how many."""
LEADS_HOUR = frozenset({
    *("alle", "dopo", "prima", "dalle", "fino", "entro", "delle", "verso", "il", "al", "dal"),
    *("at", "after", "before", "past", "by", "until", "till", "from", "to", "on", "around"),
})  # fmt: skip
"""Words before a number that is an hour or a day, and counts nothing."""
CALLS_OFF = frozenset({"annulla", "annullare", "annullami", "annulli", "annullate", "cancel", "cancelling"})
"""Verbs by which what is of a day is called off; files are rarely meant."""
ONLY_CALLS_OFF = ("disdi", "disdetta")
"""How verbs begin that nothing else is called off by."""
NEXT = ("prossim", "next")
"""How a word begins by which the first that is to come is asked for: "la prossima lezione"."""
PUTS = ("mett", "put", "plac", "inser", "aggiung", "add", "segn", "annot")
"""How verbs begin that write something new into a calendar, and change nothing in it."""
TODAY = frozenset({
    *("oggi", "domani", "dopodomani", "ieri", "altroieri", "stasera", "stamattina", "stamani", "stanotte", "domattina"),
    *("today", "tomorrow", "yesterday", "tonight"),
})  # fmt: skip
"""Words for days that are counted from today."""
CLOCK = frozenset({"mezza", "quarto", "mezzogiorno", "mezzanotte", "quarter", "half", "clock", "noon", "midnight"})
"""Words of an hour."""
