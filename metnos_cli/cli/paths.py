"""``metnos paths``: what the memory knows, and how to take it back."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.agreeing import agreed
from metnos_cli.cli.noting import print_json
from metnos_cli.cli.wiring import world
from metnos_cli.errors import Refused, UsageError
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from metnos_cli.cli.wiring import World
    from metnos_cli.store.entries import Entry

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)
JSON = typer.Option(False, "--json")


class Layer(StrEnum):
    """Where an entry may be."""

    SHORTCUT = "shortcut"
    CANONICAL = "canonical"
    AUTOPATH = "autopath"
    PIPELINE = "pipeline"


class Order(StrEnum):
    """How entries may be sorted."""

    LAST = "last"
    USES = "uses"
    AGE = "age"


@app.command("list")
def list_paths(
    layer: Layer = typer.Option(None, "--layer"),
    tool: str = typer.Option("", "--tool"),
    lang: str = typer.Option("", "--of-lang"),
    sort: Order = typer.Option(Order.LAST, "--sort"),
    limit: int = typer.Option(50, "--limit", min=1),
    as_json: bool = JSON,
) -> None:
    """List what is remembered."""
    here = world()
    known = [
        entry for entry in _all(here, layer) if (not tool or tool in entry.tools) and (not lang or entry.lang == lang)
    ]
    orders = {
        Order.LAST: lambda entry: (entry.last_at, entry.id),
        Order.USES: lambda entry: (entry.uses, entry.last_at),
        Order.AGE: lambda entry: (-entry.last_day_rank, entry.last_at),
    }
    known.sort(key=orders[sort], reverse=True)
    if as_json:
        print_json(here, {"total": len(known), "entries": [told(entry) for entry in known[:limit]]})
        return
    if not known:
        here.environment.stderr.write(messages.text(here.lang, "paths.none") + "\n")
    for entry in known[:limit]:
        here.environment.stdout.write(row(entry) + "\n")
    if len(known) > limit:
        here.environment.stderr.write(messages.text(here.lang, "paths.more", count=len(known) - limit) + "\n")


@app.command("show")
def show(name: str = typer.Argument(...), as_json: bool = JSON) -> None:
    """Show one entry whole."""
    import json

    here = world()
    entry = _get(here, name)
    if as_json:
        print_json(here, told(entry))
        return
    here.environment.stdout.write(row(entry) + "\n")
    here.environment.stdout.write(json.dumps(told(entry), ensure_ascii=False, indent=2) + "\n")


@app.command("prune")
def prune(
    dry_run: bool = typer.Option(False, "--dry-run", "-n"),
    as_json: bool = JSON,
) -> None:
    """Forget what has not served for too many active days, and what is over the cap."""
    from metnos_cli.memory import ageing

    here = world()
    if dry_run:
        stale = ageing.due(here.database.read(), here.settings)
    else:
        with here.database.write() as connection:
            stale = ageing.prune(connection, here.settings)
    if as_json:
        print_json(here, {"dry_run": dry_run, "forgotten": [{**told(one.entry), "why": one.why} for one in stale]})
        return
    for one in stale:
        here.environment.stdout.write(
            f"{row(one.entry)}  ({messages.text(here.lang, f'paths.{one.why}', days=one.days)})\n"
        )
    key = "paths.would_forget" if dry_run else "paths.forgotten"
    here.environment.stderr.write(messages.text(here.lang, key, count=len(stale)) + "\n")


@app.command("forget")
def forget(names: list[str] = typer.Argument(...)) -> None:
    """Forget entries."""
    from metnos_cli.store import entries

    here = world()
    known = [_get(here, name) for name in names]
    with here.database.write() as connection:
        for entry in known:
            entries.remove(connection, entry.table, [entry.id])
    here.environment.stderr.write(messages.text(here.lang, "paths.forgotten", count=len(known)) + "\n")


@app.command("promote")
def promote(
    name: str = typer.Argument(""),
    as_name: str = typer.Option("", "--as"),
    yes: bool = typer.Option(False, "--yes", "-y"),
) -> None:
    """Make one executor of a sequence that runs often."""
    import json

    from metnos_cli.memory.promote import composite
    from metnos_cli.store import tool_paths

    here = world()
    if not name:
        uses = here.settings.integer("multi_tool_fast_path.k_synth")
        ripe = tool_paths.ripe(here.database.read(), uses)
        for entry in ripe:
            here.environment.stdout.write(row(entry) + "\n")
        if not ripe:
            here.environment.stderr.write(messages.text(here.lang, "paths.none_ripe", uses=uses) + "\n")
        return
    entry = _get(here, name)
    if entry.table != tool_paths.TABLE:
        raise UsageError("promote_kind", entry=name)
    if entry.more.get("promoted"):
        here.environment.stderr.write(messages.text(here.lang, "paths.promoted_before", entry=name) + "\n")
        return
    manifest = composite(entry, here.catalog, as_name)
    here.environment.stderr.write(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n")
    if not yes and not agreed(here, "paths.ask", "promote"):
        raise Refused("user_said_no", tool="promote")
    path = _write(here, manifest)
    with here.database.write() as connection:
        tool_paths.mark_promoted(connection, entry.id)
    here.environment.stdout.write(f"{path}\n")


@app.command("gaps")
def gaps(limit: int = typer.Option(20, "--limit", min=1), as_json: bool = JSON) -> None:
    """List what could not be done, the most frequent first."""
    from dataclasses import asdict

    from metnos_cli.store.gaps import most_frequent

    here = world()
    known = most_frequent(here.database.read(), limit)
    if as_json:
        print_json(here, {"gaps": [asdict(gap) for gap in known]})
        return
    if not known:
        here.environment.stderr.write(messages.text(here.lang, "paths.no_gaps") + "\n")
    for gap in known:
        here.environment.stdout.write(
            clean_line(f"{gap.times:>4} ×  {gap.error_class}  {gap.tool or '-'}  {gap.request}") + "\n"
        )


@app.command("export")
def export(file: str = typer.Argument("")) -> None:
    """Write what is remembered as JSON Lines."""
    import json

    from metnos_cli.config.edit import write_private
    from metnos_cli.memory.exchange import export_lines

    here = world()
    lines = [json.dumps(line, ensure_ascii=False) for line in export_lines(here.database.read())]
    content = "".join(f"{line}\n" for line in lines)
    if not file:
        here.environment.stdout.write(content)
        return
    write_private(here.environment.expand(file), content)
    here.environment.stderr.write(messages.text(here.lang, "paths.exported", count=len(lines)) + "\n")


@app.command("import")
def import_file(file: str = typer.Argument(...)) -> None:
    """Take over what another Metnos remembers."""
    from metnos_cli.memory.exchange import import_lines

    here = world()
    try:
        lines = here.environment.expand(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("import_unreadable", file=file, why=str(getattr(error, "strerror", error))) from error
    with here.database.write() as connection:
        done = import_lines(connection, lines, here.catalog, here.now().isoformat())
    key_facts = {"count": done.added, "skipped": done.skipped}
    here.environment.stderr.write(messages.text(here.lang, "paths.imported", **key_facts) + "\n")


def told(entry: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    return {
        "entry": entry.name,
        "request": entry.text,
        "lang": entry.lang,
        "canonical": entry.canonical,
        "template": entry.more.get("template", ""),
        "tools": list(entry.tools),
        "framework": entry.framework.as_json(),
        "effect": entry.effect,
        "uses": entry.uses,
        "accepted": entry.accepted,
        "rejected": entry.rejected,
        "last_day_rank": entry.last_day_rank,
        "last_at": entry.last_at,
        "champion": bool(entry.more.get("champion", False)),
        "fingerprint": entry.fingerprint,
    }


def row(entry: Entry) -> str:
    """An entry on one line, clean."""
    shown = entry.more.get("template") or entry.text
    return clean_line(f"{entry.name:<14} {entry.uses:>4} ×  {' + '.join(entry.tools)}  {shown}")


def _all(here: World, layer: Layer | None) -> list[Entry]:
    from metnos_cli.store import entries

    connection = here.database.read()
    tables: Sequence[Any] = entries.TABLES if layer is None else (entries.TABLE_OF[layer.value],)
    return [entry for table in tables for entry in entries.every(connection, table)]


def _get(here: World, name: str) -> Entry:
    """One entry by its name.

    Raises:
        UsageError: There is none of that name.
    """
    from metnos_cli.store import entries

    layer, _, number = name.partition(":")
    table = entries.TABLE_OF.get(layer)
    found = entries.get(here.database.read(), table, int(number)) if table and number.isdecimal() else None
    if found is None:
        raise UsageError("no_such_entry", entry=name)
    return found


def _write(here: World, manifest: dict[str, Any]) -> Path:
    """The manifest as a file in the user's executors folder; TOML holds JSON values as inline tables."""
    from metnos_cli.config.edit import toml_document, write_private
    from metnos_cli.executors.manifest import parse_manifest

    path = here.environment.executors_dir / str(manifest["name"]) / "manifest.toml"
    parse_manifest(manifest, str(path))
    write_private(path, toml_document(manifest))
    return path
