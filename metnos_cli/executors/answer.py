"""What executors answer with: how it is built, counted and checked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError, MetnosError, StoreError, unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Lang

ERRORS_SHOWN = 100
TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (Mapping,),
    "null": (type(None),),
}


def as_text(name: str) -> str:
    """The name with bytes that are no UTF-8 written out, so that it can be stored and shown."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "backslashreplace")


def failure(item: str, error: MetnosError, lang: Lang) -> dict[str, Any]:
    """One row of ``errors``: which item failed, its class, and why in the user's language."""
    error_class = error.error_class if isinstance(error, ExecutorError) else ErrorClass.INTERNAL
    return {
        "item": as_text(item),
        "error_class": error_class.value,
        "message": sentence(error, lang),
        "key": error.key,
        "facts": dict(error.facts),
    }


def sentence(error: MetnosError, lang: Lang) -> str:
    """Why it failed, in the user's language."""
    from metnos_cli.messages import has, text

    told = getattr(error, "message", None)
    if told:
        return str(told)
    key = f"error.{error.key}"
    return text(lang, key, **error.facts) if has(lang, key) else error.key


def each(
    items: Iterable[Any],
    work: Callable[[Any], dict[str, Any] | None],
    name: Callable[[Any], str],
    lang: Lang,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Do the same to many items; one that fails stops none of the others.

    Args:
        items: What to work on.
        work: Gives the item's entry, or None when there is nothing to show for it.
        name: What the item is called when it fails.
        lang: Of the reasons.

    Returns:
        Entries of what went well, and failures: out of time, everything that was not tried is one.

    Raises:
        ExecutorError: ``unavailable``: out of time before anything was done.
    """
    done: list[dict[str, Any]] = []
    failed: list[dict[str, Any]] = []
    waiting = iter(items)
    for item in waiting:
        try:
            entry = work(item)
        except (ExecutorError, StoreError) as told:
            error = unavailable(told) if isinstance(told, StoreError) else told
            if error.key == "timed_out" and not done:
                raise
            failed.append(failure(name(item), error, lang))
            if error.key == "timed_out":
                failed += [failure(name(left), error, lang) for left in waiting]
        else:
            if entry is not None:
                done.append(entry)
    return done, failed


def answer(
    entries: Sequence[Mapping[str, Any]],
    failed: Sequence[Mapping[str, Any]] = (),
    *,
    ok_count: int | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """An executor's answer, exactly counted.

    Args:
        entries: What was found or done.
        failed: Rows as ``failure`` gives them.
        ok_count: What went well, where it is not the number of entries.
        fields: The other declared fields.

    Raises:
        ExecutorError: Nothing went well and something failed; the class is the first failure's.
    """
    ok = len(entries) if ok_count is None else ok_count
    if failed and not ok:
        first = failed[0]
        key = first["key"] if len(failed) == 1 else "all_failed"
        facts = {"item": first["item"], "why": first["message"], "count": len(failed)}
        if len(failed) == 1:
            # Alone, it is told as itself, with its own hint.
            facts |= first.get("facts", {})
        raise ExecutorError(ErrorClass(first["error_class"]), key, **facts)
    return {
        **fields,
        "entries": list(entries),
        "ok_count": ok,
        "error_count": len(failed),
        "errors": list(failed[:ERRORS_SHOWN]),
    }


def checked_answer(manifest: Manifest, told: Any) -> dict[str, Any]:
    """The answer with its counts, when it has the declared shape.

    Raises:
        ExecutorError: ``internal``: it is not an object, or a declared field has another type.
    """
    if not isinstance(told, Mapping):
        raise _bad(manifest, "/", "object", told)
    given = dict(told)
    for name, schema in manifest.result.get("properties", {}).items():
        if name in given and not _fits(given[name], schema.get("type") if isinstance(schema, Mapping) else None):
            raise _bad(manifest, f"/{name}", str(schema["type"]), given[name])
    entries = given.get("entries", [])
    for place, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            raise _bad(manifest, f"/entries/{place}", "object", entry)
    failed = given.setdefault("errors", [])
    given.setdefault("error_count", len(failed) if isinstance(failed, Sequence) else 0)
    given.setdefault("ok_count", len(entries) if "entries" in given else 1)
    return given


def _fits(value: Any, types: Any) -> bool:
    """Whether the value has one of the JSON types; no type declared fits everything."""
    if types is None:
        return True
    names = [types] if isinstance(types, str) else list(types)
    if isinstance(value, bool):
        return "boolean" in names
    if isinstance(value, float) and value.is_integer() and "integer" in names:
        return True
    return any(isinstance(value, TYPES.get(name, ())) for name in names)


def _bad(manifest: Manifest, pointer: str, wanted: str, found: Any) -> ExecutorError:
    return ExecutorError(
        ErrorClass.INTERNAL,
        "bad_answer",
        tool=manifest.name,
        pointer=pointer,
        wanted=wanted,
        found=type(found).__name__,
    )
