"""``metnos doctor``: looks at every part, and names the fix of each fault."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import typer

from metnos_cli import messages
from metnos_cli.cli.doctor_personal import PERSONAL_LOOKS
from metnos_cli.cli.finding import Finding
from metnos_cli.cli.wiring import world
from metnos_cli.errors import ExitStatus, MetnosError

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.cli.finding import State
    from metnos_cli.cli.wiring import World

app = typer.Typer(rich_markup_mode=None, add_completion=False)
EXTRAS = {"llm": "llama_cpp", "bge": "FlagEmbedding", "mail": "imap_tools", "calendar": "caldav", "mcp": "mcp"}
SPACE_NEEDED = 50_000_000
"""Free bytes below which the data folder is called nearly full."""


def _settings(here: World) -> Finding:
    if here.broken_settings is not None:
        raise here.broken_settings
    file = here.settings.file
    mode = file.stat().st_mode & 0o077 if file and file.exists() else 0
    if mode and os.name == "posix":
        return Finding("settings", "fault", "file_open_to_others", {"path": file})
    return Finding("settings", "ok", "at", {"path": file})


def _database(here: World) -> Finding:
    connection = here.database.read()
    path = here.environment.database
    if here.database.path is None:
        return Finding("database", "fault", "database_unusable", {"path": path})
    if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        return Finding("database", "fault", "database_damaged", {"path": path})
    turns = connection.execute("SELECT count(*) FROM turns").fetchone()[0]
    aside = sorted(path.parent.glob(f"{path.name}.damaged-*"))
    if aside:
        return Finding("database", "note", "database_aside", {"path": path, "turns": turns, "aside": aside[-1]})
    return Finding("database", "ok", "turns", {"path": path, "turns": turns})


def _space(here: World) -> Finding:
    import shutil

    folder = here.environment.data_dir
    free = shutil.disk_usage(folder if folder.exists() else here.environment.home).free
    state: State = "ok" if free > SPACE_NEEDED else "fault"
    return Finding("space", state, "free" if state == "ok" else "nearly_full", {"mb": free // 1_000_000})


def _executors(here: World) -> Finding:
    problems = here.catalog.problems
    if problems:
        return Finding("executors", "fault", "manifests_wrong", {"count": len(problems), "file": problems[0].file})
    return Finding("executors", "ok", "executors_count", {"count": len(here.catalog)})


def _embedder(here: World) -> Finding:
    embedder = here.embedder()
    embedder.embed(["prova"])
    return Finding("embedder", "ok", "is", {"what": f"{embedder.id}, {embedder.dim}-d"})


def _model(here: World) -> Finding:
    model = here.model()
    if model is None:
        return Finding("model", "note", "no_model", {})
    from metnos_cli.records import Prompt

    model.complete(Prompt("", "1 + 1 ="), max_tokens=1, purpose="doctor")
    return Finding("model", "ok", "is", {"what": model.name})


def _terminal(here: World) -> Finding:
    encoding = here.environment.stderr.encoding or "?"
    if encoding.lower().replace("-", "") != "utf8":
        return Finding("terminal", "note", "ascii_glyphs", {"encoding": encoding})
    return Finding("terminal", "ok", "is", {"what": encoding})


def _extras(here: World) -> Finding:  # noqa: ARG001  every look has one shape
    missing = [extra for extra, module in EXTRAS.items() if find_spec(module) is None]
    if missing:
        return Finding("extras", "note", "extras_missing", {"extras": ",".join(missing)})
    return Finding("extras", "ok", "all_there", {})


LOOKS: dict[str, Callable[[World], Finding]] = {
    "settings": _settings,
    "database": _database,
    "space": _space,
    "executors": _executors,
    "embedder": _embedder,
    "model": _model,
    **PERSONAL_LOOKS,
    "terminal": _terminal,
    "extras": _extras,
}


@app.command()
def doctor(as_json: bool = typer.Option(False, "--json")) -> None:
    """Look at every part and name the fix of each fault."""
    here = world()
    here.do_without_broken_settings()
    findings = [look_at(here, part, look) for part, look in LOOKS.items()]
    if as_json:
        _print_json(here, findings)
    else:
        for finding in findings:
            here.environment.stdout.write(line(here, finding) + "\n")
    if any(finding.state == "fault" for finding in findings):
        raise typer.Exit(int(ExitStatus.DEAD_END))


def look_at(here: World, part: str, look: Callable[[World], Finding]) -> Finding:
    """One look; a part that fails tells its own error."""
    try:
        return look(here)
    except MetnosError as error:
        return Finding(part, "fault", f"error.{error.key}", dict(error.facts))


def line(here: World, finding: Finding) -> str:
    """One line of the report: mark, part, what was found and what to do."""
    from metnos_cli.safety.terminal_output import clean_line
    from metnos_cli.ui.glyphs import glyphs_for
    from metnos_cli.ui.words import told

    glyphs = glyphs_for(here.environment.stdout, here.settings.text("ui.glyphs"))
    mark = {"ok": glyphs.ok, "note": glyphs.dot, "fault": glyphs.no}[finding.state]
    key = finding.key if finding.key.startswith("error.") else f"doctor.{finding.key}"
    said = told(here.lang, key, finding.facts)
    hint = key.replace("error.", "hint.", 1)
    if hint != key and messages.has(here.lang, hint):
        said = f"{said} {told(here.lang, hint, finding.facts)}"
    return clean_line(f"{mark} {told(here.lang, f'doctor.part_{finding.part}', {})}: {said}")


def _print_json(here: World, findings: list[Finding]) -> None:
    import json

    told = [
        {
            "part": found.part,
            "state": found.state,
            "key": found.key,
            "facts": {k: str(v) for k, v in found.facts.items()},
        }
        for found in findings
    ]
    whole = {"schema_version": 1, "python": sys.version.split()[0], "parts": told}
    here.environment.stdout.write(json.dumps(whole, ensure_ascii=False) + "\n")
