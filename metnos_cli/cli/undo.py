"""``metnos undo``: takes back the last turn that changed something, after showing what that means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from metnos_cli import messages
from metnos_cli.cli.agreeing import agreed
from metnos_cli.cli.guards import build_undo
from metnos_cli.cli.wiring import world
from metnos_cli.errors import DeadEnd, ExitStatus, Refused
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from metnos_cli.cli.wiring import World
    from metnos_cli.safety.undo import Reversal

SHOWN = 20
"""Changes named before the question; --dry-run names all of them."""
app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def undo(
    dry_run: bool = typer.Option(False, "--dry-run", "-n"),
    yes: bool = typer.Option(False, "--yes", "-y"),
) -> None:
    """Take back the last turn that changed something."""
    here = world()
    undoing = build_undo(here)
    plan = undoing.plan()
    if plan is None:
        raise DeadEnd("nothing_to_undo")
    say = here.environment.stderr.write
    later = any(step.later for step in plan.steps)
    head = "undo.will" if plan.possible else "undo.not_now" if later else "undo.cannot"
    say(messages.text(here.lang, head, at=plan.at.replace("T", " ")[:16]) + "\n")
    shown = plan.steps if dry_run or len(plan.steps) <= SHOWN + 1 else plan.steps[:SHOWN]
    for step in shown:
        say(f"  {sentence(here, step)}\n")
    if len(shown) < len(plan.steps):
        say(f"  {messages.text(here.lang, 'undo.more', count=len(plan.steps) - len(shown))}\n")
    if dry_run:
        return
    if not plan.possible:
        goes_on = undoing.pass_over(plan)
        raise DeadEnd("undo_not_now" if later else "undo_go_on" if goes_on else "undo_impossible")
    if not yes and not agreed(here, "undo.ask", "undo"):
        raise Refused("user_said_no", tool="undo")
    undone = undoing.run(plan)
    here.environment.stdout.write(messages.text(here.lang, "undo.done", count=len(undone.done)) + "\n")
    for step in undone.stuck:
        say(f"  {sentence(here, step)}\n")
    if not undone.noted:
        say(messages.text(here.lang, "undo.not_noted") + "\n")
    if undone.stuck:
        raise typer.Exit(int(ExitStatus.DEAD_END))


def sentence(here: World, step: Reversal) -> str:
    """One line: what is done, or why it cannot be."""
    from metnos_cli.ui.words import told

    line = told(here.lang, f"undo.{step.key}", step.facts)
    if step.why:
        why = told(here.lang, f"undo.{step.why}", step.facts)
        line = told(here.lang, "undo.not_this", {"what": line, "why": why})
    if step.later:
        line += f" ({told(here.lang, 'undo.later')})"
    return clean_line(line)
