"""Reads the settings: flag over METNOS_* over runtime.toml over default, each value with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli.config.check import checked, config_error, from_text, locate
from metnos_cli.config.schema import BY_NAME, KEYS, SECTIONS, Key

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.environment import Environment
    from metnos_cli.errors import ConfigError
    from metnos_cli.records import Lang

DEFAULT = "default"
FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of one run; every key has a value."""

    values: Mapping[str, Any]
    """By ``section.name``."""
    sources: Mapping[str, str]
    """``flag``, the environment variable's name, or ``file``; what is not here is a default."""
    home: Path
    """What ``~`` stands for."""
    lang: Lang
    """The user's language, ``auto`` resolved."""
    file: Path | None = None
    """The file that was read, or would have been; None when there is none to read."""
    text_of_file: str = field(default="", repr=False)
    """Its content, so that a source can name the line."""

    def text(self, key: str) -> str:
        """A text, a path as written, or a zone.

        Raises:
            KeyError: There is no such key (so everywhere below).
        """
        return str(self.values[key])

    def integer(self, key: str) -> int:
        """A whole number."""
        return int(self.values[key])

    def number(self, key: str) -> float:
        """A number."""
        return float(self.values[key])

    def flag(self, key: str) -> bool:
        """Yes or no."""
        return bool(self.values[key])

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self.values[key])

    def table(self, key: str) -> Mapping[str, Any]:
        """A table with free keys, such as ``engine.fillers``; its content is checked by whoever uses it."""
        found: Mapping[str, Any] = self.values[key]
        return found

    def path(self, key: str) -> Path | None:
        """A path with ``~`` expanded, or None when it is not set; relative ones stand in the user's folder."""
        told = str(self.values[key])
        if not told:
            return None
        return self.home / (told[2:] if told.startswith("~/") or told == "~" else told)

    def source(self, key: str) -> str:
        """Where the value came from: ``default``, ``flag``, ``METNOS_LANG`` ... or ``/path/runtime.toml:12``."""
        row = BY_NAME[key]
        where = self.sources.get(key, DEFAULT)
        if where != "file":
            return where
        return f"{self.file}:{locate(self.text_of_file, row.section, row.name)}"


def load_settings(
    environment: Environment, *, file: Path | None = None, flags: Mapping[str, Any] | None = None
) -> Settings:
    """Read the configuration.

    Args:
        environment: Variables and folders.
        file: ``--config``; it must exist, as must the one named by ``METNOS_CONFIG``.
        flags: Values from the command line by ``section.name``; None values are ignored.

    Raises:
        ConfigError: A file, key, type or value is wrong; the facts name file, line, key and why.
    """
    named = file is not None or bool(environment.variables.get("METNOS_CONFIG"))
    path = file or environment.config_file
    content = _read(path, must_exist=named)
    values: dict[str, Any] = {key.dotted: key.default for key in KEYS}
    sources: dict[str, str] = {}
    for dotted, value in _from_file(content, path).items():
        values[dotted], sources[dotted] = value, "file"
    for dotted, (value, variable) in _from_variables(environment.variables).items():
        values[dotted], sources[dotted] = value, variable
    for dotted, value in (flags or {}).items():
        if value is not None:
            values[dotted], sources[dotted] = checked(BY_NAME[dotted], value, file=FLAG), FLAG
    chosen = values["general.lang"]
    lang: Lang = environment.lang if chosen == "auto" else chosen
    return Settings(values, sources, environment.home, lang, path, content)


def default_settings(environment: Environment, lang: Lang | None = None) -> Settings:
    """Every default, no file and no variable read: for looking on where they cannot be used.

    Args:
        environment: Folders and locale.
        lang: The language asked for; None: the system's.
    """
    values = {key.dotted: key.default for key in KEYS}
    return Settings(values, {}, environment.home, lang or environment.lang, environment.config_file)


def _read(path: Path, *, must_exist: bool) -> str:
    """The file's text; empty when there is none and none was named."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        if must_exist:
            raise config_error("config_missing", str(path), 0) from error
        return ""
    except UnicodeDecodeError as error:
        raise config_error("config_encoding", str(path), 0) from error
    except OSError as error:
        raise config_error("config_unreadable", str(path), 0, why=error.strerror or str(error)) from error


def _from_file(content: str, path: Path) -> dict[str, Any]:
    """Checked values of the file."""
    if not content.strip():
        return {}
    told = parse(content, str(path))
    found: dict[str, Any] = {}
    for section, table in told.items():
        if section not in SECTIONS:
            raise _unknown(section, SECTIONS, str(path), locate(content, section, ""))
        if not isinstance(table, Mapping):
            raise config_error("config_type_table", str(path), locate(content, section, ""), section, found=str(table))
        for name, value in table.items():
            key = BY_NAME.get(f"{section}.{name}")
            if key is None:
                raise _unknown(f"{section}.{name}", BY_NAME, str(path), locate(content, section, name))
            found[key.dotted] = checked(key, value, file=str(path), content=content)
    return found


def parse(content: str, file: str) -> dict[str, Any]:
    """The TOML document.

    Raises:
        ConfigError: It is not TOML; the facts hold the line and the parser's reason.
    """
    import re
    import tomllib

    try:
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        told = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(told[2]) if told and told[2] else content.count("\n") + 1
        why = told[1] if told else str(error)
        raise config_error("config_syntax", file, line, why=why) from error


def _from_variables(variables: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    """Checked values of ``METNOS_*``; variables that are no key are somebody else's and stay alone."""
    found: dict[str, tuple[Any, str]] = {}
    for key in KEYS:
        variable = next((name for name in key.variables if variables.get(name)), None)
        if variable is not None and key.kind != "table":
            found[key.dotted] = (from_text(key, variables[variable], file=variable), variable)
    return found


def _unknown(name: str, known: Mapping[str, Any], file: str, line: int) -> ConfigError:
    """An unknown key, with the nearest one that exists."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1, cutoff=0.4)
    if near:
        return config_error("config_unknown_near", file, line, name, near=near[0])
    return config_error("config_unknown", file, line, name)


def find_key(dotted: str) -> Key:
    """The row of a key that a user typed.

    Raises:
        ConfigError: There is no such key; the nearest one is named.
    """
    if dotted not in BY_NAME:
        raise _unknown(dotted, BY_NAME, "metnos config", 0)
    return BY_NAME[dotted]
