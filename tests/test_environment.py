"""The world as an object: folders, language, zone, streams."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.environment import Environment


def world(**variables: str) -> Environment:
    """A world without a terminal, at home in /home/anna."""
    return Environment(
        argv=(),
        variables=variables,
        stdin=io.StringIO(),
        stdout=io.StringIO(),
        stderr=io.StringIO(),
        cwd=Path("/tmp/lavoro"),
        home=Path("/home/anna"),
    )


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "it_CH.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "it:en"}, "it"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "it"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "METNOS_LANG": "en"}, "en"),
        ({"LANG": "en_US", "METNOS_LANG": "it"}, "it"),
    ],
)
def test_the_language_follows_metnos_lang_and_then_the_locale(variables: dict[str, str], lang: str) -> None:
    """What is not Italian is English."""
    assert world(**variables).lang == lang


def test_folders_follow_xdg() -> None:
    """Each folder from its variable, else from its usual place; a relative path is ignored."""
    here = world(XDG_CONFIG_HOME="/conf", XDG_DATA_HOME="not/absolute")

    assert here.config_file == Path("/conf/metnos/runtime.toml")
    assert here.data_dir == Path("/home/anna/.local/share/metnos")
    assert here.cache_dir == Path("/home/anna/.cache/metnos")


def test_metnos_config_names_another_file() -> None:
    """Expanded like any path that is typed."""
    assert world(METNOS_CONFIG="~/altro.toml").config_file == Path("/home/anna/altro.toml")
    assert world(METNOS_CONFIG="altro.toml").config_file == Path("/tmp/lavoro/altro.toml")


def test_now_is_in_the_zone_that_was_named() -> None:
    """A real zone, which knows about summer time, and not today's offset."""
    rome = world().now("Europe/Rome")

    assert rome.tzinfo == ZoneInfo("Europe/Rome")


@pytest.mark.parametrize("told", ["Europe/Rome", ":Europe/Rome"])
def test_tz_names_the_zone(told: str) -> None:
    """With and without the colon that POSIX allows."""
    assert world(TZ=told).zone() == ZoneInfo("Europe/Rome")


def test_an_unknown_zone_falls_back_to_one_that_exists() -> None:
    """Always a zone, whatever TZ holds."""
    assert world(TZ="CET-1CEST").now().utcoffset() is not None


def test_the_clock_can_be_replaced() -> None:
    """Tests bring their own."""
    moment = datetime(2026, 11, 30, 8, 0, tzinfo=ZoneInfo("Europe/Rome"))

    assert world().replace(clock=lambda _zone: moment).now() == moment


def test_streams_without_a_terminal_are_not_interactive() -> None:
    """Also a closed one, which must not raise."""
    here = world()
    here.stdin.close()

    assert not here.interactive
    assert not here.is_terminal(here.stdin)
