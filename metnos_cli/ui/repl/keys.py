"""The keys of the prompt: Enter, new lines, the three meanings of Ctrl-C, and ✓ ✗ ↺ on an empty line."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, Filter, has_focus, is_searching
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import ALL_KEYS, KEY_ALIASES

from metnos_cli.config.check import config_error

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.key_binding.key_processor import KeyPress

    from metnos_cli.config.load import Settings

BURST_S = 0.03
"""Keys closer than this to a line break inside a burst belong to a paste, not to a person."""
TAKEN = frozenset(
    {"enter", "c-m", "c-j", "tab", "c-i", "c-c", "c-d", "backspace", "c-h", "c-z", "c-s", "c-q", "c-r", "escape"}
)
"""Keys that already mean something on an empty line, or that terminals keep for themselves."""
LINE_BREAKS = ("c-m", "c-j")
JUDGEMENTS = ("ok", "no", "retry")


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key that stands for something other than the line."""

    what: str
    """ok, no, retry, or interrupt."""


@dataclass(slots=True)
class _Burst:
    """When a line break was last put in by a burst of keys."""

    at: float = field(default=-1.0)


def feedback_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys of ✓ ✗ ↺, each a sequence of key names.

    Raises:
        ConfigError: One of them is no key, is needed for something else, or stands twice.
    """
    found: dict[str, tuple[str, ...]] = {}
    for judgement in JUDGEMENTS:
        setting = f"ui.key_{judgement}"
        told = settings.text(setting)
        names = tuple(told.split())
        if not _usable(names) or names in found.values():
            raise config_error("config_key", settings.source(setting), 0, setting, found=told)
        found[judgement] = names
    return found


def key_label(names: tuple[str, ...]) -> str:
    """Keys as they stand in the toolbar: ``^G``, ``F2``."""
    return " ".join(f"^{name[2:].upper()}" if name.startswith("c-") else name.upper() for name in names)


def build_bindings(settings: Settings) -> KeyBindings:
    """All keys that differ from what the line editor does by itself.

    Raises:
        ConfigError: A configured key cannot be used.
    """
    bindings = KeyBindings()
    typing = has_focus(DEFAULT_BUFFER) & ~is_searching
    _bind_enter(bindings, typing)
    bindings.add("tab", filter=typing)(_complete)
    bindings.add("c-j", filter=typing)(_new_line)
    bindings.add("escape", "enter", filter=typing)(_new_line)
    bindings.add("c-c", filter=typing, eager=True)(_interrupt)
    for judgement, names in feedback_keys(settings).items():
        bindings.add(*names, filter=typing & _empty(), eager=True)(partial(_press, judgement))
    return bindings


def _usable(names: tuple[str, ...]) -> bool:
    """Whether these are keys, free, and not behind Esc."""
    known = all(name in ALL_KEYS or name in KEY_ALIASES or len(name) == 1 for name in names)
    # A letter, a figure or a slash begins a request.
    return (
        bool(names)
        and known
        and names[0] not in TAKEN
        and not (len(names[0]) == 1 and (names[0].isalnum() or names[0] == "/"))
    )


def _empty() -> Condition:
    from prompt_toolkit.application.current import get_app

    return Condition(lambda: not get_app().current_buffer.text)


def _bind_enter(bindings: KeyBindings, typing: Filter) -> None:
    """Enter runs the line, unless it chooses a completion, ends a line with a backslash, or is part of a paste."""
    burst = _Burst()

    @bindings.add("enter", filter=typing)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state is not None and buffer.complete_state.current_completion is not None:
            buffer.complete_state = None
            return
        now = time.monotonic()
        # A terminal without bracketed paste sends the pasted lines as keys: more of them are waiting already.
        if any(map(_is_typed, event.key_processor.input_queue)):
            burst.at = now
            buffer.insert_text("\n")
        elif now - burst.at < BURST_S:
            burst.at = -1.0
        elif buffer.document.text_before_cursor.endswith("\\") and buffer.document.is_cursor_at_the_end:
            buffer.delete_before_cursor()
            buffer.insert_text("\n")
        else:
            buffer.validate_and_handle()


def _is_typed(press: KeyPress) -> bool:
    """Whether a waiting key was typed or pasted: a terminal also answers where its cursor stands, after a resize."""
    return len(press.key) == 1 or press.key in LINE_BREAKS


def _new_line(event: KeyPressEvent) -> None:
    event.current_buffer.insert_text("\n")


def _complete(event: KeyPressEvent) -> None:
    """The next of the choices shown; without a menu, as much as is certain, at once.

    The editor's own Tab waits for completions that are being looked for while typing, and is lost when it comes
    quickly after a letter.
    """
    from prompt_toolkit.completion import CompleteEvent, get_common_complete_suffix

    buffer = event.current_buffer
    state = buffer.complete_state
    if state is not None and len(state.completions) > 1:
        buffer.complete_next()
        return
    document = buffer.document
    found = list(buffer.completer.get_completions(document, CompleteEvent(completion_requested=True)))
    if len(found) == 1:
        buffer.apply_completion(found[0])
    elif common := get_common_complete_suffix(document, found):
        buffer.insert_text(common)
    elif found:
        buffer.start_completion()


def _interrupt(event: KeyPressEvent) -> None:
    """Text on the line: clear it, one Up away. Empty line: the loop says how to leave."""
    buffer = event.current_buffer
    if buffer.text:
        buffer.reset(append_to_history=True)
    else:
        event.app.exit(result=Pressed("interrupt"))


def _press(judgement: str, event: KeyPressEvent) -> None:
    event.app.exit(result=Pressed(judgement))
