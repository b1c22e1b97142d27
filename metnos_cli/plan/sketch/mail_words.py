"""Words of clauses about mails that say what a value is, or where mails go, and are looked for by nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon.senders import MAIL
from metnos_cli.plan.sketch import cues

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.marks import Used

SUBJECT = "subject"
TRASH = "trash"


def is_subject(clause: Clause, place: int, words: Lexicon) -> bool:
    """Whether the word before a value says that it is a subject: 'con oggetto "gita"', 'with subject "trip"'."""
    if words.cue_at("subject_after", clause.words, place + 1):
        return True  # 'with "trip" in the subject'
    while place and clause.tokens[place - 1].mark:
        place -= 1
    return place - 1 in cues.said("subject_of", clause, words)


def thrown(clause: Clause, words: Lexicon) -> Used:
    """Places of the words by which something is thrown away: "butta ... NEL CESTINO", "toss ... IN THE BIN".

    What is deleted "in the trash" is there already; what is thrown, put or sent there is not.
    """
    throws = any(words.is_cue("throws", (text,)) for text in clause.words[clause.verb_start : clause.verb_end])
    if not throws:
        return frozenset()
    texts = clause.words
    found: set[int] = set()
    for place in range(clause.verb_end, len(texts)):
        if TRASH in words.values.get((texts[place],), ()):
            first = place
            while first > clause.verb_end and any(
                words.is_cue(role, (texts[first - 1],)) for role in ("into", "articles")
            ):
                first -= 1
            found.update(range(first, place + 1))
    return frozenset(found)


def places_told(manifest: Manifest, clause: Clause, words: Lexicon) -> Used:
    """Places of the words that say what is done with mails, and so nothing of where they are looked for."""
    if manifest.object != MAIL or manifest.effect != "read":
        return frozenset()
    return frozenset(range(clause.verb_start, clause.verb_end)) | thrown(clause, words)
