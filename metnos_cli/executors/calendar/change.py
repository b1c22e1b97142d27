"""create_events, change_events, delete_events: appointments written, moved and taken out, each once and undoable."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer, each
from metnos_cli.executors.calendar.accounts import account_to_write, accounts_to_read, read_accounts
from metnos_cli.executors.calendar.compose import Changes, Draft, NotThere, changed, names, new_event, without
from metnos_cli.executors.calendar.reading import Happening, happenings, instant
from metnos_cli.executors.calendar.search import FAR, MINUTE, at_moment, entry, gather, holding, names_one, said, window
from metnos_cli.executors.calendar.shelf import Fault, open_shelf
from metnos_cli.executors.calendar.times import new_times, read_times
from metnos_cli.executors.moments import say_moment, say_span
from metnos_cli.executors.when import OPEN
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from metnos_cli.executors.calendar.accounts import Account
    from metnos_cli.executors.calendar.shelf import Resource, Shelf
    from metnos_cli.executors.calendar.times import Times
    from metnos_cli.ports import ExecutorContext

CREATED = "calendar.create"
CHANGED = "calendar.change"
DELETED = "calendar.delete"
"""Kinds in the journal for what is done on servers; in folders it is files that change."""


def create_events(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Write an appointment down.

    Args:
        args: ``when``, ``duration``, ``title``, ``location``, ``people``, ``repeat``, ``calendar``.
        context: Settings, clock, contacts, journal, guarded files.

    Raises:
        ExecutorError: ``missing_input`` (a time, which account), ``unavailable`` (server, folder), ``denied``.
        InputNeeded: Two contacts bear a name and nobody can be asked.
    """
    account = account_to_write(args, context)
    times = read_times(str(args["when"]), args.get("duration"), context)
    people = _people(str(args.get("people", "")), context)
    now = context.clock.now()
    draft = Draft(
        uid=f"{uuid4()}@metnos",
        title=_title(args, people, context),
        start=times.start,
        end=times.end,
        whole_day=times.whole_day,
        location=" ".join(str(args.get("location", "")).split()),
        people=tuple((name, email) for name, email in people if email),
        repeat=str(args.get("repeat", "")),
    )
    text = new_event(draft, now)
    shelf = open_shelf(account, context)
    try:
        beside = _beside(account, times, context)
        resource = _create(shelf, draft.uid, text, draft.title, context)
    finally:
        shelf.close()
    written = _as_happening(resource, draft)
    lines = [sentence(context.lang, "calendar.created", event=said(written, context.lang, now.date()))]
    if instant(times.end) <= instant(now):
        lines.append(sentence(context.lang, "calendar.past"))
    lines += [sentence(context.lang, "calendar.beside", event=said(one, context.lang, now.date())) for one in beside]
    return answer([entry(written, context)], told="\n".join(lines), overlaps=len(beside))


def change_events(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Move an appointment, or give it another length, title or place; of a series, the one repetition.

    Args:
        args: Which: ``query``, ``when``, ``calendar``, or ``entries``. What: ``to``, ``shift``, ``duration``,
            ``title``, ``location``; ``direction``: the new time must be ``earlier`` or ``later``.
        context: Settings, clock, dialog, journal, guarded files.

    Raises:
        ExecutorError: ``wrong_args`` (no such appointment, nothing to change, a time on the wrong side of the present
            one), ``unavailable``, ``missing_input``.
        InputNeeded: Several fit and nobody can be asked which.
    """
    if not any(args.get(name) for name in ("to", "shift", "duration", "title", "location")):
        args = _from_to(args)
    now = context.clock.now()

    def work(one: Happening) -> dict[str, Any]:
        context.check_cancelled()
        times = new_times(one, args, context)
        changes = Changes(
            start=None if times is None else times.start,
            end=None if times is None else times.end,
            whole_day=times is not None and times.whole_day,
            title=args.get("title"),
            location=args.get("location"),
        )

        def rewrite(text: str) -> str:
            return changed(text, one.uid, one.repetition, changes, now, now.tzinfo)

        resource = _rewrite(one, rewrite, context)
        return entry(_after(resource, one, changes, now), context)

    chosen = _chosen(args, context)
    done, failed = each(chosen, work, lambda one: said(one, context.lang, now.date()), context.lang)
    lines = [sentence(context.lang, "calendar.changed", event=one["name"]) for one in done]
    if args.get("to") and any(instant(_moment(one["end"], context)) <= instant(now) for one in done):
        lines.append(sentence(context.lang, "calendar.past"))
    return answer(done, failed, told="\n".join(lines))


def delete_events(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Take appointments out; of a series the one repetition, unless the series is meant.

    Args:
        args: Which: ``query``, ``when``, ``calendar``, or ``entries``; ``scope``: ``one`` or ``series``.
        context: Settings, clock, dialog, journal, guarded files.

    Raises:
        ExecutorError: ``wrong_args`` (no such appointment), ``unavailable``.
        InputNeeded: Several fit and nobody can be asked which.
    """
    now = context.clock.now()
    series = args.get("scope") == "series"

    def work(one: Happening) -> dict[str, Any]:
        context.check_cancelled()
        repetition = "" if series else one.repetition

        def rewrite(text: str) -> str | None:
            return without(text, one.uid, repetition, now, now.tzinfo)

        _rewrite(one, rewrite, context)
        return entry(one, context)

    chosen = _chosen(args, context)
    if series:
        chosen = _each_once(chosen)
    done, failed = each(chosen, work, lambda one: said(one, context.lang, now.date()), context.lang)
    key = "calendar.deleted_series" if series else "calendar.deleted"
    lines = [sentence(context.lang, key, event=one["name"]) for one in done]
    return answer(done, failed, told="\n".join(lines))


def prepare_deletion(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The call with the very appointments that it will take out, so that the user sees them before saying yes.

    Args:
        args: As ``delete_events`` takes them.
        context: Settings, clock, dialog.

    Raises:
        ExecutorError: ``wrong_args`` (no such appointment), ``unavailable``.
        InputNeeded: Several fit and nobody can be asked which.
    """
    chosen = _chosen(args, context)
    if args.get("scope") == "series":
        chosen = _each_once(chosen)
    kept = {name: value for name, value in args.items() if name not in ("query", "when")}  # they have had their say
    return {**kept, "entries": [entry(one, context) for one in chosen]}


def _each_once(chosen: Sequence[Happening]) -> list[Happening]:
    """One repetition of each series."""
    return list({(one.resource.href, one.uid): one for one in chosen}.values())


def _create(shelf: Shelf, uid: str, text: str, title: str, context: ExecutorContext) -> Resource:
    """Keep it; on a server, noted for undo just before."""
    href = shelf.place_for(uid)
    if shelf.account.url:
        facts = {"account": shelf.account.key, "href": href, "uid": uid, "title": title, "text": text}
        context.journal(CREATED, facts)
    return shelf.create(href, text)


def _rewrite(one: Happening, rewrite: Any, context: ExecutorContext) -> Resource:
    """Put another text in an object's place, or take it away when nothing is left of it.

    The object is fetched anew, so that what others have written meanwhile is kept; it is then replaced only if it
    still is what was fetched.

    Raises:
        ExecutorError: ``unavailable``: it is gone, broken, or was changed at the same moment.
    """
    account = read_accounts(context.settings).get(one.resource.account)
    if account is None:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "calendar_unknown_account", account=one.resource.account, names="")
    if account.read_only:
        raise ExecutorError(ErrorClass.DENIED, "calendar_read_only", account=account.key)
    shelf = open_shelf(account, context)
    try:
        before = shelf.fetch(one.resource.href)
        try:
            text = rewrite(before.text)
        except NotThere as error:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "calendar_event_gone", name=one.title) from error
        except ValueError as error:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "calendar_broken", name=one.title) from error
        if account.url:
            facts = {"account": account.key, "href": before.href, "uid": one.uid, "title": one.title}
            kind = DELETED if text is None else CHANGED
            context.journal(kind, {**facts, "before": before.text, "after": text or ""})
        if text is None:
            shelf.remove(before)
            return before
        return shelf.replace(before, text)
    finally:
        shelf.close()


def _chosen(args: Mapping[str, Any], context: ExecutorContext) -> list[Happening]:
    """The appointments that a call means.

    Raises:
        ExecutorError: ``wrong_args``: there is none.
        InputNeeded: Several fit and nobody can be asked which.
    """
    if "entries" in args:
        found = [one for one in (_found_again(told, context) for told in args["entries"]) if one is not None]
        found = _narrowed(found, args, context)
    else:
        found = _by_words(args, context)
    if not found:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "calendar_none_found", query=_said_of(args, context))
    return found


def _narrowed(found: Sequence[Happening], args: Mapping[str, Any], context: ExecutorContext) -> list[Happening]:
    """Of the appointments of an earlier step those that the words and the time of the call mean, too."""
    kept = list(found)
    if args.get("when"):
        start, end = window(args["when"], context.clock.now(), FAR)
        first, last = instant(start), instant(end)
        kept = [
            one
            for one in kept
            if instant(one.start) < last and first < max(instant(one.end), instant(one.start) + MINUTE)
        ]
        kept = at_moment(kept, args["when"], start)
    return holding(kept, str(args["query"]), context.request.lang) if args.get("query") else kept


def _said_of(args: Mapping[str, Any], context: ExecutorContext) -> str:
    """What was said of the appointments that are not there: the words, else the time."""
    if args.get("query") or not args.get("when"):
        return str(args.get("query", ""))
    today = context.clock.now().date()
    start, end = window(args["when"], context.clock.now(), FAR)
    if "T" in str(args["when"]) and "/" not in str(args["when"]):
        return say_moment(start, context.lang, today)
    return say_span(start, end, context.lang, today, whole_day=start.time() == end.time() == time.min)


def _from_to(args: Mapping[str, Any]) -> dict[str, Any]:
    """A call that names a time and nothing to change: the time is the new one.

    "The dentist, Monday" is moved to Monday; "from Wednesday at ten to Thursday at three" moves what is there.

    Raises:
        ExecutorError: ``wrong_args``: nothing is to be changed.
    """
    if args.get("when") and (args.get("query") or "entries" in args):
        return {name: value for name, value in args.items() if name != "when"} | {"to": args["when"]}
    first, slash, last = str(args.get("when", "")).partition("/")
    if not slash or OPEN in (first, last) or all(_is_midnight(one) for one in (first, last)):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "calendar_nothing_to_change")
    return {**args, "when": first, "to": last}


def _is_midnight(moment: str) -> bool:
    """Whether a moment is the edge of a day: two of them are a day or a week, and no way from here to there."""
    return "T" not in moment or moment.partition("T")[2].startswith("00:00")


def _by_words(args: Mapping[str, Any], context: ExecutorContext) -> list[Happening]:
    """By title and time; of one that repeats the next repetition; of several the user picks."""
    now = context.clock.now()
    start, end = window(args.get("when"), now, FAR)
    gathered = gather(accounts_to_read(args, context), start, end, context)
    if gathered.failures:
        # The one that is meant may be where nobody could look.
        raise gathered.failures[0][1]
    found = at_moment(gathered.happenings, args.get("when"), start)
    if args.get("query"):
        query, lang = str(args["query"]), context.request.lang
        # "Cancel the appointment": the word for it stands in no title, and all of them are offered.
        found = holding(found, query, lang) or (found if not names_one(query, lang) else [])
    first: dict[tuple[str, str], Happening] = {}
    for one in found:
        first.setdefault((one.resource.href, one.uid), one)
    offered = list(first.values())
    if len(offered) <= 1:
        return offered
    choices = [{"value": place, "label": said(one, context.lang, now.date())} for place, one in enumerate(offered)]
    question = {
        "var": "which",
        "prompt": sentence(context.lang, "calendar.which"),
        "schema": {"kind": "multi_choice", "choices": choices},
    }
    picked = context.dialog.ask([question]).get("which") or []
    return [one for place, one in enumerate(offered) if place in picked]


def _found_again(told: Mapping[str, Any], context: ExecutorContext) -> Happening | None:
    """An entry of an earlier step as the appointment it stands for; None for what is none (a free time)."""
    if not all(isinstance(told.get(name), str) for name in ("href", "uid", "account", "start", "end")):
        return None
    from metnos_cli.executors.calendar.shelf import Resource

    times = [_moment(str(told[name]), context) for name in ("start", "end")]
    resource = Resource(str(told["account"]), str(told.get("calendar", "")), str(told["href"]), "", "")
    return Happening(
        resource=resource,
        uid=str(told["uid"]),
        title=str(told.get("title", "")),
        start=times[0],
        end=times[1],
        whole_day=bool(told.get("whole_day")),
        location=str(told.get("location", "")),
        description=str(told.get("description", "")),
        repetition=str(told.get("repetition", "")),
        busy=True,
    )


def _moment(text: str, context: ExecutorContext) -> datetime:
    from metnos_cli.executors.when import read_moment

    return read_moment(text, context.clock.now().tzinfo)


def _beside(account: Account, times: Times, context: ExecutorContext) -> list[Happening]:
    """What is in the same account at the same time; whole days (holidays, birthdays) are beside everything."""
    if times.whole_day:
        return []
    found = gather([account], times.start, times.end, context).happenings
    return [one for one in found if one.busy and not one.whole_day]


def _after(resource: Resource, one: Happening, changes: Changes, now: datetime) -> Happening:
    """The appointment as it is now."""
    start, end = changes.start or one.start, changes.end or one.end
    read = happenings(resource, start, max(end, start, key=instant), now.tzinfo)
    same = [] if isinstance(read, Fault) else [new for new in read if new.uid == one.uid]
    exact = [new for new in same if instant(new.start) == instant(start)]
    return (exact or same or [one])[0]


def _as_happening(resource: Resource, draft: Draft) -> Happening:
    return Happening(
        resource=resource,
        uid=draft.uid,
        title=draft.title,
        start=draft.start,
        end=draft.end,
        whole_day=draft.whole_day,
        location=draft.location,
        description="",
        repetition="",
        busy=True,
    )


def _people(told: str, context: ExecutorContext) -> list[tuple[str, str]]:
    """(name, email) of those who take part; a name that no contact bears stays a name."""
    known = bool(context.settings.texts("contacts.folders"))
    people = []
    for one in (" ".join(person.split()) for person in told.replace(";", ",").split(",")):
        if "@" in one:
            people.append((one.partition("@")[0], one))
        elif one:
            contact = None
            if known:
                from metnos_cli.executors.contacts.resolve import find_contact

                contact = find_contact(one, context, need="")
            people.append((one, "") if contact is None else (contact.name, next(iter(contact.emails), "")))
    return people


def _title(args: Mapping[str, Any], people: Sequence[tuple[str, str]], context: ExecutorContext) -> str:
    title = " ".join(str(args.get("title", "")).split())
    if title:
        return title
    if people:
        return sentence(context.lang, "calendar.title_with", people=names(people))
    return sentence(context.lang, "calendar.title")
