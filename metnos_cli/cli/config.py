"""``metnos config``: where the settings are, what they are and where each comes from, and how to change them."""

from __future__ import annotations

import shlex
import subprocess
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import World, world
from metnos_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.config.load import Settings

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)
EDITORS = ("sensible-editor", "nano", "vim", "vi", "notepad")
"""Tried in this order when neither VISUAL nor EDITOR is set."""


@app.command("path")
def show_path() -> None:
    """Print the path of the configuration file."""
    here = world()
    here.environment.stdout.write(f"{_file(here)}\n")


@app.command("show")
def show(
    key: str = typer.Argument(""),
    changed: bool = typer.Option(False, "--changed"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Print every setting, its value and where it comes from."""
    from metnos_cli.config.edit import toml_value
    from metnos_cli.config.load import DEFAULT, find_key
    from metnos_cli.pipeline.record import redacted
    from metnos_cli.safety.terminal_output import clean

    here = world()
    settings = here.settings
    names = [find_key(key).dotted] if key else list(settings.values)
    if changed:
        names = [name for name in names if settings.source(name) != DEFAULT]
    if as_json:
        here.environment.stdout.write(f"{_as_json(settings, names)}\n")
        return
    width = max((len(name) for name in names), default=0)
    for name in names:
        value = toml_value(redacted(settings.values[name]))
        here.environment.stdout.write(clean(f"{name:<{width}} = {value}  # {settings.source(name)}") + "\n")


@app.command("example")
def example() -> None:
    """Print a whole configuration file that changes nothing: every key, documented."""
    from metnos_cli.config.edit import document

    here = world()
    lang = here.globals_lang or here.environment.lang
    here.environment.stdout.write(document(lang))


@app.command("edit")
def edit() -> None:
    """Open the configuration file in your editor, then check it."""
    here = world()
    path = _file(here)
    _created(here, path)
    command = _editor(here)
    subprocess.run([*command, str(path)], check=False)
    from metnos_cli.config.load import load_settings

    settings = load_settings(here.environment, file=path)
    here.environment.stderr.write(messages.text(settings.lang, "config.fine", file=path) + "\n")


@app.command("set")
def set_key(
    key: str = typer.Argument(...),
    value: str = typer.Argument(...),
) -> None:
    """Change one setting in the file; comments stay."""
    from metnos_cli.config.check import from_text
    from metnos_cli.config.edit import set_value, toml_value
    from metnos_cli.config.load import find_key

    here = world()
    row = find_key(key)
    checked = from_text(row, value, file="metnos config set")
    path = _file(here)
    lang = here.environment.lang
    set_value(path, row, checked, lang)
    told = messages.text(lang, "config.set", key=row.dotted, value=toml_value(checked), file=path)
    here.environment.stderr.write(f"{told}\n")
    covering = next((name for name in row.variables if here.environment.variables.get(name)), None)
    if covering is not None:
        here.environment.stderr.write(messages.text(lang, "config.covered", variable=covering) + "\n")


@app.command("unset")
def unset_key(key: str = typer.Argument(...)) -> None:
    """Take one setting out of the file, so that its default counts again."""
    from metnos_cli.config.edit import unset_value
    from metnos_cli.config.load import find_key

    here = world()
    row = find_key(key)
    lang = here.environment.lang
    done = unset_value(_file(here), row)
    told = messages.text(lang, "config.unset" if done else "config.not_set", key=row.dotted, file=_file(here))
    here.environment.stderr.write(f"{told}\n")


def _file(here: World) -> Path:
    """The file in use: ``--config``, ``METNOS_CONFIG``, or the usual one; it need not exist."""
    return here.environment.expand(here.globals.config) if here.globals.config else here.environment.config_file


def _created(here: World, path: Path) -> None:
    """See to it that there is a file to edit.

    Raises:
        ConfigError: It cannot be written.
    """
    if not path.exists():
        from metnos_cli.config.edit import document, write_private

        write_private(path, document(here.environment.lang))


def _editor(here: World) -> list[str]:
    """The user's editor.

    Raises:
        UsageError: None is to be found, or nobody is there to use it.
    """
    import shutil

    if not here.environment.is_terminal(here.environment.stdin):
        raise UsageError("edit_no_terminal", file=str(_file(here)))
    variables = here.environment.variables
    told = variables.get("VISUAL") or variables.get("EDITOR") or ""
    command = shlex.split(told) if told else [next((name for name in EDITORS if shutil.which(name)), "")]
    if not command or not shutil.which(command[0]):
        raise UsageError("no_editor", file=str(_file(here)))
    return command


def _as_json(settings: Settings, names: list[str]) -> str:
    import json

    from metnos_cli.config.schema import BY_NAME
    from metnos_cli.pipeline.record import SCHEMA_VERSION, redacted

    told: dict[str, Any] = {
        name: {
            "value": redacted(settings.values[name]),
            "source": settings.source(name),
            "default": redacted(BY_NAME[name].default),
        }
        for name in names
    }
    whole = {"schema_version": SCHEMA_VERSION, "file": str(settings.file), "settings": told}
    return json.dumps(whole, ensure_ascii=False)
