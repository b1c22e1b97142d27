"""Sentences of a text, and the few that tell most of it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.ports import ExecutorContext

MOST = 300
"""Sentences that are compared; of a longer text, evenly chosen ones."""
SHORTEST = 25
"""Characters below which a line is a heading or a button rather than a sentence."""
FIRST_BONUS = 0.08
"""Texts say first what they are about."""
REPEATING = 0.5
"""How much a sentence loses by saying what a chosen one says already."""
_END = re.compile(r"(?<=[.!?…])([\"»”’)\]]*) (?=[\"«“‘(\[]*[A-ZÀ-ÖØ-Þ0-9])")
_ABBREVIATIONS = re.compile(
    r"(?:\b(?:sig|dott|dr|prof|ing|avv|ecc|art|pag|es|cfr|nr|n|mr|mrs|ms|st|vs|etc|e\.g|i\.e|fig|vol|ca)|\b[A-Z])\.$",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[str]:
    """The sentences, without white space around; lines that belong together are joined first."""
    found: list[str] = []
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*•#]|\d+[.)])\s)", text):
        joined = " ".join(block.split())
        rest = ""
        for part in _END.sub(r"\1\n", joined).split("\n"):
            rest = f"{rest} {part}".strip()
            if not _ABBREVIATIONS.search(rest):
                found.append(rest)
                rest = ""
        if rest:
            found.append(rest)
    return [sentence for sentence in found if re.search(r"\w", sentence)]


def telling_sentences(sentences: Sequence[str], wanted: int, context: ExecutorContext) -> list[str]:
    """The sentences nearest to what the whole is about, none saying what another says, in their order.

    Args:
        sentences: Of the text, in order.
        wanted: How many.
        context: For the embedder; without one, frequent words decide.
    """
    long = [place for place, sentence in enumerate(sentences) if len(sentence) >= SHORTEST]
    places = long if len(long) >= wanted else list(range(len(sentences)))
    if len(places) > MOST:
        places = [places[place * len(places) // MOST] for place in range(MOST)]
    chosen = [sentences[place] for place in places]
    if len(chosen) <= wanted:
        return chosen
    try:
        vectors = context.embedder().embed(chosen)
    except ModelError:
        return _by_words(chosen, wanted)
    return [chosen[place] for place in _central(vectors, wanted)]


def _central(vectors: NDArray[np.float32], wanted: int) -> list[int]:
    """Places of the vectors nearest to the middle of all and far from each other, in order."""
    import numpy as np

    middle = vectors.mean(axis=0)
    worth = vectors @ (middle / (np.linalg.norm(middle) or 1.0))
    worth[0] += FIRST_BONUS
    chosen: list[int] = []
    while len(chosen) < wanted:
        said = np.max(vectors @ vectors[chosen].T, axis=1) if chosen else np.zeros(len(vectors))
        gain = worth - REPEATING * said
        gain[chosen] = -np.inf
        chosen.append(int(np.argmax(gain)))
    return sorted(chosen)


def _by_words(sentences: Sequence[str], wanted: int) -> list[str]:
    """The sentences richest in the text's frequent long words."""
    words = [set(re.findall(r"\w{5,}", sentence.casefold())) for sentence in sentences]
    counts = Counter(word for found in words for word in found)
    worth = [
        sum(counts[word] - 1 for word in found) / (len(found) + 3) + (FIRST_BONUS if not place else 0)
        for place, found in enumerate(words)
    ]
    best = sorted(range(len(sentences)), key=lambda place: (-worth[place], place))[:wanted]
    return [sentences[place] for place in sorted(best)]
