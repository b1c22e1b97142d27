"""The live cascade: one line on stderr on which each layer lights up as it is tried; gone when the turn is over."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from metnos_cli.records import Hit
from metnos_cli.ui.words import duration, told

if TYPE_CHECKING:
    from metnos_cli.ports import Event
    from metnos_cli.records import Lang
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.glyphs import Glyphs

TICK_S = 0.1
BAR_CELLS = 12
UNSURE_S = 1.0
"""Seconds of progress before a time estimate is worth showing."""
ERASE = "\r\x1b[2K"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the line tells now."""

    tried: tuple[tuple[str, bool], ...] = ()
    """Layers that answered, and whether they hit."""
    now: str = ""
    """What is going on, in words."""
    since: float = 0.0
    """When that began."""
    tokens: int = 0
    """Tokens the model has written."""
    done: int = 0
    """Progress so far."""
    total: int | None = None
    """Progress at the end, where known."""

    def hearing(self, event: Event, lang: Lang, at: float) -> Scene:
        """The scene after an event."""
        facts = event.facts
        if event.kind == "layer":
            return replace(self, now=str(facts.get("layer", "")), since=at)
        if event.kind == "layer_done":
            trace: Any = facts.get("trace")
            hit = trace is not None and isinstance(trace.verdict, Hit)
            return replace(self, tried=(*self.tried, (str(facts.get("layer", "")), hit)), now="")
        if event.kind == "model":
            return replace(self, tokens=int(facts.get("tokens", self.tokens + 1)))
        if event.kind == "progress":
            return replace(self, done=int(facts.get("done", 0)), total=facts.get("total"))
        if event.kind in ("planning", "step", "learning"):
            return replace(self, now=told(lang, f"live.{event.kind}", facts), since=at, tokens=0, done=0, total=None)
        return self


def line(scene: Scene, glyphs: Glyphs, lang: Lang, width: int, at: float) -> str:
    """The line as text, at most ``width`` columns.

    Args:
        scene: What is going on.
        glyphs: Symbols of the stream.
        lang: The user's language.
        width: Columns there are.
        at: The present moment on the scene's clock.
    """
    layers = " ".join(f"{glyphs.hit if hit else glyphs.miss} {name}" for name, hit in scene.tried)
    frame = glyphs.spinner[int(at / TICK_S) % len(glyphs.spinner)]
    waited = at - scene.since
    head = f"{frame} {scene.now}" if scene.now else frame
    tokens = told(lang, "live.tokens", {"count": scene.tokens}) if scene.tokens else ""
    count = f"{scene.done}/{scene.total}" if scene.total else str(scene.done) if scene.done else ""
    bar = progress(scene, glyphs, lang, waited) if scene.total else count
    clock = duration(lang, waited) if scene.now and waited >= UNSURE_S else ""
    gap = f" {glyphs.dot} "
    full, short = (gap.join(part for part in (head, tokens, done, clock) if part) for done in (bar, count))
    for shown in (f"{layers} {full}" if layers else full, full, short):
        if len(shown) <= width:
            return shown
    return short[: width - len(glyphs.more)] + glyphs.more


def progress(scene: Scene, glyphs: Glyphs, lang: Lang, waited: float) -> str:
    """A bar with its count and, once it means something, the time left."""
    total = max(scene.total or 1, 1)
    share = min(scene.done / total, 1.0)
    cells = round(share * BAR_CELLS)
    bar = glyphs.full * cells + glyphs.empty * (BAR_CELLS - cells)
    left = waited * (1 - share) / share if share > 0 else 0.0
    estimate = f" {told(lang, 'live.left', {'time': duration(lang, left)})}" if waited >= UNSURE_S and share > 0 else ""
    return f"{bar} {scene.done}/{total}{estimate}"


@dataclass(slots=True)
class LiveCascade:
    """Draws the cascade while a turn runs; call it with each event.

    On a terminal that is not to be drawn over it says a line for what may take long, and nothing else.
    """

    console: Console
    """Where to draw."""
    _scene: Scene = field(default_factory=Scene)
    _drawn: bool = False
    _over: threading.Event = field(default_factory=threading.Event)
    _ticker: threading.Thread | None = None
    _stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def __enter__(self) -> Self:
        if self.console.err_styled:
            self._stack.enter_context(self.console.drawing(self._wipe))
            self._ticker = threading.Thread(target=self._tick, name="live-cascade", daemon=True)
            self._ticker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._ticker is not None:
            self._ticker.join()
        with self.console.lock:
            self._wipe()
        self._stack.close()

    def __call__(self, event: Event) -> None:
        """Hear an event of the turn."""
        self._scene = self._scene.hearing(event, self.console.lang, time.monotonic())
        if self._ticker is not None:
            self._draw()
        elif event.kind in ("planning", "step") and self.console.environment.interactive:
            self.console.say(self._scene.now)

    def _tick(self) -> None:
        while not self._over.wait(TICK_S):
            self._draw()

    def _draw(self) -> None:
        # A question holds the lock while it is being answered; a line not drawn then is drawn at the next tick.
        if not self.console.lock.acquire(blocking=False):
            return
        try:
            if self._over.is_set():
                return
            console = self.console
            shown = line(self._scene, console.glyphs, console.lang, console.width() - 1, time.monotonic())
            console.environment.stderr.write(f"{ERASE}{shown}")
            console.environment.stderr.flush()
            self._drawn = True
        finally:
            self.console.lock.release()

    def _wipe(self) -> None:
        """Called with the lock held."""
        if self._drawn:
            self.console.environment.stderr.write(ERASE)
            self.console.environment.stderr.flush()
            self._drawn = False
