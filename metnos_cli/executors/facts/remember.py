"""write_facts, find_facts, list_facts, delete_facts: what the user told, kept, found again and forgotten."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer, each
from metnos_cli.messages import text as sentence
from metnos_cli.text.content import content_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.ports import ExecutorContext, FactAnswer, Facts, FactWritten, FoundFact, KnownFact

WRITTEN = "fact.write"
FORGOTTEN = "fact.forget"
"""Kinds in the journal, by which ``metnos undo`` takes them back."""
LIMIT = 5
LISTED = 50
UNSURE_SHOWN = 3
QUESTION_WORDS = 14
"""A request with more words asks for something else besides."""
NAMES = ("text", "title", "name", "path", "url")


def write_facts(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Remember.

    Args:
        args: ``text``, or ``entries`` of an earlier step, each of which becomes a fact.
        context: The facts, the clock, the journal.

    Raises:
        ExecutorError: ``wrong_args``: there is nothing to remember; ``unavailable``: the facts cannot be had.
    """
    facts = facts_of(context)
    told = [args["text"]] if "text" in args else [_name(entry) for entry in args.get("entries", ())]
    told = [" ".join(str(one).split()) for one in told]
    if not any(told):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "facts_nothing_to_write")
    written: list[FactWritten] = []

    def work(one: str) -> dict[str, Any]:
        context.check_cancelled()
        written.append(_keep(one, facts, context))
        return _entry(written[-1].fact)

    entries, failed = each(filter(None, told), work, str, context.lang)
    return answer(
        entries,
        failed,
        told="\n".join(line for one in written for line in _what_happened(one, context)),
        superseded=sum(len(one.superseded) for one in written),
    )


def _keep(one: str, facts: Facts, context: ExecutorContext) -> FactWritten:
    """Keep one fact: noted for undo before it is written, and told exactly after."""
    note = context.journal(WRITTEN, {"id": 0, "superseded": [], "text": one})
    kept = facts.remember(one, lang=context.request.lang, at=context.clock.now())
    older = [fact.id for fact in kept.superseded]
    what = {"id": kept.fact.id, "superseded": older, "text": kept.fact.text}
    context.amend(note, None if kept.known else what)
    return kept


def find_facts(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Find facts that answer a question.

    Args:
        args: ``query``, ``limit``.
        context: The facts, the request.

    Raises:
        ExecutorError: ``unavailable``: the facts cannot be had.
    """
    question = _whole_question(str(args["query"]), context.request.text)
    if not content_words(question, context.request.lang):
        # "What do you know about me?" asks for everything.
        return {**list_facts(args, context), "how": "newest", "notes": []}
    limit = int(args.get("limit", LIMIT))
    found = facts_of(context).find(question, lang=context.request.lang, limit=limit)
    entries = [_found_entry(one) for one in found.found]
    return answer(
        entries[:1] if found.sure else entries,
        told=_answering(found, context),
        how=found.how,
        notes=[[key, dict(values)] for key, values in found.notes],
    )


def list_facts(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """List what is remembered, the newest first.

    Args:
        args: ``limit``.
        context: The facts.

    Raises:
        ExecutorError: ``unavailable``: the facts cannot be had.
    """
    known = facts_of(context).newest(int(args.get("limit", LISTED)))
    return answer([_entry(fact) for fact in known], told=_listing(known, context))


def delete_facts(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Forget, until the user wants it back.

    Args:
        args: ``query``: words that the facts hold, all of them; or ``entries`` from ``find_facts``.
        context: The facts, the dialog (which of several), the journal.

    Raises:
        ExecutorError: ``wrong_args``: no fact is called that; ``unavailable``: the facts cannot be had.
        InputNeeded: Several are, and nobody can be asked which.
    """
    facts = facts_of(context)
    entries = args["entries"] if "entries" in args else prepare_forgetting(args, context)["entries"]
    ids = [int(entry["id"]) for entry in entries if isinstance(entry.get("id"), int)]
    if not ids:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "facts_none_named", query=str(args.get("query", "")))
    note = context.journal(FORGOTTEN, {"ids": [], "text": str(entries[0].get("text", ""))})
    forgotten = facts.forget(ids, at=context.clock.now())
    what = {"ids": [fact.id for fact in forgotten], "text": forgotten[0].text} if forgotten else None
    context.amend(note, what)
    lines = [sentence(context.lang, "facts.forgotten", text=fact.text) for fact in forgotten]
    return answer([_entry(fact) for fact in forgotten], told="\n".join(lines))


def prepare_forgetting(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The call with the very facts that it will forget, so that the user sees them before saying yes.

    Args:
        args: As ``delete_facts`` takes them.
        context: The facts, the dialog.

    Raises:
        ExecutorError: ``wrong_args``: no fact is called that; ``unavailable``: the facts cannot be had.
        InputNeeded: Several are, and nobody can be asked which.
    """
    if "query" not in args:
        return args
    chosen = _chosen(facts_of(context).named(str(args["query"]), lang=context.request.lang), context)
    if not chosen:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "facts_none_named", query=str(args["query"]))
    return {**args, "entries": [_entry(fact) for fact in chosen]}


def facts_of(context: ExecutorContext) -> Facts:
    """The facts.

    Raises:
        ExecutorError: ``unavailable``: this process has none.
    """
    if context.facts is None:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "facts_unavailable")
    return context.facts()


def _whole_question(query: str, request: str) -> str:
    """The question as it was asked, when the query is only a piece of it: "Anna" of "when is Anna's birthday"."""
    short = len(request.split()) <= QUESTION_WORDS
    return request if short and query.casefold() in request.casefold() else query


def _chosen(known: Sequence[KnownFact], context: ExecutorContext) -> list[KnownFact]:
    """The only fact of that name, or those of several that the user picks."""
    if len(known) <= 1:
        return list(known)
    question = {
        "var": "which",
        "prompt": sentence(context.lang, "facts.which"),
        "schema": {
            "kind": "multi_choice",
            "choices": [{"value": fact.id, "label": fact.text} for fact in known],
        },
    }
    picked = {int(one) for one in context.dialog.ask([question]).get("which") or []}
    return [fact for fact in known if fact.id in picked]


def _what_happened(written: FactWritten, context: ExecutorContext) -> list[str]:
    if written.known:
        return [sentence(context.lang, "facts.known", text=written.fact.text)]
    kept = sentence(context.lang, "facts.kept", text=written.fact.text)
    return [kept, *(sentence(context.lang, "facts.superseded", text=old.text) for old in written.superseded)]


def _answering(found: FactAnswer, context: ExecutorContext) -> str:
    """The fact itself when one stands out; otherwise the nearest, called no more than that."""
    if not found.found:
        return sentence(context.lang, "facts.nothing")
    if found.sure:
        return _dated(found.found[0].fact, context)
    lines = "\n".join(f"- {_dated(one.fact, context)}" for one in found.found[:UNSURE_SHOWN])
    return sentence(context.lang, "facts.nearest", lines=lines)


def _listing(known: Sequence[KnownFact], context: ExecutorContext) -> str:
    if not known:
        return sentence(context.lang, "facts.empty")
    lines = "\n".join(f"- {fact.text}" for fact in known)
    return sentence(context.lang, "facts.listed", lines=lines)


def _dated(fact: KnownFact, context: ExecutorContext) -> str:
    """The fact's words; with the day on which they were said, when they mean another day by now."""
    if not fact.dated:
        return fact.text
    said = datetime.fromisoformat(fact.at).date()
    if said == context.clock.now().date():
        return fact.text
    return sentence(context.lang, "facts.said_on", text=fact.text, date=said.isoformat())


def _entry(fact: KnownFact) -> dict[str, Any]:
    return {"id": fact.id, "text": fact.text, "said": fact.at}


def _found_entry(found: FoundFact) -> dict[str, Any]:
    cosine = None if found.cosine is None else round(found.cosine, 4)
    return {**_entry(found.fact), "score": round(found.score, 4), "cosine": cosine}


def _name(entry: Mapping[str, Any]) -> str:
    return next((str(entry[name]) for name in NAMES if entry.get(name)), "")
