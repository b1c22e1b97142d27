"""describe_entries: what texts say, in a few sentences, by the model where there is one, otherwise by their own."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError, ModelError
from metnos_cli.executors.answer import answer
from metnos_cli.executors.entries.sentences import split_sentences, telling_sentences
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.ports import ExecutorContext

MODEL_CHARACTERS = 6_000
"""What is given to a model; of a longer text, its own most telling sentences."""
TOKENS_PER_SENTENCE = 60
FENCE = "-----"
NOT_TOLD = frozenset({"path", "url", "text", "hash", "group", "pid"})


def describe_entries(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """A summary of the entries' texts, or of a text.

    Raises:
        ExecutorError: ``wrong_args``: there is nothing to summarise.
    """
    wanted = int(args.get("sentences") or 3)
    entries = args.get("entries")
    told = str(args.get("text") or "") if entries is None else "\n\n".join(_words(entry) for entry in entries)
    if not told.strip():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "nothing_to_describe")
    sentences = split_sentences(told)
    summary, method = " ".join(sentences), "whole"
    if len(sentences) > wanted:
        summary, method = _by_model(sentences, wanted, context), "model"
        if not summary:
            summary, method = " ".join(telling_sentences(sentences, wanted, context)), "extractive"
    return answer([{"title": _title(entries, context), "text": summary}], text=summary, method=method)


def _words(entry: Mapping[str, Any]) -> str:
    """What an entry says: its text, or its fields one after the other."""
    if isinstance(entry.get("text"), str) and entry["text"].strip():
        return str(entry["text"])
    parts = [f"{name}: {value}" for name, value in entry.items() if name not in NOT_TOLD and value not in (None, "")]
    return "; ".join(parts) + "."


def _title(entries: Sequence[Mapping[str, Any]] | None, context: ExecutorContext) -> str:
    for entry in entries or ():
        for field in ("title", "name", "path", "url"):
            if isinstance(entry.get(field), str) and entry[field]:
                more = f" (+{len(entries or ()) - 1})" if len(entries or ()) > 1 else ""
                return f"{entry[field]}{more}"
    return text(context.lang, "summary.text")


def _by_model(sentences: Sequence[str], wanted: int, context: ExecutorContext) -> str:
    """The model's summary, cut to the length wanted; empty when there is no model or it fails."""
    from metnos_cli.records import Prompt

    model = context.model()
    if model is None:
        return ""
    given = " ".join(sentences)
    if len(given) > MODEL_CHARACTERS:
        most = max(wanted, MODEL_CHARACTERS * len(sentences) // len(given))
        given = " ".join(telling_sentences(sentences, most, context))[:MODEL_CHARACTERS]
    # What was read is data: it stands inside a fence that it cannot write itself.
    fenced = f"{FENCE}\n{given.replace(FENCE, '')}\n{FENCE}"
    prompt = Prompt(_prompt(context.lang, "prefix"), _prompt(context.lang, "suffix").format(count=wanted, text=fenced))
    try:
        made = model.complete(prompt, max_tokens=TOKENS_PER_SENTENCE * wanted, purpose="summary")
    except ModelError:
        return ""
    written = split_sentences(made.text)
    if made.stopped == "length" and len(written) > 1:
        written = written[:-1]
    return " ".join(written[:wanted])


@cache
def _prompt(lang: str, part: str) -> str:
    folder = resources.files("metnos_cli.executors.entries") / "prompts"
    return (folder / f"summary_{part}.{lang}.txt").read_text(encoding="utf-8")
