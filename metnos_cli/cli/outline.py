"""The command line as data: ``outline.json``, written by ``python -m metnos_cli.cli.outline``.

Help and Tab completion read the data alone: asking Typer for them would be the larger part of their cost.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("outline.json")
KINDS = {"IntParamType": "number", "IntRange": "number", "FloatParamType": "number", "TyperChoice": "choice"}


@cache
def outline() -> dict[str, Any]:
    """Each command by its words (``""``, ``ask``, ``paths list``): its commands, arguments and options."""
    import json

    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def as_typer_has_it() -> dict[str, Any]:
    """The outline of the commands as they are in the code."""
    from typer.main import get_command

    from metnos_cli.cli.app import app

    found: dict[str, Any] = {}
    _walk(get_command(app), (), found)
    for place, choices in _choices().items():
        path, _, name = place.rpartition("/")
        for one in (*found[path]["options"], *found[path]["arguments"]):
            if one["name"] == name:
                one["choices"] = list(choices)
    return found


def _choices() -> dict[str, tuple[str, ...]]:
    """Where any text is taken and only some texts make sense: ``command/name`` -> the texts."""
    from metnos_cli.cli.bench_plan import PROPOSERS
    from metnos_cli.cli.help import TOPICS
    from metnos_cli.config.schema import BY_NAME
    from metnos_cli.executors.catalog import load_catalog
    from metnos_cli.records import LANGS

    keys, names = tuple(BY_NAME), tuple(manifest.name for manifest in load_catalog(()))
    told = {f"config {command}/key": keys for command in ("show", "set", "unset")}
    told |= {"/--lang": LANGS, "paths list/--of-lang": LANGS, "help/topic": TOPICS}
    told |= {"executors show/name": names, "executors check/names": names, "paths list/--tool": names}
    return told | {"bench plan/--proposer": PROPOSERS}


def _walk(command: Any, path: tuple[str, ...], found: dict[str, Any]) -> None:
    arguments = [_argument(param) for param in command.params if param.param_type_name == "argument"]
    options = [_option(param) for param in command.params if param.param_type_name == "option"]
    names = [] if not hasattr(command, "list_commands") else command.list_commands(None)
    found[" ".join(path)] = {"commands": names, "arguments": arguments, "options": options}
    if names and not command.no_args_is_help:
        found[" ".join(path)]["alone"] = True
    for name in names:
        _walk(command.get_command(None, name), (*path, name), found)


def _argument(param: Any) -> dict[str, Any]:
    """name, required, many, choices."""
    told = {"name": param.name, "required": param.required, "many": param.nargs != 1}
    return told | {"choices": list(getattr(param.type, "choices", ()))}


def _option(param: Any) -> dict[str, Any]:
    """name, the other names, the kind of its value (empty for a switch), its default where it is worth telling."""
    names = [*param.opts, *param.secondary_opts]
    long = next(name for name in names if name.startswith("--"))
    kind = "" if param.is_flag else param.metavar or KINDS.get(type(param.type).__name__, "text")
    default = "" if param.is_flag or not param.default else f"{getattr(param.default, 'value', param.default)}"
    told = {"name": long, "also": [name for name in names if name != long], "value": kind, "default": default}
    return told | {"choices": list(getattr(param.type, "choices", ()))}


def text_of(told: dict[str, Any]) -> str:
    """The outline as the file holds it: a line for each argument and option, so that changes read well."""
    import json

    def lines(rows: list[dict[str, Any]]) -> str:
        return "".join(f"\n   {json.dumps(row, ensure_ascii=False)}," for row in rows).rstrip(",")

    parts = []
    for path, one in told.items():
        alone = ', "alone": true' if one.get("alone") else ""
        head = f'"commands": {json.dumps(one["commands"])}{alone}'
        rest = f'"arguments": [{lines(one["arguments"])}],\n  "options": [{lines(one["options"])}]'
        parts.append(f'"{path}": {{\n  {head},\n  {rest}}}')
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    FILE.write_text(text_of(as_typer_has_it()), encoding="utf-8")
    sys.stdout.write(f"{FILE}\n")
