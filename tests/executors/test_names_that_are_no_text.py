"""File names that are not UTF-8: found, shown, changed and taken back like any other, and never taken for another."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.executors.answer import as_text
from metnos_cli.executors.files.entry import EXACT, path_of
from metnos_cli.text.whole_json import as_json

if TYPE_CHECKING:
    from pathlib import Path

    from tests.executors.small_world import SmallWorld

NAMES = (b"a.log", b"b\xff.log", b"b\\xff.log", b"\xe8 vero.log", "è vero.log".encode(), b"%FF.log")


def inside(folder: Path) -> dict[bytes, bytes]:
    """Name -> content, both to the byte."""
    found = {}
    for name in os.listdir(os.fsencode(folder)):  # noqa: PTH208  names as bytes
        with open(os.path.join(os.fsencode(folder), name), "rb") as stream:  # noqa: PTH118, PTH123
            found[name] = stream.read()
    return found


@pytest.fixture
def odd(small: SmallWorld) -> SmallWorld:
    """A folder of such names, each file holding its own."""
    (small.home / "odd").mkdir()
    for name in NAMES:
        with open(os.path.join(os.fsencode(small.home / "odd"), name), "wb") as stream:  # noqa: PTH118, PTH123
            stream.write(name)
    return small


@pytest.mark.parametrize("name", ["delete_files", "move_files", "copy_files"])
def test_all_of_them_at_once(odd: SmallWorld, name: str) -> None:
    """By a pattern: each is done, noted, told in a form that can be stored, and taken back."""
    before = inside(odd.home / "odd")
    more = {} if name == "delete_files" else {"dst": "~/there"}

    answer = odd.call(name, path="~/odd", pattern="*.log", **more)

    assert (answer["ok_count"], answer["error_count"]) == (len(NAMES), 0)
    assert inside(odd.home / "odd") == ({} if name != "copy_files" else before)
    if more:
        assert inside(odd.home / "there") == before
    json.dumps(answer, ensure_ascii=False).encode()
    odd.undo()
    assert inside(odd.home / "odd") == before


@pytest.mark.parametrize("name", NAMES)
def test_one_of_them_found_is_the_one_that_is_changed(odd: SmallWorld, name: bytes) -> None:
    """Also beside a file whose name is written as the other's is shown, and after a journey through JSON."""
    found = [entry for entry in odd.call("find_files", path="~/odd")["entries"] if _is(odd, entry, name)]
    stored = json.loads(json.dumps(found, ensure_ascii=False).encode())

    odd.call("delete_files", entries=stored)

    assert set(inside(odd.home / "odd")) == set(NAMES) - {name}


def _is(odd: SmallWorld, entry: dict[str, Any], name: bytes) -> bool:
    """Whether reading the entry gives the file's own name."""
    try:
        return odd.call("compute_files", what="hash", entries=[entry])["hash"] == _digest(name)
    except KeyError:
        return False


def _digest(content: bytes) -> str:
    from hashlib import sha256

    return sha256(content).hexdigest()


def test_a_failure_names_it_in_text(odd: SmallWorld) -> None:
    """The rows of what failed can be stored and shown too."""
    odd.file("there/a.log")
    for name in NAMES:
        with open(os.path.join(os.fsencode(odd.home / "there"), name), "wb"):  # noqa: PTH118, PTH123
            pass
    odd.file("odd/new.log")

    answer = odd.call("move_files", path="~/odd", pattern="*.log", dst="~/there")

    assert answer["error_count"] == len(NAMES)
    as_json(answer).encode()
    assert all(row["item"].isprintable() for row in answer["errors"])


@given(st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_the_exact_name_is_another_reading_of_what_is_shown_and_nothing_else(name: bytes) -> None:
    """What a table or a page says is exact cannot lead away from the path that people see."""
    from urllib.parse import quote

    meant = os.fsdecode(name)

    assert path_of({"path": as_text(meant), EXACT: quote(name)}) == meant
    assert path_of({"path": "~/shown", EXACT: quote(name)}) == "~/shown"


@given(st.text(st.characters(), max_size=20))
def test_whatever_is_written_can_be_encoded_and_comes_back(text: str) -> None:
    """Halves of characters too."""
    told = as_json({"x": text, "y": "è"})

    assert json.loads(told.encode()) == {"x": text, "y": "è"}
