"""``metnos tasks``: what is due (for cron or a timer), what there is, and what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.noting import note_change, print_json
from metnos_cli.cli.wiring import World, world
from metnos_cli.errors import UsageError
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.store.tasks import Task

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)
JSON = typer.Option(False, "--json")


@app.command("due")
def due(
    once: bool = typer.Option(False, "--once"),
    as_json: bool = JSON,
) -> None:
    """Print the reminders whose moment has come; nothing when there is none."""
    here = world()
    known = due_tasks(here, once=once)
    if as_json:
        print_json(here, {"tasks": _entries(here, known)})
        return
    for told in lines_of(here, known):
        here.environment.stdout.write(f"{told}\n")


@app.command("list")
def list_tasks(
    everything: bool = typer.Option(False, "--all", "-a"),
    as_json: bool = JSON,
) -> None:
    """List things to do, those due first at the top."""
    from metnos_cli.store.tasks import listed

    here = world()
    known = listed(here.database.read(), ended=everything)
    if as_json:
        print_json(here, {"tasks": _entries(here, known)})
        return
    if not known:
        here.environment.stderr.write(messages.text(here.lang, "tasks.none") + "\n")
    for task, told in zip(known, lines_of(here, known), strict=True):
        state = f"  ({messages.text(here.lang, f'tasks.state_{task.ended}')})" if task.ended else ""
        here.environment.stdout.write(f"{task.id:>5}  {told}{state}\n")


@app.command("done")
def done(
    numbers: list[int] = typer.Argument(...),
    as_json: bool = JSON,
) -> None:
    """Say that something is done; what repeats waits for its next time."""
    from metnos_cli.executors.tasks.book import DONE, finish
    from metnos_cli.store import tasks as rows

    here = world()
    now = here.now()
    known = {task.id: task for task in rows.get(here.database.read(), numbers)}
    for number in numbers:
        if number not in known:
            raise UsageError("tasks_no_number", id=number)
    note_change(here, DONE, {"tasks": [_before(task) for task in known.values()]})
    following = {task.id: finish(task, now) for task in known.values()}
    with here.database.write() as connection:
        for number, epoch in following.items():
            if epoch is None:
                rows.end(connection, [number], "done", now)
            else:
                rows.put_off(connection, number, epoch)
    if as_json:
        print_json(here, {"done": list(known)})
        return
    for task in known.values():
        here.environment.stdout.write(_done_line(here, task, following[task.id]) + "\n")


def due_tasks(here: World, *, once: bool = False) -> list[Task]:
    """Tasks whose moment has come.

    Args:
        here: Store and clock.
        once: Leave out those that were told for this occurrence already, and note that the others are told now.
    """
    from metnos_cli.executors.tasks.book import occurrence
    from metnos_cli.store import tasks as rows

    now = here.now()
    known = rows.due(here.database.read(), now)
    if not once:
        return known
    moments = {task.id: (occurrence(task, now) or now).timestamp() for task in known}
    fresh = [task for task in known if task.told_for is None or task.told_for < moments[task.id]]
    if fresh:
        with here.database.write() as connection:
            rows.mark_told(connection, [(task.id, moments[task.id]) for task in fresh])
    return fresh


def lines_of(here: World, known: Sequence[Task]) -> list[str]:
    """One clean line a task, in the user's language."""
    from metnos_cli.executors.tasks.book import line

    now = here.now()
    return [clean_line(line(task, here.lang, now)) for task in known]


def _entries(here: World, known: Sequence[Task]) -> list[dict[str, Any]]:
    from metnos_cli.executors.tasks.book import entry

    now = here.now()
    return [{**entry(task, now), "ended": task.ended} for task in known]


def _before(task: Task) -> dict[str, Any]:
    """How a task stood before it was done, for undo."""
    return {"id": task.id, "text": task.text, "epoch": None if task.pending is None else task.pending.timestamp()}


def _done_line(here: World, task: Task, following: float | None) -> str:
    from datetime import datetime

    from metnos_cli.executors.moments import say_moment

    if following is None:
        return clean_line(messages.text(here.lang, "tasks.done", text=task.text))
    now = here.now()
    moment = datetime.fromtimestamp(following, tz=now.tzinfo)
    when = say_moment(moment, here.lang, now.date(), whole_day=task.whole_day)
    return clean_line(messages.text(here.lang, "tasks.done_next", text=task.text, when=when))
