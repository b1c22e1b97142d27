"""Writes runtime.toml: creates it with comments, changes one key and keeps every comment, always whole and private."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.config.check import bounds, config_error
from metnos_cli.config.load import parse
from metnos_cli.config.schema import BY_NAME, KEYS, SECTIONS, Key
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang


def ensure_file(environment: Environment, lang: Lang) -> Path | None:
    """Create ``runtime.toml`` on first use, every key commented out with its default.

    Returns:
        The file, or None when the folder cannot be written (a read-only home is no reason not to answer).
    """
    path = environment.config_file
    if path.exists():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path
    except OSError:
        return None
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(document(lang))
    return path


def document(lang: Lang) -> str:
    """A whole ``runtime.toml`` that changes nothing: headings, documentation and defaults as comments."""
    lines = [f"# {line}" for line in sentence(lang, "config.head").splitlines()]
    for section, headings in SECTIONS.items():
        rows = [key for key in KEYS if key.section == section]
        lines += ["", f"# {headings[0 if lang == 'it' else 1]}", f"[{section}]"]
        for key in sorted(rows, key=lambda row: row.kind == "table"):
            lines += _documented(key, lang)
    return "\n".join(lines) + "\n"


def set_value(path: Path, key: Key, value: Any, lang: Lang) -> None:
    """Change one key of the file (created if need be), keeping comments and order.

    Args:
        path: The file; where it is a link, the file behind it is written.
        key: Its row.
        value: Checked already.
        lang: Language of the comments, if the file is new.

    Raises:
        ConfigError: The file is not TOML, or cannot be written.
    """
    content = path.read_text(encoding="utf-8-sig") if path.exists() else document(lang)
    told = parse(content, str(path))
    changed = None if key.name in told.get(key.section, {}) else _uncommented(content, key, value)
    write_private(path, changed if changed is not None else _with_tomlkit(content, key, value))


def set_entry(path: Path, key: Key, name: str, value: Mapping[str, Any], lang: Lang) -> None:
    """Write one table inside a key of kind table, such as ``[mcp.servers.clock]``; the others stay as they are.

    Args:
        path: The file; created if need be.
        key: Its row, of kind table.
        name: The table's name.
        value: Its content.
        lang: Language of the comments, if the file is new.

    Raises:
        ConfigError: The file is not TOML, or cannot be written.
    """
    import tomlkit

    content = path.read_text(encoding="utf-8-sig") if path.exists() else document(lang)
    parse(content, str(path))
    told: Any = tomlkit.parse(content)
    section = told.setdefault(key.section, tomlkit.table())
    if key.name not in section:
        section[key.name] = tomlkit.table(is_super_table=True)
    section[key.name][name] = dict(value)
    write_private(path, tomlkit.dumps(told))


def unset_entry(path: Path, key: Key, name: str) -> bool:
    """Take one table inside a key of kind table out of the file; False when it was not there.

    Raises:
        ConfigError: The file is not TOML, or cannot be written.
    """
    import tomlkit

    content = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    if name not in parse(content, str(path)).get(key.section, {}).get(key.name, {}):
        return False
    told: Any = tomlkit.parse(content)
    del told[key.section][key.name][name]
    write_private(path, tomlkit.dumps(told))
    return True


def unset_value(path: Path, key: Key) -> bool:
    """Take one key out of the file, so that its default counts again; False when it was not there.

    Raises:
        ConfigError: The file is not TOML, or cannot be written.
    """
    import tomlkit

    if not path.exists():
        return False
    content = path.read_text(encoding="utf-8-sig")
    if key.name not in parse(content, str(path)).get(key.section, {}):
        return False
    told: Any = tomlkit.parse(content)
    del told[key.section][key.name]
    write_private(path, tomlkit.dumps(told))
    return True


def write_private(path: Path, content: str) -> None:
    """Replace a file atomically, readable by its owner alone; a link stays a link.

    Raises:
        ConfigError: It cannot be written.
    """
    target = path.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise config_error("config_unwritable", str(path), 0, why=error.strerror or str(error)) from error


def toml_value(value: Any) -> str:
    """One value as TOML."""
    import json

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for DEL, which TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name} = {toml_value(item)}' for name, item in value.items())}}}"
    return repr(value)


def _documented(key: Key, lang: Lang) -> list[str]:
    """A key's comment lines: what it does, what it may be, and its default."""
    allowed = " | ".join(key.choices) or (bounds(key) if key.minimum is not None or key.maximum is not None else "")
    lines = [f"# {key.doc(lang)}" + (f" ({allowed})" if allowed else "")]
    if key.kind == "table":
        shown = key.example if key.example.startswith("[") else f"[{key.dotted}]\n{key.example}"
        return ["", *lines, *(f"# {line}" for line in shown.splitlines())]
    return [*lines, f"# {key.name} = {toml_value(key.default)}"]


def _uncommented(content: str, key: Key, value: Any) -> str | None:
    """The text with the key's commented default made real, or None where there is no such line to change."""
    pattern = rf"(?ms)^(\[{re.escape(key.section)}\][^\n]*\n(?:(?!\[)[^\n]*\n)*?)# ?{re.escape(key.name)} = [^\n]*$"
    line = f"{key.name} = {toml_value(value)}"
    changed, count = re.subn(pattern, lambda found: found[1] + line, content, count=1)
    if not count:
        return None
    reread = parse(changed, "")
    wanted = list(value) if isinstance(value, tuple) else value
    return changed if reread.get(key.section, {}).get(key.name) == wanted else None


def _with_tomlkit(content: str, key: Key, value: Any) -> str:
    """The text with the key set by tomlkit, which keeps comments and order."""
    import tomlkit

    told: Any = tomlkit.parse(content)
    if key.section not in told:
        told[key.section] = tomlkit.table()
    told[key.section][key.name] = list(value) if isinstance(value, tuple) else value
    return tomlkit.dumps(told)


def changed_keys(settings_values: Mapping[str, Any]) -> tuple[str, ...]:
    """Keys whose value differs from the default."""
    return tuple(name for name, value in settings_values.items() if value != BY_NAME[name].default)


def toml_document(told: Mapping[str, Any]) -> str:
    """A whole TOML document from JSON values; nulls are left out, since TOML has none."""
    import tomlkit

    return tomlkit.dumps(_without_nulls(told))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [_without_nulls(inner) for inner in value if inner is not None]
    return value
