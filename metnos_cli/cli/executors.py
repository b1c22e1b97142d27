"""``metnos executors``: the catalog, one executor from close by, and a look over the manifests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli.cli.mcp import add_mcp, refresh_mcp, remove_mcp
from metnos_cli.cli.wiring import world
from metnos_cli.errors import ExitStatus, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from metnos_cli.cli.lint import Finding
    from metnos_cli.cli.wiring import World
    from metnos_cli.executors.catalog import Catalog
    from metnos_cli.executors.manifest import Manifest

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=False)
SCHEMA_VERSION = 1

app.command("add-mcp")(add_mcp)
app.command("refresh-mcp")(refresh_mcp)
app.command("remove-mcp")(remove_mcp)


@app.callback(invoke_without_command=True)
def executors(context: typer.Context) -> None:
    """What Metnos can do: list, show and check executors."""
    if context.invoked_subcommand is None:
        list_executors(as_json=False)


@app.command("list")
def list_executors(as_json: bool = typer.Option(False, "--json")) -> None:
    """List the executors admitted now."""
    here = world()
    catalog = here.catalog
    if as_json:
        rows = [_row(manifest) for manifest in catalog]
        problems = [{"file": bad.file, "pointer": bad.pointer, "why": bad.why} for bad in catalog.problems]
        _print(here, json.dumps(_versioned(executors=rows, problems=problems), ensure_ascii=False))
        return
    width = max((len(manifest.name) for manifest in catalog), default=0)
    for manifest in catalog:
        mark = "" if _origin(manifest) == "bundled" else f" ({_origin(manifest)})"
        _print(here, f"{manifest.name:<{width}}  {manifest.effect:<7}  {manifest.description[here.lang]}{mark}")
    for bad in catalog.problems:
        here.environment.stderr.write(
            _sentence(here, "problem", file=bad.file, pointer=bad.pointer, why=bad.why) + "\n"
        )


@app.command()
def show(
    name: str = typer.Argument(...),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Show what an executor takes, gives and answers to."""
    here = world()
    manifest = _find(here.catalog, name)
    if as_json:
        _print(here, json.dumps(_versioned(executor=_whole(manifest)), ensure_ascii=False))
        return
    for line in _lines(here, manifest):
        _print(here, line)


@app.command()
def check(
    names: list[str] = typer.Argument(None),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Look manifests over: errors, warnings, and what the grammar leaves to the validator."""
    from metnos_cli.cli.lint import lint_all

    here = world()
    catalog, chosen = _chosen(here, names or [])
    found = lint_all(catalog, chosen)
    errors = sum(finding.level == "error" for finding in found)
    checked = len(chosen) or len(catalog)
    if as_json:
        rows = [_finding_row(here, finding) for finding in found]
        _print(here, json.dumps(_versioned(checked=checked, errors=errors, findings=rows), ensure_ascii=False))
    else:
        for finding in found:
            row = _finding_row(here, finding)
            _print(here, f"{finding.executor}{finding.pointer}: {_sentence(here, finding.level)}: {row['message']}")
        warnings = sum(finding.level == "warning" for finding in found)
        told = _sentence(here, "checked", checked=checked, errors=errors, warnings=warnings)
        here.environment.stderr.write(f"{told}\n")
    if errors:
        raise typer.Exit(int(ExitStatus.DEAD_END))


def _chosen(here: World, names: list[str]) -> tuple[Catalog, tuple[str, ...]]:
    """The catalog with the manifests of the folders named, and what is to be looked over.

    Raises:
        UsageError: There is no such executor.
        ManifestError: A folder's manifest breaks the format.
    """
    from metnos_cli.executors.catalog import Catalog
    from metnos_cli.executors.manifest import read_manifest

    given, chosen = [], []
    for name in names:
        path = _manifest_file(here.environment.expand(name))
        if path is None:
            chosen.append(_find(here.catalog, name).name)
        else:
            given.append(read_manifest(path))
            chosen.append(given[-1].name)
    # What was named comes first, so that it is looked over itself and not another of the same name.
    return Catalog((*given, *here.catalog), here.catalog.problems), tuple(chosen)


def _manifest_file(path: Path) -> Path | None:
    if path.is_dir():
        return path / "manifest.toml"
    return path if path.suffix == ".toml" else None


def _find(catalog: Catalog, name: str) -> Manifest:
    found = catalog.get(name)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(name, [manifest.name for manifest in catalog], n=1, cutoff=0.4)
        key = "unknown_executor_near" if near else "unknown_executor"
        raise UsageError(key, name=name, near=near[0] if near else "")
    return found


def _origin(manifest: Manifest) -> str:
    from metnos_cli.executors.catalog import BUNDLED

    if manifest.run.mcp:
        return "mcp"
    return "bundled" if manifest.folder.startswith(str(BUNDLED)) else "user"


def _row(manifest: Manifest) -> dict[str, Any]:
    return {
        "name": manifest.name,
        "version": manifest.version,
        "effect": manifest.effect,
        "origin": _origin(manifest),
        "description": dict(manifest.description),
        "takes_entries": manifest.takes_entries,
        "gives_entries": manifest.gives_entries,
    }


def _whole(manifest: Manifest) -> dict[str, Any]:
    run = manifest.run
    return {
        **_row(manifest),
        "affinity": {lang: list(words) for lang, words in manifest.affinity.items()},
        "args": manifest.args,
        "result": manifest.result,
        "message": dict(manifest.message),
        "examples": [{"lang": one.lang, "text": one.text, "args": dict(one.args)} for one in manifest.examples],
        "run": {
            "python": run.python,
            "command": list(run.command),
            "mcp": dict(run.mcp),
            "pipeline": dict(run.pipeline),
            "timeout_s": run.timeout_s,
        },
        "folder": manifest.folder,
        "digest": manifest.digest,
    }


def _lines(here: World, manifest: Manifest) -> Iterator[str]:
    """An executor for people."""
    yield f"{manifest.name} {manifest.version} — {manifest.description[here.lang]}"
    yield _sentence(here, "effect", effect=manifest.effect, origin=_origin(manifest), folder=manifest.folder)
    yield ""
    yield _sentence(here, "arguments")
    needed = set(manifest.args.get("required", ()))
    for name, schema in manifest.args["properties"].items():
        mark = "*" if name in needed else " "
        yield f" {mark}{name:<12} {_type(schema):<10} {schema.get('description', '')}{_choices(schema)}"
    yield ""
    yield _sentence(here, "results")
    for name, schema in manifest.result["properties"].items():
        yield f"  {name:<12} {_type(schema):<10} {schema.get('description', '')}"
    yield ""
    yield _sentence(here, "examples")
    for example in manifest.examples:
        told = json.dumps(dict(example.args), ensure_ascii=False)
        yield f"  [{example.lang}] {example.text}  →  {told}"


def _type(schema: Mapping[str, Any]) -> str:
    told = schema.get("type", "")
    return "|".join(told) if isinstance(told, list) else str(told)


def _choices(schema: Mapping[str, Any]) -> str:
    told = f" ({' | '.join(map(str, schema['enum']))})" if "enum" in schema else ""
    return told + (f" [{json.dumps(schema['default'], ensure_ascii=False)}]" if "default" in schema else "")


def _finding_row(here: World, finding: Finding) -> dict[str, Any]:
    from metnos_cli.ui.words import told

    section = "error" if finding.key in ("no_target", "package_missing") else "lint"
    message = told(here.lang, f"{section}.{finding.key}", finding.facts)
    return {
        "level": finding.level,
        "executor": finding.executor,
        "pointer": finding.pointer,
        "key": finding.key,
        "message": message,
    }


def _sentence(here: World, key: str, **facts: Any) -> str:
    from metnos_cli.messages import text

    return text(here.lang, f"executors.{key}", **facts)


def _versioned(**told: Any) -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION, **told}


def _print(here: World, line: str) -> None:
    from metnos_cli.safety.terminal_output import clean

    here.environment.stdout.write(f"{clean(line)}\n")
