"""read_urls: what pages say about something, the passages that bear on it and not the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ModelError
from metnos_cli.executors.answer import answer
from metnos_cli.executors.web.fetch import get_urls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.ports import ExecutorContext

PASSAGES = 5
LENGTH = 600
"""Characters of a passage; long paragraphs are cut at sentences."""
HEADING = 80
"""What is shorter is a heading, and goes with what follows it."""
COMPARED = 400
"""Passages of one page that are compared."""
WORD_WEIGHT = 0.15
"""What a word of the question that stands in the passage adds to the likeness."""


def read_urls(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Read pages and keep what bears on ``about``; without it the beginning.

    Args:
        args: ``url`` or ``entries``; ``about``; ``passages``.
        context: Guarded network, embedder.

    Raises:
        ExecutorError: As get_urls.
    """
    pages = get_urls({name: args[name] for name in ("url", "entries") if name in args}, context)
    about = " ".join(str(args.get("about") or "").split())
    wanted = int(args.get("passages") or PASSAGES)
    entries = []
    for page in pages["entries"]:
        context.check_cancelled()
        parts = split_passages(page["text"])
        kept = nearest(parts, about, wanted, context) if about else list(range(min(wanted, len(parts))))
        entries.append(
            {"title": page["title"], "url": page["url"], "text": "\n\n".join(parts[place] for place in kept)}
        )
    text = "\n\n".join(f"## {entry['title']}\n{entry['url']}\n\n{entry['text']}" for entry in entries)
    return answer(entries, pages["errors"], text=text, about=about)


def split_passages(text: str) -> list[str]:
    """Paragraphs, of at most about ``LENGTH`` characters, in order; headings stand with what they head."""
    found: list[str] = []
    for paragraph in re.split(r"\n+", text):
        for piece in _pieces(" ".join(paragraph.split())):
            if found and piece and len(found[-1]) < HEADING:
                found[-1] = f"{found[-1]}\n{piece}"
            elif piece:
                found.append(piece)
    return found


def nearest(parts: Sequence[str], about: str, wanted: int, context: ExecutorContext) -> list[int]:
    """Places of the passages that bear most on ``about``, in the order of the page.

    By meaning and by words together; without an embedder by words alone.
    """
    compared = list(parts[:COMPARED])
    words = set(re.findall(r"\w{3,}", about.casefold()))
    scores = [sum(word in part.casefold() for word in words) * WORD_WEIGHT for part in compared]
    try:
        embedder = context.embedder()
        vectors = embedder.embed([about, *compared])
        likeness = vectors[1:] @ vectors[0]
        scores = [score + float(cosine) for score, cosine in zip(scores, likeness, strict=True)]
    except ModelError:
        # Words alone are a fair guide too.
        scores = [score - place / 1e6 for place, score in enumerate(scores)]
    best = sorted(range(len(compared)), key=lambda place: (-scores[place], place))[:wanted]
    return sorted(best)


def _pieces(paragraph: str) -> list[str]:
    """A paragraph in pieces of at most about ``LENGTH`` characters, cut between sentences."""
    if len(paragraph) <= LENGTH:
        return [paragraph] if paragraph else []
    found = [""]
    for sentence in re.split(r"(?<=[.!?…])\s+", paragraph):
        if found[-1] and len(found[-1]) + len(sentence) > LENGTH:
            found.append("")
        found[-1] = f"{found[-1]} {sentence}".strip()
    return found
