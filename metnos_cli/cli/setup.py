"""``metnos setup``: a few questions, each of which may be skipped and asked again another day."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli.cli.wiring import world
from metnos_cli.errors import ConfigError, InputNeeded, ModelError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from metnos_cli.cli.wiring import World

app = typer.Typer(rich_markup_mode=None, add_completion=False)
GB = 1_000_000_000


class Step(StrEnum):
    """What may be set, in this order."""

    LANG = "lang"
    ROOTS = "roots"
    LOCATION = "location"
    ENGINE = "engine"
    MODEL = "model"
    ACCOUNTS = "accounts"


@app.command()
def setup(
    only: list[Step] = typer.Argument(None),
) -> None:
    """Set language, folders, location, engine and model; Enter keeps what is there."""
    here = world()
    if not here.environment.interactive:
        raise InputNeeded("setup_no_terminal")
    wizard = Wizard(here)
    for name, step in wizard.steps.items():
        if not only or name in only:
            step()
    wizard.say("setup.end", path=here.settings.file)


class Wizard:
    """Asks, checks and writes one setting at a time: stopping half way loses nothing.

    Args:
        here: The command's world.
    """

    def __init__(self, here: World) -> None:
        from metnos_cli.ui.console import Console
        from metnos_cli.ui.reading import LineReader

        self.here = here
        self.console = Console(here.environment, here.lang, plain=here.globals.plain)
        self.reader = LineReader(self.console)
        self.steps: dict[str, Callable[[], None]] = {
            "lang": lambda: self.ask("general.lang"),
            "roots": lambda: self.ask("safety.roots"),
            "location": lambda: self.ask("general.location"),
            "engine": lambda: self.ask("engine.proposer"),
            "model": self.model,
            "accounts": lambda: self.say("setup.accounts"),
        }

    def say(self, key: str, **facts: Any) -> None:
        """One sentence."""
        from metnos_cli.ui.words import told

        self.console.say(told(self.console.lang, key, facts))

    def ask(self, dotted: str) -> None:
        """One setting; Enter keeps it, a wrong value is explained and asked again."""
        from metnos_cli.config.check import from_text
        from metnos_cli.config.load import find_key
        from metnos_cli.ui.words import error_lines

        key = find_key(dotted)
        value = self.here.settings.values[dotted]
        shown = ", ".join(value) if isinstance(value, list | tuple) else str(value)
        while True:
            self.console.say(f"{key.doc(self.console.lang)}" + (f" ({' | '.join(key.choices)})" if key.choices else ""))
            typed = self.read(f"{dotted} [{shown}]: ")
            if not typed:
                return
            try:
                self.write(dotted, from_text(key, typed, file="setup"))
            except ConfigError as error:
                for line in error_lines(self.console.lang, error):
                    self.console.say(line)
                continue
            return

    def model(self) -> None:
        """A GGUF by its path, or the one that suits this machine, fetched."""
        from metnos_cli.models.downloads import fetch, suiting
        from metnos_cli.ui.words import error_lines, size

        folder = self.here.environment.data_dir / "models"
        offer = suiting(*room(self.here))
        if offer is not None:
            self.say("setup.model_offer", name=offer.name, size=size(self.console.lang, offer.size), folder=folder)
        self.say("setup.model_ask", path=self.here.settings.text("model.path") or "–")
        typed = self.read("model.path: ", paths=True)
        if not typed:
            return
        if typed.lower() not in ("s", "si", "sì", "y", "yes"):
            self.take_file(typed)
            return
        if offer is None:
            self.say("setup.model_none")
            return
        try:
            self.write("model.path", str(fetch(offer, folder)))
        except ModelError as error:
            for line in error_lines(self.console.lang, error):
                self.console.say(line)

    def take_file(self, typed: str) -> None:
        """A file that is there and begins as a GGUF does."""
        path = self.here.environment.expand(typed)
        if not is_gguf(path):
            self.say("setup.model_not_gguf", path=path)
            return
        self.write("model.path", str(path))

    def read(self, prompt: str, *, paths: bool = False) -> str:
        """What was typed; nothing at the end of input."""
        return (self.reader.read(prompt, paths=paths) or "").strip()

    def write(self, dotted: str, value: Any) -> None:
        """Keep a setting in the file."""
        from metnos_cli.config.edit import set_value
        from metnos_cli.config.load import find_key

        file = self.here.settings.file or self.here.environment.config_file
        set_value(file, find_key(dotted), value, self.console.lang)
        self.say("setup.written", setting=dotted, value=value)


def room(here: World) -> tuple[int, int]:
    """(bytes of memory that programs could still take, free bytes where models are kept)."""
    import shutil

    import psutil

    folder = here.environment.data_dir
    return int(psutil.virtual_memory().available), shutil.disk_usage(
        folder if folder.exists() else here.environment.home
    ).free


def is_gguf(path: Path) -> bool:
    """Whether a file begins as the format says."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"GGUF"
    except OSError:
        return False
