"""get_inputs: one question to the user, of one of the ten kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer
from metnos_cli.messages import text

if TYPE_CHECKING:
    from metnos_cli.ports import ExecutorContext

NAMING = ("title", "name", "path", "url", "text")
"""Fields that may name an entry, the most telling first."""
CHOOSING = frozenset({"choice", "choice_with_preview", "multi_choice"})
VARIABLE = "value"


def get_inputs(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The answer, and the entries chosen when it was a choice among some.

    Raises:
        ExecutorError: ``wrong_args``: a choice without anything to choose.
        InputNeeded: Nobody can be asked.
        Interrupted: Ctrl-C at the question.
    """
    kind = str(args["kind"])
    entries = list(args.get("entries") or ())
    schema: dict[str, Any] = {"kind": kind}
    if kind in CHOOSING:
        schema["choices"] = _choices(entries, args, previews=kind == "choice_with_preview")
    question = {"var": VARIABLE, "prompt": str(args["prompt"]), "schema": schema}
    told = context.dialog.ask([question])[VARIABLE]
    if kind in CHOOSING and entries:
        chosen = [entries[place] for place in (told if isinstance(told, list) else [told])]
        names = [named(entry) for entry in chosen]
        value: Any = names if kind == "multi_choice" else names[0]
    else:
        chosen, value = [], told
    marks: dict[str, Any] = {"secret": True} if kind == "credentials" else {}
    return answer(chosen, ok_count=1, value=value, text=_words(value, kind, context), **marks)


def _choices(entries: list[dict[str, Any]], args: dict[str, Any], *, previews: bool) -> list[Any]:
    """What can be chosen: the entries, by their place, or the texts given."""
    if entries:
        return [
            {"value": place, "label": named(entry), **({"preview": str(entry.get("text", ""))} if previews else {})}
            for place, entry in enumerate(entries)
        ]
    if not args.get("choices"):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "no_choices")
    return [str(choice) for choice in args["choices"]]


def named(entry: dict[str, Any]) -> str:
    """The field by which people know an entry."""
    return next((str(entry[field]) for field in NAMING if isinstance(entry.get(field), str) and entry[field]), "?")


def _words(value: Any, kind: str, context: ExecutorContext) -> str:
    """The answer as text; a password never is."""
    if kind == "credentials":
        return str(value.get("user", "")) if isinstance(value, dict) else ""
    if isinstance(value, bool):
        return text(context.lang, "question.yes" if value else "question.no")
    return ", ".join(str(part) for part in value) if isinstance(value, list) else str(value)
