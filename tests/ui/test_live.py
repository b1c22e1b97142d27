"""The live cascade: what the line says, that it fits, and that it leaves nothing behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.ports import Event
from metnos_cli.records import LayerTrace, Miss
from metnos_cli.ui.console import Console
from metnos_cli.ui.glyphs import ASCII, UNICODE
from metnos_cli.ui.live import LiveCascade, Scene, line
from tests.ui.turns import a_turn
from tests.ui.worlds import err, world

HIT = a_turn().trace.layers[2]
MISS = LayerTrace(Miss("table", "unknown"), 0.0)


def after(*events: Event, at: float = 10.0) -> Scene:
    """The scene after some events, all at one moment."""
    scene = Scene()
    for event in events:
        scene = scene.hearing(event, "it", at)
    return scene


def test_layers_light_up_as_they_answer() -> None:
    """A miss is a hollow sign, a hit a full one."""
    scene = after(
        Event("layer", {"layer": "table"}),
        Event("layer_done", {"layer": "table", "trace": MISS}),
        Event("layer", {"layer": "canonical"}),
        Event("layer_done", {"layer": "canonical", "trace": HIT}),
    )

    assert line(scene, UNICODE, "it", 80, 10.0).startswith("○ table ● canonical")
    assert line(scene, ASCII, "it", 80, 10.0).startswith("- table * canonical")


def test_a_model_at_work_shows_tokens_and_time() -> None:
    """Time from the second second on."""
    scene = after(Event("planning"), Event("model", {"tokens": 42}))

    assert line(scene, UNICODE, "it", 80, 10.5).endswith("cerco un piano · 42 token")
    assert line(scene, UNICODE, "it", 80, 13.2).endswith("cerco un piano · 42 token · 3,2 s")


def test_long_work_shows_a_bar_and_the_time_left() -> None:
    """A quarter done in five seconds leaves fifteen."""
    scene = after(Event("step", {"step": 2, "tool": "find_files"}), Event("progress", {"done": 25, "total": 100}))

    assert "passo 2: find_files · ███░░░░░░░░░ 25/100 ancora 15,0 s" in line(scene, UNICODE, "it", 80, 15.0)
    assert "25/100" in line(scene, UNICODE, "it", 40, 15.0)


def test_progress_without_a_total() -> None:
    """A count alone."""
    scene = after(Event("step", {"step": 1, "tool": "x_y"}), Event("progress", {"done": 7, "total": None}))

    assert line(scene, UNICODE, "it", 80, 10.0).endswith("passo 1: x_y · 7")


EVENTS = st.builds(
    Event,
    st.sampled_from(
        ["layer", "layer_done", "planning", "planned", "model", "step", "step_done", "progress", "learning"]
    ),
    st.fixed_dictionaries(
        {
            "layer": st.text(max_size=30),
            "trace": st.sampled_from([HIT, MISS, None]),
            "tool": st.text(max_size=30),
            "step": st.integers(),
            "tokens": st.integers(0, 10**6),
            "done": st.integers(0, 10**9),
            "total": st.none() | st.integers(0, 10**9),
        }
    ),
)


@given(st.lists(EVENTS, max_size=8), st.integers(20, 120))
def test_the_line_always_fits(events: list[Event], width: int) -> None:
    """Whatever happens, in whatever order."""
    assert len(line(after(*events), UNICODE, "it", width, 99.0)) <= width


def test_nothing_is_left_on_the_screen() -> None:
    """The last thing written wipes the line, and other output never shares a line with it."""
    here = world()
    console = Console(here, "it")

    with LiveCascade(console) as live:
        live(Event("planning"))
        console.say("una nota")
        live(Event("learning"))

    shown = err(here)
    assert "cerco un piano" in shown
    assert "\x1b[2Kuna nota\n" in shown
    assert shown.endswith("\r\x1b[2K")


@pytest.mark.parametrize("variables", [{"METNOS_PLAIN": "1"}, {"TERM": "dumb"}], ids=str)
def test_plain_terminals_hear_what_takes_long(variables: dict[str, str]) -> None:
    """A line each, no animation."""
    here = world(**variables)

    with LiveCascade(Console(here, "it")) as live:
        live(Event("layer", {"layer": "table"}))
        live(Event("planning"))
        live(Event("step", {"step": 1, "tool": "find_files"}))

    assert err(here) == "cerco un piano\npasso 1: find_files\n"


def test_without_a_terminal_nothing_is_drawn() -> None:
    """A log is not a screen."""
    here = world(terminal=False)

    with LiveCascade(Console(here, "it")) as live:
        live(Event("planning"))

    assert err(here) == ""
