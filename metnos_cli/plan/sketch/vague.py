"""Refuses to change "a file" or "some pdfs": which of all that are there, nobody said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.carried import chain_of
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.kinds import FILES, FROM_STEP, HANDLED
from metnos_cli.plan.sketch.vocabulary import ONE_FILE

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading

THINGS = FILES | {"messages"}


def vague(draft: Draft, first: int, reading: Reading, words: Lexicon) -> Refusal | None:
    """Why what a clause changes is not told: one of several, or some; None where it is told.

    Args:
        draft: The plan so far.
        first: How many steps there were before this clause.
        reading: The clause.
        words: Its language.
    """
    if not any(made.verb in HANDLED and made.object in THINGS for made in draft.made[first:]):
        return None
    texts = reading.clause.words
    picked = reading.extreme.used if reading.extreme is not None else frozenset()  # "the biggest one"
    for place in range(len(texts)):
        role = "partitive" if place == reading.clause.verb_end else "vague"
        count = words.cue_at("vague", texts, place) or words.cue_at(role, texts, place)
        count = count or _the_one(draft, first, place, reading, words)
        if count and place not in picked and _is_thing(place, place + count, reading, words):
            start, last = reading.clause.tokens[place], reading.clause.tokens[min(place + count, len(texts) - 1)]
            told = reading.text[start.start : last.end]
            return left_over(told)
    return None


def _is_thing(place: int, after: int, reading: Reading, words: Lexicon) -> bool:
    """Whether a vague word stands for things to be changed, rather than for a name or for where they go."""
    texts = [*reading.clause.words, "", ""]
    if place and words.is_cue("into", (texts[place - 1],)):
        return False  # "in a folder called x"
    while texts[after] and (words.is_cue("of", (texts[after],)) or words.is_cue("articles", (texts[after],))):
        after += 1
    noun = texts[after]
    if noun and noun not in {"<glob>", "<path>"} and words.objects.get(noun) not in THINGS:
        stands = words.is_cue("anaphors", (noun,)) or words.is_cue("prepositions", (noun,))
        return stands or reading.clause.tokens[after].mark
    named = reading.named is not None
    return noun != "<path>" and texts[after + 1] != "<path>" and not named


def _the_one(draft: Draft, first: int, place: int, reading: Reading, words: Lexicon) -> int:
    """How many words lead to a noun in the singular where any number was looked for: "delete the pdf in ~/x"."""
    sources = [step.args.get(FROM_STEP) for step in draft.steps[first:]]
    chain = [number for source in sources if isinstance(source, int) for number in chain_of(draft, source)]
    found = chain and all("limit" not in draft.steps[number - 1].args for number in chain)
    spared = {at for _, places in reading.spared for at in places}
    texts, tokens = reading.clause.words, reading.clause.tokens
    if not found or place in spared or not words.is_cue("the_one", (texts[place],)) or place + 1 >= len(texts):
        return 0
    if any(words.is_cue(role, (texts[place - 1],)) for role in ("prepositions", "of", "into")) and place:
        return 0
    noun = reading.text[tokens[place + 1].start : tokens[place + 1].end].lower()
    if words.is_cue("mass_nouns", (noun,)) or (words.lang == "en" and noun.endswith("s")):
        return 0
    after = texts[place + 2 : place + 3]
    if noun in ONE_FILE and after and not any(words.is_cue(role, (after[0],)) for role in ("prepositions", "of")):
        return 0  # "il file bolletta": its name
    several = bool(after) and words.lang == "en" and after[0] in words.objects and after[0].endswith("s")
    return 0 if several else 1
