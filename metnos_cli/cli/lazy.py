"""Command groups whose commands are imported only when one is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup


@dataclass(frozen=True, slots=True)
class Command:
    """Where a command lives."""

    module: str
    """Module with ``app`` (a Typer), imported when the command is asked for."""
    hidden: bool = False
    """Not listed in ``--help``."""


class LazyGroup(TyperGroup):
    """Imports a command's module only when that command, or the whole help, is asked for."""

    commands_table: ClassVar[dict[str, Command]] = {}
    """Name -> where it lives; set by the subclass."""
    default: ClassVar[str] = ""
    """Command that runs when the first word is an option or nothing at all."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  Typer's signature
        """Names, in the order of the table."""
        return list(self.commands_table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  Typer's signature
        """One command, imported now; None when there is no such command."""
        known = self.commands_table.get(cmd_name)
        if known is None:
            return None
        command = typer.main.get_command(import_module(known.module).app)
        command.name = cmd_name
        command.hidden = known.hidden
        return command

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command where none was named."""
        if self.default and (not args or (args[0].startswith("-") and args[0] not in ("-h", "--help"))):
            args = [self.default, *args]
        return super().parse_args(ctx, args)
