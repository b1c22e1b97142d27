"""The world as one replaceable object: streams, variables, folders, language, time zone and clock."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime, tzinfo

    from metnos_cli.records import Lang

APP = "metnos"
CONFIG_NAME = "runtime.toml"
DATABASE_NAME = "metnos.db"
LOCALTIME = Path("/etc/localtime")


@dataclass(frozen=True)
class Environment:
    """Everything Metnos takes from outside; a test builds its own.

    Nothing below reads ``os.environ``, ``sys.argv`` or the wall clock but through this object.
    """

    argv: Sequence[str]
    """Arguments after the program's name."""
    variables: Mapping[str, str]
    """Environment variables."""
    stdin: TextIO
    """Where piped text and typed answers come from."""
    stdout: TextIO
    """Answers, and nothing else."""
    stderr: TextIO
    """Everything else."""
    cwd: Path
    """Where relative paths stand."""
    home: Path
    """The user's folder."""
    clock: Callable[[tzinfo], datetime] | None = None
    """Tells the time in a zone; None: the real clock."""

    @staticmethod
    def real() -> Environment:
        """The process as it was started."""
        return Environment(
            argv=tuple(sys.argv[1:]),
            variables=os.environ,
            stdin=sys.stdin,
            stdout=sys.stdout,
            stderr=sys.stderr,
            cwd=_working_folder(),
            home=_home(os.environ),
        )

    def now(self, zone_name: str = "") -> datetime:
        """The present moment, with its zone.

        Args:
            zone_name: IANA name such as ``Europe/Rome`` (``general.timezone``); empty: the system's zone.
        """
        from datetime import datetime

        zone = self.zone(zone_name)
        return datetime.now(zone) if self.clock is None else self.clock(zone)

    def zone(self, name: str = "") -> tzinfo:
        """The named zone, or the system's: from ``TZ``, else from ``/etc/localtime``, else its present offset."""
        from datetime import datetime
        from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

        for candidate in (name, self.variables.get("TZ", "").removeprefix(":"), _localtime_name()):
            try:
                if candidate:
                    return ZoneInfo(candidate)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                # A POSIX rule such as CET-1CEST, or a name this machine has no data for: the next source may know.
                continue
        return datetime.now().astimezone().tzinfo or _utc()

    def is_terminal(self, stream: TextIO) -> bool:
        """Whether a person sits at the other end of ``stream``."""
        try:
            return not stream.closed and stream.isatty()
        except (AttributeError, ValueError):
            return False

    @property
    def interactive(self) -> bool:
        """Whether questions can be asked: stdin and stderr are terminals."""
        return self.is_terminal(self.stdin) and self.is_terminal(self.stderr)

    @property
    def lang(self) -> Lang:
        """Language by ``METNOS_LANG`` or the locale; what is not Italian is English."""
        chosen = self.variables.get("METNOS_LANG", "")
        if chosen in ("it", "en"):
            return "it" if chosen == "it" else "en"
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            value = self.variables.get(name, "")
            if value:
                wanted = self.variables.get("LANGUAGE", "") if not value.startswith(("C", "POSIX")) else ""
                return "it" if (wanted or value).lower().startswith("it") else "en"
        return "en"

    @property
    def config_dir(self) -> Path:
        """Folder of ``runtime.toml`` and of the user's executors."""
        return self._folder("XDG_CONFIG_HOME", ".config", "APPDATA")

    @property
    def data_dir(self) -> Path:
        """Folder of the database, the history and the undo copies."""
        return self._folder("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA")

    @property
    def cache_dir(self) -> Path:
        """Folder of what can be worked out again."""
        return self._folder("XDG_CACHE_HOME", ".cache", "LOCALAPPDATA")

    @property
    def config_file(self) -> Path:
        """``METNOS_CONFIG`` when set, else ``runtime.toml`` in the configuration folder."""
        chosen = self.variables.get("METNOS_CONFIG", "")
        return self.expand(chosen) if chosen else self.config_dir / CONFIG_NAME

    @property
    def executors_dir(self) -> Path:
        """Folder into which users drop their own executors."""
        return self.config_dir / "executors"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data_dir / DATABASE_NAME

    def expand(self, path: str) -> Path:
        """A path as typed: ``~`` is the user's folder, relative paths stand in the working folder."""
        if path == "~" or path.startswith("~/"):
            return self.home / path[2:]
        return self.cwd / path

    def replace(self, **changes: Any) -> Environment:
        """The same world with some parts changed."""
        from dataclasses import replace

        return replace(self, **changes)

    def _folder(self, variable: str, below_home: str, windows: str) -> Path:
        """One XDG folder; a relative path in the variable is ignored, as the specification asks."""
        if sys.platform == "win32" and not self.variables.get(variable):
            variable = windows
        told = Path(self.variables.get(variable) or ".")
        return (told if told.is_absolute() else self.home / below_home) / APP


def _working_folder() -> Path:
    """The working folder, or the root when it was removed under the process's feet."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path("/")


def _home(variables: Mapping[str, str]) -> Path:
    """The user's folder."""
    told = variables.get("HOME", "")
    return Path(told) if told else Path("~").expanduser()


def _localtime_name() -> str:
    """IANA name behind ``/etc/localtime``, or empty where it is not a link into a zone folder."""
    try:
        target = str(LOCALTIME.readlink())
    except OSError:
        return ""
    return target.partition("zoneinfo/")[2]


def _utc() -> tzinfo:
    from datetime import UTC

    return UTC
