"""Evaluated prefixes are kept by what made them, privately, and not without end."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from metnos_cli.models.llama_prefix import MAX_FILES, MAX_IN_MEMORY, PrefixStore

TOKENS = [1, 2, 3]


def test_state_comes_back(tmp_path: Path) -> None:
    """A second store with the same owner finds what the first kept."""
    PrefixStore(tmp_path, "model:1").put(TOKENS, b"state\nwith lines")

    assert PrefixStore(tmp_path, "model:1").get(TOKENS) == b"state\nwith lines"


@pytest.mark.parametrize(("owner", "tokens"), [("model:2", TOKENS), ("model:1", [1, 2])])
def test_state_of_something_else_is_not_given(tmp_path: Path, owner: str, tokens: list[int]) -> None:
    """Another model, or another prefix, has no state here."""
    PrefixStore(tmp_path, "model:1").put(TOKENS, b"state")

    assert PrefixStore(tmp_path, owner).get(tokens) is None


@pytest.mark.parametrize("content", [b"", b"{", b"{}\nstate", b'{"format": 1}\n', b"\xff\xfe"])
def test_damaged_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    """Whatever stands in the file, nothing wrong is given."""
    store = PrefixStore(tmp_path, "model:1")
    store.put(TOKENS, b"state")
    (file,) = (tmp_path / "prefixes").iterdir()
    file.write_bytes(content)

    assert store.get(TOKENS) is None


def test_file_is_private(tmp_path: Path) -> None:
    """A prefix may hold what the user is called: nobody else reads it."""
    PrefixStore(tmp_path, "model:1").put(TOKENS, b"state")

    (file,) = (tmp_path / "prefixes").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_least_recently_used_go(tmp_path: Path) -> None:
    """Files do not pile up; the one used last stays."""
    store = PrefixStore(tmp_path, "model:1")
    for number in range(MAX_FILES + 3):
        store.put([number], b"state")
        for place, file in enumerate(
            sorted((tmp_path / "prefixes").iterdir(), key=lambda file: file.stat().st_mtime_ns)
        ):
            os.utime(file, (place, place))

    assert len(list((tmp_path / "prefixes").iterdir())) == MAX_FILES
    assert store.get([MAX_FILES + 2]) == b"state"
    assert store.get([0]) is None


def test_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    """A file stands where the folder should be: the state is not kept, and nobody is told."""
    (tmp_path / "prefixes").write_text("in the way")
    store = PrefixStore(tmp_path, "model:1")

    store.put(TOKENS, b"state")
    assert store.get(TOKENS) is None


def test_without_a_folder_memory_keeps_a_few() -> None:
    """The last few states stay as long as the process."""
    store = PrefixStore(None, "model:1")
    for number in range(MAX_IN_MEMORY + 1):
        store.put([number], bytes([number]))

    assert store.get([MAX_IN_MEMORY]) == bytes([MAX_IN_MEMORY])
    assert store.get([0]) is None


def test_forgotten_state_is_gone(tmp_path: Path) -> None:
    """A state that llama.cpp refused is not offered again."""
    store = PrefixStore(tmp_path, "model:1")
    store.put(TOKENS, b"state")
    store.forget(TOKENS)

    assert store.get(TOKENS) is None
