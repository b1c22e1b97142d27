"""Moves that cannot be finished: nothing is lost, nothing stands twice, and what happened is said and can be undone."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety import acts
from metnos_cli.store import journal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.executors.small_world import SmallWorld


def picture(folder: Path) -> dict[str, str]:
    """Path -> content or folder, of all that the user sees below a folder."""
    return {
        str(path.relative_to(folder)): "/" if path.is_dir() else path.read_text()
        for path in sorted(folder.rglob("*"))
        if not str(path.relative_to(folder)).startswith((".local", ".config"))
    }


def states(small: SmallWorld) -> list[str]:
    """What became of the changes noted."""
    return [change.state for change in journal.of_turn(small.store.read(), "turn-1")]


@pytest.fixture
def apart(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> SmallWorld:
    """A home where every other place lies on another file system."""
    place = acts.place

    def across(source_folder: int, source: str, target_folder: int, target: str, *, over: bool = False) -> None:
        if not source.startswith(".metnos-"):
            raise OSError(18, "Invalid cross-device link")
        place(source_folder, source, target_folder, target, over=over)

    monkeypatch.setattr(acts, "place", across)
    for name in ("d/a/1", "d/top", "d/z/2"):
        small.file(name, name)
    return small


def refused(*_: object, **__: object) -> None:
    """As the system refuses."""
    raise PermissionError(13, "Permission denied")


HINDRANCES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a folder that holds its contents fast": lambda patch: patch.setattr(
        os, "access", lambda path, *_: not str(path).endswith("/z")
    ),
    "a parent that holds it fast": lambda patch: patch.setattr(os, "rename", refused),
    "no room for the copy": lambda patch: patch.setattr(shutil, "copy2", refused),
}


@pytest.mark.parametrize("hindrance", HINDRANCES)
@pytest.mark.parametrize("what", ["d", "d/top"])
def test_to_another_file_system_all_or_nothing(
    apart: SmallWorld, monkeypatch: pytest.MonkeyPatch, hindrance: str, what: str
) -> None:
    """What cannot be given up is not given up in part, and no copy of it is left."""
    before = picture(apart.home)
    HINDRANCES[hindrance](monkeypatch)

    try:
        apart.files.move(apart.home / what, apart.home / "moved", overwrite=False)
        failed = False
    except ExecutorError as error:
        failed = error.error_class is ErrorClass.UNAVAILABLE
    monkeypatch.undo()

    moved = {name.replace(what, "moved", 1) if name.startswith(what) else name: told for name, told in before.items()}
    assert picture(apart.home) == (before if failed else moved)
    assert states(apart) == ["failed" if failed else "done"]
    assert failed or (what, hindrance) == ("d/top", "a folder that holds its contents fast")


def test_what_is_left_of_a_moved_folder_is_told(apart: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """The target stands whole, the note too; the rest is named, and undo brings all of it back."""
    before = picture(apart.home)
    monkeypatch.setattr(shutil, "rmtree", refused)

    with pytest.raises(ExecutorError) as raised:
        apart.files.move(apart.home / "d", apart.home / "moved", overwrite=False)

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "move_left_over")
    left = apart.home / str(raised.value.facts["left"]).removeprefix("~/")
    assert left.is_dir()
    assert states(apart) == ["done"]
    monkeypatch.undo()
    shutil.rmtree(left)
    apart.undo()
    assert picture(apart.home) == before


def test_a_folder_that_holds_a_file_fast_keeps_it(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one file system the new name goes again: no second name is left; the refusal is about the source."""
    small.file("ro/f", "x")
    unlink = os.unlink

    def fast(path: str, *, dir_fd: int | None = None) -> None:
        if path == "f":
            refused()
        unlink(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "unlink", fast)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ExecutorError) as raised:
        small.files.move(small.home / "ro/f", small.home / "g", overwrite=False)

    assert (raised.value.key, raised.value.facts["path"]) == ("path_forbidden", "~/ro/f")
    assert picture(small.home) == {"ro": "/", "ro/f": "x"}
    assert (small.home / "ro/f").stat().st_nlink == 1
    assert states(small) == ["failed"]


@pytest.mark.parametrize("overwrite", [True, False])
def test_two_names_of_one_file(small: SmallWorld, *, overwrite: bool) -> None:
    """Replaced on demand, the old name goes, as with any two files; otherwise something is there already."""
    small.file("a", "x")
    os.link(small.home / "a", small.home / "b")

    if overwrite:
        small.files.move(small.home / "a", small.home / "b", overwrite=True)
        assert picture(small.home) == {"b": "x"}
        small.undo()
    else:
        with pytest.raises(ExecutorError):
            small.files.move(small.home / "a", small.home / "b", overwrite=False)
    assert picture(small.home) == {"a": "x", "b": "x"}


def test_one_name_spelt_in_two_ways_is_not_lost(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """On file systems that do not tell a from A: both are there before, neither while it is renamed."""
    small.file("a", "x")
    monkeypatch.setattr(acts, "exists", lambda _folder, name: name == "A" and (small.home / "a").exists())
    stat = os.stat
    monkeypatch.setattr(os, "stat", lambda path, **more: stat("a" if path == "A" else path, **more))
    folder = os.open(small.home, os.O_RDONLY)

    acts.place(folder, "a", folder, "A", over=True)

    os.close(folder)
    monkeypatch.undo()
    assert picture(small.home) == {"A": "x"}


@pytest.mark.parametrize("there", [False, True])
def test_stopped_between_the_two_names(small: SmallWorld, monkeypatch: pytest.MonkeyPatch, *, there: bool) -> None:
    """A Ctrl-C after the new name was given and before the old one went: undo takes the new one away."""
    small.file("a", "x")
    if there:
        small.file("b", "old")
    before = picture(small.home)

    def stopped(source_folder: int, source: str, target_folder: int, target: str, *, over: bool = False) -> None:
        if over:
            os.unlink(target, dir_fd=target_folder)
        os.link(source, target, src_dir_fd=source_folder, dst_dir_fd=target_folder)
        raise KeyboardInterrupt

    monkeypatch.setattr(acts, "place", stopped)
    with pytest.raises(KeyboardInterrupt):
        small.files.move(small.home / "a", small.home / "b", overwrite=there)
    monkeypatch.undo()
    small.undo()

    assert picture(small.home) == before
