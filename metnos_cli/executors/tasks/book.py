"""create_tasks, list_tasks, delete_tasks: things to do, with the moment at which Metnos says so."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer
from metnos_cli.executors.moments import Length, day_start, last_until, next_after, say_moment
from metnos_cli.executors.when import read_moment, read_period, usual_hour
from metnos_cli.messages import text as sentence
from metnos_cli.store import tasks as rows
from metnos_cli.store.database import Database
from metnos_cli.text.content import content_lemmas

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from metnos_cli.executors.when import Period
    from metnos_cli.ports import ExecutorContext
    from metnos_cli.records import Lang
    from metnos_cli.store.tasks import Task

CREATED = "task.create"
DELETED = "task.delete"
DONE = "task.done"
"""Kinds in the journal, by which ``metnos undo`` takes them back."""
OWN_NOUNS = {
    "it": frozenset({"promemoria", "attività", "compito", "nota", "impegno", "cosa", "fare", "ricordare", "lista"}),
    "en": frozenset({"reminder", "task", "todo", "note", "thing", "do", "remind", "list", "off"}),
}
"""Words that mean a task and are in none."""
WHOLE_DAY = timedelta(hours=23)
"""A span at least so long that begins at midnight is a day (a day of summer time has 23 hours)."""
NAMES = ("text", "title", "name", "path", "url")


def create_tasks(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Note things to do.

    Args:
        args: ``text`` or ``entries``; ``when``; ``repeat``.
        context: Clock, journal, database.

    Raises:
        ExecutorError: ``wrong_args``: nothing to note, a moment that has passed, a repetition without a moment.
    """
    texts = [args["text"]] if "text" in args else [_name(entry) for entry in args.get("entries", ())]
    texts = [" ".join(str(one).split()) for one in texts]
    if not any(texts):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "tasks_nothing_to_note")
    now = context.clock.now()
    due_at, whole_day = moment_meant(args.get("when"), now)
    repeat = args.get("repeat", "")
    if repeat and due_at is None:
        raise ExecutorError(
            ErrorClass.MISSING_INPUT, "tasks_repeat_when", arg="when", prompt=sentence(context.lang, "tasks.ask_when")
        )
    if due_at is not None and _passed(due_at, now, whole_day=whole_day):
        due_at = _next_or_refuse(due_at, repeat, now, context.lang, whole_day=whole_day)
    lang = context.request.lang
    store = Database(context.database)
    note = context.journal(CREATED, {"ids": [], "text": next(filter(None, texts))})
    try:
        with store.write() as connection:
            ids = [
                rows.insert(
                    connection,
                    text=one,
                    lang=lang,
                    lemmas=content_lemmas(one, lang),
                    due_at=due_at,
                    whole_day=whole_day,
                    repeat=repeat,
                    at=now,
                )
                for one in texts
                if one
            ]
        noted = rows.get(store.read(), ids)
    finally:
        store.close()
    context.amend(note, {"ids": ids, "text": noted[0].text})
    lines = [sentence(context.lang, "tasks.noted", task=line(task, context.lang, now)) for task in noted]
    return answer([entry(task, now) for task in noted], told="\n".join(lines))


def list_tasks(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """List what is to be done.

    Args:
        args: ``when`` (those of that time), ``due`` (true: only those whose moment has come), ``query``.
        context: Clock, database.

    Raises:
        ExecutorError: ``wrong_args``: ``when`` is no time.
    """
    now = context.clock.now()
    store = Database(context.database)
    try:
        known = rows.due(store.read(), now) if args.get("due") else rows.listed(store.read())
    finally:
        store.close()
    if args.get("when"):
        period = read_period(str(args["when"]), now.tzinfo)
        known = [task for task in known if _falls_in(task, period, now)]
    if args.get("query"):
        known = _named(known, str(args["query"]), context.request.lang)
    if not known:
        return answer([], told=sentence(context.lang, "tasks.none"))
    lines = "\n".join(f"- {line(task, context.lang, now)}" for task in known)
    return answer([entry(task, now) for task in known], told=sentence(context.lang, "tasks.listed", lines=lines))


def delete_tasks(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Take things off the list; ``metnos undo`` brings them back.

    Args:
        args: ``query`` (words that they hold, all of them), ``all``, or ``entries`` of an earlier step.
        context: Dialog (which of several), clock, journal, database.

    Raises:
        ExecutorError: ``wrong_args``: no task is called that.
        InputNeeded: Several are, and nobody can be asked which.
    """
    now = context.clock.now()
    store = Database(context.database)
    try:
        chosen = _some_meant(rows.listed(store.read()), args, context, now)
        ids = [task.id for task in chosen]
        context.journal(DELETED, {"ids": ids, "text": chosen[0].text})
        with store.write() as connection:
            rows.end(connection, ids, "deleted", now)
    finally:
        store.close()
    lines = [sentence(context.lang, "tasks.deleted", text=task.text) for task in chosen]
    return answer([entry(task, now) for task in chosen], told="\n".join(lines))


def prepare_ending(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The call with the very things that it will take off the list, so that the user sees them before saying yes.

    Args:
        args: As ``delete_tasks`` takes them.
        context: Dialog, clock, database.

    Raises:
        ExecutorError: ``wrong_args``: no task is called that.
        InputNeeded: Several are, and nobody can be asked which.
    """
    now = context.clock.now()
    store = Database(context.database)
    try:
        chosen = _some_meant(rows.listed(store.read()), args, context, now)
    finally:
        store.close()
    return {**args, "entries": [entry(task, now) for task in chosen]}


def _some_meant(known: Sequence[Task], args: Mapping[str, Any], context: ExecutorContext, now: datetime) -> list[Task]:
    """Those that are meant, at least one.

    Raises:
        ExecutorError: ``wrong_args``: no task is called that.
    """
    chosen = _meant(known, args, context, now)
    if not chosen:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "tasks_none_named", query=str(args.get("query", "")))
    return chosen


def _meant(known: Sequence[Task], args: Mapping[str, Any], context: ExecutorContext, now: datetime) -> list[Task]:
    """The tasks that a call is about: those looked up before, those of a name, or all."""
    if "entries" in args:
        wanted = {one.get("id") for one in args["entries"]}
        return [task for task in known if task.id in wanted]
    if "query" in args:
        return _chosen(_named(known, str(args["query"]), context.request.lang), context, now)
    return list(known) if args.get("all") else []


def occurrence(task: Task, now: datetime) -> datetime | None:
    """The occurrence that a task is about now: the latest that has come, or the first to come; in the user's zone."""
    if task.pending is None or task.due_at is None:
        return None
    pending = task.pending.astimezone(now.tzinfo)
    if not task.repeat or pending > now:
        return pending
    return max(pending, last_until(task.due_at.astimezone(now.tzinfo), task.repeat, now))


def finish(task: Task, now: datetime) -> float | None:
    """Seconds since 1970 of the occurrence after this one; None: it is done for good."""
    if not task.repeat or task.due_at is None or task.pending is None:
        return None
    following = next_after(task.due_at.astimezone(now.tzinfo), task.repeat, max(now, task.pending))
    return None if following is None else following.timestamp()


def line(task: Task, lang: Lang, now: datetime) -> str:
    """``chiamare Anna (domani alle 9:00, ogni settimana)``."""
    about = []
    moment = occurrence(task, now)
    if moment is not None:
        about.append(say_moment(moment, lang, now.date(), whole_day=task.whole_day))
    if task.repeat:
        about.append(sentence(lang, f"tasks.repeat_{task.repeat}"))
    return f"{task.text} ({', '.join(about)})" if about else task.text


def entry(task: Task, now: datetime) -> dict[str, Any]:
    """A task as executors and JSON show it."""
    moment = occurrence(task, now)
    return {
        "id": task.id,
        "text": task.text,
        "due": None if moment is None else moment.isoformat(),
        "whole_day": task.whole_day,
        "repeat": task.repeat,
        "state": "due" if moment is not None and moment <= now else "open",
    }


def moment_meant(when: Any, now: datetime) -> tuple[datetime | None, bool]:
    """The moment a time argument means for a task, and whether it is a day.

    Of a stretch of time to come its beginning counts; of one that has begun, or that has no beginning, its end:
    "by Friday" is a deadline.

    Args:
        when: ISO 8601: a moment, a date, or an interval; nothing for what has no moment.
        now: In the user's zone.

    Raises:
        ExecutorError: ``wrong_args``: it is no time.
    """
    if not when:
        return None, False
    told = str(when)
    if "/" not in told:
        return read_moment(told, now.tzinfo).astimezone(now.tzinfo), "T" not in told
    period = read_period(told, now.tzinfo)
    if period.end is not None and (period.start is None or period.start <= now < period.end):
        return _deadline(period.end.astimezone(now.tzinfo))
    if period.start is None:
        return None, False
    start = period.start.astimezone(now.tzinfo)
    if period.end is None and start <= now:  # "as soon as possible", "from today on": its moment is here
        return (
            (day_start(now.date(), now.tzinfo), True) if start == day_start(start.date(), now.tzinfo) else (now, False)
        )
    long = period.end is None or period.end - period.start >= WHOLE_DAY
    whole_day = long and start == day_start(start.date(), now.tzinfo)
    return (start if whole_day else usual_hour(period, now.tzinfo) or start), whole_day


def _deadline(end: datetime) -> tuple[datetime, bool]:
    """The last moment of a stretch whose end is excluded: of one that ends with a day, that day."""
    if end != day_start(end.date(), end.tzinfo):
        return end, False
    return day_start(end.date() - timedelta(days=1), end.tzinfo), True


def _falls_in(task: Task, period: Period, now: datetime) -> bool:
    """Whether a task, or one of its repetitions still to come, has its moment in a stretch of time."""
    moment = occurrence(task, now)
    if moment is None or task.due_at is None:
        return False
    if _holds(period, moment, task) or not task.repeat or period.start is None or period.start <= moment:
        return _holds(period, moment, task)
    before = period.start - timedelta(microseconds=1)
    if task.whole_day:  # the day in which the stretch begins is one of its days
        before = day_start(period.start.astimezone(now.tzinfo).date(), now.tzinfo) - timedelta(microseconds=1)
    following = next_after(task.due_at.astimezone(now.tzinfo), task.repeat, before)
    return following is not None and _holds(period, following, task)


def _holds(period: Period, moment: datetime, task: Task) -> bool:
    """Whether a moment lies in a stretch of time; of a whole day, whether any of it does."""
    if period.holds(moment) or not task.whole_day or period.start is None:
        return period.holds(moment)
    ends = Length(days=1).after(moment)
    return moment <= period.start < ends and (period.end is None or moment < period.end)


def _passed(moment: datetime, now: datetime, *, whole_day: bool) -> bool:
    return moment.date() < now.date() if whole_day else moment < now


def _next_or_refuse(moment: datetime, repeat: Any, now: datetime, lang: Lang, *, whole_day: bool) -> datetime:
    """Of what repeats, the next time; a single moment that has passed is refused, not kept in silence."""
    following = next_after(moment, repeat, now)
    if following is None:
        when = say_moment(moment, lang, now.date(), whole_day=whole_day)
        raise ExecutorError(ErrorClass.WRONG_ARGS, "tasks_passed", when=when)
    return following


def _named(known: Sequence[Task], query: str, lang: Lang) -> list[Task]:
    """Tasks that hold every content word of ``query``; one that says no more than "the reminder" means any."""
    wanted = set(content_lemmas(query, lang)) - OWN_NOUNS[lang]
    return [task for task in known if wanted <= task.lemmas]


def _chosen(named: Sequence[Task], context: ExecutorContext, now: datetime) -> list[Task]:
    """The only one of that name, or those of several that the user picks."""
    if len(named) <= 1:
        return list(named)
    choices = [{"value": task.id, "label": line(task, context.lang, now)} for task in named]
    question = {
        "var": "which",
        "prompt": sentence(context.lang, "tasks.which"),
        "schema": {"kind": "multi_choice", "choices": choices},
    }
    picked = context.dialog.ask([question]).get("which") or []
    return [task for task in named if task.id in picked]


def _name(told: Any) -> str:
    return next((str(told[name]) for name in NAMES if told.get(name)), "")
