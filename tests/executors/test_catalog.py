"""The catalog: what is admitted, what is left out, and what a start costs."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from metnos_cli.executors.catalog import CACHE_NAME, Catalog, load_catalog

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = """
name = "{name}"
version = "1.0.0"
effect = "read"
[description]
it = "Prova."
en = "A test."
[affinity]
it = ["prova"]
en = ["test"]
[args.properties.text]
type = "string"
description = "a text"
[message]
it = "${{ok_count}}"
en = "${{ok_count}}"
[run]
command = ["true"]
"""


def put(folder: Path, name: str, text: str | None = None) -> Path:
    """A user's manifest in a folder of its own."""
    path = folder / name / "manifest.toml"
    path.parent.mkdir(parents=True)
    path.write_text(MANIFEST.format(name=name) if text is None else text, encoding="utf-8")
    return path


def test_bundled_and_user_executors_stand_side_by_side(tmp_path: Path) -> None:
    """By name, in the order of names."""
    put(tmp_path, "toss_coin")

    catalog = load_catalog([tmp_path])

    names = [manifest.name for manifest in catalog]
    assert {"find_files", "get_now", "toss_coin"} <= set(names)
    assert names == sorted(names)
    assert catalog.problems == ()


def test_a_manifest_may_stand_without_a_folder(tmp_path: Path) -> None:
    """``NAME.toml`` beside others: what a promoted pipeline is written as."""
    (tmp_path / "toss_coin.toml").write_text(MANIFEST.format(name="toss_coin"))

    assert "toss_coin" in load_catalog([tmp_path])


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("name = ", "/"),
        ("\x00", "/"),
        ('name = "toss_coin"', "/effect"),
        (MANIFEST.format(name="Toss"), "/name"),
        (MANIFEST.format(name="toss_coin").replace('"read"', '"explode"'), "/effect"),
        (MANIFEST.format(name="toss_coin").replace('command = ["true"]', ""), "/run"),
        (MANIFEST.format(name="toss_coin").replace('command = ["true"]', 'command = "true"'), "/run/command"),
        (MANIFEST.format(name="toss_coin").replace('command = ["true"]', 'python = "os.system"'), "/run/python"),
        (MANIFEST.format(name="toss_coin") + "timeout_s = 0\n", "/run/timeout_s"),
        ("examples = 3\n" + MANIFEST.format(name="toss_coin"), "/examples"),
        ('examples = [{ lang = "de", text = "x" }]\n' + MANIFEST.format(name="toss_coin"), "/examples/0"),
        (
            'examples = [{ lang = "it", text = "x", args = 3 }]\n' + MANIFEST.format(name="toss_coin"),
            "/examples/0/args",
        ),
        (MANIFEST.format(name="toss_coin").replace('it = ["prova"]', 'it = "prova"'), "/affinity/it"),
        (MANIFEST.format(name="toss_coin").replace('it = "Prova."', ""), "/description/it"),
    ],
)
def test_a_broken_manifest_is_told_and_stops_no_other(tmp_path: Path, text: str, pointer: str) -> None:
    """Its place and what is wrong; the good one beside it is admitted."""
    put(tmp_path, "broken", text)
    put(tmp_path, "toss_dice")

    catalog = load_catalog([tmp_path])

    assert "toss_dice" in catalog
    assert [problem.pointer for problem in catalog.problems] == [pointer]
    assert catalog.problems[0].file.endswith("broken/manifest.toml")


def test_a_user_cannot_take_a_bundled_name(tmp_path: Path) -> None:
    """The bundled one stays, and the other is told."""
    put(tmp_path, "find_files")

    catalog = load_catalog([tmp_path])

    found = catalog.get("find_files")
    assert found is not None
    assert found.run.python
    assert [problem.pointer for problem in catalog.problems] == ["/name"]


def test_missing_folders_are_empty(tmp_path: Path) -> None:
    """Nobody has to make them."""
    catalog = load_catalog([tmp_path / "nowhere"], cache_dir=tmp_path / "cache" / "deep")

    assert len(catalog) > 20
    assert (tmp_path / "cache" / "deep" / CACHE_NAME).is_file()


def test_what_was_kept_gives_the_same_catalog(tmp_path: Path) -> None:
    """Also for TOML values that JSON does not have."""
    text = MANIFEST.format(name="toss_coin")
    put(
        tmp_path / "user",
        "toss_coin",
        'examples = [{ lang = "it", text = "x", args = { text = 2026-01-02 } }]\n' + text,
    )

    fresh = load_catalog([tmp_path / "user"], cache_dir=tmp_path)
    kept = load_catalog([tmp_path / "user"], cache_dir=tmp_path)

    assert list(kept) == list(fresh)
    assert kept.signature == fresh.signature


def test_a_changed_manifest_is_read_again(tmp_path: Path) -> None:
    """And the signature changes with it."""
    path = put(tmp_path / "user", "toss_coin")
    before = load_catalog([tmp_path / "user"], cache_dir=tmp_path)

    path.write_text(MANIFEST.format(name="toss_coin").replace("A test.", "Another."))
    os.utime(path, ns=(1, 1))
    after = load_catalog([tmp_path / "user"], cache_dir=tmp_path)

    changed = after.get("toss_coin")
    assert changed is not None
    assert changed.description["en"] == "Another."
    assert after.signature != before.signature


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"format": 1}', '{"format": 1, "files": {"x": 3}}', '{"format": 0}']
)
def test_a_damaged_cache_is_ignored(tmp_path: Path, damage: str) -> None:
    """It is only a shortcut."""
    expected = load_catalog()
    (tmp_path / CACHE_NAME).write_text(damage)

    assert load_catalog(cache_dir=tmp_path).signature == expected.signature


def test_a_cache_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "cache").write_text("")

    assert len(load_catalog(cache_dir=tmp_path / "cache")) > 20


def test_signatures_tell_manifests_apart() -> None:
    """Whatever the order of names; a missing one never matches."""
    catalog = load_catalog()

    assert catalog.signature_of(["get_now", "find_files"]) == catalog.signature_of(["find_files", "get_now"])
    assert catalog.signature_of(["get_now"]) != catalog.signature_of(["find_files"])
    assert Catalog([]).signature_of(["get_now"]) == "missing:get_now"


def test_servers_tools_are_added_without_taking_names() -> None:
    """What is there stays."""
    catalog = load_catalog()
    clock = catalog.get("get_now")
    assert clock is not None

    grown = catalog.adding([replace(clock, folder="server")])

    assert len(grown) == len(catalog)
    assert len(grown.problems) == 1


def test_a_start_reads_one_file(tmp_path: Path) -> None:
    """The kept documents are those of every manifest, and nothing else is parsed."""
    catalog = load_catalog(cache_dir=tmp_path)

    kept = json.loads((tmp_path / CACHE_NAME).read_text())
    assert len(kept["files"]) == len(catalog)
