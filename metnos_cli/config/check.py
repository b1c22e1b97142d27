"""Checks one value against its key, and finds the line on which a key stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ConfigError

if TYPE_CHECKING:
    from metnos_cli.config.schema import Key

LISTS = frozenset({"texts", "folders"})
"""Kinds whose value is a list of texts."""
TRUE = frozenset({"1", "true", "yes", "on", "si", "sì", "vero"})
FALSE = frozenset({"0", "false", "no", "off", "falso"})


def config_error(reason: str, file: str, line: int, setting: str = "", **facts: Any) -> ConfigError:
    """A configuration error that says where: ``file:line``, or the variable or option alone.

    Args:
        reason: Message key below ``[error]``; also told as ``why``.
        file: The file, environment variable or option.
        line: Line in the file, 0 where there is none.
        setting: The key concerned.
        facts: What else the sentence names.
    """
    where = f"{file}:{line}" if line else file
    told = {"where": where, "file": file, "line": line, "setting": setting, "why": reason, **facts}
    return ConfigError(reason, **told)


def checked(key: Key, value: Any, *, file: str, content: str = "") -> Any:
    """The value in the key's own type.

    Args:
        key: Its row.
        value: As TOML or the command line gave it.
        file: Where it stands, for the error.
        content: The file's text, to find the line for the error.

    Raises:
        ConfigError: Its type or value is wrong.
    """

    def wrong(reason: str, **facts: Any) -> ConfigError:
        line = locate(content, key.section, key.name) if content else 0
        return config_error(reason, file, line, key.dotted, found=_shown(value), **facts)

    if not _fits(key, value):
        raise wrong(f"config_type_{'texts' if key.kind in LISTS else key.kind}")
    if key.choices and value not in key.choices:
        raise wrong("config_choice", choices=" | ".join(key.choices))
    if key.kind in ("integer", "number") and not _within(key, value):
        raise wrong("config_range", range=bounds(key))
    if key.kind == "zone" and value and not _is_zone(value):
        raise wrong("config_zone")
    if key.kind == "folders":
        relative = next((folder for folder in value if not _is_anchored(folder)), None)
        if relative is not None:
            raise wrong("config_folder", folder=relative or '""')
    if key.kind == "number":
        return float(value)
    return tuple(value) if key.kind in LISTS else value


def from_text(key: Key, told: str, *, file: str) -> Any:
    """The value of an environment variable or of ``config set``; lists are comma-separated or a JSON array.

    Raises:
        ConfigError: Its type or value is wrong.
    """
    value: Any = told
    if key.kind == "flag":
        value = True if told.casefold() in TRUE else False if told.casefold() in FALSE else told
    elif key.kind in ("integer", "number"):
        value = _number(told)
    elif key.kind in LISTS:
        value = _list(told)
    return checked(key, value, file=file)


def bounds(key: Key) -> str:
    """The allowed range as text, such as ``1 .. 12``."""
    low = "" if key.minimum is None else f"{key.minimum:g}"
    high = "" if key.maximum is None else f"{key.maximum:g}"
    return f"{low} .. {high}".strip()


def locate(content: str, section: str, name: str) -> int:
    """The line (from 1) on which a key, or else its section, stands; 0 when neither does.

    TOML's parser gives no places, so the text is read again; only when something is to be shown.
    """
    current, fallback = "", 0
    quote = "[\"']?"
    bare, table = f"{quote}{re.escape(name)}{quote}", f"{quote}{re.escape(section)}{quote}"
    dotted = rf"{table}\s*\.\s*{bare}"
    for number, line in enumerate(content.split("\n"), 1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if header:
            current = header[1].replace('"', "").replace(" ", "")
            if current == section and not fallback:
                fallback = number
            if name and current.startswith(f"{section}.{name}"):
                return number
        elif name and current in ("", section) and re.match(rf"\s*{bare if current else dotted}\s*[.=]", line):
            return number
        elif not current and re.match(rf"\s*{table}\s*[.=]", line):
            fallback = fallback or number
    return fallback


def _fits(key: Key, value: Any) -> bool:
    """Whether the value has the key's type; TOML's true is never a number."""
    if isinstance(value, bool):
        return key.kind == "flag"
    if key.kind == "flag":
        return False
    if key.kind == "integer":
        return isinstance(value, int)
    if key.kind == "number":
        return isinstance(value, int | float)
    if key.kind in LISTS:
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    return isinstance(value, Mapping) if key.kind == "table" else isinstance(value, str)


def _within(key: Key, value: float) -> bool:
    """Whether a number is in range (not a number never is)."""
    low = key.minimum if key.minimum is not None else float("-inf")
    high = key.maximum if key.maximum is not None else float("inf")
    return low <= value <= high


def _is_anchored(folder: str) -> bool:
    """Whether a folder is the same wherever Metnos is started."""
    return folder == "~" or folder.startswith("~/") or Path(folder).is_absolute()


def _is_zone(name: str) -> bool:
    """Whether this machine knows the zone."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _number(told: str) -> Any:
    """A number where the text is one, otherwise the text, which the type check refuses."""
    for convert in (int, float):
        try:
            return convert(told)
        except ValueError:
            continue
    return told


def _list(told: str) -> Any:
    """A list: JSON when it starts with a bracket, comma-separated otherwise."""
    if not told.lstrip().startswith("["):
        return [item.strip() for item in told.split(",") if item.strip()]
    import json

    try:
        return json.loads(told)
    except ValueError:
        return told


def _shown(value: Any) -> str:
    """The value as one short line for a sentence."""
    shown = str(value).replace("\n", " ")
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
